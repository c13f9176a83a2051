/**
 * Sums of products on a grid of processors, for `einsum`, `matmul` and `tensordot`: the steps of a contraction path, each a statement that the
 * grid finds a schedule for. The grid is `maniple/tensor`'s, which knows this room; here it is an object with a method.
 */
import { AMOUNT, ArgumentError, CONTRACTS, kind, type OptionKinds, oneOf } from '../base/index.js';
import { type DType, isStored } from '../dtype/index.js';
import type { Shape } from '../shape/index.js';
import { checkUsable } from '../store/index.js';
import { astype } from './assign.js';
import { type Contraction, type Path, stepsOf, whole } from './contraction-path.js';
import type { NDArray } from './ndarray.js';
import { reshape } from './reshape.js';

/** A grid of processors, `new Grid(4, 4)` of `maniple/tensor`. */
export interface ProcessorGrid {
  /** The number of processors. */
  readonly size: number;
  /** The number of processors along each dimension. */
  readonly shape: readonly number[];
}

/** Options of products that a grid of processors can compute. */
export interface GridOptions {
  /** A grid of `maniple/tensor`: its processors compute the result, of which each has a memory (`--memories`); default: none, one memory does. */
  readonly on?: ProcessorGrid;
  /** With `on`: `'auto'` (the default), schedules are found as `autoSchedule` finds them. */
  readonly schedule?: 'auto';
  /** With `on`: bytes that a processor's memory holds; default: any number. */
  readonly memory?: number;
}

/** Arrays to be contracted, with the names of their axes. */
export interface ContractionRequest {
  /** The function that asks, for errors. */
  readonly operation: string;
  readonly arrays: readonly NDArray[];
  readonly labels: readonly (readonly string[])[];
  /** Positions of the operands of each step, whose results go to the end, and the names of each result's axes. */
  readonly steps: readonly { readonly operands: readonly number[]; readonly result: readonly string[] }[];
  /** Bytes of a processor's memory. */
  readonly memory: number | undefined;
}

/** A contraction with a schedule for each step. */
interface Contracted {
  run(): NDArray;
  /** The schedules as programs. */
  explain(): string;
}

/** A grid that contracts. */
interface Contracting extends ProcessorGrid {
  [CONTRACTS](request: ContractionRequest): Contracted;
}

function isContracting(given: unknown): given is Contracting {
  return typeof given === 'object' && given !== null && CONTRACTS in given;
}

export const ON_GRID: OptionKinds<GridOptions> = {
  on: kind<ProcessorGrid>('a Grid of maniple/tensor', isContracting),
  schedule: oneOf('auto'),
  memory: AMOUNT,
};

/** Whether a grid computes the result. Throws `ArgumentError` for the other options without a grid. */
export function isOnGrid(operation: string, { on, schedule, memory }: GridOptions): boolean {
  if (on !== undefined || (schedule === undefined && memory === undefined)) return on !== undefined;
  throw new ArgumentError(
    `${operation}: a schedule and a memory are for a grid of processors; expected { on: new Grid(2, 2) } beside them`,
  );
}

/** The contraction of arrays along a path, in a dtype of their own. Axes of length 1 that give way to longer ones are left out. */
export function contractOn(
  operation: string,
  { on, memory }: GridOptions,
  given: readonly NDArray[],
  dtype: DType,
  { inputs, output, sizes }: Contraction,
  path: Path,
): Contracted {
  if (!isContracting(on) || given.length === 0)
    throw new ArgumentError(`${operation}: expected a Grid of maniple/tensor and arrays`);
  for (const x of given) checkUsable(x, operation);
  const arrays = given.map((x) => astype(x, isStored(dtype) ? dtype.computes : dtype, { copy: false }));
  const isWhole = (label: string, length: number): boolean => length === (sizes.get(label) ?? 1);
  const labels = inputs.map((own, n) => own.filter((label, axis) => isWhole(label, arrays[n].shape[axis])));
  const squeezed = arrays.map((x, n) => {
    const shape: Shape = x.shape.filter((length, axis) => isWhole(inputs[n][axis], length));
    return shape.length === x.shape.length ? x : reshape(x, shape);
  });
  const found = stepsOf({ inputs: labels, output, sizes }, whole(path, given.length));
  const last = found.length - 1;
  const steps = found.map(({ operands, result }, n) => ({ operands, result: n === last ? output : result }));
  const contracted = on[CONTRACTS]({ operation, arrays: squeezed, labels, steps, memory });
  return { run: () => astype(contracted.run(), dtype, { copy: false }), explain: () => contracted.explain() };
}
