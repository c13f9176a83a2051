/**
 * Random programs analyzed by one process for each memory: sends meet receives, elements are copied between the same memories as
 * one process for all decides, and any order that waits and messages allow gives the sequential result.
 */

import t from 'tap';
import { Mapper, type RootKey } from '../../../lib/dependence/index.js';
import { none, type Partition, projection, subPartition, tiling } from '../../../lib/partition/index.js';
import { identityView } from '../../../lib/shape/index.js';
import fc from '../../support/seeded.js';
import { seeds } from '../../support/seeds.js';
import { Ranks } from '../../unit/dependence/ranks.js';
import { type Draw, generator, legal, shapeOf, steps } from './programs.js';

/** A library's own policy: points lie apart, results of reductions elsewhere, the farthest copy is the best. */
class Scattered extends Mapper {
  override place(launch: readonly number[]): Int32Array {
    return super.place(launch).map((_, p) => (5 * p + 3) % this.memories);
  }
  override home(): number {
    return this.memories - 1;
  }
  override source(_: number, from: readonly number[]): number {
    return Math.max(...from);
  }
}

/** Runs a program; what differs, and how many elements went from memory to memory. */
function program(mapper: Mapper, seed: number, draws: readonly Draw[]): { wrong: string[]; moved: number } {
  const { memories } = mapper;
  const ranks = new Ranks(memories, generator(seed), mapper);
  let count = 0;
  const fresh = (slot: number): RootKey => {
    const root = { id: count++, shape: shapeOf(slot), itemSize: 8 };
    const whole = subPartition(identityView(root.shape), none);
    ranks.issue({ launch: [1], at: count % memories, args: [{ root, sub: whole, privilege: 'write' }] });
    return root;
  };
  const roots = Array.from({ length: 6 }, (_, slot) => fresh(slot));
  for (const draw of draws) {
    const args = legal(draw, roots);
    if (args.length > 0) ranks.issue({ launch: draw.launch, args });
    if (draw.release < 6) {
      ranks.release(roots[draw.release]);
      roots[draw.release] = fresh(draw.release);
    }
    if (draw.run) ranks.runAll();
  }
  return { wrong: ranks.differences(), moved: ranks.moved };
}

t.test('what is received waits for those who read what was there', async (t) => {
  const rows = tiling([1, 4], [0, 0], projection([0, -1]));
  const pairs = tiling([2, 4], [0, 0], projection([0, -1]));
  const use = (root: RootKey, privilege: 'read' | 'write' | 'readwrite', partition: Partition) => ({
    root,
    sub: subPartition(identityView(root.shape), partition),
    privilege,
  });
  for (const seed of seeds(30)) {
    const ranks = new Ranks(2, generator(seed), new Scattered(2));
    const [x, y, late] = [0, 1, 2].map((id): RootKey => ({ id, shape: [4, 4], itemSize: 8 }));
    for (const root of [x, y, late]) ranks.issue({ launch: [1], at: 1, args: [use(root, 'write', none)] });
    for (let i = 0; i < 8; i++) ranks.issue({ launch: [1], at: 1, args: [use(late, 'readwrite', none)] });
    ranks.issue({ launch: [3], args: [use(y, 'write', rows), use(x, 'read', rows), use(late, 'read', rows)] });
    ranks.issue({ launch: [3], args: [use(x, 'readwrite', pairs)] });
    ranks.issue({ launch: [1], at: 1, args: [use(x, 'read', none)] });
    t.same(ranks.differences(), [], `seed ${seed}`);
  }
});

const mappers = { 'a process for each memory': Mapper, 'a process for each memory, and a policy of its own': Scattered };

for (const [name, Policy] of Object.entries(mappers))
  t.test(name, async (t) => {
    let moved = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.nat(),
        fc.array(steps, { minLength: 1, maxLength: 20 }),
        (memories, seed, draws) => {
          const result = program(new Policy(memories), seed, draws);
          moved += result.moved;
          if (result.wrong.length > 0) throw new Error(result.wrong.join('\n'));
        },
      ),
      { seed: 77, numRuns: 150 },
    );
    t.comment(`${moved} elements went from one memory to another`);
    t.ok(moved > 1500);
  });
