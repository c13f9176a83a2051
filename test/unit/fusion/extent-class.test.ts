/** Extent classes: which windows have one, and which have the same. */
import t from 'tap';
import { float64 } from '../../../lib/dtype/index.js';
import { ExtentClass } from '../../../lib/fusion/index.js';
import { elementwise } from '../../../lib/ir/index.js';
import { internView, type View } from '../../../lib/shape/index.js';
import { Root } from '../../../lib/store/index.js';
import { defineKind, type Task } from '../../../lib/task/index.js';
import { FROM_X_TO_Y } from '../../support/kinds.js';

const NEGATE = defineKind({
  name: 'classed negate',
  args: FROM_X_TO_Y,
  body: { kind: 'kernel', kernel: (rank) => elementwise(rank, [float64], float64, (b, x) => b.neg(x)) },
});
const MACHINE = { procs: 4, grainElements: 1 << 14 };

const negate = (x: Root, y: Root, from: View = x.view, to: View = y.view): Task => ({
  kind: NEGATE,
  domain: to.shape,
  roots: [x, y],
  views: [from, to],
  scalars: [],
});
const vector = (n: number): Root => new Root(float64, [n]);

/** The words of a window's class; null where it has none. */
function classOf(tasks: readonly Task[]): string | null {
  const roots = [...new Set(tasks.flatMap((task) => task.roots))];
  roots.forEach((root, slot) => {
    root.slot = slot;
  });
  const extents = new ExtentClass(MACHINE, () => false);
  const has = extents.encode(tasks);
  for (const root of roots) root.slot = -1;
  return has ? extents.words.subarray(0, extents.length).join() : null;
}

/** y = -x; z = -y; and w = -v, which has another size where that is said. */
function chains(n: number, m = n): string | null {
  const [x, y, z] = [vector(n), vector(n), vector(n)];
  return classOf([negate(x, y), negate(y, z), negate(vector(m), vector(m))]);
}

t.test('windows that differ in sizes alone have one class', async (t) => {
  t.type(chains(700), 'string');
  t.equal(chains(700), chains(900));
  t.equal(chains(700, 300), chains(900, 400));
});

t.test('equal extents, small ones, magnitudes and points are told apart', async (t) => {
  t.not(chains(700), chains(700, 900));
  t.not(chains(700), chains(5000));
  t.not(chains(700, 2), chains(700, 3));
  t.not(chains(17_000), chains(60_000), 'two domains of one magnitude, worth one point and three');
  t.equal(chains(3), null, 'nothing differs');
});

t.test('a window has none where dependences may depend on extents', async (t) => {
  const [x, y, z] = [vector(700), vector(700), vector(699)];
  const tail = internView([699], [1], 1);
  t.equal(classOf([negate(x, y), negate(y, z, tail)]), null, 'a part of what is written is read');
  t.equal(classOf([negate(z, y, z.view, tail)]), null, 'a part is written');
  t.type(classOf([negate(x, z, tail)]), 'string', 'a part of what is read alone');
  const wide = internView([5, 700], [0, 1], 0);
  t.type(classOf([negate(x, y), negate(y, new Root(float64, [5, 700]), wide)]), 'string', 'what is written is broadcast');
});
