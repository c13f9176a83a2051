/**
 * Memory that the user's typed arrays have, from the addon's pool: fresh pages cost more than the copy that fills them, and memory that the
 * collector frees goes back to the system. Results are lent on the main thread alone, since a thread's end takes lent memory back, and a
 * buffer may have been transferred by then.
 *
 * Node marks buffers over native memory as untransferable. Where JavaScript can move a buffer's memory to a new buffer, the new one is
 * transferable; where it cannot (Node 20), a transfer copies.
 */
import { isMainThread } from 'node:worker_threads';
import type { Addon, Lent } from '../../native/index.js';
import type { Adoption } from '../contract.js';

const { transfer } = ArrayBuffer.prototype as { transfer?: (this: ArrayBuffer) => ArrayBuffer };

/** Memory for a result of this many bytes; null where it has to come from elsewhere. */
export function lend(addon: Addon, bytes: number): Lent | null {
  const lent = isMainThread ? addon.lend(bytes) : null;
  if (lent === null || transfer === undefined) return lent;
  return { address: lent.address, buffer: transfer.call(lent.buffer) };
}

/** Shared memory of the user's for launches of the addon; typed arrays over it are forgotten when it is abandoned. */
export function adoptionOf(addon: Addon, windows: { forget(): void }): Adoption {
  return {
    adopt: (bytes) => addon.adopt(bytes),
    abandon(bytes) {
      windows.forget();
      addon.abandon(bytes);
    },
  };
}
