/** Candidates for being left out, and their slices, on windows written by hand. */
import t from 'tap';
import { float64 } from '../../../lib/dtype/index.js';
import { candidatesOf, sliceOf } from '../../../lib/fusion/candidates.js';
import { Root } from '../../../lib/store/index.js';
import type { Task, TaskKind } from '../../../lib/task/index.js';

type Privilege = 'read' | 'write' | 'readwrite';

/** A task by what it does with which root. */
function task(...uses: readonly (readonly [Privilege, Root])[]): Task {
  const kind = { args: uses.map(([privilege]) => ({ privilege, access: 'elementwise' })) } as unknown as TaskKind;
  const roots = uses.map(([, root]) => root);
  return { kind, domain: [4], roots, views: roots.map((root) => root.view), scalars: [] };
}

/** Roots that carry their slots. */
function roots(count: number): Root[] {
  return Array.from({ length: count }, (_, slot) => {
    const root = new Root(float64, [4]);
    root.slot = slot;
    return root;
  });
}

const nothingHeld = (): boolean => false;

t.test('a chain: all but its end is consumed, all is intact', async (t) => {
  const [a, b, c] = roots(3);
  const tasks = [task(['read', a], ['write', b]), task(['read', b], ['write', c])];
  const found = candidatesOf(tasks, [{ tasks: [0, 1], slots: new Set([1, 2]) }], nothingHeld);
  t.same(found, [
    { slot: 1, tasks: [0, 1], consumed: true, intact: true, readsHeld: false },
    { slot: 2, tasks: [0, 1], consumed: false, intact: true, readsHeld: false },
  ]);
});

t.test('an input that is written later in the window: what is computed from it is not intact', async (t) => {
  const [a, b, c, d] = roots(4);
  const tasks = [
    task(['read', a], ['write', b]),
    task(['read', b], ['write', c]),
    task(['read', d], ['write', d]),
    task(['readwrite', a]),
  ];
  const found = candidatesOf(tasks, [{ tasks: [0, 1], slots: new Set([1, 2]) }], nothingHeld);
  t.same(
    found.map(({ slot, intact }) => [slot, intact]),
    [
      [1, false],
      [2, false],
    ],
  );
});

t.test('an input that was written earlier in the window is there at its end', async (t) => {
  const [a, b] = roots(2);
  const tasks = [task(['write', a]), task(['read', a], ['write', b])];
  const [found] = candidatesOf(tasks, [{ tasks: [1], slots: new Set([1]) }], nothingHeld);
  t.equal(found.intact, true);
});

t.test('whether roots are read whose memory is given back by hand goes down the chain', async (t) => {
  const [a, b, c, d, e] = roots(5);
  const tasks = [task(['read', a], ['write', b]), task(['read', b], ['write', c]), task(['read', d], ['write', e])];
  const found = candidatesOf(tasks, [{ tasks: [0, 1, 2], slots: new Set([1, 2, 4]) }], (root) => root === a);
  t.same(
    found.map(({ slot, readsHeld }) => [slot, readsHeld]),
    [
      [1, true],
      [2, true],
      [4, false],
    ],
  );
});

t.test('a slice is the tasks that lead to its targets, and what they read from outside', async (t) => {
  const [a, b, c, d, e] = roots(5);
  const tasks = [
    task(['read', a], ['write', b]),
    task(['read', d], ['write', e]),
    task(['read', b], ['read', d], ['write', c]),
    task(['readwrite', b]),
  ];
  const local = new Set([b, c, e]);
  t.same(sliceOf(tasks, [0, 1, 2], local, [c]).tasks, [0, 2]);
  t.same(new Set(sliceOf(tasks, [0, 1, 2], local, [c]).inputs), new Set([a, d]));
  t.same(sliceOf(tasks, [0, 1, 2, 3], local, [b]).tasks, [0, 3], 'changes of it belong to it');
  t.same(sliceOf(tasks, [0, 1, 2, 3], local, [e]), { tasks: [1], inputs: [d] });
});
