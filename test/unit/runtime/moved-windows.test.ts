/** Windows with views elsewhere than expected: they match as long as all views of a root lie equally far behind the expected ones. */
import t from 'tap';
import { float64 } from '../../../lib/dtype/index.js';
import { elementwise } from '../../../lib/ir/index.js';
import { PredictedWindow } from '../../../lib/runtime/issue/predicted-window.js';
import { Window } from '../../../lib/runtime/issue/window.js';
import { WindowBuilder } from '../../../lib/runtime/issue/window-builder.js';
import { internView, type View } from '../../../lib/shape/index.js';
import { broadcastView, Root, Store } from '../../../lib/store/index.js';
import { defineKind } from '../../../lib/task/index.js';

const ADD = { name: 'add' };
const kind = defineKind({
  name: 'add',
  args: [
    { privilege: 'read', access: 'elementwise' },
    { privilege: 'read', access: 'elementwise' },
    { privilege: 'write', access: 'elementwise' },
  ],
  body: { kind: 'kernel', kernel: (rank) => elementwise(rank, [float64, float64], float64, (_, x) => x) },
  call: { of: ADD, how: 0 },
});
const SHAPE = [4];

const rootOf = (size: number): Root => {
  const root = new Root(float64, [size]);
  root.address = 64;
  return root;
};
const at = (root: Root, offset: number, shape = SHAPE): Store => new Store(root, internView(shape, [1], offset), null);
const fresh = (): Store => {
  const root = new Root(float64, SHAPE);
  return new Store(root, root.view, null);
};

/** A window `y[j:] = (x[i:] + x[i + 1:]) + x[i:]`, recorded at i = 3 and j = 5, is expected. */
function expecting(moves: boolean): { filling: WindowBuilder; x: Root; y: Root } {
  const filling = new WindowBuilder(1 << 16, { least: 1 << 16, add: () => undefined, addUnwatched: () => undefined });
  const [x, y] = [rootOf(100), rootOf(100)];
  const sum = fresh();
  filling.addCall(kind, SHAPE, at(x, 3), at(x, 4), sum);
  filling.addCall(kind, SHAPE, sum, at(x, 3), at(y, 5));
  const window = filling.whole();
  filling.begin([], { taken: false });
  const slots = [x, sum.root, y];
  slots.forEach((root, slot) => {
    root.slot = slot;
  });
  window.slots = slots;
  window.bases = [3, 0, 5];
  window.moves = moves;
  filling.number = 2;
  filling.expect(new PredictedWindow(window));
  return { filling, x, y };
}

/** The result of the call where it is the expected one. */
function matched(filling: WindowBuilder, a: Store, b: Store): Store | null {
  const place = filling.match(ADD, 0, 0, a, b, null);
  return place === null || filling.window === null ? null : new Store(filling.window.rootAt(place.slot), place.view, null);
}

t.test('it has the places and the views of its own roots', async (t) => {
  const { filling, x, y } = expecting(true);
  const sum = matched(filling, at(x, 40), at(x, 41));
  if (sum === null) throw new Error('the call is the expected one');
  filling.addCall(kind, SHAPE, sum, at(x, 40), at(y, 7));
  t.ok(filling.isAsExpected);
  const window = filling.whole();
  t.same(window.bases, [40, 0, 7]);
  const offsets = window.tasks.map(({ views }) => views.map(({ offset }) => offset));
  t.same(offsets, [
    [40, 41, 0],
    [0, 40, 7],
  ]);
});

t.test('where it does not move it has the places of the expected one', async (t) => {
  const { filling, x, y } = expecting(true);
  const sum = matched(filling, at(x, 3), at(x, 4));
  if (sum === null) throw new Error('the call is the expected one');
  filling.addCall(kind, SHAPE, sum, at(x, 3), at(y, 5));
  const window = filling.whole();
  t.same([window.bases, window.shifts], [[3, 0, 5], null]);
});

t.test('a view at another distance from the first is another task', async (t) => {
  for (const second of [40, 42, 4]) {
    const { filling, x } = expecting(true);
    t.equal(matched(filling, at(x, 40), at(x, second)), null, `${second} behind 40`);
  }
  const { filling, x } = expecting(true);
  t.equal(matched(filling, at(x, 3), at(x, 5)), null, 'the first lies where it did, the second does not');
});

t.test('a later view that lies where it did, of a root that moved, is another task', async (t) => {
  const { filling, x, y } = expecting(true);
  const sum = matched(filling, at(x, 40), at(x, 41));
  if (sum === null) throw new Error('the call is the expected one');
  filling.addCall(kind, SHAPE, sum, at(x, 3), at(y, 5));
  t.equal(filling.window, null);
  const [first, last] = filling.tasks;
  t.same(
    [first, last].map(({ views }) => views.map(({ offset }) => offset)),
    [
      [40, 41, 0],
      [0, 3, 5],
    ],
    'and the tasks are the ones that were issued',
  );
});

t.test('a form that says where its views lie is matched there alone', async (t) => {
  const { filling, x } = expecting(false);
  t.equal(matched(filling, at(x, 40), at(x, 41)), null);
  t.ok(matched(filling, at(x, 3), at(x, 4)));
});

t.test('views of another shape or with other steps are other tasks', async (t) => {
  for (const view of [internView([3], [1], 40), internView(SHAPE, [2], 40)]) {
    const { filling, x } = expecting(true);
    t.equal(matched(filling, new Store(x, view, null), at(x, 41)), null);
  }
});

t.test('operands that are repeated match by their repeated views', async (t) => {
  const filling = new WindowBuilder(1 << 16, { least: 1 << 16, add: () => undefined, addUnwatched: () => undefined });
  const x = rootOf(100);
  const row = (offset: number): Store => at(x, offset);
  const one = (offset: number): Store => at(x, offset, [1]);
  const over = (store: Store): View => broadcastView(store.view, SHAPE);
  const sum = fresh();
  filling.addCall(kind, SHAPE, row(8), new Store(x, over(one(2)), null), sum);
  const { tasks } = filling.whole();
  filling.begin([], { taken: false });
  x.slot = 0;
  sum.root.slot = 1;
  const window = Window.of(tasks, [x, sum.root]);
  window.bases = [8, 0];
  window.moves = true;
  const expected = new PredictedWindow(window);
  for (const [offset, fits] of [
    [12, true],
    [13, false],
  ] as const) {
    filling.begin([], { taken: false });
    filling.number++;
    filling.expect(expected);
    const single = one(offset);
    over(single);
    t.equal(matched(filling, row(18), single) !== null, fits, `an element at ${offset} beside a row at 18`);
  }
});
