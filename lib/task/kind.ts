/**
 * Task kinds and the tasks that libraries issue (thesis 3.1.2). A kind says what a task does to each argument (its
 * privilege) and how: a kernel that may be fused, C source, a JavaScript function, or a routine of the addon. A task is
 * a kind applied to views of roots over a domain; it names no processor and no tile.
 */
import type { Access, FoldOp, Kernel, Privilege } from '../ir/index.js';
import type { Constraint } from '../partition/index.js';
import type { Shape, View } from '../shape/index.js';
import type { Root } from '../store/index.js';

export interface ArgSpec {
  readonly privilege: Privilege;
  readonly access: Access;
  /** With privilege `reduce`: the operator. */
  readonly op?: FoldOp;
}

/** What an opaque body sees of one argument: element (i, j) is `data[offset + i * strides[0] + j * strides[1]]`. */
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
  /** C source of `void NAME(double *P, int64_t u0, int64_t u1)`; see `compile` for the parameters it is given. */
  | { readonly kind: 'c'; readonly source: string; readonly entry: string }
  /** A routine of the addon, by name. */
  | { readonly kind: 'native'; readonly routine: string };

export interface TaskKind {
  /** Dense number: the kind's token in canonical forms. */
  readonly id: number;
  readonly name: string;
  readonly args: readonly ArgSpec[];
  readonly constraints: readonly Constraint[];
  readonly body: Body;
  /** Whether the kind may join a fused task: it has a kernel. */
  readonly fusible: boolean;
}

/** One issued task. Arrays are owned by the task and never changed. */
export interface Task {
  readonly kind: TaskKind;
  readonly domain: Shape;
  readonly roots: readonly Root[];
  readonly views: readonly View[];
  readonly scalars: readonly (number | bigint)[];
}

const kinds: TaskKind[] = [];

/** Registers a kind. Constraints default to what the accesses imply: element-wise arguments align, whole ones broadcast. */
export function defineKind(spec: {
  readonly name: string;
  readonly args: readonly ArgSpec[];
  readonly body: Body;
  readonly constraints?: readonly Constraint[];
}): TaskKind {
  const constraints = spec.constraints ?? impliedConstraints(spec.args);
  const kind: TaskKind = {
    id: kinds.length,
    name: spec.name,
    args: spec.args,
    constraints,
    body: memoized(spec.body),
    fusible: spec.body.kind === 'kernel',
  };
  kinds.push(kind);
  return kind;
}

/** A body that makes the kernel of each rank once. */
function memoized(body: Body): Body {
  if (body.kind !== 'kernel') return body;
  const made: Kernel[] = [];
  return { kind: 'kernel', kernel: (rank) => (made[rank] ??= body.kernel(rank)) };
}

function impliedConstraints(args: readonly ArgSpec[]): Constraint[] {
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

/** The kind with this number. */
export function kindById(id: number): TaskKind {
  return kinds[id];
}
