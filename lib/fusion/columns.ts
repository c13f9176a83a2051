/**
 * Tasks over rows of a few elements, (n, 3) or (n, 8, 4), as tasks over the rows alone: each argument is its columns, and a fold along a
 * row is a tree of operators (`compile/unroll`). So tasks that were cut differently fuse: distances to a few centres, the nearest of them,
 * and sums over all points that are nearest to each.
 *
 *     t = a * a          domain (n, 2)                        t0 = a0 * a0; t1 = a1 * a1      domain (n)
 *     s = sum(t, 1)      domain (n, 2), rows fold      ⇒      s = t0 + t1                     domain (n)
 *     b = a / s[:, None] domain (n, 2)                        b0 = a0 / s; b1 = a1 / s        domain (n)
 */
import { type Column, unroll } from '../compile/index.js';
import { type Kernel, SHORT_ROW } from '../ir/index.js';
import { internView, sizeOf, type View } from '../shape/index.js';
import { type ArgSpec, impliedConstraints, type Task, type TaskKind } from '../task/index.js';
import { ownKernel } from './part.js';

/** Rows that are worth going over together, at least. */
const MANY_ROWS = 1024;

/** The task over the rows of its domain; itself, where it has no further axes; null where it has no such form. */
export function inColumns(task: Task): Task | null {
  const { kind, domain } = task;
  if (!kind.fusible || domain.length < 2) return task;
  const [rows, ...short] = domain;
  if (rows < MANY_ROWS || sizeOf(short) > SHORT_ROW || sizeOf(short) === 0) return null;
  if (kind.constraints.some((c) => c.kind === 'image') || kind.args.some((arg) => arg.privilege === 'reduce')) return null;
  const inColumns = kindInColumns(task, short);
  if (inColumns === null) return null;
  const { columns, kernel } = inColumns;
  return {
    kind: inColumns.kind,
    domain: [rows],
    roots: columns.map(({ arg }) => task.roots[arg]),
    views: columns.map((column, k) => columnView(task.views[column.arg], column, kernel.args[k].rank)),
    scalars: task.scalars,
  };
}

interface KindInColumns {
  readonly kind: TaskKind;
  readonly kernel: Kernel;
  readonly columns: readonly Column[];
}

/** By kind: its kinds in columns, by short axes and strides. */
const known = new WeakMap<TaskKind, Map<string, KindInColumns | null>>();
/** Entries of one kind; views of ever new strides are unrolled each time. */
const KEPT = 64;

function kindInColumns(task: Task, short: readonly number[]): KindInColumns | null {
  let made = known.get(task.kind);
  if (made === undefined) known.set(task.kind, (made = new Map()));
  const key = `${short.join()}|${task.views.map((view) => view.strides.join()).join('|')}`;
  let found = made.get(key);
  if (found === undefined) {
    found = makeKind(task, short);
    if (made.size < KEPT) made.set(key, found);
  }
  return found;
}

function makeKind(task: Task, short: readonly number[]): KindInColumns | null {
  const strides = task.views.map((view) => view.strides);
  const unrolled = unroll(ownKernel(task), short, strides);
  if (unrolled === null) return null;
  const { columns, kernel } = unrolled;
  const args = columns.map(({ arg }, k): ArgSpec => ({ ...task.kind.args[arg], access: kernel.args[k].access }));
  const kind: TaskKind = {
    ...task.kind,
    args,
    constraints: impliedConstraints(args),
    body: { kind: 'kernel', kernel: () => kernel },
  };
  return { kind, kernel, columns };
}

/** A column: a view of the rows, or of one element. */
function columnView(view: View, { at }: Column, rank: number): View {
  if (at === null) return view;
  const lead = view.strides.length - at.length;
  const offset = at.reduce((sum, i, axis) => sum + i * view.strides[axis + lead], view.offset);
  return rank === 0 ? internView([], [], offset) : internView([view.shape[0]], [view.strides[0]], offset);
}
