/** What is kept of windows' forms, and for how long. */
import t from 'tap';
import { float64 } from '../../../lib/dtype/index.js';
import { Canonical, FormCache } from '../../../lib/fusion/index.js';
import type { Kernel } from '../../../lib/ir/index.js';
import { internView } from '../../../lib/shape/index.js';
import { Root } from '../../../lib/store/index.js';
import { defineKind } from '../../../lib/task/index.js';
import { FROM_X_TO_Y } from '../../support/kinds.js';

const kernel: Kernel = { rank: 1, rowRank: 1, args: [], scalars: [], loops: [] };

function formOf(hash: number, words: readonly number[]): Canonical {
  const form = new Canonical();
  form.hash = hash;
  form.words = Int32Array.from([...words, 77]);
  form.length = words.length;
  return form;
}

/** A form's entry of a cache, in these tests. */
const entry = (name: number) => ({ name, wasUsed: false });
type Entry = ReturnType<typeof entry>;

t.test('a form is found by all of its words', async (t) => {
  const cache = new FormCache<Entry>(() => undefined);
  cache.add(formOf(5, [1, 2, 3]), entry(1));
  cache.add(formOf(5, [1, 2, 4]), entry(2));
  t.equal(cache.find(formOf(5, [1, 2, 3]))?.name, 1);
  t.equal(cache.find(formOf(5, [1, 2, 4]))?.name, 2);
  t.equal(cache.find(formOf(5, [1, 2])), undefined);
  t.equal(cache.find(formOf(6, [1, 2, 3])), undefined);
});

t.test('ever new forms push out the oldest, and who knows something of these is told, once', async (t) => {
  const dropped: number[] = [];
  const cache = new FormCache<Entry>(({ name }) => dropped.push(name));
  const count = 10_000;
  for (let i = 0; i < count; i++) cache.add(formOf(i, [i]), entry(i));
  t.ok(cache.size < count / 2, 'most are gone');
  t.same(
    dropped,
    Array.from({ length: count - cache.size }, (_, i) => i),
    'in the order in which they came',
  );
  t.equal(cache.find(formOf(0, [0])), undefined);
  t.equal(cache.find(formOf(count - 1, [count - 1]))?.name, count - 1);
});

t.test('a form that comes again and again outlives any number of forms that come once', async (t) => {
  const dropped: number[] = [];
  const cache = new FormCache<Entry>(({ name }) => dropped.push(name));
  const [found, expected] = [entry(-1), entry(-2)];
  cache.add(formOf(-1, [-1]), found);
  cache.add(formOf(-2, [-2]), expected);
  for (let i = 0; i < 10_000; i++) {
    cache.add(formOf(i, [i]), entry(i));
    if (i % 500 === 0) t.equal(cache.find(formOf(-1, [-1])), found);
    // A window that came as predicted is not looked up.
    expected.wasUsed = true;
  }
  t.notOk(dropped.includes(-1) || dropped.includes(-2));
  for (let i = 0; i < 5000; i++) cache.add(formOf(10_000 + i, [10_000 + i]), entry(i));
  t.ok(dropped.includes(-1) && dropped.includes(-2), 'and is evicted when it comes no more');
});

t.test('forms that are all in use push out the oldest of them', async (t) => {
  const dropped: number[] = [];
  const cache = new FormCache<Entry>(({ name }) => dropped.push(name));
  for (let i = 0; i < 3000; i++) {
    cache.add(formOf(i, [i]), entry(i));
    cache.find(formOf(i, [i]));
  }
  t.ok(cache.size <= 2048);
  t.same(dropped, [...dropped.keys()]);
});

t.test('of long forms fewer are kept than of short ones', (t) => {
  const [long, short] = [new FormCache<Entry>(() => undefined), new FormCache<Entry>(() => undefined)];
  const many = Array.from({ length: 1000 }, (_, i) => i);
  for (let i = 0; i < 1500; i++) {
    long.add(formOf(i, many), entry(i));
    short.add(formOf(i, [i]), entry(i));
  }
  t.equal(short.size, 1500);
  t.ok(long.size < 1000, `${long.size} forms of ${long.words} words`);
  t.equal(long.words, long.size * many.length);
  t.equal(long.find(formOf(1499, many))?.name, 1499);
  t.equal(long.find(formOf(0, many)), undefined);
  t.end();
});

t.test('scalars are no part of the form, but how many a routine has is', async (t) => {
  const kind = defineKind({ name: 'counted scalars', args: FROM_X_TO_Y, body: { kind: 'native', routine: 'none' } });
  const wordsOf = (scalars: readonly number[]): number[] => {
    const roots = [new Root(float64, [4]), new Root(float64, [4])];
    const form = new Canonical();
    form.encode([{ kind, domain: [4], roots, views: roots.map((root) => root.view), scalars }]);
    form.clear();
    return [...form.words.subarray(0, form.length)];
  };
  t.same(wordsOf([1, 2]), wordsOf([3, 4]));
  t.not(wordsOf([1, 2]).join(), wordsOf([1]).join());
});

t.test('where views begin is no part of the form, but how far they are apart is', async (t) => {
  const kind = defineKind({ name: 'moved', args: FROM_X_TO_Y, body: { kind: 'kernel', kernel: () => kernel } });
  const formsOf = (moves: boolean, offsets: readonly number[]) => {
    const [x, y] = [new Root(float64, [100]), new Root(float64, [10])];
    const form = new Canonical(moves);
    const tasks = offsets.map((offset) => ({
      kind,
      domain: [10],
      roots: [x, y],
      views: [internView([10], [1], offset), y.view],
      scalars: [],
    }));
    form.encode(tasks);
    const found = { words: [...form.words.slice(0, form.length)], hash: form.hash, bases: form.bases };
    form.clear();
    return found;
  };
  const [near, far] = [formsOf(true, [3, 5]), formsOf(true, [40, 42])];
  t.same(near.words, far.words);
  t.equal(near.hash, far.hash);
  t.same(near.bases, [3, 0]);
  t.same(far.bases, [40, 0]);
  t.equal(formsOf(true, [0, 2]).bases, null);
  t.notSame(formsOf(true, [3, 6]).words, near.words, 'further apart');
  t.notSame(formsOf(true, [5, 3]).words, near.words, 'the other way');
  t.notSame(formsOf(false, [40, 42]).words, formsOf(false, [3, 5]).words, 'places are absolute elsewhere');
});

t.test('an apart form has a slot for each place that a root is read at in turn', async (t) => {
  const kind = defineKind({ name: 'read apart', args: FROM_X_TO_Y, body: { kind: 'kernel', kernel: () => kernel } });
  const formsOf = (offsets: readonly number[], moves = true, into?: 'x', apart = true) => {
    const [x, y] = [new Root(float64, [100]), new Root(float64, [10])];
    const form = new Canonical(moves);
    const tasks = offsets.map((offset) => ({
      kind,
      domain: [10],
      roots: [x, into === 'x' ? x : y],
      views: [internView([10], [1], offset), into === 'x' ? internView([10], [1], 90) : y.view],
      scalars: [],
    }));
    form.encode(tasks, apart);
    const given = form.places?.given(tasks, form.slots);
    const found = {
      words: [...form.words.slice(0, form.length)],
      bases: form.bases,
      first: form.places?.first,
      numbers: [x.slot, y.slot],
      slots: given?.tasks.map(({ roots }) => roots.map(({ slot }) => slot)),
      roots: form.slots.map((root) => (root === x ? 'x' : 'y')).join(''),
      shared: form.slots.map((_, slot) => form.places?.isShared(slot)),
      gist: form.gist,
    };
    form.clear();
    t.same([x.slot, y.slot], [-1, -1], 'no root keeps a number');
    return found;
  };
  const near = formsOf([3, 5, 5, 3]);
  t.same(near.slots, [
    [0, 1],
    [2, 1],
    [2, 1],
    [3, 1],
  ]);
  t.same([near.roots, near.bases, near.first], ['xyxx', [3, 0, 5, 3], [0, 1, 0, 0]]);
  t.same(
    [near.numbers, near.shared],
    [
      [0, 1],
      [true, false, true, true],
    ],
  );
  t.same(formsOf([90, 7, 7, 40]).words, near.words, 'other places');
  t.notSame(formsOf([3, 5, 6, 3]).words, near.words, 'another place where there was none');
  t.notSame(formsOf([3, 3, 3, 3]).words, near.words, 'one place');
  t.equal(formsOf([3, 5], false).first, undefined, 'where places are absolute there is none');
  const written = formsOf([3, 5], true, 'x');
  t.same([written.roots, written.bases], ['x', [3]], 'a root that is written has one slot');
  t.notSame(formsOf([4, 7], true, 'x').words, written.words, 'and its views their distances');
  t.same(formsOf([3, 5], true, 'x', false), written, 'that is the usual form');
  const [usual, farther] = [formsOf([3, 5], true, undefined, false), formsOf([3, 6], true, undefined, false)];
  t.notSame(usual.words, farther.words);
  t.equal(usual.gist, farther.gist, 'forms that differ in distances alone');
});
