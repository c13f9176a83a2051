/**
 * `einsum` on a grid of processors: the steps of a contraction path, each a statement that the grid finds a schedule for. The grid is
 * `maniple/tensor`'s, which knows this room; here it is an object with a method.
 */
import { CONTRACTS } from '../../base/index.js';
import type { Shape } from '../../shape/index.js';
import type { NDArray } from '../ndarray.js';
import { reshape } from '../reshape.js';
import { type Contraction, type Path, stepsOf } from './contraction-path.js';

/** A grid of processors, `new Grid(4, 4)` of `maniple/tensor`. */
export interface ProcessorGrid {
  /** The number of processors. */
  readonly size: number;
  /** The number of processors along each dimension. */
  readonly shape: readonly number[];
}

/** Arrays to be contracted, with the names of their axes. */
export interface ContractionRequest {
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

export function isContracting(given: unknown): given is Contracting {
  return typeof given === 'object' && given !== null && CONTRACTS in given;
}

/** The contraction of arrays along a path. Axes of length 1 that give way to longer ones are left out. */
export function contractOn(
  grid: Contracting,
  arrays: readonly NDArray[],
  { inputs, output, sizes }: Contraction,
  path: Path,
  memory: number | undefined,
): Contracted {
  const isWhole = (label: string, length: number): boolean => length === (sizes.get(label) ?? 1);
  const labels = inputs.map((own, n) => own.filter((label, axis) => isWhole(label, arrays[n].shape[axis])));
  const squeezed = arrays.map((x, n) => {
    const shape: Shape = x.shape.filter((length, axis) => isWhole(inputs[n][axis], length));
    return shape.length === x.shape.length ? x : reshape(x, shape);
  });
  const steps = stepsOf({ inputs: labels, output, sizes }, path).map(({ operands, result }) => ({ operands, result }));
  const last = steps.length - 1;
  const ordered = steps.map((step, n) => (n === last ? { ...step, result: output } : step));
  return grid[CONTRACTS]({ arrays: squeezed, labels, steps: ordered, memory });
}
