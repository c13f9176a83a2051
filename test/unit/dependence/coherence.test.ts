/** Coherence on small programs whose copies, allocations and waits can be counted by hand. */
import t from 'tap';
import { OutOfMemoryError } from '../../../lib/base/index.js';
import { type IndexTask, Mapper, type RootKey } from '../../../lib/dependence/index.js';
import { halo, identity, image, none, type Partition, subPartition, tiling } from '../../../lib/partition/index.js';
import { identityView, internView } from '../../../lib/shape/index.js';
import { seeds } from '../../support/seeds.js';
import { Simulator } from './simulator.js';

let count = 0;
const root = (n: number): RootKey => ({ id: count++, shape: [n], itemSize: 8 });
const tiles = (n: number): Partition => tiling([n], [0], identity(1));
const use = (r: RootKey, privilege: 'read' | 'write' | 'readwrite' | 'reduce', partition: Partition = none) => ({
  root: r,
  sub: subPartition(identityView(r.shape), partition),
  privilege,
  op: 'sum' as const,
});

/** A sequence that differs from seed to seed. */
function random(seed: number): () => number {
  let x = seed;
  return () => (x = (x * 16807) % 2147483647) / 2147483647;
}

/** Runs a program in many orders; no difference may show. */
function inManyOrders(
  t: { same(a: unknown, b: unknown, m: string): unknown },
  memories: number,
  program: (sim: Simulator) => void,
): void {
  for (const seed of seeds(40)) {
    const sim = new Simulator(memories, random(seed));
    program(sim);
    t.same(sim.differences(), [], `seed ${seed}`);
  }
}

t.test('the power iteration of thesis 3.2.4: one-element halo copies from the third iteration on', async (t) => {
  const n = 8;
  const half = tiles(4);
  const bounds = (_sub: unknown, [p]: readonly number[]) => (p === 0 ? { low: [0], high: [5] } : { low: [3], high: [8] });
  const sim = new Simulator(2, random(1), { bounds });
  let x = root(n);
  sim.issue({ launch: [1], args: [use(x, 'write')] });
  const steady: number[][] = [];
  for (let i = 0; i < 6; i++) {
    sim.runAll();
    const before = [sim.copied, sim.allocated];
    const y = root(n);
    const norm = root(1);
    sim.issue({ launch: [2], args: [use(y, 'write', half), use(x, 'read', image(half, false, 1))] }); // y = A x
    sim.release(x);
    sim.issue({ launch: [1], args: [use(norm, 'write')] });
    sim.issue({ launch: [2], args: [use(y, 'read', half), use(norm, 'reduce')] }); // norm(y)
    sim.issue({ launch: [2], args: [use(y, 'readwrite', half), use(norm, 'read')] }); // y /= norm
    sim.release(norm);
    x = y;
    sim.runAll();
    steady.push([sim.copied - before[0], sim.allocated - before[1]]);
  }
  t.comment(`elements copied and instances allocated by iteration: ${steady.map((s) => s.join('/')).join('  ')}`);
  for (const [copied, allocated] of steady.slice(3)) {
    t.equal(copied, 3, 'two halo elements, and the norm to the other memory');
    t.equal(allocated, 2, 'the two reduction buffers');
  }
  t.same(steady[2], [3, 2], 'the third iteration is steady');
  t.ok(steady[1][0] > 3, 'the second one still moves halves');
  t.same(sim.differences(), []);
});

t.test('a stencil learns its halos, whichever argument comes first', async (t) => {
  for (const writeFirst of [true, false]) {
    const sim = new Simulator(4, random(1));
    const t4 = tiling([4], [0], identity(1));
    let x = root(16);
    sim.issue({ launch: [4], args: [use(x, 'write', t4)] });
    const steady: number[][] = [];
    for (let i = 0; i < 5; i++) {
      const before = [sim.copied, sim.allocated];
      const y = root(16);
      const args = [use(x, 'read', halo(t4, [1], [1])), use(y, 'write', t4)];
      sim.issue({ launch: [4], args: writeFirst ? args.reverse() : args });
      sim.release(x);
      x = y;
      sim.runAll();
      steady.push([sim.copied - before[0], sim.allocated - before[1]]);
    }
    t.same(steady.slice(2), [
      [6, 0],
      [6, 0],
      [6, 0],
    ]);
  }
});

t.test('an aligned chain copies nothing', async (t) => {
  const sim = new Simulator(4, random(2));
  const [a, b] = [root(64), root(64)];
  for (let i = 0; i < 10; i++)
    sim.issue({ launch: [8], args: [use(a, i === 0 ? 'write' : 'readwrite', tiles(8)), use(b, 'write', tiles(8))] });
  sim.runAll();
  t.equal(sim.copied, 0);
  t.equal(sim.allocated, 8, 'two roots in four memories');
});

t.test('reductions one after another share buffers, by point', async (t) => {
  const spread = halo(tiling([4], [0], identity(1)), [1], [1]);
  inManyOrders(t, 2, (sim) => {
    const [x, y] = [root(12), root(12)];
    sim.issue({ launch: [1], args: [use(x, 'write')] });
    sim.issue({ launch: [3], args: [use(y, 'write', tiles(4))] });
    for (let i = 0; i < 3; i++) sim.issue({ launch: [3], args: [use(y, 'read', tiles(4)), use(x, 'reduce', spread)] });
    sim.issue({ launch: [3], args: [use(x, 'readwrite', tiles(4))] });
  });
});

t.test('reductions that are overwritten are forgotten', async (t) => {
  const sim = new Simulator(2, random(3));
  const x = root(4);
  sim.issue({ launch: [1], args: [use(x, 'write')] });
  sim.issue({ launch: [2], args: [use(x, 'reduce')] });
  const { before } = sim.issue({ launch: [1], args: [use(x, 'write')] });
  t.notOk(before.some((o) => o.kind === 'combine'));
  t.same(sim.differences(), []);
});

t.test('an inherited instance waits for a reader that only a writer elsewhere knew of', async (t) => {
  inManyOrders(t, 2, (sim) => {
    const [x, y, z] = [root(6), root(6), root(3)];
    sim.issue({ launch: [1], at: 1, args: [use(x, 'write')] });
    sim.issue({ launch: [1], at: 0, args: [use(x, 'read'), use(z, 'write')] });
    sim.issue({ launch: [1], at: 1, args: [use(x, 'write')] });
    sim.release(x);
    const { before } = sim.issue({ launch: [1], at: 0, args: [use(y, 'write')] });
    t.ok(
      before.some((o) => o.kind === 'acquire'),
      "y has x's instance",
    );
  });
});

t.test('a task that writes what another of its arguments reads', async (t) => {
  inManyOrders(t, 1, (sim) => {
    const x = root(12);
    for (const offset of [0, 6])
      sim.issue({ launch: [1], args: [{ root: x, sub: subPartition(internView([6], [1], offset), none), privilege: 'write' }] });
    sim.issue({ launch: [1], args: [use(x, 'write'), use(x, 'read')] });
  });
});

t.test('waits follow the partitions', async (t) => {
  const sim = new Simulator(4, random(4));
  const x = root(40);
  const y = root(40);
  const first = sim.issue({ launch: [8], args: [use(x, 'write', tiles(5))] });
  const waitsOf = (task: IndexTask, point: number): number[] => {
    const { waits } = sim.issue(task);
    return waits
      .filter((w) => w.on === first.number)
      .flatMap((w) => [...(w.relation?.waits(point) ?? [])])
      .sort((a, b) => a - b);
  };
  const reader = (partition: Partition, launch: number): IndexTask => ({
    launch: [launch],
    args: [use(x, 'read', partition), use(y, 'write', tiles(40 / launch))],
  });
  t.same(waitsOf(reader(tiles(5), 8), 3), [3], 'equal tiles: the same point');
  t.same(waitsOf(reader(halo(tiling([5], [0], identity(1)), [1], [1]), 8), 3), [2, 3, 4], 'a halo: its neighbours');
  t.same(waitsOf(reader(tiles(10), 4), 1), [2, 3], 'tiles twice as large');
  t.same(waitsOf(reader(none, 2), 1), [0, 1, 2, 3, 4, 5, 6, 7], 'all');
  const apart = internView([20], [1], 20);
  t.same(waitsOf({ launch: [4], args: [{ root: x, sub: subPartition(apart, tiles(5)), privilege: 'read' }] }, 1), [5]);
  sim.runAll();
});

t.test('a history that nobody retires stays short', async (t) => {
  const sim = new Simulator(2, random(5));
  const x = root(16);
  sim.issue({ launch: [1], args: [use(x, 'write')] });
  for (let i = 0; i < 500; i++) sim.issue({ launch: [2], args: [use(x, 'read', tiles(8))] });
  const { waits } = sim.issue({ launch: [2], args: [use(x, 'write', tiles(8))] });
  t.ok(waits.length <= 50, `${waits.length} waits`);
  t.ok(
    waits.some((w) => w.relation === null),
    'older ones are one',
  );
  t.same(sim.differences(), []);
});

t.test('what is complete is not waited for', async (t) => {
  const sim = new Simulator(2, random(6));
  const x = root(16);
  sim.issue({ launch: [1], args: [use(x, 'write')] });
  sim.runAll();
  const { waits } = sim.issue({ launch: [1], args: [use(x, 'readwrite')] });
  t.same(waits, []);
  sim.runAll();
});

t.test('short memory: the dead are collected, the running waited for, then a typed error', async (t) => {
  const sim = new Simulator(1, random(7), { capacity: 8 * 100 });
  let x = root(40);
  sim.issue({ launch: [1], args: [use(x, 'write')] });
  for (let n = 41; n < 50; n++) {
    const y = root(n);
    sim.issue({ launch: [1], args: [use(y, 'write'), use(x, 'read')] });
    sim.release(x);
    x = y;
  }
  t.ok(sim.coherence.bytes <= 800);
  t.throws(() => sim.coherence.map({ launch: [1], args: [use(root(90), 'write')] }), OutOfMemoryError);
  t.throws(() => sim.coherence.map({ launch: [1], args: [use(root(90), 'write')] }), {
    code: 'ERR_OUT_OF_MEMORY',
    message: /720 bytes in memory 0/,
  });
  sim.runAll();
});

t.test('instances of the dead are kept for others, and given back in the end', async (t) => {
  const sim = new Simulator(2, random(8));
  const x = root(16);
  sim.issue({ launch: [2], args: [use(x, 'write', tiles(8))] });
  sim.release(x);
  t.equal(sim.coherence.bytes, 128);
  sim.coherence.collect();
  t.equal(sim.coherence.bytes, 128, 'not before their last use');
  sim.runAll();
  t.equal(sim.coherence.bytes, 0);
});

t.test('idle bytes are those of instances without a root, and the oldest leave first', async (t) => {
  const sim = new Simulator(2, random(9));
  const of = (size: number): RootKey => {
    const x = root(size);
    sim.issue({ launch: [2], args: [use(x, 'write', tiles(size / 2))] });
    return x;
  };
  const [x, y, z] = [of(16), of(32), of(64)];
  t.equal(sim.coherence.idleBytes, 0);
  for (const dead of [x, y]) sim.release(dead);
  t.equal(sim.coherence.idleBytes, 8 * (16 + 32));
  sim.coherence.trim(8 * (16 + 32));
  t.equal(sim.coherence.idleBytes, 8 * (16 + 32), 'they fit');
  sim.runAll();
  sim.coherence.trim(8 * 40);
  t.equal(sim.coherence.idleBytes, 8 * 32, 'the first was used longer ago');
  t.equal(sim.coherence.bytes, 8 * (32 + 64));
  const again = of(32);
  t.equal(sim.coherence.idleBytes, 0, 'the next root of its kind has them');
  t.equal(sim.coherence.bytes, 8 * (32 + 64));
  for (const dead of [again, z]) sim.release(dead);
  sim.runAll();
  sim.coherence.trim(0);
  t.same([sim.coherence.idleBytes, sim.coherence.bytes], [0, 0]);
});

t.test('a library brings its own policy', async (t) => {
  class Odd extends Mapper {
    override place(launch: readonly number[]): Int32Array {
      return Int32Array.from({ length: launch[0] }, (_, p) => (launch[0] - 1 - p) % this.memories);
    }
    override extent(): { low: number[]; high: number[] } {
      return { low: [0], high: [16] };
    }
  }
  const sim = new Simulator(3, random(9), { mapper: new Odd(3) });
  const x = root(16);
  const { memoryAt, args } = sim.issue({ launch: [4], args: [use(x, 'write', tiles(4))] });
  t.same([0, 1, 2, 3].map(memoryAt), [0, 2, 1, 0]);
  t.same(args[0].instanceAt(1)?.rect, { low: [0], high: [16] });
  sim.issue({ launch: [2], args: [use(x, 'readwrite', tiles(8))] });
  t.same(sim.differences(), []);
});
