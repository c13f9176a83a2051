/**
 * Checks the answers of a library's mapper before they are used: an answer that is not allowed is an `ArgumentError`, which readers of the
 * results that were being launched throw.
 */
import { ArgumentError, describe } from '../base/index.js';
import { contains, type Rect } from '../partition/index.js';
import { formatShape, type Shape, sizeOf } from '../shape/index.js';
import { Mapper } from './mapper.js';
import { blocks, given, type Placement } from './placement.js';

export class CheckedMapper extends Mapper {
  readonly #inner: Mapper;

  constructor(inner: Mapper) {
    super(inner.memories);
    this.#inner = inner;
  }

  override place(launch: Shape): Int32Array {
    const memoryOf = this.#inner.place(launch);
    const points = sizeOf(launch);
    if (!(memoryOf instanceof Int32Array) || memoryOf.length !== points) {
      throw this.#refuse(
        'place',
        `an Int32Array with a memory for each of the ${points} points of ${formatShape(launch)}`,
        memoryOf,
      );
    }
    const wrong = memoryOf.find((memory) => !this.#isMemory(memory));
    if (wrong !== undefined) throw this.#refuse('place', `memories ${this.#range()}`, wrong);
    return memoryOf;
  }

  /** Where the points of a launch run: blocks of neighbours are not asked for one by one. */
  placement(launch: Shape): Placement {
    return this.#inner.place === Mapper.prototype.place ? blocks(launch, this.memories) : given(launch, this.place(launch));
  }

  override home(): number {
    const memory = this.#inner.home();
    if (!this.#isMemory(memory)) throw this.#refuse('home', `a memory ${this.#range()}`, memory);
    return memory;
  }

  override extent(want: Rect, existing: readonly Rect[]): Rect {
    const extent = this.#inner.extent(want, existing);
    const ends: unknown[] = [...(extent?.low ?? []), ...(extent?.high ?? [])];
    const fits = ends.length === 2 * want.low.length && ends.every((n) => Number.isInteger(n)) && contains(extent, want);
    if (!fits) throw this.#refuse('extent', `a box that contains ${text(want)}`, extent);
    return extent;
  }

  override reuse(want: Rect, free: readonly Rect[]): number {
    const chosen = this.#inner.reuse(want, free);
    const fits = Number.isInteger(chosen) && chosen < free.length && (chosen < 0 || contains(free[chosen], want));
    if (!fits) throw this.#refuse('reuse', `-1, or which of ${text(free)} has room for ${text(want)}`, chosen);
    return chosen;
  }

  override source(to: number, from: readonly number[]): number {
    const memory = this.#inner.source(to, from);
    if (!from.includes(memory))
      throw this.#refuse('source', `one of the memories that have the data, ${from.join(', ')}`, memory);
    return memory;
  }

  #isMemory(memory: number): boolean {
    return Number.isInteger(memory) && memory >= 0 && memory < this.memories;
  }

  #range(): string {
    return `from 0 to ${this.memories - 1}`;
  }

  #refuse(what: string, expected: string, got: unknown): ArgumentError {
    return new ArgumentError(
      `${this.#inner.constructor.name}.${what}: expected ${expected}, got ${text(got)}; correct the mapper, or leave the decision to \`super.${what}\``,
    );
  }
}

function text(value: unknown): string {
  if (ArrayBuffer.isView(value)) return `[${String(value)}]`;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return describe(value); // bigints, and objects that contain themselves
  }
}
