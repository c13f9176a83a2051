/** Evictions that end early: operations that coherence has decided are carried out. */
import t from 'tap';
import { OutOfMemoryError } from '../../../../lib/base/index.js';
import type { Coherence, Operation, RootKey } from '../../../../lib/dependence/index.js';
import { Evictor } from '../../../../lib/runtime/memories/evictor.js';

const roots = [0, 1, 2].map((id) => ({ id, collected: false }) as unknown as RootKey);
const operation = {} as Operation;

/** An evictor of roots of 8 bytes; the one of this number finds no room at home (-1: each does). */
function evictorWith(full: number): { readonly evictor: Evictor; readonly done: Operation[][] } {
  const done: Operation[][] = [];
  const coherence = {
    residence: () => ({ bytes: 8, alone: true }),
    evict: (root: RootKey) => {
      if (root === roots[full]) throw new OutOfMemoryError('no room');
      return [operation];
    },
  } as unknown as Coherence;
  const evictor = new Evictor({ coherence: () => coherence, carryOut: (operations) => done.push([...operations]) });
  for (const root of roots) evictor.use(root, 1);
  return { evictor, done };
}

t.test('all of it', async (t) => {
  const { evictor, done } = evictorWith(-1);
  t.ok(evictor.evict(1, 16));
  t.same(done, [[operation, operation]]);
  t.same(evictor.evicted, { arrays: 2, bytes: 16, kernels: 0 });
});

t.test('an array has no room at home: the ones before it have moved', async (t) => {
  const { evictor, done } = evictorWith(1);
  t.throws(() => evictor.evict(1, 24), OutOfMemoryError);
  t.same(done, [[operation]]);
  t.same(evictor.evicted, { arrays: 1, bytes: 8, kernels: 0 });
  t.throws(() => evictor.evict(1, 8), OutOfMemoryError);
  t.equal(done.length, 1, 'nothing moved, nothing is carried out');
});
