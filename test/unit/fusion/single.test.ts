/** Steps of one task each: arguments that are the same are one, and what is uniform is. */
import t from 'tap';
import { float64 } from '../../../lib/dtype/index.js';
import { canBeSingle, singleOf, singleStep } from '../../../lib/fusion/index.js';
import { elementwise } from '../../../lib/ir/index.js';
import { broadcastView, Root } from '../../../lib/store/index.js';
import { defineKind, type Task } from '../../../lib/task/index.js';

const ADD = defineKind({
  name: 'single add',
  args: (['read', 'read', 'write'] as const).map((privilege) => ({ privilege, access: 'elementwise' as const })),
  body: {
    kind: 'kernel',
    kernel: (rank) => elementwise(rank, [float64, float64], float64, (b, x, y) => b.add(x, y)),
  },
});
const machine = { procs: 4, grainElements: 100 };

function task(domain: readonly number[], roots: readonly Root[], views = roots.map((root) => root.view)): Task {
  roots.forEach((root) => (root.slot = [...new Set(roots)].indexOf(root)));
  return { kind: ADD, domain, roots, views, scalars: [] };
}

const root = (...shape: number[]): Root => new Root(float64, shape);

t.test('an array with itself is one argument', async (t) => {
  const [a, b, out] = [root(8), root(8), root(8)];
  const twice = task([8], [a, a, out]);
  t.same(singleOf(twice).args, [0, 2]);
  t.same(singleOf(task([8], [a, b, out])).args, [0, 1, 2]);
  t.equal(singleOf(task([8], [b, b, out])), singleOf(twice), 'known');
  t.not(singleOf(task([2, 4], [root(2, 4), root(2, 4), root(2, 4)])), singleOf(task([8], [a, b, out])), 'by rank');
});

t.test('a number in memory is uniform', async (t) => {
  const [a, n, out] = [root(8), root(), root(8)];
  const mixed = task([8], [a, n, out], [a.view, broadcastView(n.view, [8]), out.view]);
  const { bindings } = singleStep(mixed, 0, 0, machine) ?? { bindings: [] };
  t.same(
    bindings.map((b) => b.access),
    ['elementwise', 'full', 'elementwise'],
  );
  t.equal(bindings[1].view, n.view);
});

t.test('the step reads and writes what the task does', async (t) => {
  const [a, out] = [root(10_000), root(10_000)];
  const step = singleStep(task([10_000], [a, out, out]), 5, 0, machine);
  t.match(step, { tasks: [5], reads: [0, 1], writes: [1], split: null, parts: null });
  t.same(step?.keys, [{ slot: 1, key: null }]);
  t.equal(step?.unitsPerPoint, 3, 'ten units for four points');
});

t.test('bodies in JavaScript and index launches are not for it', async (t) => {
  const js = defineKind({ name: 'single js', args: [], body: { kind: 'js', run: () => undefined } });
  t.notOk(canBeSingle({ ...task([8], [root(8), root(8), root(8)]), kind: js }));
  t.ok(canBeSingle(task([8], [root(8), root(8), root(8)])));
});
