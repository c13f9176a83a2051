/**
 * Roots in shared memory of the user's: launches read it where it is. A buffer is kept until its root is garbage and all launches so far
 * are complete, so that none reads memory that the engine gave back.
 */
import type { Adoption } from '../../device/index.js';
import type { TypedArray } from '../../dtype/index.js';
import type { Root } from '../../store/index.js';

export class Adoptions {
  readonly #memory: Adoption | null;
  /** Calls back when everything that was launched so far is complete. */
  readonly #whenOver: (done: () => void) => void;
  readonly #buffers = new FinalizationRegistry<Uint8Array>((bytes) => this.#whenOver(() => this.#memory?.abandon(bytes)));

  constructor(memory: Adoption | null, whenOver: (done: () => void) => void) {
    this.#memory = memory;
    this.#whenOver = whenOver;
  }

  /** Gives a new root this memory; false where launches cannot use it. */
  adopt(root: Root, values: TypedArray): boolean {
    const bytes = bytesOf(values);
    const address = this.#memory?.adopt(bytes) ?? 0;
    if (address === 0) return false;
    root.address = address;
    this.#buffers.register(root, bytes);
    return true;
  }

  /** Runs `fn` with the memory's address, 0 where launches cannot use it; it settles when they no longer do. */
  async during(values: TypedArray, canUse: boolean, fn: (address: number) => Promise<void>): Promise<void> {
    const bytes = bytesOf(values);
    const address = canUse ? (this.#memory?.adopt(bytes) ?? 0) : 0;
    try {
      await fn(address);
    } finally {
      if (address !== 0) this.#memory?.abandon(bytes);
    }
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: TypedArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
