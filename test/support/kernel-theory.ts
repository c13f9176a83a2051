/**
 * What products of tensors on grids of processors move and hold, by the definitions of the algorithms, without the library: each processor
 * fetches its parts of the operands once, computes, and sends its partial result to the processor that adds these up.
 */
import { part, type Traffic } from './matrix-theory.js';

const ITEM = 8;

/** One processor, in elements. */
interface Processor {
  /** Its parts of the operands, where these are distributed to. */
  readonly own: number;
  /** The parts that it fetches, and from where; none for a processor without iterations. */
  readonly fetched: readonly { readonly from: number; readonly elements: number }[];
  /** Its part of the result, or of the partial results, which are 0 where it has no iterations. */
  readonly result: number;
  /** The processor that adds up its partial result; itself where results are whole, or where it is that processor. */
  readonly sumsAt: number;
  readonly isBusy: boolean;
}

/** `isShared`: processors have partial results. */
function trafficOf(processors: readonly Processor[], isShared: boolean): Traffic {
  const [sent, received, terms] = [0, 1, 2].map(() => new Array<number>(processors.length).fill(0));
  let messages = 0;
  const move = (from: number, to: number, elements: number): void => {
    if (from === to || elements === 0) return;
    messages++;
    sent[from] += ITEM * elements;
    received[to] += ITEM * elements;
  };
  processors.forEach(({ fetched, result, sumsAt, isBusy }, p) => {
    for (const { from, elements } of fetched) move(from, p, elements);
    if (!isShared || !isBusy || sumsAt === p) return;
    move(p, sumsAt, result);
    terms[sumsAt]++;
  });
  const peak = processors.map(({ own, fetched, result, sumsAt }, p) => {
    const copies = fetched.reduce((n, { from, elements }) => n + (from === p ? 0 : elements), 0);
    const adding = isShared && sumsAt === p ? result + (terms[p] > 0 ? result : 0) : 0;
    return ITEM * (own + result + Math.max(copies, adding));
  });
  return { messages, bytes: sent.reduce((a, b) => a + b, 0), sent, received, peak };
}

function lengthOf(n: number, g: number, x: number): number {
  const [from, to] = part(n, g, x);
  return to - from;
}

/**
 * A(i, …) = B(i, …) * c(…) with slices of A and B at the processors, and c at all: `slices` has the elements of A and of B for one i
 * (DISTAL, section 7.2.2: TTV and TTM send nothing).
 */
export function slicedTheory(
  p: number,
  n: number,
  slices: { readonly a: number; readonly b: number; readonly c: number },
): Traffic {
  const processors = Array.from({ length: p }, (_, x): Processor => {
    const length = lengthOf(n, p, x);
    return { own: length * slices.b + slices.c, fetched: [], result: length * slices.a, sumsAt: x, isBusy: length > 0 };
  });
  return trafficOf(processors, false);
}

/** a = B(i, …) * C(i, …) with slices of `slice` elements: one number from each processor to the first (DISTAL, section 7.2.2). */
export function innerTheory(p: number, n: number, slice: number): Traffic {
  const processors = Array.from({ length: p }, (_, x): Processor => {
    const length = lengthOf(n, p, x);
    return { own: 2 * length * slice, fetched: [], result: 1, sumsAt: 0, isBusy: length > 0 };
  });
  return trafficOf(processors, p > 1);
}

/**
 * MTTKRP with the tensor in place (Ballard, Knight, Rouse 2018, algorithm 3) on (x, y, z): block (a, b, c) takes rows b of C from (0, b, 0) and
 * rows c of D from (0, 0, c), and sends rows a of its result to (a, 0, 0). `r`: columns of the factors.
 */
export function mttkrpTheory(
  grid: readonly [number, number, number],
  sizes: readonly [number, number, number],
  r: number,
): Traffic {
  const [, y, z] = grid;
  const numberOf = (a: number, b: number, c: number): number => (a * y + b) * z + c;
  const processors = Array.from({ length: grid[0] * y * z }, (_, p): Processor => {
    const at = [Math.floor(p / (y * z)), Math.floor(p / z) % y, p % z];
    const [I, J, K] = at.map((x, d) => lengthOf(sizes[d], grid[d], x));
    const isBusy = I * J * K > 0;
    const C = { from: numberOf(0, at[1], 0), elements: J * r };
    const D = { from: numberOf(0, 0, at[2]), elements: K * r };
    const own = I * J * K + (C.from === p ? C.elements : 0) + (D.from === p ? D.elements : 0);
    return { own, fetched: isBusy ? [C, D] : [], result: I * r, sumsAt: numberOf(at[0], 0, 0), isBusy };
  });
  return trafficOf(processors, y * z > 1);
}
