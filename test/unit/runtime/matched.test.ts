/** Calls that are what is expected: their results are slots of the window, and have roots when somebody asks for them. */
import t from 'tap';
import { type DType, float32, float64 } from '../../../lib/dtype/index.js';
import { elementwise } from '../../../lib/ir/index.js';
import { PredictedWindow } from '../../../lib/runtime/issue/predicted-window.js';
import { Window } from '../../../lib/runtime/issue/window.js';
import { WindowBuilder } from '../../../lib/runtime/issue/window-builder.js';
import { identityView, type Shape, type View } from '../../../lib/shape/index.js';
import { broadcastView, Root, Store } from '../../../lib/store/index.js';
import { defineKind, type TaskKind } from '../../../lib/task/index.js';

/** The window as it is, when another one begins. */
function taken(filling: WindowBuilder): Window {
  const window = filling.whole();
  filling.begin([], { taken: false });
  return window;
}

const [SCALE_OF, ADD_OF] = [{ name: 'scale' }, { name: 'add' }];
const kindOf = (call: { of: object; how: number }, operands: number): TaskKind =>
  defineKind({
    name: 'called',
    args: [
      ...Array.from({ length: operands }, () => ({ privilege: 'read', access: 'elementwise' }) as const),
      { privilege: 'write', access: 'elementwise' },
    ],
    body: { kind: 'kernel', kernel: (rank) => elementwise(rank, [float64], float64, (_, x) => x) },
    call,
  });
/** By a number, which is the second operand. */
const SCALE = kindOf({ of: SCALE_OF, how: 2 }, 1);
const ADD = kindOf({ of: ADD_OF, how: 0 }, 2);

const fresh = (shape: Shape, dtype: DType = float64): Store => {
  const root = new Root(dtype, shape);
  return new Store(root, root.view, null);
};
const stored = (shape: Shape, dtype: DType = float64): Store => {
  const store = fresh(shape, dtype);
  store.root.address = 64;
  return store;
};

/** A window to fill that is expected to be as the tasks of `record`, which returns their roots; those of `deferred` are left out. */
function expecting(record: (filling: WindowBuilder) => readonly Store[], deferred: readonly number[] = []): WindowBuilder {
  const filling = new WindowBuilder(1 << 16, { least: 1 << 16, add: () => undefined, addUnwatched: () => undefined });
  const stores = record(filling);
  const { tasks } = taken(filling);
  stores.forEach(({ root }, slot) => {
    root.slot = slot;
  });
  const slots = stores.map(({ root }) => root);
  const expected = new PredictedWindow(Window.of(tasks, slots));
  expected.defer(deferred);
  filling.number = 2;
  filling.expect(expected);
  return filling;
}

/** `u = 2 a` and `v = u + a`. */
function twoTasks(filling: WindowBuilder): Store[] {
  const [a, u, v] = [stored([3]), fresh([3]), fresh([3])];
  filling.addCall(SCALE, [3], a, null, u, 2);
  filling.add(ADD, [3], [u, a, v]);
  return [a, u, v];
}

/** The store of a call that the runtime matched. */
function storeOf(filling: WindowBuilder, place: { slot: number; view: View } | null): Store {
  const { window } = filling;
  if (place === null || window === null) throw new Error('the call was to be matched');
  return new Store(place.slot, place.view, window);
}

t.test('a result that is expected to be deferred has no root until somebody asks for it', async (t) => {
  const filling = expecting(twoTasks, [1]);
  const a = stored([3]);
  const u = storeOf(filling, filling.match(SCALE_OF, 2, 5, a, null, null));
  const place = filling.match(ADD_OF, 0, 0, u, a, null);
  const window = taken(filling);
  t.equal(place?.deferred, false);
  t.equal(place?.slot, 2);
  t.same(Object.keys(window.slots), ['0', '2']);
  t.same([window.kept, window.scalars, window.length], [[0, 2], [5], 2]);
  t.equal(window.slots[0], a.root);
  t.equal(window.slots[2].mark, 2);
  t.equal(u.dtype, float64);
  t.notOk(1 in window.slots, 'whose dtype can be asked for without');
  window.recipe = { slots: [] };
  const { root } = u;
  t.equal(root, window.slots[1]);
  t.equal(root.recipe, window.recipe, 'and then it is deferred');
  t.equal(window.kept, null);
  t.equal(window.tasks[1].roots[0], root);
  t.equal(u.held, null, 'the window is not held any longer');
});

t.test('several stores of one slot have one root', async (t) => {
  const filling = expecting(twoTasks, [1]);
  const u = storeOf(filling, filling.match(SCALE_OF, 2, 5, stored([3]), null, null));
  const other = new Store(u.source, identityView([3]), u.held);
  t.equal(u.root, other.root);
});

/** Second calls that are not `v = u + a`. */
const OTHERS: Readonly<Record<string, (filling: WindowBuilder, u: Store, a: Store) => unknown>> = {
  'another function': (f, u) => f.match(SCALE_OF, 2, 5, u, null, null),
  'with a number': (f, u, a) => f.match(ADD_OF, 2, 5, u, a, null),
  'another operand': (f, u) => f.match(ADD_OF, 0, 0, u, u, null),
  'an operand that is new': (f, u) => f.match(ADD_OF, 0, 0, u, stored([3]), null),
  'an operand of another window': (f, u, a) => f.match(ADD_OF, 0, 0, new Store(1, u.view, expecting(twoTasks).window), a, null),
  'under another view': (f, u, a) => f.match(ADD_OF, 0, 0, u, new Store(a.root, identityView([3, 1]), null), null),
  'an operand that was disposed of': (f, u, a) => {
    a.root.dead = true;
    return f.match(ADD_OF, 0, 0, u, a, null);
  },
};

for (const [what, call] of Object.entries(OTHERS)) {
  t.test(`${what}: the call is to be added, to what is in the window`, async (t) => {
    const filling = expecting(twoTasks, [1]);
    const a = stored([3]);
    const u = storeOf(filling, filling.match(SCALE_OF, 2, 5, a, null, null));
    t.equal(call(filling, u, a), null);
    filling.addCall(SCALE, [3], u, null, fresh([3]), 7);
    const { tasks, expected } = taken(filling);
    t.equal(expected, null);
    t.same(
      tasks.map((task) => task.scalars),
      [[5], [7]],
    );
    t.ok(tasks[0].roots[1] === u.root && tasks[1].roots[0] === u.root);
    t.equal(u.root.mark, 2);
  });
}

t.test('a store of a window that came otherwise keeps nothing else of it', async (t) => {
  const filling = expecting(twoTasks, [1]);
  const a = stored([3]);
  const u = storeOf(filling, filling.match(SCALE_OF, 2, 5, a, null, null));
  const { window } = filling;
  const { tasks } = taken(filling);
  t.equal(tasks[0].roots[0], a.root);
  t.same(Object.keys(window?.slots ?? []), ['1']);
  t.same(window?.tasks, []);
  t.equal(u.root, tasks[0].roots[1]);
});

t.test('a root of another dtype in the first place', async (t) => {
  t.equal(expecting(twoTasks).match(SCALE_OF, 2, 5, stored([3], float32), null, null), null);
});

/** The sum of two arrays, as views of `shape`. */
const sumOver =
  (shape: Shape, ...operands: readonly Shape[]) =>
  (filling: WindowBuilder): Store[] => {
    const [a, b] = operands.map((own) => stored(own));
    const out = fresh(shape);
    const over = (x: Store): Store => new Store(x.root, broadcastView(x.view, shape), null);
    filling.add(ADD, shape, [over(a), over(b), out]);
    return [a, b, out];
  };

t.test('operands that are repeated to the shape of others, or of each other', async (t) => {
  for (const [one, other] of [
    [[2, 3], [3]],
    [[2, 1], [3]],
  ]) {
    const filling = expecting(sumOver([2, 3], one, other));
    t.same(filling.match(ADD_OF, 0, 0, stored(one), stored(other), null)?.view.shape, [2, 3]);
  }
});

t.test('operands that could be repeated to the shape, but have a smaller one in common', async (t) => {
  const filling = expecting(sumOver([2, 3], [1, 3], [3]));
  t.equal(filling.match(ADD_OF, 0, 0, stored([1, 3]), stored([3]), null), null);
});

t.test('calls that are made ready', async (t) => {
  const views = [identityView([3]), identityView([3])];
  const kind = kindOf({ of: {}, how: 0 }, 1);
  const filling = expecting(
    (f) => {
      const [a, u] = [stored([3]), fresh([3])];
      f.add(kind, [3], [a, u], [], views);
      return [a, u];
    },
    [1],
  );
  t.equal(filling.matchOn({ kind, domain: [3] }, [...views], [stored([3])]), null, 'by the array of their views');
  t.equal(filling.matchOn({ kind, domain: [3] }, views, [stored([3])])?.slot, 1);
  const window: Window = taken(filling);
  t.same(window.kept, [0]);
});
