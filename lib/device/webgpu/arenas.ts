/**
 * Addresses in a GPU's memory. It consists of arenas, buffers of at most a binding's size (`segment`); an address is an arena's number and a byte in
 * it. Free ranges of an arena lie in order and grow together. Since the queue is in order, memory is used again at once. A block that is larger than
 * an arena is a run of arenas of its own, with addresses that go on from the first one's.
 */

/** Bytes between the addresses of one arena and the next. */
export const SPACE = 2 ** 33;
/** Bytes of an arena that is made for something smaller. */
const USUAL = 2 ** 26;
const ALIGNMENT = 64;

interface Range {
  readonly from: number;
  readonly to: number;
}

interface Arena {
  readonly size: number;
  free: Range[];
}

/** Where an address lies: in a run the offset may be beyond the first arena. */
interface Place {
  readonly arena: number;
  readonly offset: number;
}

/** The arena of an address; -1 for the address of nothing. */
export const arenaOf = (address: number): number => Math.floor(address / SPACE) - 1;

export const placeOf = (address: number): Place => ({ arena: arenaOf(address), offset: address % SPACE });

const rounded = (bytes: number): number => Math.max(ALIGNMENT, Math.ceil(bytes / ALIGNMENT) * ALIGNMENT);

export class Arenas {
  readonly #segment: number;
  /** Asks for a buffer; whether there was memory. */
  readonly #make: (arena: number, bytes: number) => boolean;
  readonly #release: (arena: number, released: () => void) => void;
  readonly #arenas = new Map<number, Arena>();
  /** By their first arenas: sizes of the arenas of runs. */
  readonly #runs = new Map<number, readonly number[]>();
  /** The first number that no arena had yet; and smaller ones that are free again, so that addresses stay small. */
  #next = 0;
  readonly #unused = new Set<number>();

  /** `release` calls back when the arena's number can be given to another: otherwise the creation of arenas may learn of the second arena first. */
  constructor(
    segment: number,
    make: (arena: number, bytes: number) => boolean,
    release: (arena: number, released: () => void) => void,
  ) {
    this.#segment = segment;
    this.#make = make;
    this.#release = release;
  }

  /** An address of so many bytes, fewer than `SPACE`, or 0. */
  alloc(bytes: number): number {
    const size = rounded(bytes);
    if (size > this.#segment) return this.#run(size);
    for (const [number, arena] of this.#arenas) {
      const found = take(arena, size);
      if (found >= 0) return (number + 1) * SPACE + found;
    }
    const number = this.#numbers(1);
    const arena = this.#grow(number, size);
    if (arena === null) {
      this.#unused.add(number);
      return 0;
    }
    return (number + 1) * SPACE + take(arena, size);
  }

  /** The arenas that a block may lie in, by the arena of its address. */
  segments(arena: number): readonly number[] {
    const run = this.#runs.get(arena);
    return run === undefined ? [arena] : run.map((_, k) => arena + k);
  }

  /** Bytes of all arenas. */
  get bytes(): number {
    const sizes = [...[...this.#arenas.values()].map(({ size }) => size), ...[...this.#runs.values()].flat()];
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  /** The first of so many numbers in a row, for new arenas. */
  #numbers(count: number): number {
    let first = 0;
    for (let k = 0; k < count && first + k < this.#next; ) {
      if (this.#unused.has(first + k)) k++;
      else [first, k] = [first + k + 1, 0];
    }
    for (let k = 0; k < count; k++) this.#unused.delete(first + k);
    this.#next = Math.max(this.#next, first + count);
    return first;
  }

  #drop(arena: number): void {
    this.#release(arena, () => void this.#unused.add(arena));
  }

  #run(bytes: number): number {
    const count = Math.ceil(bytes / this.#segment);
    const first = this.#numbers(count);
    const sizes: number[] = [];
    for (let left = bytes; left > 0; left -= this.#segment) {
      const size = Math.min(left, this.#segment);
      if (!this.#make(first + sizes.length, size)) {
        for (let k = 0; k < count; k++) {
          if (k < sizes.length) this.#drop(first + k);
          else this.#unused.add(first + k);
        }
        return 0;
      }
      sizes.push(size);
    }
    this.#runs.set(first, sizes);
    return (first + 1) * SPACE;
  }

  /** A new arena, of the usual size if there is memory for that. */
  #grow(number: number, size: number): Arena | null {
    for (const bytes of new Set([Math.min(this.#segment, Math.max(USUAL, size)), size])) {
      if (!this.#make(number, bytes)) continue;
      const arena = { size: bytes, free: [{ from: 0, to: bytes }] };
      this.#arenas.set(number, arena);
      return arena;
    }
    return null;
  }

  free(address: number, bytes: number): void {
    const { arena: number, offset } = placeOf(address);
    const run = this.#runs.get(number);
    if (run !== undefined) {
      this.#runs.delete(number);
      run.forEach((_, k) => void this.#drop(number + k));
      return;
    }
    const arena = this.#arenas.get(number);
    if (arena === undefined) return;
    give(arena, { from: offset, to: offset + rounded(bytes) });
    if (!isEmpty(arena)) return;
    const empty = [...this.#arenas].filter(([, other]) => isEmpty(other));
    // One empty arena stays for the next allocation.
    if (empty.length < 2) return;
    this.#arenas.delete(number);
    this.#drop(number);
  }
}

const isEmpty = ({ size, free }: Arena): boolean => free.length === 1 && free[0].to - free[0].from === size;

/** The first range that is large enough, or -1. */
function take(arena: Arena, size: number): number {
  const at = arena.free.findIndex(({ from, to }) => to - from >= size);
  if (at < 0) return -1;
  const { from, to } = arena.free[at];
  arena.free.splice(at, 1, ...(to - from > size ? [{ from: from + size, to }] : []));
  return from;
}

function give(arena: Arena, range: Range): void {
  const { free } = arena;
  const at = free.findIndex(({ from }) => from > range.from);
  const place = at < 0 ? free.length : at;
  let { from, to } = range;
  let first = place;
  let count = 0;
  if (place > 0 && free[place - 1].to === from) [from, first, count] = [free[place - 1].from, place - 1, 1];
  if (place < free.length && free[place].from === to) [to, count] = [free[place].to, count + 1];
  free.splice(first, count, { from, to });
}
