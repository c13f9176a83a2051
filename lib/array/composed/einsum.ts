/** Sums of products by Einstein's notation. The plan for subscripts, arrays' shapes and a path is made once (`einsum-plan.ts`). */

import {
  ArgumentError,
  DTypeError,
  each,
  either,
  FLAG,
  isPlain,
  kind,
  listOf,
  type OptionKinds,
  oneOf,
  orOptions,
  TEXT,
  takes,
} from '../../base/index.js';
import { type DType, promote } from '../../dtype/index.js';
import { type Shape, sameShape } from '../../shape/index.js';
import { checkUsable } from '../../store/index.js';
import { astype } from '../assign.js';
import { type Path, type PathFinder, stepsOf } from '../contraction-path.js';
import { type ArrayLike, type DTypeLike, dtypeOption, toArray } from '../convert.js';
import { deliver } from '../deliver.js';
import { ARRAY, DTYPE_LIKE } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { contractOn, type GridOptions, isOnGrid, ON_GRID } from '../on-grid.js';
import { OUT, type OutOption, outOf } from '../target.js';
import { resultType } from '../types.js';
import { type Plan, planEinsum, prepared } from './einsum-plan.js';
import { pathReport } from './path-report.js';
import { parseSubscripts } from './subscripts.js';

/** A path as `einsumPath` gives it: its name, and the positions of the operands that meet in each step. */
export type EinsumPath = readonly ['einsum_path', ...(readonly number[])[]];

export interface EinsumOptions extends GridOptions, OutOption {
  /**
   * The order in which three operands and more meet: `'auto'` (the default), the order of fewest operations for up to eight operands and
   * `'greedy'` beyond; `'greedy'` or true, the pair with the smallest result first; `'optimal'`, the order of fewest operations for up to
   * twelve operands; false, from left to right; or a path.
   */
  readonly optimize?: boolean | PathFinder | EinsumPath | Path;
  /** The dtype that operands are converted to, which all of theirs have to promote to. Default: the one that they have in common. */
  readonly dtype?: DTypeLike;
}

const STEP = listOf(kind<number>('a position', (given) => typeof given === 'number'));
const EINSUM_OPTIONS: OptionKinds<EinsumOptions> = {
  optimize: either(
    either(FLAG, oneOf('auto', 'greedy', 'optimal')),
    kind<EinsumPath | Path>('a path such as [[0, 1], [0, 1]]', isPath),
  ),
  dtype: DTYPE_LIKE,
  ...ON_GRID,
  ...OUT,
};

function isPath(given: unknown): given is EinsumPath | Path {
  return Array.isArray(given) && given.every((step, i) => (i === 0 && step === 'einsum_path') || STEP.is(step));
}

interface Known {
  readonly shapes: readonly Shape[];
  readonly plan: Plan;
}

/** Texts that are remembered, and for how many shapes each. */
const TEXTS = 256;
const SHAPES = 8;

const known = new Map<string, Known[]>();

function fits({ shapes }: Known, operands: readonly NDArray[]): boolean {
  if (shapes.length !== operands.length) return false;
  for (let i = 0; i < shapes.length; i++) if (!sameShape(shapes[i], operands[i].view.shape)) return false;
  return true;
}

/** How a path is found, or the path. */
function finderOf({ optimize }: EinsumOptions, count: number): PathFinder | Path {
  if (optimize === undefined) return 'auto';
  if (optimize === true) return 'greedy';
  if (optimize === false) return [Array.from({ length: count }, (_, i) => i)];
  if (typeof optimize === 'string') return optimize;
  return optimize.flatMap((step) => (typeof step === 'string' ? [] : [step]));
}

function planFor(subscripts: string, operands: readonly NDArray[], options: EinsumOptions): Plan {
  const { optimize } = options;
  const name = optimize === undefined ? subscripts : `${subscripts} ${JSON.stringify(optimize)}`;
  const plans = known.get(name);
  const found = plans?.find((plan) => fits(plan, operands));
  if (found !== undefined) return found.plan;
  const plan = planEinsum(partsOf(subscripts, operands, options));
  const shapes = operands.map((x) => x.view.shape);
  if (plans === undefined) {
    if (known.size === TEXTS) known.clear();
    known.set(name, [{ shapes, plan }]);
  } else if (plans.push({ shapes, plan }) > SHAPES) plans.shift();
  return plan;
}

function partsOf(subscripts: string, operands: readonly NDArray[], options: EinsumOptions): ReturnType<typeof prepared> {
  const shapes = operands.map((x) => x.view.shape);
  return prepared(parseSubscripts(subscripts, operands.length), shapes, subscripts, finderOf(options, operands.length));
}

/** The result of a contraction on a grid, and its schedules; null where there is no grid. */
function onGrid(
  operation: string,
  subscripts: string,
  arrays: readonly NDArray[],
  options: EinsumOptions,
): ReturnType<typeof contractOn> | null {
  if (!isOnGrid(operation, options)) return null;
  const { operands, contraction, path } = partsOf(subscripts, arrays, options);
  const own = operands.map(({ make }) => make(arrays));
  return contractOn(operation, options, own, resultType(...arrays), contraction, path);
}

/** The arrays of a call, and the options behind them. */
function given(operation: string, operands: readonly (ArrayLike | EinsumOptions)[]): readonly [NDArray[], EinsumOptions] {
  const last = operands.at(-1);
  const options: EinsumOptions = isPlain(last) ? last : {};
  const arrays = (isPlain(last) ? operands.slice(0, -1) : operands).map((operand) => {
    if (isPlain(operand)) throw new ArgumentError(`${operation}: options come behind all arrays`);
    const array = toArray(operand as ArrayLike, operation);
    checkUsable(array, operation);
    return array;
  });
  const dtype = dtypeOption(options.dtype);
  return [dtype === undefined ? arrays : arrays.map((x) => safely(x, dtype, operation)), options];
}

/** An array in a dtype that has all its values, or values near them. */
function safely(x: NDArray, dtype: DType, operation: string): NDArray {
  if (promote(x.dtype, dtype) !== dtype)
    throw new DTypeError(
      `${operation}: ${x.dtype.name} does not promote to the dtype ${dtype.name}; convert the array with astype('${dtype.name}')`,
    );
  return astype(x, dtype, { copy: false });
}

/**
 * Sums of products over named axes: `subscripts` names the axes of each operand, and of the result after '->'; names that are not
 * in the result are summed over. Three operands and more meet in an order that costs little (`optimize`), which decides the last bits of
 * float results; all are computed with in the dtype that they have in common, or in `dtype`. `on` has the processors of a grid compute it. Throws
 * `ArgumentError` for subscripts or a path that make no sense, `DTypeError` for operands that do not promote to `dtype`, `ShapeError` when axes do not meet, `ScheduleError` for a grid that is larger
 * than the machine, or whose memories are too small.
 *
 * @example
 * await np.einsum('ij,j->i', [[1, 2], [3, 4]], [1, 1]).tolist();                             // [3, 7]
 * await np.einsum('ii', [[1, 2], [3, 4]]).item();                                            // 5
 * await np.einsum('i->', np.asarray([1n, 2n]), { dtype: 'float64' }).item();                 // 3
 * await np.einsum('i,ij,j', [1, 2], [[1, 2], [3, 4]], [1, 1], { optimize: 'greedy' }).item(); // 17
 */
export const einsum = takes(
  'einsum',
  TEXT,
  each(orOptions(ARRAY, EINSUM_OPTIONS)),
)((subscripts: string, ...operands: (ArrayLike | EinsumOptions)[]): NDArray => {
  const [arrays, options] = given('einsum', operands);
  const contracted = onGrid('einsum', subscripts, arrays, options);
  const result = contracted === null ? inOneMemory(subscripts, arrays, options) : contracted.run();
  return deliver(result, outOf(options.out, 'einsum'), 'einsum');
});

function inOneMemory(subscripts: string, arrays: readonly NDArray[], options: EinsumOptions): NDArray {
  const plan = planFor(subscripts, arrays, options);
  if (arrays.every(({ dtype }) => dtype === arrays[0].dtype)) return plan(arrays);
  const dtype = resultType(...arrays);
  return plan(arrays.map((x) => astype(x, dtype)));
}

/**
 * The order in which `einsum` has its operands meet, as a path that its `optimize` takes, and a table of the steps: their operations, and
 * what they save; with `on` the messages and bytes of all steps, results that are brought from one to the next included, and the schedule of each as
 * a program. Nothing is computed. Throws as `einsum` does.
 *
 * @example
 * const chain = [np.ones([10, 1000]), np.ones([1000, 10]), np.ones([10, 1000])];
 * np.einsumPath('ij,jk,kl->il', ...chain)[0]; // ['einsum_path', [0, 1], [0, 1]]
 */
export const einsumPath = takes(
  'einsumPath',
  TEXT,
  each(orOptions(ARRAY, EINSUM_OPTIONS)),
)((subscripts: string, ...operands: (ArrayLike | EinsumOptions)[]): [path: EinsumPath, report: string] => {
  const [arrays, options] = given('einsumPath', operands);
  const { contraction, path } = partsOf(subscripts, arrays, options);
  const report = pathReport(contraction, stepsOf(contraction, path));
  const schedules = onGrid('einsumPath', subscripts, arrays, options)?.explain();
  return [['einsum_path', ...path], schedules === undefined ? report : `${report}\n\n${schedules}`];
});
