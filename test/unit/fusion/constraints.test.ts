/** The fusion constraints on hand-made prefixes: each barrier, and each way to be free of one. */
import t from 'tap';
import { ACCESS, accessList, type Barrier, Prefix, pushAccess } from '../../../lib/fusion/index.js';

const { READ, WRITE, REDUCE, ALIASED } = ACCESS;

/** Arguments as [root, sub, flags, op]. */
function task(domain: number, ...args: number[][]): ReturnType<typeof accessList> {
  const list = accessList();
  list.domain = domain;
  for (const [root, sub, flags, op] of args) pushAccess(list, root, sub, flags, op);
  return list;
}

/** Sub-partitions with the same tens digit overlap. */
const prefix = () => new Prefix((a, b) => Math.floor(a / 10) === Math.floor(b / 10));

function check(name: string, tasks: ReturnType<typeof accessList>[], expected: (Barrier | null)[]): void {
  t.test(name, async (t) => {
    const p = prefix();
    t.same(
      tasks.map((x) => p.tryAdd(x)),
      expected,
    );
  });
}

check(
  'a chain through one sub-partition fuses',
  [task(1, [0, 1, READ], [1, 2, WRITE]), task(1, [1, 2, READ], [2, 1, WRITE])],
  [null, null],
);
check('another launch domain', [task(1, [0, 1, READ]), task(2, [0, 1, READ])], [null, 'domain']);
check('opaque either way', [task(-1, [0, 1, READ]), task(1, [0, 1, READ])], [null, 'opaque']);
check('opaque behind', [task(1, [0, 1, READ]), task(-1, [0, 1, READ])], [null, 'opaque']);
check('reading other elements of what was written', [task(1, [0, 1, WRITE]), task(1, [0, 2, READ])], [null, 'true']);
check('writing other elements of what was written', [task(1, [0, 1, WRITE]), task(1, [0, 2, WRITE])], [null, 'true']);
check('reading elements apart from what was written', [task(1, [0, 1, WRITE]), task(1, [0, 12, READ])], [null, null]);
check('writing other elements of what was read', [task(1, [0, 1, READ]), task(1, [0, 2, WRITE])], [null, 'anti']);
check(
  'reads of any kind agree',
  [task(1, [0, 1, READ]), task(1, [0, 2, READ]), task(1, [0, 1, READ | ALIASED])],
  [null, null, null],
);
check(
  'a write that points share is seen by no reader',
  [task(1, [0, 1, WRITE | ALIASED]), task(1, [0, 1, READ])],
  [null, 'true'],
);
check('a gather from what was written', [task(1, [0, 1, WRITE]), task(1, [0, 1, READ | ALIASED])], [null, 'true']);
check('a write to what was gathered from', [task(1, [0, 1, READ | ALIASED]), task(1, [0, 1, WRITE])], [null, 'anti']);
check('reductions with one operator agree', [task(1, [0, 1, REDUCE | ALIASED, 3]), task(1, [0, 2, REDUCE, 3])], [null, null]);
check('reductions with two operators', [task(1, [0, 1, REDUCE, 3]), task(1, [0, 1, REDUCE, 4])], [null, 'reduction']);
check('reading what is being reduced', [task(1, [0, 1, REDUCE, 3]), task(1, [0, 1, READ])], [null, 'reduction']);
check('reducing to what was written', [task(1, [0, 1, WRITE]), task(1, [0, 1, REDUCE, 3])], [null, 'reduction']);
check('a task may write what it reads', [task(1, [0, 1, READ | WRITE]), task(1, [0, 1, READ | WRITE])], [null, null]);

t.test('a refused task leaves no mark', async (t) => {
  const p = prefix();
  p.tryAdd(task(1, [0, 1, WRITE]));
  t.equal(p.tryAdd(task(1, [1, 1, WRITE], [0, 2, READ])), 'true');
  t.equal(p.length, 1);
  t.equal(p.tryAdd(task(1, [1, 2, READ])), null, 'root 1 was not written');
});

t.test('reset forgets', async (t) => {
  const p = prefix();
  p.tryAdd(task(1, [0, 1, WRITE]));
  p.reset();
  t.equal(p.tryAdd(task(2, [0, 2, READ])), null);
  t.equal(p.length, 1);
  t.equal(p.tryAdd(task(2, [0, 3, WRITE])), 'anti', 'the new prefix has its own uses');
});

t.test('many views of one root: reads go on, a write through a forgotten one does not', async (t) => {
  const p = prefix();
  for (let view = 0; view < 100; view++) t.equal(p.tryAdd(task(1, [0, view * 10, READ])), null);
  t.equal(p.tryAdd(task(1, [0, 990, WRITE])), 'anti');
  t.equal(p.tryAdd(task(1, [0, 5000, READ])), null);
});

t.test('views apart are counted once they let a task in', async (t) => {
  const p = prefix();
  p.tryAdd(task(1, [0, 1, WRITE]));
  p.tryAdd(task(1, [0, 11, READ], [0, 2, READ]));
  t.equal(p.disjointViews, 0);
  p.tryAdd(task(1, [0, 11, READ]));
  t.equal(p.disjointViews, 1);
});
