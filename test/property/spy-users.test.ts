/** The verifier's record of the nodes that used memory last, by runs of places, beside a model that keeps each place apart. */
import t from 'tap';
import { RangesMade } from '../../lib/spy/ranges.js';
import { UsersByPlace } from '../../lib/spy/users-by-place.js';
import fc from '../support/seeded.js';
import { runsOf, seedOf } from '../support/seeds.js';

const PLACES = 40;
const access = fc.tuple(fc.integer({ min: 0, max: PLACES - 1 }), fc.integer({ min: 0, max: 6 }));
const accesses = fc.array(access, { maxLength: 6 });
const node = fc.record({ reads: accesses, writes: accesses });
const steps = fc.array(fc.array(node, { maxLength: 3 }), { maxLength: 6 });

const placesOf = (list: readonly (readonly [number, number])[]): Set<number> =>
  new Set(list.flatMap(([from, bytes]) => Array.from({ length: bytes }, (_, i) => from + i)));

function rangesOf(list: readonly (readonly [number, number])[]): readonly number[] {
  const made = new RangesMade();
  for (const [from, bytes] of list) made.add(from, bytes);
  return made.end();
}

t.test('ranges are ascending, apart, and have the places that were added', async (t) => {
  fc.assert(
    fc.property(accesses, (list) => {
      const ranges = rangesOf(list);
      for (let i = 1; i < ranges.length; i++) if (ranges[i] <= ranges[i - 1]) throw new Error(`${ranges}`);
      const found = new Set<number>();
      for (let i = 0; i < ranges.length; i += 2) for (let at = ranges[i]; at < ranges[i + 1]; at++) found.add(at);
      return [...found].sort().join() === [...placesOf(list)].sort().join();
    }),
    { seed: seedOf(31), numRuns: runsOf(500) },
  );
  t.pass();
});

t.test('users of places are those of a model', async (t) => {
  let found = 0;
  fc.assert(
    fc.property(steps, (program) => {
      const users = new UsersByPlace();
      const model = new Map<number, { writers: number[]; readers: number[] }>();
      let n = 0;
      for (const nodes of program) {
        const first = n;
        users.step();
        const written = new Set<number>();
        nodes.forEach(({ writes }, k) => {
          users.write(rangesOf(writes), first + k);
          for (const at of placesOf(writes)) {
            if (!written.has(at)) model.set(at, { writers: [], readers: [] });
            written.add(at);
            model.get(at)?.writers.push(first + k);
          }
        });
        nodes.forEach(({ reads }, k) => {
          users.read(rangesOf(reads), first + k);
          for (const at of placesOf(reads)) {
            if (!model.has(at)) model.set(at, { writers: [], readers: [] });
            model.get(at)?.readers.push(first + k);
          }
        });
        n += nodes.length;
        for (let at = 0; at < PLACES + 6; at++) {
          const got: unknown[] = [];
          users.of([at, at + 1], ({ writers, readers }) => got.push({ writers, readers }));
          const want = model.get(at);
          if (JSON.stringify(got) !== JSON.stringify(want === undefined ? [] : [want]))
            throw new Error(`place ${at}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`);
          found += got.length;
        }
        const all = new Set<string>();
        users.of([0, PLACES + 6], (u) => all.add(JSON.stringify([u.writers, u.readers])));
        const want = new Set([...model.values()].map((u) => JSON.stringify([u.writers, u.readers])));
        if ([...all].sort().join() !== [...want].sort().join()) throw new Error(`of all places: ${[...all]}, not ${[...want]}`);
      }
    }),
    { seed: seedOf(32), numRuns: runsOf(500) },
  );
  t.ok(found > 1000, `${found} places with users`);
});
