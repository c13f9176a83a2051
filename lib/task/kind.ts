/**
 * Task kinds and the tasks that libraries issue (thesis 3.1.2). A kind gives a task's access to each argument (its privilege) and its
 * body: a kernel that may be fused, C source, a JavaScript function, a routine of the addon, or a native function. A task is a kind
 * applied to views of roots over a domain; it names no processor and no tile.
 *
 * Bodies in C and native functions are called as `run(P, u0, u1)` for ranges of *rows* of the domain (indices of its first
 * axis), on any thread, each row once. P, in float64 slots: the status, the domain's sizes, for each argument its address and its
 * view's strides in elements, then the scalars. They do not throw; a non-zero status in P[0] fails the task.
 *
 *     kind `points: 'rows'`, domain (8, 2), y: write, elementwise      x: read, bloat(y -> x, 1 row before, 1 behind)
 *       point 3 of 8       y[3:4, :]                                   x[2:5, :]      run(P, 3, 4)
 */
import { ArgumentError, noteKernel, type Site } from '../base/index.js';
import type { Access, FoldOp, Kernel, Privilege } from '../ir/index.js';
import type { Constraint, Partition, Rect } from '../partition/index.js';
import type { Shape, View } from '../shape/index.js';
import type { Root } from '../store/index.js';

export interface ArgSpec {
  readonly privilege: Privilege;
  readonly access: Access;
  /** With privilege `reduce`: the operator. */
  readonly op?: FoldOp;
}

/** One argument of an opaque body: element (i, j) is `data[offset + i * strides[0] + j * strides[1]]`. */
export interface BodyArg {
  readonly data: import('../dtype/index.js').TypedArray;
  readonly shape: Shape;
  /** In elements. */
  readonly strides: readonly number[];
  readonly offset: number;
}

export type Body =
  /** Fusible; one kernel for each rank of the domain. */
  | { readonly kind: 'kernel'; readonly kernel: (rank: number) => Kernel }
  /** Runs on the issuing thread, once, over the whole domain. The arguments are not kept after it returns. */
  | { readonly kind: 'js'; readonly run: (args: readonly BodyArg[], scalars: readonly (number | bigint)[]) => void }
  /** C source of `void NAME(double *P, int64_t u0, int64_t u1)`. */
  | { readonly kind: 'c'; readonly source: string; readonly entry: string }
  /** `void run(double *P, int64_t u0, int64_t u1)` in this process, by its address. It stays loaded. */
  | { readonly kind: 'function'; readonly address: number }
  /** A routine of the addon, by name. */
  | { readonly kind: 'native'; readonly routine: string };

/** How the points of an index launch use an argument. */
export interface IndexArg {
  /** The part of the argument's view that each point uses. */
  readonly partition: Partition;
  /** Copies of the part, made for a read, are dropped behind the launch. */
  readonly ends: boolean;
  /** By axis of the view: the axis of the body's domain with its indices; -1 for an axis of which a point has one index. */
  readonly axes: readonly number[];
  /**
   * By axis of the view that the body gets: the axis of its domain that it runs along; -1 for one of length 1. Null for a body that gathers: it gets
   * the whole view, from its own box on along the axes of the domain, and uses the elements of the part.
   */
  readonly along: readonly number[] | null;
}

/**
 * An index launch that a library shapes: its points, the memories that they run in, and the box of the body's domain that each computes. The
 * body gets views over that box: element (i, j) of its domain is element (i, j) of each argument that has these axes.
 *
 *     A(i, j) += B(i, k) * C(k, j) over (i, j, k)     B: axes 0, 2     point (1, 0): box [2:4, 0:2, 0:4], B's part [2:4, 0:4]
 */
export interface IndexLaunch {
  /** The domain of its points. */
  readonly points: Shape;
  /** The grid of memories, as placements have it (`dependence/placement.ts`). */
  readonly grid: { readonly base: number; readonly parts: readonly number[]; readonly strides: readonly number[] };
  readonly args: readonly IndexArg[];
  /** By point, row-major; null for a point with nothing to do. */
  readonly boxes: readonly (Rect | null)[];
}

export interface TaskKind {
  /** Dense number: the kind's token in canonical forms. */
  readonly id: number;
  readonly name: string;
  readonly args: readonly ArgSpec[];
  readonly constraints: readonly Constraint[];
  readonly body: Body;
  /** `rows`: an index launch, in which each row of the domain is a point of its own. Null: the runtime cuts the domain. */
  readonly points: 'rows' | null;
  /** The index launch that its tasks are; null where the runtime cuts the domain. */
  readonly index: IndexLaunch | null;
  /** Whether the kind may join a fused task: it has a kernel. */
  readonly fusible: boolean;
  /** The function that issues the kind, where predicted windows compare calls instead of tasks (`runtime/issue/predicted-window.ts`). */
  readonly call: Called | null;
  /** Whether a program defined it, and not a library of ours, which says what it writes in place. */
  readonly authored: boolean;
  /** The error's message where an index of such a task is outside the array that it selects from; null for the general one. */
  readonly outside: string | null;
  /** The number of the device that its tasks are wanted on; -1 where that is the runtime's decision, `WEIGHED` where it is one by costs. */
  readonly device: number;
  /** Of a routine that selects by index: the argument with the indices, and which of the domain's sizes they stay below. */
  readonly selects: { readonly indices: number; readonly size: number } | null;
  /** Whether a task may fail by its contents: it selects by index, or runs code that is no kernel. */
  readonly mayFail: boolean;
  /** The views of the last task, its position in the program, and how many tasks were asked for theirs. */
  readonly last: Last;
}

interface Last {
  views: readonly View[];
  site: Site | null;
  asked: number;
}

/** A function that gives a new array: the same function of arrays of the same dtypes, called in the same way, is the same kind. */
export interface Called {
  readonly of: object;
  /** Which operand is a number, if any: bit k for the k-th, of three. The other bits are the function's. */
  readonly how: number;
}

/** One issued task. Arrays are owned by the task and never changed. */
export interface Task {
  readonly kind: TaskKind;
  readonly domain: Shape;
  readonly roots: readonly Root[];
  readonly views: readonly View[];
  readonly scalars: readonly (number | bigint)[];
  /** Where it was issued, if that was noted. */
  readonly site?: Site | null;
}

/** Kinds so far. */
let count = 0;

/**
 * Registers a kind. Constraints default to the ones that the accesses imply: element-wise arguments align, whole ones broadcast. With
 * `points: 'rows'` the body, in C or a native function, runs once for each row of the domain. There it may touch the parts of its
 * arguments that the constraints give that point, and tasks are ordered by such points where the runtime can. Throws `ArgumentError` for
 * other bodies.
 */
export function defineKind(spec: {
  readonly name: string;
  readonly args: readonly ArgSpec[];
  readonly body: Body;
  readonly constraints?: readonly Constraint[];
  readonly points?: 'rows';
  readonly call?: Called | null;
  readonly outside?: string;
  readonly authored?: boolean;
  readonly selects?: TaskKind['selects'];
}): TaskKind {
  if (spec.points === 'rows' && spec.body.kind !== 'c' && spec.body.kind !== 'function') {
    throw new ArgumentError(
      `defineKind: ${spec.name} asks for a point for each row, which bodies in C and native functions can have; its body is of kind '${spec.body.kind}': leave \`points\` out`,
    );
  }
  const constraints = spec.constraints ?? impliedConstraints(spec.args);
  const kind: TaskKind = {
    id: count++,
    name: spec.name,
    args: spec.args,
    constraints,
    body: memoized(spec.name, spec.body),
    points: spec.points ?? null,
    index: null,
    fusible: spec.body.kind === 'kernel',
    call: spec.call ?? null,
    outside: spec.outside ?? null,
    authored: spec.authored ?? false,
    device: -1,
    selects: spec.selects ?? null,
    mayFail: spec.body.kind !== 'kernel' || spec.args.some(({ access }) => access === 'whole' || access === 'bins'),
    last: newLast(),
  };
  return kind;
}

function newLast(): Last {
  return { views: [], site: null, asked: 0 };
}

/** In place of a device's number: tasks are placed where they cost least. */
export const WEIGHED = 255;

/** By the number of a device: kinds of tasks that are wanted there, by the original kind. */
const wanted: Map<TaskKind, TaskKind>[] = [];

/**
 * A kind's copy for tasks that are wanted on a device. Predicted windows compare its tasks, not its calls, since the functions that are
 * called know nothing of devices.
 */
export function kindOn(kind: TaskKind, device: number): TaskKind {
  wanted[device] ??= new Map();
  let found = wanted[device].get(kind);
  if (found === undefined) {
    found = { ...kind, id: count++, device, call: null, last: newLast() };
    wanted[device].set(kind, found);
  }
  return found;
}

/** By original kind: copies for index launches. */
const indexed = new WeakMap<TaskKind, WeakMap<IndexLaunch, TaskKind>>();

/** A kind's copy for tasks that are one index launch. They fuse with no other task, and run on the host. */
export function kindOver(kind: TaskKind, index: IndexLaunch): TaskKind {
  let copies = indexed.get(kind);
  if (copies === undefined) indexed.set(kind, (copies = new WeakMap()));
  let found = copies.get(index);
  if (found === undefined) {
    const args = kind.args.map((arg) => ({ ...arg, access: 'whole' as const }));
    found = { ...kind, id: count++, args, constraints: [], index, fusible: false, device: 0, call: null, last: newLast() };
    copies.set(index, found);
  }
  return found;
}

/** A body that makes the kernel of each rank once. */
function memoized(name: string, body: Body): Body {
  if (body.kind !== 'kernel') return body;
  const made: Kernel[] = [];
  const make = (rank: number): Kernel => {
    noteKernel(name);
    return body.kernel(rank);
  };
  return { kind: 'kernel', kernel: (rank) => (made[rank] ??= make(rank)) };
}

/** The constraints that accesses imply: element-wise arguments align, whole ones broadcast. */
export function impliedConstraints(args: readonly ArgSpec[]): Constraint[] {
  const constraints: Constraint[] = [];
  const first = args.findIndex((a) => a.access === 'elementwise');
  args.forEach((arg, i) => {
    if (arg.access === 'elementwise') {
      if (i !== first) constraints.push({ kind: 'align', a: first, b: i });
    } else if (arg.access === 'whole' || arg.access === 'full') {
      constraints.push({ kind: 'broadcast', arg: i });
    }
  });
  return constraints;
}
