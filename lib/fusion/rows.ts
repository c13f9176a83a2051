/**
 * Tasks over a few long rows, (3, n), as tasks over the elements of a row: each argument is its rows. So they fuse with tasks on rows by
 * themselves, and with copies of rows into an array that is stacked:
 *
 *     a = y[0] * y[1]        domain (n)          a = y0 * y1                      domain (n)
 *     k[0] = a               domain (n)     ⇒    k0 = a
 *     k[1] = y[0]            domain (n)          k1 = y0
 *     z = y + k              domain (2, n)       z0 = y0 + k0; z1 = y1 + k1       domain (n)
 */
import { type Row, unrollRows } from '../compile/index.js';
import type { Kernel } from '../ir/index.js';
import { type Shape, sameShape, sizeOf } from '../shape/index.js';
import { projectView } from '../store/index.js';
import { impliedConstraints, type Task, type TaskKind } from '../task/index.js';
import { ownKernel } from './part.js';

/** Rows that are worth going over together, at most: kernels have nodes and streams for each. */
const FEW_ROWS = 8;

/** The domain that a task over one and a task over rows of it have in common; null where neither has rows of the other's. */
export function commonRow(a: Shape, b: Shape): Shape | null {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length > 0 && long.length === short.length + 1 && sameShape(long.slice(1), short) ? short : null;
}

/** The task over this domain, of which its own has a few; itself, where it has no more axes; null where it has no such form. */
export function inRows(task: Task, domain: Shape): Task | null {
  const { kind } = task;
  if (!kind.fusible || task.domain.length <= domain.length) return task;
  const [count, ...row] = task.domain;
  if (count === 0 || count > FEW_ROWS || sizeOf(row) === 0 || !sameShape(row, domain)) return null;
  if (kind.constraints.some((c) => c.kind === 'image') || kind.args.some((arg) => arg.privilege === 'reduce')) return null;
  const inRows = kindInRows(task, count);
  if (inRows === null) return null;
  return {
    kind: inRows.kind,
    domain,
    roots: inRows.rows.map(({ arg }) => task.roots[arg]),
    views: inRows.rows.map(({ arg, at }) => (at === null ? task.views[arg] : projectView(task.views[arg], 0, at))),
    scalars: task.scalars,
  };
}

interface KindInRows {
  readonly kind: TaskKind;
  readonly rows: readonly Row[];
}

/** By kind: its kinds in rows, by rank, rows, and the arguments that repeat. */
const known = new WeakMap<TaskKind, Map<string, KindInRows | null>>();

function kindInRows(task: Task, count: number): KindInRows | null {
  let made = known.get(task.kind);
  if (made === undefined) known.set(task.kind, (made = new Map()));
  const repeats = task.views.map((view) => view.shape.length === task.domain.length && view.strides[0] === 0);
  const key = `${task.domain.length} ${count} ${repeats.join()}`;
  let found = made.get(key);
  if (found === undefined) made.set(key, (found = makeKind(task.kind, ownKernel(task), count, repeats)));
  return found;
}

function makeKind(kind: TaskKind, own: Kernel, count: number, repeats: readonly boolean[]): KindInRows | null {
  const unrolled = unrollRows(own, count, repeats);
  if (unrolled === null) return null;
  const { kernel, rows } = unrolled;
  const args = rows.map(({ arg }) => kind.args[arg]);
  const body = { kind: 'kernel', kernel: () => kernel } as const;
  return { kind: { ...kind, args, constraints: impliedConstraints(args), body }, rows };
}
