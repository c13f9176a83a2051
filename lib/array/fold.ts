/**
 * Reductions over any axes, as the three forms of the kernel language. Which form depends on the axes alone:
 *
 *     all axes               full     one result
 *     the last ones          inner    rows of the leading axes
 *     the first ones         outer    columns of the trailing axes
 *     other axes             inner or outer over a transposed view: the one that leaves the last axis where it is
 *
 * A `Fold` has the formula that is folded: one array, or a formula of several (a product, a squared distance), so that no temporary array
 * lies between the formula and the fold.
 */

import { FLAG, type OptionKinds, ShapeError } from '../base/index.js';
import { type DType, dtypes, int64 } from '../dtype/index.js';
import {
  columnsOut,
  type FoldOp,
  fullOut,
  input,
  type Kernel,
  type KernelBuilder,
  kernel,
  rowsOut,
  type Value,
} from '../ir/index.js';
import { formatShape, identityView, internView, type Shape, type View } from '../shape/index.js';
import { promoteView, transposeView } from '../store/index.js';
import { type ArgSpec, defineKind, type TaskKind } from '../task/index.js';
import { applyAs } from './apply.js';
import { axesArgument } from './axes.js';
import { type Call, knownCall, makeCall } from './call.js';
import { AXES } from './kinds.js';
import { type NDArray, viewOf } from './ndarray.js';
import { byRank, copyUfunc } from './ufunc.js';

export type Axis = number | readonly number[] | null | undefined;

/** The axes that a reduction goes over, and whether they stay. */
export interface ReduceOptions {
  /** An axis or several; default (or null): all. */
  readonly axis?: Axis;
  /** Whether reduced axes stay, with size 1; default false. */
  readonly keepdims?: boolean;
}

export const REDUCE_OPTIONS: OptionKinds<ReduceOptions> = { axis: AXES, keepdims: FLAG };

export class Fold {
  readonly name: string;
  readonly op: FoldOp | 'argmin' | 'argmax';
  /** The value to fold, of the elements and the dtype that the fold works in. */
  readonly value: (b: KernelBuilder, elements: readonly Value[], compute: DType) => Value;
  readonly kinds = new Map<number, TaskKind>();

  constructor(name: string, op: Fold['op'], value: Fold['value'] = (b, [x], compute) => b.cast(x, compute)) {
    this.name = name;
    this.op = op;
    this.value = value;
  }

  get locates(): boolean {
    return this.op === 'argmin' || this.op === 'argmax';
  }
}

type FormName = 'full' | 'inner' | 'outer';

/** How one reduction is carried out. */
interface Plan {
  readonly form: FormName;
  readonly rowRank: number;
  /** Axes that stay. */
  readonly kept: readonly number[];
  /** Order in which the domain has the array's axes; null for as they are. */
  readonly order: readonly number[] | null;
  /** Whether a row axis of size 1 is put before the array's, because argFold leaves its results in rows. */
  readonly lone: boolean;
}

/** Folds views of one shape over `axes`; the result has the other axes' shape. */
export function fold(spec: Fold, xs: readonly NDArray[], axes: readonly number[], compute: DType): NDArray {
  const { computes } = compute;
  const folded = callOf(spec, xs, axes, computes).issue(xs, spec.name);
  return computes === compute || spec.locates ? folded : convert(folded, compute);
}

/** Floats that are stored alone are folded as float32, and the result is rounded. */
function convert(x: NDArray, dtype: DType): NDArray {
  return applyAs(copyUfunc, x, dtype);
}

/** The call that this comes to. */
export function callOf(spec: Fold, xs: readonly NDArray[], axes: readonly number[], compute: DType): Call {
  const set = setOf(axes);
  return knownCall(spec, set, compute, xs) ?? makeFold(spec, xs, axes, set, compute);
}

function makeFold(spec: Fold, xs: readonly NDArray[], axes: readonly number[], set: number, compute: DType): Call {
  const { shape } = xs[0].view;
  checkIdentity(spec, shape, axes);
  const plan = planFor(spec.locates, shape.length, axes, set);
  const dtype = spec.locates ? int64 : compute;
  const kind = kindOf(spec, plan, xs, compute, dtype);
  const views = xs.map((x) => domainView(x.view, plan));
  const whole = identityView(plan.kept.map((i) => shape[i]));
  const written = plan.lone ? internView([1], [1], 0) : whole;
  return makeCall({ of: spec, how: set, compute }, xs, { kind, domain: views[0].shape, views, dtype, whole, written });
}

/** Axes of a reduction, all by default. */
export function reducedAxes(axis: Axis, rank: number, operation: string): readonly number[] {
  if (axis === undefined || axis === null) return (allAxes[rank] ??= Array.from({ length: rank }, (_, i) => i));
  return axesArgument(axis, rank, operation);
}

const allAxes: number[][] = [];

/** A result with size 1 where axes were reduced. */
export function keepAxes(x: NDArray, axes: readonly number[]): NDArray {
  const places = [...axes].sort((a, b) => a - b);
  return viewOf(
    x,
    places.reduce((view, at) => promoteView(view, at, 1), x.view),
  );
}

/** A minimum of no elements has no value. */
function checkIdentity(spec: Fold, shape: Shape, axes: readonly number[]): void {
  if (spec.op === 'sum' || spec.op === 'prod' || spec.op === 'any' || spec.op === 'all') return;
  const none = axes.some((i) => shape[i] === 0);
  const wanted = shape.every((n, i) => axes.includes(i) || n > 0);
  if (none && wanted) throw new ShapeError(`${spec.name}: no elements to choose from in an array of shape ${formatShape(shape)}`);
}

/** Axes as the bits of a number. */
function setOf(axes: readonly number[]): number {
  let set = 0;
  for (let i = 0; i < axes.length; i++) set |= 1 << axes[i];
  return set;
}

/** Plans by whether they locate, rank, and the set of reduced axes. */
const plans: Plan[][] = [];

function planFor(locates: boolean, rank: number, axes: readonly number[], set: number): Plan {
  const known = (plans[rank * 2 + (locates ? 1 : 0)] ??= []);
  return (known[set] ??= planOf(locates, rank, axes));
}

function planOf(locates: boolean, rank: number, axes: readonly number[]): Plan {
  const all = Array.from({ length: rank }, (_, i) => i);
  const kept = all.filter((i) => !axes.includes(i));
  const reduced = all.filter((i) => axes.includes(i));
  if (kept.length === 0 && locates) return { form: 'inner', rowRank: 1, kept, order: null, lone: true };
  if (kept.length === 0) return { form: 'full', rowRank: Math.min(1, rank), kept, order: null, lone: false };
  if (axes.length === 0) return { form: 'inner', rowRank: rank, kept, order: null, lone: false };
  const inner = locates || axes.includes(rank - 1);
  const order = inner ? [...kept, ...reduced] : [...reduced, ...kept];
  const moved = order.some((axis, i) => axis !== i);
  return {
    form: inner ? 'inner' : 'outer',
    rowRank: inner ? kept.length : reduced.length,
    kept,
    order: moved ? order : null,
    lone: false,
  };
}

/** The view that the domain takes. */
function domainView(view: View, plan: Plan): View {
  if (plan.lone) return promoteView(view, 0, 1);
  return plan.order === null ? view : transposeView(view, plan.order);
}

const formCodes: Readonly<Record<FormName, number>> = { full: 0, inner: 1, outer: 2 };

/** Combinations of the dtype that a fold works in and the dtypes of up to three arrays. */
const MOST_TYPES = dtypes.length ** 4;

function kindOf(spec: Fold, plan: Plan, xs: readonly NDArray[], compute: DType, result: DType): TaskKind {
  let types = compute.code;
  for (const x of xs) types = types * dtypes.length + x.dtype.code;
  const key = ((plan.form === 'full' ? 0 : plan.rowRank) * 3 + formCodes[plan.form]) * MOST_TYPES + types;
  let kind = spec.kinds.get(key);
  if (kind === undefined) {
    const inputs = xs.map((x) => x.dtype);
    spec.kinds.set(key, (kind = makeKind(spec, plan, inputs, compute, result)));
  }
  return kind;
}

const accesses = { full: 'full', inner: 'rows', outer: 'columns' } as const;

function makeKind(spec: Fold, plan: Plan, inputs: readonly DType[], compute: DType, result: DType): TaskKind {
  const args: ArgSpec[] = inputs.map(() => ({ privilege: 'read', access: 'elementwise' }));
  args.push({ privilege: 'write', access: accesses[plan.form] });
  return defineKind({
    name: spec.name,
    args,
    body: { kind: 'kernel', kernel: byRank((rank) => makeKernel(spec, plan, inputs, compute, result, rank)) },
  });
}

function makeKernel(spec: Fold, plan: Plan, inputs: readonly DType[], compute: DType, result: DType, rank: number): Kernel {
  const rowRank = plan.form === 'full' ? Math.min(1, rank) : plan.rowRank;
  const outs = {
    full: () => fullOut(result),
    inner: () => rowsOut(result, rowRank),
    outer: () => columnsOut(result, rank - rowRank),
  };
  const args = [...inputs.map((d) => input(d, rank)), outs[plan.form]()];
  const at = inputs.length;
  return kernel(
    rank,
    args,
    [],
    (b) => {
      const value = spec.value(
        b,
        inputs.map((_, k) => b.load(k)),
        compute,
      );
      if (spec.op === 'argmin' || spec.op === 'argmax') b.argFold(spec.op, at, value);
      else if (plan.form === 'full') b.fold(spec.op, at, value);
      else if (plan.form === 'inner') b.foldInner(spec.op, at, value);
      else b.foldOuter(spec.op, at, value);
    },
    { rowRank },
  );
}
