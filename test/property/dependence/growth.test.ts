/** What new stores on many memories cost: each memory's instances are found without looking at the other memories'. */
import t from 'tap';
import { Coherence, Mapper, type RootKey } from '../../../lib/dependence/index.js';
import { halo, identity, type Partition, subPartition, tiling } from '../../../lib/partition/index.js';
import { identityView } from '../../../lib/shape/index.js';
import { counted } from '../partition/counted.js';

/** One iteration of a stencil into a new store, on a machine of so many memories. */
function stencil(memories: number, own?: readonly number[]): () => void {
  const backing = { allocate: () => true, free: () => undefined };
  const coherence = new Coherence({ mapper: new Mapper(memories), backing, ...(own === undefined ? {} : { own }) });
  const view = identityView([4 * memories]);
  const tiles = tiling([4], [0], identity(1));
  let count = 0;
  const root = (): RootKey => ({ id: count++, shape: view.shape, itemSize: 8 });
  const map = (...args: [RootKey, 'read' | 'write', Partition][]): void => {
    const { number } = coherence.map({
      launch: [memories],
      args: args.map(([key, privilege, p]) => ({ root: key, privilege, sub: subPartition(view, p) })),
    });
    coherence.retire(number - 8);
  };
  let x = root();
  map([x, 'write', tiles]);
  return () => {
    const y = root();
    map([x, 'read', halo(tiles, [1], [1])], [y, 'write', tiles]);
    coherence.release(x);
    x = y;
  };
}

t.test('four times the memories are no more than five times the work', async (t) => {
  const [few, many] = [64, 256].map((memories) => {
    const iterate = stencil(memories);
    const first = counted(/\/lib\/(dependence|partition)\//, () => {
      for (let i = 0; i < 4; i++) iterate();
    });
    const later = counted(/\/lib\/(dependence|partition)\//, () => {
      for (let i = 0; i < 4; i++) iterate();
    });
    return { first, later };
  });
  t.comment(
    `blocks run by the first four iterations ${few.first} and ${many.first}, by the next four ${few.later} and ${many.later}`,
  );
  t.ok(few.later > 1000, 'the count counts');
  t.ok(many.first <= 5 * few.first, 'the first ones');
  t.ok(many.later <= 5 * few.later, 'later ones');
});

t.test('one process does the same work on 64 memories and on a million', async (t) => {
  const work = [64, 1 << 20].map((memories) => {
    const iterate = stencil(memories, [memories / 2]);
    const count = (): number =>
      counted(/\/lib\/(dependence|partition)\//, () => {
        for (let i = 0; i < 8; i++) iterate();
      });
    return [count(), count()];
  });
  t.comment(`blocks run by the first eight iterations and the next: ${work.join(' and ')}`);
  t.ok(work[0][1] > 500, 'the count counts');
  t.ok(work[1].every((n, i) => n <= 1.01 * work[0][i]));
});
