/**
 * Random programs on separate memories: whatever order of points, copies and folds the waits allow, every task reads what
 * the sequential program reads. Views alias, partitions do not match, roots die and leave their instances to others.
 */

import t from 'tap';
import { OutOfMemoryError } from '../../../lib/base/index.js';
import type { RootKey } from '../../../lib/dependence/index.js';
import { halo, identity, none, subPartition, tiling } from '../../../lib/partition/index.js';
import { identityView } from '../../../lib/shape/index.js';
import fc from '../../support/seeded.js';
import { seeds } from '../../support/seeds.js';
import { Simulator } from '../../unit/dependence/simulator.js';
import { type Draw, generator, LINE, legal, shapeOf, steps } from './programs.js';

/** Runs a program; what differs. It ends early when memory runs out. */
function program(
  memories: number,
  seed: number,
  draws: readonly Draw[],
  capacity = Infinity,
): { wrong: string[]; full: boolean } {
  const sim = new Simulator(memories, generator(seed), { capacity });
  let count = 0;
  const fresh = (slot: number): RootKey => {
    const root = { id: count++, shape: shapeOf(slot), itemSize: 8 };
    const whole = subPartition(identityView(root.shape), none);
    sim.issue({ launch: [1], at: count % memories, args: [{ root, sub: whole, privilege: 'write' }] });
    return root;
  };
  try {
    const roots = Array.from({ length: 6 }, (_, slot) => fresh(slot));
    for (const draw of draws) {
      const args = legal(draw, roots);
      if (args.length > 0) sim.issue({ launch: draw.launch, args });
      if (draw.release < 6) {
        sim.release(roots[draw.release]);
        roots[draw.release] = fresh(draw.release);
      }
      if (draw.run) sim.runAll();
    }
    return { wrong: sim.differences(), full: false };
  } catch (error) {
    if (!(error instanceof OutOfMemoryError)) throw error;
    sim.runAll();
    return { wrong: [], full: true };
  }
}

t.test('little memory: waiting and collecting change no result', async (t) => {
  let finished = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3 }),
      fc.nat(),
      fc.array(steps, { minLength: 1, maxLength: 14 }),
      (memories, seed, draws) => {
        const { wrong, full } = program(memories, seed, draws, 1300);
        if (!full) finished++;
        if (wrong.length > 0) throw new Error(wrong.join('\n'));
      },
    ),
    { seed: 5, numRuns: 300 },
  );
  t.comment(`${finished} of 300 programs fit into 1300 bytes`);
  t.ok(finished > 20 && finished < 300);
});

t.test('leaving out waits is noticed', async (t) => {
  const tiles = tiling([3], [0], identity(1));
  const view = identityView(LINE);
  const wrongWithout = (forget: (waiting: number, on: number) => boolean): number => {
    let wrong = 0;
    for (const seed of seeds(20)) {
      const sim = new Simulator(2, generator(seed), { forget });
      const x: RootKey = { id: 0, shape: LINE, itemSize: 8 };
      const y: RootKey = { id: 1, shape: LINE, itemSize: 8 };
      sim.issue({ launch: [4], args: [{ root: x, sub: subPartition(view, tiles), privilege: 'write' }] }); // 1
      sim.issue({
        launch: [4],
        args: [
          { root: x, sub: subPartition(view, halo(tiles, [1], [1])), privilege: 'read' },
          { root: y, sub: subPartition(view, tiles), privilege: 'write' },
        ],
      }); // 2, 3: copies; 4
      sim.issue({ launch: [4], args: [{ root: x, sub: subPartition(view, tiles), privilege: 'write' }] }); // 5
      if (sim.differences().length > 0) wrong++;
    }
    return wrong;
  };
  t.equal(
    wrongWithout(() => false),
    0,
  );
  t.ok(wrongWithout((waiting) => waiting === 3) > 0, 'a copy without its source');
  t.ok(wrongWithout((waiting, on) => waiting === 4 && on === 3) > 0, 'a reader without its halo');
  t.ok(wrongWithout((waiting, on) => waiting === 5 && on === 4) > 0, 'a writer that overtakes readers');
});

t.test('separate memories compute what one does', async (t) => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.nat(),
      fc.array(steps, { minLength: 1, maxLength: 14 }),
      (memories, seed, draws) => {
        const { wrong } = program(memories, seed, draws);
        if (wrong.length > 0) throw new Error(wrong.join('\n'));
      },
    ),
    { seed: 42, numRuns: 400 },
  );
  t.pass('no differences');
});

t.test('a stencil and its neighbours, many iterations, many orders', async (t) => {
  const tiles = tiling([3], [0], identity(1));
  const view = identityView(LINE);
  for (const seed of seeds(20)) {
    const sim = new Simulator(3, generator(seed));
    let x: RootKey = { id: 0, shape: LINE, itemSize: 8 };
    sim.issue({ launch: [1], args: [{ root: x, sub: subPartition(view, none), privilege: 'write' }] });
    for (let i = 1; i <= 6; i++) {
      const y: RootKey = { id: i, shape: LINE, itemSize: 8 };
      sim.issue({
        launch: [4],
        args: [
          { root: x, sub: subPartition(view, halo(tiles, [1], [2])), privilege: 'read' },
          { root: y, sub: subPartition(view, tiles), privilege: 'write' },
        ],
      });
      sim.release(x);
      x = y;
    }
    t.same(sim.differences(), []);
  }
});
