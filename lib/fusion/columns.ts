/**
 * Tasks over rows of a few elements, (n, 3) or (n, 8, 4), as tasks over the rows alone: each argument is its columns, and a fold
 * along a row is a tree of operators (`compile/unroll`). So what was cut differently fuses: distances to a few centres, the
 * nearest of them, and sums over all points that are nearest to each.
 *
 *     t = a * a          domain (n, 2)                        t0 = a0 * a0; t1 = a1 * a1      domain (n)
 *     s = sum(t, 1)      domain (n, 2), rows fold      ⇒      s = t0 + t1                     domain (n)
 *     b = a / s[:, None] domain (n, 2)                        b0 = a0 / s; b1 = a1 / s        domain (n)
 */
import { type Column, unroll } from '../compile/index.js';
import { SHORT_ROW } from '../ir/index.js';
import { internView, sizeOf, type View } from '../shape/index.js';
import { type ArgSpec, impliedConstraints, type Task } from '../task/index.js';
import { ownKernel } from './part.js';

/** Rows that are worth going over together, at least. */
const MANY_ROWS = 1024;

/** The task over the rows of its domain; itself, where it has no other axes; null where it cannot be. */
export function inColumns(task: Task): Task | null {
  const { kind, domain } = task;
  if (!kind.fusible || domain.length < 2) return task;
  const [rows, ...short] = domain;
  if (rows < MANY_ROWS || sizeOf(short) > SHORT_ROW || sizeOf(short) === 0) return null;
  if (kind.constraints.some((c) => c.kind === 'image') || kind.args.some((arg) => arg.privilege === 'reduce')) return null;
  const unrolled = unroll(
    ownKernel(task),
    short,
    task.views.map((view) => view.strides),
  );
  if (unrolled === null) return null;
  const { columns } = unrolled;
  const args = columns.map(({ arg }, k): ArgSpec => ({ ...kind.args[arg], access: unrolled.kernel.args[k].access }));
  return {
    kind: { ...kind, args, constraints: impliedConstraints(args), body: { kind: 'kernel', kernel: () => unrolled.kernel } },
    domain: [rows],
    roots: columns.map(({ arg }) => task.roots[arg]),
    views: columns.map((column, k) => columnView(task.views[column.arg], column, unrolled.kernel.args[k].rank)),
    scalars: task.scalars,
  };
}

/** A column: a view of the rows, or of one element. */
function columnView(view: View, { at }: Column, rank: number): View {
  if (at === null) return view;
  const lead = view.strides.length - at.length;
  const offset = at.reduce((sum, i, axis) => sum + i * view.strides[axis + lead], view.offset);
  return rank === 0 ? internView([], [], offset) : internView([view.shape[0]], [view.strides[0]], offset);
}
