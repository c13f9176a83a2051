/**
 * Kernels and kinds of tasks as `maniple/runtime` gives them. A broken rule of the kernel language is the author's mistake here, and an
 * `ArgumentError`; within the runtime it would be a fault of ours.
 */
import {
  ANYTHING,
  FLAG,
  FUNCTION,
  INTEGER,
  type Kind,
  kind,
  listOf,
  type OptionKinds,
  oneOf,
  optional,
  options,
  recordOf,
  TEXT,
  takes,
} from '../../base/index.js';
import {
  type DType,
  type DTypeName,
  asDType as dtypeOf,
  promote as promoteOf,
  promoteScalar as promoteScalarOf,
} from '../../dtype/index.js';
import * as ir from '../../ir/index.js';
import { defineKind as define } from '../../task/index.js';
import { authored } from './authored.js';
import { SPEC, type Spec } from './kind-spec.js';
import { DTYPE, INTEGERS, RANK } from './kinds.js';

const ARG: Kind<ir.KernelArg> = recordOf<ir.KernelArg>('an argument as input(float64, 1) makes it', {
  dtype: DTYPE,
  access: TEXT as Kind<ir.KernelArg['access']>,
  privilege: oneOf('read', 'write', 'readwrite'),
  rank: RANK,
  still: optional(INTEGERS),
});
const LOOP: Kind<ir.Kernel['loops'][number]> = recordOf('a loop', {
  nodes: listOf(ANYTHING as Kind<ir.Kernel['loops'][number]['nodes'][number]>),
  statements: listOf(ANYTHING as Kind<ir.Kernel['loops'][number]['statements'][number]>),
});
const NEST_LOOP: Kind<ir.NestLoop> = recordOf<ir.NestLoop>('a loop over an axis', {
  axis: INTEGER,
  step: INTEGER,
  unroll: INTEGER,
  vector: FLAG,
});
const KERNEL: Kind<ir.Kernel> = recordOf<ir.Kernel>('a kernel', {
  rank: RANK,
  rowRank: RANK,
  args: listOf(ARG),
  scalars: listOf(DTYPE),
  loops: listOf(LOOP),
  nest: optional(listOf(NEST_LOOP)),
});
const KERNEL_OPTIONS: OptionKinds<{ readonly rowRank?: number }> = { rowRank: RANK };

type WithRank = (dtype: DType, rank: number) => ir.KernelArg;
const withRank = (name: string, make: WithRank): WithRank =>
  takes(name, DTYPE, RANK)((dtype: DType, rank: number) => make(dtype, rank));
type Plain = (dtype: DType) => ir.KernelArg;
const plain = (name: string, make: Plain): Plain => takes(name, DTYPE)((dtype: DType) => make(dtype));

/**
 * A view of the domain's shape that is read.
 *
 * @example
 * input(float64, 2).access; // 'elementwise'
 */
export const input = withRank('input', ir.input);
/**
 * A view of the domain's shape that is written.
 *
 * @example
 * verify(kernel(1, [input(float64, 1), output(float64, 1)], [], (b) => b.store(1, b.neg(b.load(0))))); // []
 */
export const output = withRank('output', ir.output);
/**
 * A view of the domain's shape that is read and written.
 *
 * @example
 * verify(kernel(1, [inout(float64, 1)], [], (b) => b.store(0, b.neg(b.load(0))))); // []
 */
export const inout = withRank('inout', ir.inout);
/**
 * Any element, by gathers.
 *
 * @example
 * const args = [input(int64, 1), whole(float64, 1), output(float64, 1)];
 * verify(kernel(1, args, [], (b) => b.store(2, b.gather(1, b.load(0))))); // []
 */
export const whole = withRank('whole', ir.whole);
/**
 * The result of a foldInner or argFold: a view of the row axes.
 *
 * @example
 * const args = [input(float64, 2), rowsOut(float64, 1)];
 * verify(kernel(2, args, [], (b) => b.foldInner('sum', 1, b.load(0)), { rowRank: 1 })); // []
 */
export const rowsOut = withRank('rowsOut', ir.rowsOut);
/**
 * The result of a foldOuter: a view of the inner axes.
 *
 * @example
 * const args = [input(float64, 2), columnsOut(float64, 1)];
 * verify(kernel(2, args, [], (b) => b.foldOuter('max', 1, b.load(0)))); // []
 */
export const columnsOut = withRank('columnsOut', ir.columnsOut);
/**
 * A 0-d value, read for the whole domain.
 *
 * @example
 * const args = [input(float64, 1), fullIn(float64), output(float64, 1)];
 * verify(kernel(1, args, [], (b) => b.store(2, b.div(b.load(0), b.load(1))))); // []
 */
export const fullIn = plain('fullIn', ir.fullIn);
/**
 * The 0-d result of a full fold or a uniform store.
 *
 * @example
 * verify(kernel(1, [input(float64, 1), fullOut(float64)], [], (b) => b.fold('sum', 1, b.load(0)))); // []
 */
export const fullOut = plain('fullOut', ir.fullOut);
/**
 * The result of a scatter: a view of one axis.
 *
 * @example
 * const args = [input(int64, 1), input(float64, 1), binsOut(float64)];
 * verify(kernel(1, args, [], (b) => b.scatter('sum', 2, b.load(0), b.load(1)))); // []
 */
export const binsOut = plain('binsOut', ir.binsOut);

/**
 * A kernel of one loop, checked. Throws `ArgumentError` for one that breaks a rule of the kernel language.
 *
 * @example
 * // The sum of squares of a vector: argument 0 is read, argument 1 has the result.
 * const squares = kernel(1, [input(float64, 1), fullOut(float64)], [], (b) => {
 *   const value = b.load(0);
 *   b.fold('sum', 1, b.mul(value, value));
 * });
 * const kind = defineKind({
 *   name: 'sum of squares',
 *   args: [{ privilege: 'read', access: 'elementwise' }, { privilege: 'write', access: 'full' }],
 *   body: { kind: 'kernel', kernel: () => squares },
 * });
 * const sum = runtime().create(float64, []);
 * runtime().launch(kind, [3], [np.asarray([1, 2, 3]), sum]);
 * Array.from(await runtime().read(sum)); // [14]
 */
export const kernel = takes(
  'kernel',
  RANK,
  listOf(ARG),
  listOf(DTYPE),
  FUNCTION,
  options(KERNEL_OPTIONS),
)(
  (
    rank: number,
    args: readonly ir.KernelArg[],
    scalars: readonly DType[],
    write: (b: ir.KernelBuilder) => void,
    options?: { readonly rowRank?: number },
  ): ir.Kernel => authored('kernel', () => ir.kernel(rank, args, scalars, write, options)),
);

/**
 * `out = fn(inputs…)` at every element of a domain of any rank; the output is the last argument. Throws as `kernel` does.
 *
 * @example
 * printKernel(elementwise(1, [float64], float64, (b, x) => b.add(x, x))).includes('add'); // true
 */
export const elementwise = takes(
  'elementwise',
  RANK,
  listOf(DTYPE),
  DTYPE,
  FUNCTION,
  optional(listOf(DTYPE)),
)(
  (
    rank: number,
    inputs: readonly DType[],
    out: DType,
    fn: (b: ir.KernelBuilder, ...inputs: ir.Value[]) => ir.Value,
    scalars?: readonly DType[],
  ): ir.Kernel => authored('elementwise', () => ir.elementwise(rank, inputs, out, fn, scalars)),
);

/**
 * A kernel as text.
 *
 * @example
 * printKernel(elementwise(1, [float64], float64, (b, x) => b.exp(x))).includes('exp'); // true
 */
export const printKernel = takes('printKernel', KERNEL)((of: ir.Kernel): string => ir.printKernel(of));
/**
 * The rules of the kernel language that a kernel breaks.
 *
 * @example
 * verify(elementwise(1, [float64], float64, (b, x) => b.exp(x))); // []
 */
export const verify = takes('verify', KERNEL)((of: ir.Kernel): string[] => ir.verify(of));

/**
 * Registers a kind of task. Throws `ArgumentError` for a body that cannot have the points that are asked for.
 *
 * @example
 * const halve = defineKind({
 *   name: 'halve',
 *   args: [{ privilege: 'read', access: 'elementwise' }, { privilege: 'write', access: 'elementwise' }],
 *   body: { kind: 'kernel', kernel: (rank) => elementwise(rank, [float64], float64, (b, x) => b.mul(x, b.const(0.5, float64))) },
 * });
 * const y = runtime().create(float64, [2]);
 * runtime().launch(halve, [2], [np.asarray([2, 4]), y]);
 * Array.from(await runtime().read(y)); // [1, 2]
 */
export const defineKind = takes('defineKind', SPEC)((spec: Spec) => define({ ...spec, authored: true }));

/**
 * The dtype of an operation on `a` and `b`.
 *
 * @example
 * promote(asDType('int32'), asDType('float32')).name; // 'float64'
 */
export const promote = takes('promote', DTYPE, DTYPE)((a: DType, b: DType): DType => promoteOf(a, b));
const NUMBERS: Kind<number | bigint | boolean> = kind('a number, bigint or boolean', (given) =>
  ['number', 'bigint', 'boolean'].includes(typeof given),
);
/**
 * The dtype in which a number meets an array of dtype `a`.
 *
 * @example
 * promoteScalar(asDType('int32'), 1.5).name; // 'float64'
 */
export const promoteScalar = takes(
  'promoteScalar',
  DTYPE,
  NUMBERS,
)((a: DType, value: number | bigint | boolean): DType => promoteScalarOf(a, value));
const NAMED: Kind<DType | DTypeName> = kind(
  'a dtype or its name',
  (given) => typeof given === 'string' || DTYPE.is(given as DType),
);
/**
 * A dtype by name or as itself. Throws `DTypeError` for other names.
 *
 * @example
 * asDType('float32').size; // 4
 */
export const asDType = takes('asDType', NAMED)((value: DType | DTypeName): DType => dtypeOf(value));
