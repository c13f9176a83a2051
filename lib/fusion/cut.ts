/**
 * Asks the solver how a task is cut, inside a group with a given fold structure: the partitions of its arguments and its
 * launch domain. Tasks that fuse must be cut alike, so a map beside a fold is cut as the fold is.
 */
import { type Structure, unitsOf } from '../ir/index.js';
import { type Constraint, type Machine, none, type Partition, type Solution, solve } from '../partition/index.js';
import type { Shape, View } from '../shape/index.js';
import type { Task } from '../task/index.js';
import { accessOf, type Binding } from './part.js';

/** Row axes and fold structure of a group's kernel. */
export interface Cut {
  readonly rowRank: number;
  readonly structure: Structure;
}

/** The solver's answer for a task, given how its arguments are reached. Throws `ShapeError` when its constraints cannot be satisfied. */
export function cutTask(task: Task, bindings: readonly Binding[], cut: Cut, machine: Machine): Solution {
  const { fusible } = task.kind;
  return solve({
    domain: task.domain,
    rowRank: fusible ? cut.rowRank : Math.min(1, task.domain.length),
    units: fusible ? unitsOf(task.domain, cut.rowRank, cut.structure) : null,
    args: task.roots.map((root, k) => ({
      shape: bindings[k].view.shape,
      privilege: task.kind.args[k].privilege,
      access: bindings[k].access,
      key: task.views[k] === root.view ? (root.key as Partition | null) : null,
      bytes: task.views[k].size * root.dtype.size,
    })),
    constraints: constraintsOf(task),
    machine,
    rowPoints: task.kind.points === 'rows',
  });
}

/** The kind's constraints without broadcast 0-d arguments, which are not cut; arguments that were aligned with one stay aligned. */
function constraintsOf(task: Task): readonly Constraint[] {
  const { constraints } = task.kind;
  if (!hasBroadcast(task)) return constraints;
  const lifted = (k: number): boolean => accessOf(task, k) !== task.kind.args[k].access;
  if (!constraints.some((c) => c.kind === 'align' && (lifted(c.a) || lifted(c.b)))) return constraints;
  const kept = constraints.filter((c) => c.kind !== 'align' || (!lifted(c.a) && !lifted(c.b)));
  for (let k = 0; k < task.roots.length; k++) {
    const partners = lifted(k)
      ? constraints.flatMap((c) => (c.kind !== 'align' ? [] : c.a === k ? [c.b] : c.b === k ? [c.a] : []))
      : [];
    const [first, ...rest] = partners.filter((p) => !lifted(p));
    kept.push(...rest.map((b): Constraint => ({ kind: 'align', a: first, b })));
  }
  return kept;
}

/** Whether an element-wise argument is reached as one element (`accessOf`). */
function hasBroadcast({ domain, roots, kind }: Task): boolean {
  if (domain.length === 0) return true;
  for (let k = 0; k < roots.length; k++)
    if (roots[k].view.shape.length === 0 && kind.args[k].access === 'elementwise') return true;
  return false;
}

const defaults = new WeakMap<View, { machine: Machine; partition: Partition }>();

/**
 * The key partition to remember for a root written through `partition`: null when a map over it would choose an equal one, so that plans
 * depend on keys only where these differ from the default.
 */
export function keyOf(view: View, partition: Partition, machine: Machine): Partition | null {
  if (partition === none) return null;
  let known = defaults.get(view);
  if (known?.machine !== machine) defaults.set(view, (known = { machine, partition: mapPartition(view.shape, machine) }));
  return partition === known.partition ? null : partition;
}

function mapPartition(shape: Shape, machine: Machine): Partition {
  const rowRank = Math.min(1, shape.length);
  const arg = { shape, privilege: 'write', access: 'elementwise', key: null, bytes: 0 } as const;
  return solve({ domain: shape, rowRank, units: unitsOf(shape, rowRank, 'map'), args: [arg], constraints: [], machine })
    .partitions[0];
}
