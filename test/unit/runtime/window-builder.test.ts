/** Windows recorded against what is expected: no tasks are made while it holds, and all of them once it does not. */
import t from 'tap';
import { float64, int64 } from '../../../lib/dtype/index.js';
import { elementwise } from '../../../lib/ir/index.js';
import { PredictedWindow } from '../../../lib/runtime/issue/predicted-window.js';
import { Window } from '../../../lib/runtime/issue/window.js';
import { WindowBuilder } from '../../../lib/runtime/issue/window-builder.js';
import { identityView } from '../../../lib/shape/index.js';
import { Root, Store } from '../../../lib/store/index.js';
import { defineKind, type TaskKind } from '../../../lib/task/index.js';

/** The window as it is, when another one begins. */
function taken(filling: WindowBuilder): Window {
  const window = filling.whole();
  filling.begin([], { taken: false });
  return window;
}

const kindOf = (name: string, operands: number): TaskKind =>
  defineKind({
    name,
    args: [
      ...Array.from({ length: operands }, () => ({ privilege: 'read', access: 'elementwise' }) as const),
      { privilege: 'write', access: 'elementwise' },
    ],
    body: { kind: 'kernel', kernel: (rank) => elementwise(rank, [float64], float64, (_, x) => x) },
  });
const ADD = kindOf('add', 2);
const SCALE = kindOf('scale', 1);
const SHAPE = [3];

const fresh = (): Store => {
  const root = new Root(float64, SHAPE);
  return new Store(root, root.view, null);
};
const stored = (): Store => {
  const store = fresh();
  store.root.address = 64;
  return store;
};

/** Two tasks, `u = 2 a` and `v = u + a`; what they write is fresh. */
function record(filling: WindowBuilder, a: Store, by = 2): Store[] {
  const [u, v] = [fresh(), fresh()];
  filling.addCall(SCALE, SHAPE, a, null, u, by);
  filling.add(ADD, SHAPE, [u, a, v]);
  return [u, v];
}

/** What windows recorded by `record` on a stored array are, and a window to fill that is expected to be one. */
function expecting(): { filling: WindowBuilder; expected: PredictedWindow; large: number[] } {
  const large: number[] = [];
  const filling = new WindowBuilder(0, {
    least: 0,
    add: (bytes) => large.push(bytes),
    addUnwatched: (bytes) => large.push(bytes),
  });
  const a = stored();
  const [u, v] = record(filling, a);
  const { tasks } = taken(filling);
  const slots = [a.root, u.root, v.root];
  slots.forEach((root, slot) => {
    root.slot = slot;
  });
  const expected = new PredictedWindow(Window.of(tasks, slots));
  filling.number = 2;
  filling.expect(expected);
  large.length = 0;
  return { filling, expected, large };
}

t.test('a window that is as expected has its slots and scalars, and its tasks when they are asked for', async (t) => {
  const { filling, expected, large } = expecting();
  const a = stored();
  const [u, v] = record(filling, a, 5);
  const window = taken(filling);
  t.equal(window.expected, expected);
  t.same([window.length, window.inOrder()[0]], [2, 5]);
  t.ok([a, u, v].every(({ root }, slot) => window.slots[slot] === root && root.mark === 2));
  t.same(large, [24, 24], 'what is written counts as without expectation');
  t.same(
    window.tasks.map(({ kind, scalars }) => [kind.name, scalars]),
    [
      ['scale', [5]],
      ['add', []],
    ],
  );
  t.ok([u, a, v].every(({ root }, k) => window.tasks[1].roots[k] === root));
  t.equal(taken(filling).length, 0, 'and the next one is empty');
});

t.test('a window that is shorter or longer is one of tasks', async (t) => {
  const shorter = expecting();
  shorter.filling.addCall(SCALE, SHAPE, stored(), null, fresh(), 2);
  const window = taken(shorter.filling);
  t.same([window.expected, window.length, window.tasks.length], [null, 1, 1]);
  const longer = expecting();
  const [, v] = record(longer.filling, stored());
  longer.filling.addCall(SCALE, SHAPE, v, null, fresh(), 7);
  const { expected, tasks } = taken(longer.filling);
  t.equal(expected, null);
  t.same(
    tasks.map(({ scalars }) => scalars),
    [[2], [], [7]],
  );
});

/** Second tasks that are not `v = u + a`. */
const OTHERS: Readonly<Record<string, (filling: WindowBuilder, u: Store, a: Store) => void>> = {
  'another kind': (filling, u) => filling.addCall(SCALE, SHAPE, u, null, fresh(), 2),
  'another operand': (filling, u) => filling.add(ADD, SHAPE, [u, u, fresh()]),
  'an operand that is new': (filling, u) => filling.addCall(ADD, SHAPE, u, stored(), fresh()),
  'a result that is there already': (filling, u, a) => filling.addCall(ADD, SHAPE, u, a, u),
  'a result that has memory': (filling, u, a) => filling.addCall(ADD, SHAPE, u, a, stored()),
  'a result that is deferred': (filling, u, a) => {
    const out = fresh();
    out.root.recipe = { slots: [] };
    filling.addCall(ADD, SHAPE, u, a, out);
  },
  'a result with a key partition': (filling, u, a) => {
    const out = fresh();
    out.root.key = { id: 7 };
    filling.addCall(ADD, SHAPE, u, a, out);
  },
  'a larger result': (filling, u, a) => {
    const root = new Root(int64, [4]);
    filling.addCall(ADD, SHAPE, u, a, new Store(root, root.view, null));
  },
  'another view': (filling, u, a) => filling.addCall(ADD, SHAPE, new Store(u.root, identityView([3, 1]), null), a, fresh()),
  'another domain': (filling, u, a) => filling.addCall(ADD, [3, 1], u, a, fresh()),
};

for (const [what, issue] of Object.entries(OTHERS)) {
  t.test(`${what}: what came is unfolded, and nothing is lost`, async (t) => {
    const { filling } = expecting();
    const [a, u] = [stored(), fresh()];
    filling.addCall(SCALE, SHAPE, a, null, u, 3);
    issue(filling, u, a);
    const { tasks, expected } = taken(filling);
    t.equal(expected, null);
    t.equal(tasks.length, 2);
    t.same(tasks[0].scalars, [3]);
    t.ok(tasks[0].roots[0] === a.root && tasks[0].roots[1] === u.root && tasks[1].roots[0] === u.root);
    t.ok(tasks.every((task) => task.roots.every((root) => root.mark === 2)));
  });
}

t.test('what throws is not in the window, whose other tasks stay', async (t) => {
  const { filling } = expecting();
  const [a, u] = [stored(), fresh()];
  filling.addCall(SCALE, SHAPE, a, null, u, 3);
  const settled = fresh();
  settled.root.readOnly = true;
  t.throws(() => filling.addCall(ADD, SHAPE, u, a, settled), { message: /read-only/ });
  filling.addCall(ADD, SHAPE, u, a, fresh());
  const { tasks } = taken(filling);
  t.same(
    tasks.map((task) => task.kind.name),
    ['scale', 'add'],
  );
});

t.test('a task on two arrays in reverse order is matched where both are new in the window', async (t) => {
  const filling = new WindowBuilder(100, { least: 0, add: () => undefined, addUnwatched: () => undefined });
  const [a, b, u] = [stored(), stored(), fresh()];
  filling.add(ADD, SHAPE, [b, a, u]);
  const { tasks } = taken(filling);
  const slots = [b.root, a.root, u.root];
  slots.forEach((root, slot) => {
    root.slot = slot;
  });
  const expected = new PredictedWindow(Window.of(tasks, slots));
  for (const swapped of [true, false]) {
    filling.number++;
    filling.expect(expected);
    const [first, second] = [stored(), stored()];
    const launch = { kind: ADD, domain: SHAPE, swapped };
    const place = filling.matchOn(launch, expected.tasks[0].views, [first, second]);
    t.equal(place, expected.roots[2], swapped ? 'in reverse order' : 'in order');
    const window = taken(filling);
    const inOrder = swapped ? [second.root, first.root] : [first.root, second.root];
    t.ok(inOrder.every((root, slot) => window.slots[slot] === root));
  }
});
