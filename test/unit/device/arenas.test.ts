/** Memory of a GPU in arenas: blocks are apart, what is given back is used again, and arenas take little more than what lives. */
import t from 'tap';
import { Arenas, placeOf } from '../../../lib/device/webgpu/arenas.js';
import { BindingLimits } from '../../../lib/device/webgpu/limits.js';
import { Draw } from '../../support/random.js';

const MIB = 2 ** 20;
const LARGEST = 128 * MIB;

interface Block {
  readonly address: number;
  readonly bytes: number;
}

for (const [name, sizeOf] of Object.entries({
  'of one size': (): number => 4 * MIB,
  'of all sizes': (draw: Draw): number => 1 + draw.int(2 ** (12 + draw.int(14))),
  'as large as a binding, and small': (draw: Draw): number => (draw.chance(0.2) ? LARGEST - draw.int(999) : 1 + draw.int(MIB)),
})) {
  t.test(`ten thousand blocks ${name}`, async (t) => {
    const draw = new Draw(7);
    const made = new Map<number, number>();
    const arenas = new Arenas(
      LARGEST,
      (arena, bytes) => made.set(arena, bytes).size < 64,
      (arena, released) => {
        made.delete(arena);
        released();
      },
    );
    const live: Block[] = [];
    let [bytes, most, refused, outside] = [0, 0, 0, 0];
    for (let i = 0; i < 10_000; i++) {
      const size = sizeOf(draw);
      if (bytes + size > 512 * MIB || live.length > 200) {
        const [{ address, bytes: given }] = live.splice(draw.int(live.length), 1);
        arenas.free(address, given);
        bytes -= given;
        continue;
      }
      const address = arenas.alloc(size);
      if (address === 0) refused++;
      const { arena, offset } = placeOf(address);
      if (offset % 64 !== 0 || offset + size > (made.get(arena) ?? 0)) outside++;
      live.push({ address, bytes: size });
      bytes += size;
      most = Math.max(most, bytes);
      if (i % 1000 === 999) {
        const sorted = [...live].sort((a, b) => a.address - b.address);
        t.ok(
          sorted.every((block, k) => k === 0 || sorted[k - 1].address + sorted[k - 1].bytes <= block.address),
          'blocks are apart',
        );
        t.ok(arenas.bytes <= 2 * most + LARGEST, `${arenas.bytes} bytes of arenas for ${most} at most`);
      }
    }
    t.same([refused, outside], [0, 0]);
    t.ok(Math.max(...made.keys()) < 64, 'numbers of arenas are used again, so that addresses stay small');
    for (const block of live) arenas.free(block.address, block.bytes);
    t.equal(made.size, 1, 'one empty arena stays');
    t.equal(arenas.bytes, [...made.values()][0]);
  });
}

t.test('a block larger than an arena is a run of arenas of its own', async (t) => {
  const made = new Map<number, number>();
  let room = 100;
  const arenas = new Arenas(
    1000 * 64,
    (arena, bytes) => room-- > 0 && made.set(arena, bytes) !== null,
    (arena) => made.delete(arena),
  );
  const small = placeOf(arenas.alloc(64)).arena;
  const address = arenas.alloc(2500 * 64);
  const { arena, offset } = placeOf(address);
  t.equal(offset, 0);
  t.same(arenas.segments(arena), [arena, arena + 1, arena + 2]);
  t.same(
    arenas.segments(arena).map((k) => made.get(k)),
    [64_000, 64_000, 32_000],
  );
  t.same(placeOf(address + 2400 * 64), { arena, offset: 2400 * 64 }, 'addresses go on from the first arena');
  t.same(arenas.segments(small), [small]);
  t.equal(arenas.bytes, 64_000 + 160_000);
  const other = placeOf(arenas.alloc(64)).arena;
  t.equal(other, small, 'small blocks do not lie in runs');
  arenas.free(address, 2500 * 64);
  t.equal(arenas.bytes, 64_000, 'a run that is freed is given back');
  room = 2;
  t.equal(arenas.alloc(2500 * 64), 0, 'one that is not all there is refused');
  t.equal(made.size, 1, 'and its arenas are given back');
});

t.test('the number of an arena is given again when the arena is released, not before', async (t) => {
  const released: (() => void)[] = [];
  const arenas = new Arenas(
    1000,
    () => true,
    (_arena, done) => released.push(done),
  );
  const run = (count: number): number => arenas.alloc(1000 * count - 500);
  const first = run(3);
  const second = run(2);
  t.same([placeOf(first).arena, placeOf(second).arena], [0, 3]);
  arenas.free(first, 2500);
  t.equal(placeOf(run(2)).arena, 5, 'which may be in use until its release was sent');
  for (const done of released) done();
  t.equal(placeOf(run(4)).arena, 7, 'a run has numbers in a row');
  t.equal(placeOf(run(2)).arena, 0);
  t.equal(placeOf(arenas.alloc(64)).arena, 2);
  t.equal(placeOf(run(2)).arena, 11);
});

t.test('what a launch can bind', async (t) => {
  const limits = new BindingLimits({ name: 'a GPU', description: '', largest: 1000, arenas: 11 });
  t.equal(limits.largest, 5000);
  t.ok(limits.holds(Array.from({ length: 10 }, () => 800)), 'as many arrays as arenas but one, wherever they lie');
  t.ok(limits.holds([...Array.from({ length: 9 }, () => 800), 200, 300]), 'small ones can be copied together');
  t.notOk(limits.holds(Array.from({ length: 50 }, () => 800)), 'more than all bindings have');
  t.ok(limits.holds([2600, 2600, 2600]), 'three arrays of three arenas each, and one for partial results');
  t.ok(limits.holds([2600, 2600, 2600, 10, 20]));
  t.notOk(limits.holds([2600, 2600, 2600, 500, 500]));
  t.notOk(limits.holds([5000, 5000]), 'blocks are larger than arrays');
  t.ok(limits.holds([4400, 4400]));
});
