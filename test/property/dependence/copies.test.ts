/** Random programs: the elements that the analysis copies from memory to memory are those that an element-by-element oracle finds. */

import t from 'tap';
import { Coherence, Mapper, type RootKey } from '../../../lib/dependence/index.js';
import { none, partInView, subPartition } from '../../../lib/partition/index.js';
import { identityView } from '../../../lib/shape/index.js';
import fc from '../../support/seeded.js';
import { Oracle } from '../../unit/dependence/oracle.js';
import { indicesOf, type SimTask } from '../../unit/dependence/simulator.js';
import { type Draw, legal, shapeOf, steps } from './programs.js';

/** Runs a program in both; how many elements are copied. */
function program(memories: number, draws: readonly Draw[]): number {
  const mapper = new Mapper(memories);
  const coherence = new Coherence({ mapper, backing: { allocate: () => true, free: () => undefined } });
  const oracle = new Oracle(mapper);
  let copied = 0;
  let count = 0;
  const issue = (task: SimTask): void => {
    const found = new Set<string>();
    for (const op of coherence.map(task).before) {
      if (op.kind !== 'copy') continue;
      for (const { rect, fromMemory, toMemory } of op.pieces) {
        if (fromMemory === toMemory) continue;
        for (const at of indicesOf(rect)) found.add(`${op.root}:${fromMemory}>${toMemory}:${at.join()}`);
      }
    }
    const expected = oracle.copiesOf(task);
    if ([...found].sort().join(' ') !== expected.join(' '))
      throw new Error(`copies ${[...found].sort().join(' ')}\nexpected ${expected.join(' ')}`);
    copied += expected.length;
  };
  const fresh = (slot: number): RootKey => {
    const root = { id: count++, shape: shapeOf(slot), itemSize: 8 };
    issue({
      launch: [1],
      at: count % memories,
      args: [{ root, sub: subPartition(identityView(root.shape), none), privilege: 'write' }],
    });
    return root;
  };
  const roots = Array.from({ length: 6 }, (_, slot) => fresh(slot));
  for (const draw of draws) {
    const isBox = ({ root, sub }: SimTask['args'][number]): boolean =>
      partInView(sub.view, { low: root.shape.map(() => 0), high: root.shape }, root.shape) !== null;
    const args = legal(draw, roots).filter(isBox);
    if (args.length > 0) issue({ launch: draw.launch, args });
    if (draw.release >= 6) continue;
    coherence.release(roots[draw.release]);
    oracle.release(roots[draw.release]);
    roots[draw.release] = fresh(draw.release);
  }
  return copied;
}

t.test('copies are those of the oracle', async (t) => {
  let copied = 0;
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.array(steps, { minLength: 1, maxLength: 20 }), (memories, draws) => {
      copied += program(memories, draws);
    }),
    { seed: 123, numRuns: 300 },
  );
  t.comment(`${copied} elements are copied`);
  t.ok(copied > 3000);
});
