/**
 * Typed arrays over native memory. The engine takes microseconds to make a buffer of memory that is not its own, so
 * buffers are kept, by address and size, until memory is given back to the addon (which the runtime does rarely: it
 * keeps blocks of its own).
 */
import type { TypedArray } from '../../dtype/index.js';
import type { Addon } from '../../native/index.js';

/** Buffers kept, at most. */
const LIMIT = 512;

type Constructor = (new (
  buffer: ArrayBuffer,
  offset: number,
  length: number,
) => TypedArray) & { readonly BYTES_PER_ELEMENT: number };

export class Windows {
  readonly #addon: Addon;
  readonly #buffers = new Map<number, ArrayBuffer>();

  constructor(addon: Addon) {
    this.#addon = addon;
  }

  /** `length` elements from `address` on. */
  open(address: number, like: TypedArray['constructor'], length: number): TypedArray {
    const Typed = like as Constructor;
    const bytes = length * Typed.BYTES_PER_ELEMENT;
    let buffer = this.#buffers.get(address);
    if (buffer === undefined || buffer.byteLength < bytes) {
      buffer = this.#addon.view(address, bytes);
      if (this.#buffers.size >= LIMIT) this.#buffers.clear();
      this.#buffers.set(address, buffer);
    }
    return new Typed(buffer, 0, length);
  }

  /** Forgets every buffer: some of the memory is no longer ours. */
  forget(): void {
    this.#buffers.clear();
  }
}
