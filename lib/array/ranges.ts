/** Arrays computed from their own coordinates: ranges, identity, triangles. Nothing is copied in; each is one kernel. */

import {
  ArgumentError,
  BIGINT,
  byPlace,
  either,
  FLAG,
  type Kind,
  NUMBER,
  type OptionKinds,
  options,
  ShapeError,
  takes,
} from '../base/index.js';
import { bool, type DType, float64, int64 } from '../dtype/index.js';
import { type Kernel, type KernelBuilder, kernel, output, type Value } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import type { Shape } from '../shape/index.js';
import { formatShape } from '../shape/index.js';
import { defineKind, type TaskKind } from '../task/index.js';
import { type ArrayLike, dtypeOption, toArray } from './convert.js';
import { type DTypeOption, shapeArgument } from './creation.js';
import { floatDefault } from './float-default.js';
import { ARRAY, DTYPE_LIKE, K } from './kinds.js';
import { broadcastTo } from './manipulate.js';
import { allocate, type NDArray } from './ndarray.js';
import { fits, toScalar } from './operand.js';
import { byName, type Positional } from './positional.js';
import { where } from './select.js';
import type { DTypeOf } from './typed.js';
import { byRank } from './ufunc.js';

type Formula = (e: KernelBuilder, scalars: readonly Value[], dtype: DType) => Value;

/** Kinds that fill an array by a formula of its coordinates and some scalars. One per dtype. */
class IndexKind {
  readonly #name: string;
  readonly #scalars: (dtype: DType) => readonly DType[];
  readonly #formula: Formula;
  readonly #kinds: TaskKind[] = [];

  constructor(name: string, scalars: (dtype: DType) => readonly DType[], formula: Formula) {
    this.#name = name;
    this.#scalars = scalars;
    this.#formula = formula;
  }

  make(dtype: DType, shape: Shape, scalars: readonly number[]): NDArray {
    const types = this.#scalars(dtype);
    const out = allocate(dtype, shape);
    const kind = (this.#kinds[dtype.code] ??= this.#define(dtype, types));
    runtime().launch(
      kind,
      out.view.shape,
      [out],
      scalars.map((s, i) => toScalar(s, types[i])),
    );
    return out;
  }

  #define(dtype: DType, scalars: readonly DType[]): TaskKind {
    const make = (rank: number): Kernel =>
      kernel(rank, [output(dtype, rank)], scalars, (b) => {
        b.store(
          0,
          b.cast(
            this.#formula(
              b,
              scalars.map((_, i) => b.scalar(i)),
              dtype,
            ),
            dtype,
          ),
        );
      });
    return defineKind({
      name: this.#name,
      args: [{ privilege: 'write', access: 'elementwise' }],
      body: { kind: 'kernel', kernel: byRank(make) },
    });
  }
}

/** Integers are computed in int64, everything else in float64: `start + i · step`. */
function working(dtype: DType): DType {
  return dtype.kind === 'float' || dtype === bool ? float64 : int64;
}

const arangeKind = new IndexKind(
  'arange',
  (d) => [working(d), working(d)],
  (e, [start, step], d) => e.binary('add', start, e.binary('mul', e.cast(e.index(0), working(d)), step)),
);

const linspaceKind = new IndexKind(
  'linspace',
  () => [float64, float64, float64, int64],
  (e, [start, step, stop, last]) => {
    const value = e.binary('add', e.binary('mul', e.cast(e.index(0), float64), step), start);
    return e.select(e.binary('eq', e.index(0), last), stop, value);
  },
);

const eyeKind = new IndexKind(
  'eye',
  () => [int64],
  (e, [k]) => e.binary('eq', e.binary('add', e.index(0), k), e.index(1)),
);

/** The dtype of options, float64 without one. */
type Told<O> = O extends { readonly dtype: unknown } ? DTypeOf<O, 'float64'> : 'float64';
/** The dtype of options that may be in either of two places. */
type ToldBy<O, P> = O extends { readonly dtype: unknown } ? Told<O> : Told<P>;
type Ranging = {
  <O extends ArangeOptions, P extends ArangeOptions>(
    start: number,
    stop?: number | O,
    options?: P | number,
  ): NDArray<ToldBy<O, P>, 1>;
  (start: number | bigint, stop?: number | bigint | ArangeOptions, options?: ArangeOptions | number | bigint): NDArray;
};
type Spacing = <O extends LinspaceOptions, P extends Omit<LinspaceOptions, 'num'>>(
  start: number,
  stop: number,
  how?: number | O,
  more?: P,
) => NDArray<ToldBy<O, P>, 1>;
type Unit = <O extends EyeOptions, P extends Omit<EyeOptions, 'columns'>>(
  rows: number,
  how?: number | O,
  more?: P,
) => NDArray<ToldBy<O, P>, 2>;

/** Options of `arange`. */
export interface ArangeOptions extends DTypeOption {
  /** Where to stop, before it; when absent the first argument is the stop and 0 the start. */
  readonly stop?: number | bigint;
  /** Distance; default 1. */
  readonly step?: number | bigint;
}
const REAL: Kind<number | bigint> = either(NUMBER, BIGINT);
const ARANGE_OPTIONS: OptionKinds<ArangeOptions> = { dtype: DTYPE_LIKE, stop: REAL, step: REAL };

/**
 * Evenly spaced values from `start` to before `stop`. `arange(n)` counts from 0. `dtype` defaults to float64, and to int64 where bigints
 * alone are given, as integer literals are in Python. Throws `ArgumentError` for a step of 0.
 *
 * @example
 * await np.arange(3).tolist();                    // [0, 1, 2]
 * np.arange(3n).dtype.name;                       // 'int64'
 * await np.arange(1, 2, { step: 0.5 }).tolist();  // [1, 1.5]
 */
export const arange = takes(
  'arange',
  REAL,
  byPlace(ARANGE_OPTIONS, 'stop'),
  byPlace(ARANGE_OPTIONS, 'step'),
)((start: number | bigint, stop?: number | bigint | ArangeOptions, options?: ArangeOptions | number | bigint): NDArray => {
  const given: ArangeOptions = isReal(options) ? { step: options } : typeof stop === 'object' ? stop : (options ?? {});
  const end = isReal(stop) ? stop : given.stop;
  const whole = [start, end, given.step].every((x) => x === undefined || typeof x === 'bigint');
  const low = end === undefined ? 0 : Number(start);
  const high = Number(end ?? start);
  const step = Number(given.step ?? 1);
  if (![low, high, step].every(Number.isFinite) || step === 0) {
    throw new ArgumentError(
      `arange: expected finite numbers and a step other than 0, got start ${low}, stop ${high}, step ${step}`,
    );
  }
  const dtype = dtypeOption(given.dtype) ?? (whole ? int64 : floatDefault());
  const n = Math.max(0, Math.ceil((high - low) / step));
  const shape = shapeArgument(n, 'arange');
  const exact = working(dtype) === float64 || (Number.isInteger(low) && Number.isInteger(step) && fits(low, int64));
  if (!exact) throw new ArgumentError(`arange: ${dtype.name} needs an integral start and step, got ${low} and ${step}`);
  return arangeKind.make(dtype, shape, [low, step]);
}) as Ranging;

function isReal(x: unknown): x is number | bigint {
  return typeof x === 'number' || typeof x === 'bigint';
}

/** Options of `linspace`. */
export interface LinspaceOptions extends DTypeOption {
  /** How many values; default 50. */
  readonly num?: number;
  /** Whether `stop` is the last value; default true. */
  readonly endpoint?: boolean;
}
const LINSPACE_OPTIONS: OptionKinds<LinspaceOptions> = { dtype: DTYPE_LIKE, num: NUMBER, endpoint: FLAG };

/**
 * `num` evenly spaced values from `start` to `stop`. `dtype` defaults to float64.
 *
 * @example
 * await np.linspace(0, 1, { num: 3 }).tolist();             // [0, 0.5, 1]
 * await np.linspace(0, 1, 4, { endpoint: false }).tolist(); // [0, 0.25, 0.5, 0.75]
 */
export const linspace = takes(
  'linspace',
  NUMBER,
  NUMBER,
  byPlace(LINSPACE_OPTIONS, 'num'),
  options(LINSPACE_OPTIONS),
)((start: number, stop: number, how?: Positional<LinspaceOptions, 'num'>, more?: Omit<LinspaceOptions, 'num'>): NDArray => {
  const { num = 50, endpoint = true, dtype } = byName('linspace', how, 'num', more) ?? {};
  const shape = shapeArgument(num, 'linspace');
  const intervals = endpoint ? num - 1 : num;
  const step = intervals > 0 ? (stop - start) / intervals : 0;
  return linspaceKind.make(dtypeOption(dtype) ?? floatDefault(), shape, [start, step, stop, endpoint && num > 1 ? num - 1 : -1]);
}) as Spacing;

/** Options of `eye`. */
export interface EyeOptions extends DTypeOption {
  /** Columns; default: as many as rows. */
  readonly columns?: number;
  /** Which diagonal is 1: 0 the main one, positive above; default 0. */
  readonly k?: number;
}
const EYE_OPTIONS: OptionKinds<EyeOptions> = { dtype: DTYPE_LIKE, columns: NUMBER, k: NUMBER };

/**
 * Ones on a diagonal, zeros elsewhere. `dtype` defaults to float64.
 *
 * @example
 * await np.eye(2).tolist(); // [[1, 0], [0, 1]]
 */
export const eye = takes(
  'eye',
  NUMBER,
  byPlace(EYE_OPTIONS, 'columns'),
  options(EYE_OPTIONS),
)((rows: number, how?: Positional<EyeOptions, 'columns'>, more?: Omit<EyeOptions, 'columns'>): NDArray => {
  const options = byName('eye', how, 'columns', more);
  const shape = shapeArgument([rows, options?.columns ?? rows], 'eye');
  return eyeKind.make(dtypeOption(options?.dtype) ?? floatDefault(), shape, [near(options?.k ?? 0, shape)]);
}) as Unit;

/** A diagonal, or one as empty where it is further away than all elements: sums with it are int64's. */
function near(k: number, [rows, columns]: Shape): number {
  return Math.max(-rows - 1, Math.min(columns + 1, k));
}

/** Options of `tril` and `triu`. */
export interface TriangleOptions {
  /** The diagonal that bounds the triangle: 0 the main one, positive above; default 0. */
  readonly k?: number;
}

const lowerKind = new IndexKind(
  'tril',
  () => [int64],
  (e, [k]) => e.binary('le', e.index(1), e.binary('add', e.index(0), k)),
);

/**
 * The lower triangles of a stack of matrices, zeros above the `k`-th diagonal.
 *
 * @example
 * await np.tril(np.ones([2, 2])).tolist(); // [[1, 0], [1, 1]]
 */
export const tril = takes(
  'tril',
  ARRAY,
  byPlace(K, 'k'),
)((x: ArrayLike, how?: Positional<TriangleOptions, 'k'>): NDArray => {
  const options = byName('tril', how, 'k');
  const a = matrices(x, 'tril');
  return where(lowerMask(a, options?.k ?? 0), a, false);
});

/**
 * The upper triangles of a stack of matrices, zeros below the `k`-th diagonal.
 *
 * @example
 * await np.triu(np.ones([2, 2])).tolist(); // [[1, 1], [0, 1]]
 */
export const triu = takes(
  'triu',
  ARRAY,
  byPlace(K, 'k'),
)((x: ArrayLike, how?: Positional<TriangleOptions, 'k'>): NDArray => {
  const options = byName('triu', how, 'k');
  const a = matrices(x, 'triu');
  return where(lowerMask(a, (options?.k ?? 0) - 1), false, a);
});

function matrices(x: ArrayLike, operation: string): NDArray {
  const a = toArray(x, operation);
  if (a.ndim < 2)
    throw new ShapeError(`${operation}: expected matrices (at least 2 axes), got shape ${formatShape(a.view.shape)}`);
  return a;
}

function lowerMask(a: NDArray, k: number): NDArray {
  const shape = a.view.shape.slice(-2);
  return broadcastTo(lowerKind.make(bool, shape, [near(k, shape)]), a.view.shape);
}
