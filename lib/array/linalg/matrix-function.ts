/** Functions of each matrix of a stack: a routine of the device (native/solve), else JavaScript on the issuing thread. */
import { DTypeError, ShapeError } from '../../base/index.js';
import { type DType, float32, float64, isStored } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { formatShape, type Shape, sizeOf } from '../../shape/index.js';
import { checkUsable } from '../../store/index.js';
import { type ArgSpec, type BodyArg, defineKind, type TaskKind } from '../../task/index.js';
import { astype } from '../assign.js';
import { type ArrayLike, toArray } from '../convert.js';
import { allocate, type NDArray } from '../ndarray.js';
import { inShape } from '../reshape.js';

const reads: ArgSpec = { privilege: 'read', access: 'whole' };
const writes: ArgSpec = { privilege: 'write', access: 'whole' };

/** A script for matrix number `which` of its arguments: the inputs, then the results. */
type Script = (args: readonly BodyArg[], which: number, scalar: number) => void;

/** A function from `inputs` stacks to `outputs` stacks of as many matrices. */
export class MatrixFunction {
  readonly #name: string;
  readonly #scripted: TaskKind;
  readonly #native: ReadonlyMap<DType, TaskKind>;

  /** Its routines are `name` with a suffix for the dtype, and `_` for spaces; errors name it without `complex `. */
  constructor(routine: string, inputs: number, outputs: number, script: Script) {
    const name = routine.replace(/^complex /, '');
    const args = [...new Array<ArgSpec>(inputs).fill(reads), ...new Array<ArgSpec>(outputs).fill(writes)];
    const run = (given: readonly BodyArg[], scalars: readonly (number | bigint)[]): void => {
      for (let which = 0; which < given[0].shape[0]; which++) script(given, which, Number(scalars[0] ?? 0));
    };
    const native = ([dtype, suffix]: readonly [DType, string]): [DType, TaskKind] => [
      dtype,
      defineKind({ name, args, body: { kind: 'native', routine: `${routine.replaceAll(' ', '_')}_${suffix}` } }),
    ];
    this.#name = name;
    this.#scripted = defineKind({ name, args, body: { kind: 'js', run } });
    this.#native = new Map([native([float64, 'f64']), native([float32, 'f32'])]);
  }

  /** Whether the device has its routine for the dtype. */
  isNative(dtype: DType): boolean {
    const body = this.#native.get(dtype)?.body;
    return body?.kind === 'native' && runtime().device.routine(body.routine) >= 0;
  }

  /**
   * Results with matrices of the shapes `outputs`, or with vectors or numbers, which a routine writes as matrices of one row, from inputs of the
   * same leading axes. `sizes`: the rows and columns for the routine;
   * `scalar`: its further parameter, or parameters, of which a script is given the first.
   */
  apply(
    inputs: readonly NDArray[],
    dtype: DType,
    outputs: readonly Shape[],
    sizes: readonly [number, number],
    scalar?: number | readonly number[],
  ): NDArray[] {
    if (isStored(dtype))
      throw new DTypeError(`${this.#name}: expected float64 or float32, got ${dtype.name}; convert with astype('float32')`);
    const batch = inputs[0].shape.slice(0, -2);
    const count = sizeOf(batch);
    const results = outputs.map((shape) => allocate(dtype, [count, rowsOf(shape), shape.at(-1) ?? 1]));
    const known = this.isNative(dtype);
    const kind = (known ? this.#native.get(dtype) : undefined) ?? this.#scripted;
    const stacks = inputs.map((x) => stacked(x, dtype, count));
    const scalars = scalar === undefined ? [] : [scalar].flat();
    // A routine's last scalar is the state of its crew.
    runtime().launch(kind, [count, ...sizes], [...stacks, ...results], known ? [...scalars, 0] : scalars);
    return results.map((result, i) => inShape(result, batch.length === 0 ? outputs[i] : [...batch, ...outputs[i]]));
  }
}

function rowsOf(shape: Shape): number {
  return shape.length < 2 ? 1 : shape[0];
}

/** As (count, rows, columns), at the dtype. */
function stacked(x: NDArray, dtype: DType, count: number): NDArray {
  const { shape } = x.view;
  const rank = shape.length;
  return inShape(x.dtype === dtype ? x : astype(x, dtype), [count, shape[rank - 2], shape[rank - 1]]);
}

/** The array, if its last two axes are matrices; throws `ShapeError`. */
export function matrices(x: ArrayLike, operation: string): NDArray {
  const a = toArray(x, operation);
  checkUsable(a, operation);
  if (a.ndim < 2) throw new ShapeError(`${operation}: expected matrices (at least 2 axes), got shape ${formatShape(a.shape)}`);
  return a;
}

/** The array, if its last two axes are square matrices; throws `ShapeError`. */
export function squareMatrices(x: ArrayLike, operation: string): NDArray {
  const a = toArray(x, operation);
  checkUsable(a, operation);
  const n = a.ndim;
  if (n < 2 || a.shape[n - 1] !== a.shape[n - 2])
    throw new ShapeError(`${operation}: expected square matrices, got shape ${formatShape(a.shape)}`);
  return a;
}
