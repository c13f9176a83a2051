/**
 * Memory of the JavaScript device: SharedArrayBuffers behind addresses, address = buffer · 2^40 + 2^39 + byte: the first element of a view
 * may be thought to lie before its buffer. Buffer 0 is empty, so no block has address 0. Small blocks are cut from slabs; freed blocks wait
 * in lists by size class, and large ones that are not wanted again are dropped.
 */

import { invariant } from '../../base/index.js';
import type { TypedArray } from '../../dtype/index.js';
import { dtypes } from '../../dtype/index.js';

/** Bytes that a buffer's number is shifted by in an address. */
const SPAN = 2 ** 40;

/** The number of the buffer of an address. */
export function bufferAt(address: number): number {
  return Math.floor(address / SPAN);
}

/** Bytes from the start of its buffer to an address; negative for an address before it. Address 0 stands for no memory. */
export function offsetAt(address: number): number {
  return address === 0 ? 0 : (address % SPAN) - SPAN / 2;
}

/** Blocks larger than this have a buffer of their own. */
const LARGE = 1 << 24;
const FIRST_SLAB = 1 << 22;
const LAST_SLAB = 1 << 26;
/** Bytes of freed large blocks that are kept for reuse. */
const KEPT = 1 << 28;
/** Bytes that the largest typed array of this engine can have. */
const LIMIT = 2 ** 32;

/** The typed arrays over one buffer, by dtype code. */
export type Views = readonly TypedArray[];

/** Views of a buffer as each dtype; trailing bytes that do not fill an element are left out. */
export function viewsOf(buffer: SharedArrayBuffer): Views {
  return dtypes.map(({ Typed, size }) => {
    const Constructor = Typed as unknown as new (buffer: SharedArrayBuffer, offset: number, length: number) => TypedArray;
    return new Constructor(buffer, 0, Math.floor(buffer.byteLength / size));
  });
}

/** Four classes an octave, multiples of 64: a block is at most a quarter larger than was asked for. */
export function sizeClass(bytes: number): number {
  if (bytes <= 256) return Math.max(64, Math.ceil(bytes / 64) * 64);
  const step = 2 ** (Math.floor(Math.log2(bytes - 1)) - 2);
  return Math.ceil(bytes / step) * step;
}

export class JsMemory {
  /** By buffer number; `undefined` where there is none. */
  readonly buffers: (SharedArrayBuffer | undefined)[] = [undefined];
  /** Number 0 serves arguments without elements. */
  readonly views: (Views | undefined)[] = [viewsOf(new SharedArrayBuffer(0))];
  readonly #free = new Map<number, number[]>();
  readonly #numbers: number[] = [];
  #slab = FIRST_SLAB / 2;
  #next = 0;
  #end = 0;
  #kept = 0;
  /** Called when a buffer number gets a new buffer, or none. */
  onBuffer: (number: number, buffer: SharedArrayBuffer | undefined) => void = () => {};

  /** A block's address, or 0 when there is no memory. */
  alloc(bytes: number): number {
    const size = sizeClass(bytes);
    const list = this.#free.get(size);
    const reused = list?.pop();
    if (reused !== undefined) {
      if (size > LARGE) this.#kept -= size;
      return reused;
    }
    return size > LARGE ? this.#buffer(size) : this.#cut(size);
  }

  free(address: number, bytes: number): void {
    const size = sizeClass(bytes);
    if (size > LARGE && this.#kept + size > KEPT) {
      this.#drop(address);
      return;
    }
    if (size > LARGE) this.#kept += size;
    const list = this.#free.get(size);
    if (list === undefined) this.#free.set(size, [address]);
    else list.push(address);
  }

  /** The buffer's elements by dtype code. */
  view(code: number, address: number): TypedArray {
    const views = this.views[bufferAt(address)];
    invariant(views !== undefined, `address ${address} is in no buffer`);
    return views[code];
  }

  offset(address: number): number {
    return offsetAt(address);
  }

  /** Forgets everything. */
  clear(): void {
    this.buffers.length = this.views.length = 1;
    this.#free.clear();
    this.#next = this.#end = this.#kept = 0;
  }

  #cut(size: number): number {
    if (this.#next + size > this.#end) {
      this.#slab = Math.min(LAST_SLAB, Math.max(this.#slab * 2, size));
      const slab = this.#buffer(this.#slab);
      if (slab === 0) return 0;
      this.#next = slab;
      this.#end = slab + this.#slab;
    }
    const address = this.#next;
    this.#next += size;
    return address;
  }

  #buffer(size: number): number {
    if (size >= LIMIT) return 0;
    let buffer: SharedArrayBuffer;
    try {
      buffer = new SharedArrayBuffer(size);
    } catch {
      return 0;
    }
    const number = this.#numbers.pop() ?? this.buffers.length;
    this.buffers[number] = buffer;
    this.views[number] = viewsOf(buffer);
    this.onBuffer(number, buffer);
    return number * SPAN + SPAN / 2;
  }

  #drop(address: number): void {
    const number = bufferAt(address);
    this.buffers[number] = this.views[number] = undefined;
    this.#numbers.push(number);
    this.onBuffer(number, undefined);
  }
}
