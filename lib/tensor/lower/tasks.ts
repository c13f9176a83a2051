/** Launches as tasks: the kind of each, its arguments, and how these lie in the domain of its body. */
import { invariant } from '../../base/index.js';
import { PRODUCTS } from '../../device/index.js';
import type { DType } from '../../dtype/index.js';
import type { NestLoop } from '../../ir/index.js';
import type { Rect } from '../../partition/index.js';
import type { IndexArg, IndexLaunch, TaskKind } from '../../task/index.js';
import { rolesOf } from '../library/blas.js';
import type { AccessTerm, IndexVariable, TensorSymbol } from '../notation/terms.js';
import { elementKind, gemmKind, leafKind, operandsOf } from './kernels.js';
import type { Launch, LaunchArg, Program } from './program.js';
import type { StoredWalk } from './stored-nests.js';
import { argumentsOf, isGathered, readsAgain, walkKind } from './walk-kernels.js';

/** A task over all points of a launch. */
export interface PreparedLaunch {
  readonly kind: TaskKind;
  readonly index: IndexLaunch;
  readonly tensors: readonly TensorSymbol[];
  /** The rows of a target that is read once more, as a term of the sums that are written there; null for others. */
  readonly rows: number | null;
}

/** The axes of a body's domain, and for each argument the axes that its view has. */
interface Layout {
  readonly kind: TaskKind;
  readonly args: readonly LaunchArg[];
  readonly along: readonly IndexArg['along'][];
  /** By axis of the domain: the number of its variable; null for an axis of length 1. */
  readonly variables: readonly (number | null)[];
  readonly rows?: number;
}

export function prepare(launch: Launch, { compute }: Pick<Program, 'compute'>): PreparedLaunch {
  const { work, domain, grid } = launch;
  const layout = work.kind === 'leaf' ? leafLayout(launch, compute) : elementLayout(launch, compute);
  const { variables } = layout;
  const axisOf = (variable: IndexVariable | null): number =>
    variable === null ? -1 : variables.findIndex((at) => at !== null && work.axes[at] === variable);
  const args = layout.args.map(
    ({ indices, partition, ends }, k): IndexArg => ({ partition, ends, axes: indices.map(axisOf), along: layout.along[k] }),
  );
  const pad = (box: Rect | null): Rect | null => {
    if (box === null) return null;
    return {
      low: variables.map((at) => (at === null ? 0 : box.low[at])),
      high: variables.map((at) => (at === null ? 1 : box.high[at])),
    };
  };
  const index = { points: domain, grid, args, boxes: work.boxes().map(pad) };
  return { kind: layout.kind, index, tensors: layout.args.map(({ tensor }) => tensor), rows: layout.rows ?? null };
}

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

/** A domain of so many variables behind axes of length 1. */
const behind = (front: number, count: number): (number | null)[] => [...new Array<null>(front).fill(null), ...upTo(count)];

function elementLayout({ args, work }: Launch, compute: DType): Layout {
  invariant(work.kind !== 'leaf', 'elements are cleared, copied or added');
  const rank = Math.max(1, work.axes.length);
  const from = args[1]?.tensor.dtype ?? compute;
  return {
    kind: elementKind(work.kind, rank, compute, args[1]?.tensor.isComputed === true ? from : compute),
    args,
    along: args.map(() => upTo(rank)),
    variables: behind(rank - work.axes.length, work.axes.length),
  };
}

function leafLayout(launch: Launch, compute: DType): Layout {
  const { args, work } = launch;
  const [target, ...inputs] = args;
  const { nest, axes, adds, order, walk } = work;
  const { indices } = nest.target;
  if (walk !== null) return walkLayout(launch, walk, compute);
  const kind = work.routine === null || routineFault(launch, compute) !== null ? null : gemmKind(compute, adds);
  if (kind !== null) return productLayout(kind, launch);
  const rows = Math.max(1, indices.length);
  const summed = axes.length - indices.length;
  const rank = rows + summed;
  const operands = operandsOf(nest).map((access) => {
    const found = inputs.find((arg) => isAccessedAs(arg, access));
    invariant(found !== undefined, 'each operand is an argument of its launch');
    return found;
  });
  const front = rows - indices.length;
  const shape = { rows, summed, order: order === null ? null : shifted(order, front), variables: axes };
  const again = adds && summed > 0 ? [{ ...target, privilege: 'read' as const }] : [];
  return {
    kind: leafKind(nest, shape, adds, compute),
    args: [target, ...operands, ...again],
    along: [summed > 0 ? upTo(rows) : upTo(rank), ...operands.map(() => upTo(rank)), ...again.map(() => upTo(rank))],
    variables: behind(front, axes.length),
    ...(again.length === 0 ? {} : { rows }),
  };
}

/** Elements of gathered arguments have numbers of the whole argument: their kernels get all of its view. */
function walkLayout({ args, work }: Launch, walk: StoredWalk, compute: DType): Layout {
  const [target, ...inputs] = args;
  const { nest, axes, adds } = work;
  const { indices } = nest.target;
  const rows = Math.max(1, indices.length);
  const front = rows - indices.length;
  const domain = { front, rows, rank: front + axes.length, axes, adds };
  const accesses = argumentsOf(nest, walk);
  const operands = accesses.map((access) => {
    const found = inputs.find((arg) => isAccessedAs(arg, access));
    invariant(found !== undefined, 'each operand is an argument of its launch');
    return found;
  });
  const again = readsAgain(domain) ? [{ ...target, privilege: 'read' as const }] : [];
  const { rank } = domain;
  return {
    kind: walkKind(nest, walk, domain, compute),
    args: [target, ...operands, ...again],
    along: [
      upTo(rank > rows ? rows : rank),
      ...accesses.map((a) => (isGathered(walk, a) ? null : upTo(rank))),
      ...again.map(() => upTo(rank)),
    ],
    variables: behind(front, axes.length),
    ...(again.length === 0 ? {} : { rows }),
  };
}

/** Loops over axes behind one of length 1, where a target without axes has it. */
function shifted(order: readonly NestLoop[], front: number): readonly NestLoop[] {
  const outside = Array.from({ length: front }, (_, axis): NestLoop => ({ axis, step: 1, unroll: 1, vector: false }));
  return [...outside, ...order.map((loop) => ({ ...loop, axis: loop.axis + front }))];
}

/** Why a launch's routine does not compute it, and loops do; null where the dtypes are the routine's. */
export function routineFault({ args: [, ...inputs], work }: Launch, compute: DType): string | null {
  const name = work.routine?.name;
  if (!PRODUCTS.has(compute)) return `no ${name} of ${compute.name}`;
  const other = inputs.find(({ tensor }) => tensor.dtype !== compute);
  return other === undefined
    ? null
    : `${other.tensor.name} is ${other.tensor.dtype?.name}, and ${name} computes in ${compute.name}`;
}

/** By argument B, C, A: the axes batch, row and column of its view in the domain (m, n, k, batch). */
const PRODUCT_AXES = [
  [3, 0, 2],
  [3, 2, 1],
  [3, 0, 1],
] as const;

/** A(b, i, j) = B * C over (i, j, k, b), or A(b, i, j) += B * C; the axis of a loop that there is none of has length 1. */
function productLayout(kind: TaskKind, { args: [target, ...inputs], work }: Launch): Layout {
  const roles = rolesOf(work.nest);
  invariant(roles !== null, 'a substituted nest is a product of matrices');
  const { left, right, m, n, k, batch } = roles;
  const variables = [m, n, k, batch].map((role) => (role === null ? null : work.axes.indexOf(role)));
  const isWhole = variables.filter((at) => at !== null).length === work.axes.length && !variables.includes(-1);
  invariant(isWhole, 'the loops of a product are the variables of its launch');
  const factors = [left, right].map((access) => inputs.find((arg) => isAccessedAs(arg, access)));
  const [b, c] = factors;
  invariant(b !== undefined && c !== undefined, 'each factor is an argument of its launch');
  return { kind, args: [b, c, target], along: PRODUCT_AXES, variables };
}

function isAccessedAs({ tensor, indices }: LaunchArg, access: AccessTerm): boolean {
  return tensor === access.tensor && indices.every((variable, axis) => variable === access.indices[axis]);
}
