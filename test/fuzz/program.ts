/**
 * Random programs over arrays: drawn from a seed as plain data, so that the executors never draw random numbers and a failing
 * program can be shrunk by leaving instructions out. Variables are numbered; an instruction whose operands do not fit is
 * skipped by every executor alike.
 */
import type { SelectionInstruction } from './selections.js';
import type { Kind } from './shadow.js';

export type Instruction =
  | SelectionInstruction
  | { readonly do: 'new'; readonly shape: readonly number[]; readonly kind: Kind; readonly seed: number }
  | {
      readonly do: 'binary';
      readonly op: 'add' | 'subtract' | 'minimum' | 'maximum' | 'mulmod';
      readonly a: number;
      readonly b: number;
    }
  | { readonly do: 'scalar'; readonly op: 'add' | 'minimum'; readonly a: number; readonly value: number }
  | { readonly do: 'unary'; readonly op: 'negative' | 'abs'; readonly a: number }
  | { readonly do: 'compare'; readonly op: 'less' | 'equal'; readonly a: number; readonly b: number }
  | { readonly do: 'where'; readonly c: number; readonly a: number; readonly b: number }
  | { readonly do: 'cast'; readonly a: number; readonly kind: Kind }
  | {
      readonly do: 'slice';
      readonly a: number;
      readonly axis: number;
      readonly start: number;
      readonly stop: number;
      readonly step: number;
    }
  /** An index of the first axis, which is dropped. */
  | { readonly do: 'row'; readonly a: number; readonly index: number }
  /** `a`, `b` and `a` again along a new axis. */
  | { readonly do: 'stack'; readonly a: number; readonly b: number; readonly axis: number }
  | { readonly do: 'transpose'; readonly a: number }
  | { readonly do: 'assign'; readonly a: number; readonly b: number }
  | { readonly do: 'addAssign'; readonly a: number; readonly b: number }
  | {
      readonly do: 'reduce';
      readonly op: 'sum' | 'max' | 'min';
      readonly a: number;
      readonly axes: number;
      readonly keep: boolean;
    }
  | { readonly do: 'take'; readonly a: number; readonly axis: number; readonly seed: number; readonly count: number }
  /** An operation on a complex array made of remainders of both (`complexes.ts`); which one follows from the numbers of both. */
  | { readonly do: 'complex'; readonly a: number; readonly b: number }
  /** A fold of the elements of `a` where `b` is not 0: of an array of a size that is not known. */
  | { readonly do: 'masked'; readonly op: 'sum' | 'count'; readonly a: number; readonly b: number }
  /** Elements of `a` where `b` is not 0 become a number. */
  | { readonly do: 'set'; readonly a: number; readonly b: number; readonly value: number }
  | { readonly do: 'drop'; readonly a: number }
  /** Gives the memory back: of `a` and all that share it. */
  | { readonly do: 'dispose'; readonly a: number }
  | { readonly do: 'read'; readonly a: number };

/** A small, well-mixed generator: the same numbers everywhere. */
export function random(seed: number): () => number {
  let s = (seed ^ 0x9e3779b9) >>> 0;
  return () => {
    s = (s + 0x6d2b79f5) >>> 0;
    let z = s;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 2 ** 32;
  };
}

const CASTS: readonly Kind[] = [
  ...(['float64', 'float64', 'float64', 'float32', 'float16', 'int8', 'int16', 'int32', 'int64'] as const),
  ...(['uint8', 'uint16', 'uint32', 'bool'] as const),
];
/** The shadow has no numbers of 64 bits that wrapped: nothing becomes uint64. */
const KINDS: readonly Kind[] = [...CASTS, 'uint64'];
const SHAPES: readonly (readonly number[])[] = [
  [],
  [1],
  [5],
  [7],
  [3, 4],
  [4, 3],
  [1, 4],
  [2, 3, 4],
  [0],
  [2, 0, 3],
  [1500],
  [40, 60],
  [2500],
  [3, 1100],
];

/** The program of a seed, of about `length` instructions. */
export function makeProgram(seed: number, length: number): Instruction[] {
  const next = random(seed);
  const below = (n: number): number => Math.floor(next() * n);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)];
  const base = pick(SHAPES);
  // Most arrays of a program have one shape, so that operations fit each other.
  const shape = (): readonly number[] => (next() < 0.75 ? base : pick(SHAPES));
  const program: Instruction[] = [];
  for (let i = 0; i < 3; i++)
    program.push({ do: 'new', shape: shape(), kind: i === 0 ? 'float64' : pick(KINDS), seed: below(1e9) });
  let variables = 3;
  const v = (): number => (next() < 0.5 ? Math.max(0, variables - 1 - below(4)) : below(variables));
  const makers: (() => Instruction)[] = [
    () => ({ do: 'new', shape: shape(), kind: pick(KINDS), seed: below(1e9) }),
    () => ({ do: 'binary', op: pick(['add', 'subtract', 'minimum', 'maximum', 'mulmod']), a: v(), b: v() }),
    () => ({ do: 'binary', op: pick(['add', 'subtract', 'mulmod']), a: v(), b: v() }),
    () => ({ do: 'scalar', op: pick(['add', 'minimum']), a: v(), value: below(9) - 4 }),
    () => ({ do: 'unary', op: pick(['negative', 'abs']), a: v() }),
    () => ({ do: 'compare', op: pick(['less', 'equal']), a: v(), b: v() }),
    () => ({ do: 'where', c: v(), a: v(), b: v() }),
    () => ({ do: 'cast', a: v(), kind: pick(CASTS) }),
    () => ({ do: 'slice', a: v(), axis: below(3), start: below(5), stop: below(2600), step: pick([1, 1, 1, 2, 3, -1]) }),
    () => ({ do: 'slice', a: v(), axis: below(3), start: below(3), stop: -below(3), step: pick([1, 1, 2]) }),
    () => ({ do: 'row', a: v(), index: below(4) }),
    () => ({ do: 'stack', a: v(), b: v(), axis: below(3) }),
    () => ({ do: 'transpose', a: v() }),
    () => ({ do: 'assign', a: v(), b: v() }),
    () => ({ do: 'addAssign', a: v(), b: v() }),
    () => ({ do: 'reduce', op: pick(['sum', 'sum', 'max', 'min']), a: v(), axes: below(8), keep: next() < 0.3 }),
    () => ({ do: 'take', a: v(), axis: below(3), seed: below(1e9), count: below(12) }),
    () => ({ do: 'complex', a: v(), b: v() }),
    () => ({ do: 'masked', op: pick(['sum', 'count']), a: v(), b: v() }),
    () => ({ do: 'select', a: v(), b: v(), c: v() }),
    () => ({ do: 'select', a: v(), b: v(), c: v() }),
    () => ({ do: 'chosen', op: 'join', l: below(64), m: below(64), value: 0 }),
    () => ({ do: 'chosen', op: 'join', l: below(64), m: below(64), value: 0 }),
    () => ({ do: 'chosen', op: pick(['add', 'minimum']), l: below(64), m: 0, value: below(9) - 4 }),
    () => ({ do: 'foldChosen', op: pick(['sum', 'sum', 'count']), l: below(64) }),
    () => ({ do: 'readChosen', l: below(64) }),
    () => ({ do: 'set', a: v(), b: v(), value: below(5) }),
    () => ({ do: 'drop', a: v() }),
    () => ({ do: 'dispose', a: v() }),
    () => ({ do: 'read', a: v() }),
    () => ({ do: 'read', a: v() }),
  ];
  while (program.length < length) {
    const instruction = pick(makers)();
    program.push(instruction);
    if (makes(instruction)) variables++;
    if (program.length > 8 && next() < 0.06) {
      const jumps = next() < 0.3;
      const times = jumps ? 4 + below(4) : 1 + below(3);
      variables += repeat(program, program.length - 1 - below(6), times, jumps ? () => below(6) : null);
    }
    if (program.length > 4 && next() < 0.05) variables += readApart(program, v(), variables, 6 + below(8), below);
  }
  return program;
}

/** Whether an instruction's result is a new variable. */
function makes(i: Instruction): boolean {
  return !['assign', 'addAssign', 'set', 'select', 'chosen', 'readChosen', 'drop', 'dispose', 'read'].includes(i.do);
}

/**
 * Says the instructions from `from` on again, so many times, as a loop would: what was made among them is made anew, each time uses what
 * the time before made, and slices and rows move on by one, or lie where `place` says. How many variables that makes.
 */
function repeat(program: Instruction[], from: number, times: number, place: (() => number) | null): number {
  const body = program.slice(from);
  const first = program.slice(0, from).filter(makes).length;
  const made = body.filter(makes).length;
  const shift = (v: number, by: number): number => (v >= first - made ? v + by : v);
  for (let n = 1; n <= times; n++) {
    for (const i of body) {
      const renamed = Object.entries(i).map(([k, x]) => [
        k,
        'abc'.includes(k) && k.length === 1 ? shift(x as number, n * made) : x,
      ]);
      program.push(moved(Object.fromEntries(renamed) as Instruction, place?.() ?? n));
    }
  }
  return made * times;
}

/** A loop that reads rows of an array at random places, and each result. How many variables that makes. */
function readApart(program: Instruction[], a: number, first: number, times: number, below: (n: number) => number): number {
  for (let n = 0; n < times; n++) {
    const made = first + 3 * n;
    for (let row = 0; row < 2; row++) program.push({ do: 'row', a, index: below(9) });
    program.push({ do: 'binary', op: 'subtract', a: made, b: made + 1 }, { do: 'read', a: made + 2 });
  }
  return 3 * times;
}

/** A slice, or a row, as a loop has it that lies elsewhere at each turn. */
function moved(i: Instruction, by: number): Instruction {
  if (i.do === 'row') return { ...i, index: i.index + by };
  return i.do === 'slice' && i.stop > 0 ? { ...i, start: i.start + by, stop: i.stop + by } : i;
}

/** The start of a slice, its length and step, or null when it does not fit the axis. */
export function sliceOf(
  n: number,
  i: { start: number; stop: number; step: number },
): { start: number; length: number; step: number } {
  if (i.step < 0) return { start: n - 1, length: n, step: -1 };
  const start = Math.min(i.start, n);
  const stop = i.stop <= 0 ? Math.max(start, n + i.stop) : Math.min(n, Math.max(start, i.stop));
  return { start, length: Math.ceil((stop - start) / i.step), step: i.step };
}

/** The fewest instructions that still fail, by leaving out ever smaller pieces. */
export function shrink(program: readonly Instruction[], fails: (p: readonly Instruction[]) => boolean): Instruction[] {
  let best = [...program];
  for (let size = Math.ceil(best.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < best.length; ) {
      const without = best.map((x, i): Instruction => (i >= at && i < at + size ? { do: 'drop', a: -1 } : x));
      if (JSON.stringify(without) !== JSON.stringify(best) && fails(without)) best = without;
      at += size;
    }
  }
  return best;
}
