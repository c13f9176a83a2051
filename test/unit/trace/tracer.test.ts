/** The tracer on token streams: windows are cut where loops begin, also when the window's size does not fit the loop. */
import t from 'tap';
import { InlineMiner, type Miner, Tracer } from '../../../lib/trace/index.js';

/** Feeds a stream through windows of `size` as the runtime does; returns the launched windows. */
function windows(stream: readonly number[], size: number): string[] {
  return feed(new Tracer(new InlineMiner(), { grain: 32 }), stream, size);
}

function feed(tracer: Tracer, stream: readonly number[], size = 64): string[] {
  const launched: string[] = [];
  let open: number[] = [];
  let due = size / 2;
  for (const token of stream) {
    open.push(token);
    if (open.length < due) continue;
    const { segments, wait } = tracer.parse(open, open.length, size);
    due = wait;
    const end = segments.at(-1)?.end ?? 0;
    tracer.observe(open, segments);
    for (const s of segments) launched.push(open.slice(s.start, s.end).join());
    open = open.slice(end);
  }
  return launched;
}

t.test('nothing is lost or reordered', async (t) => {
  const stream = Array.from({ length: 2000 }, (_, i) => (i % 13) + (i % 97 === 0 ? 100 : 0));
  const launched = windows(stream, 50).join().split(',').map(Number);
  t.same(launched, stream.slice(0, launched.length));
  t.ok(launched.length > 1900);
});

for (const period of [3, 11, 13, 50]) {
  t.test(`a loop of ${period} tasks in windows of 64 reaches few distinct windows`, async (t) => {
    const launched = windows(
      Array.from({ length: 4000 }, (_, i) => i % period),
      64,
    );
    const late = launched.slice(Math.floor(launched.length / 2));
    t.ok(new Set(late).size <= 2, `${new Set(late).size} distinct windows in the second half`);
  });
}

for (const period of [3, 20, 27, 64]) {
  t.test(`a loop of ${period} tasks is seen when it has been round three times, and cut alike from then on`, async (t) => {
    const stream = Array.from({ length: 12 * period + 500 }, (_, i) => i % period);
    const launched = windows(stream, 64);
    let at = 0;
    const late = launched.filter((w) => (at += w.split(',').length) > 3 * period + 128);
    t.equal(new Set(late).size, 1, `${new Set(late).size} distinct windows`);
    t.equal(late[0].split(',').length % period, 0, 'whole rounds');
  });
}

t.test('repeats inside a round are given up for the round', async (t) => {
  const stage = Array.from({ length: 13 }, (_, i) => i);
  const round = [...stage, ...stage, ...stage, ...Array.from({ length: 18 }, (_, i) => 100 + i)];
  const launched = windows(Array.from({ length: 60 }, () => round).flat(), 64);
  const late = launched.slice(launched.length / 2).map((w) => w.split(',').length);
  t.ok(
    late.every((length) => length === round.length),
    `windows of ${late.join()}`,
  );
});

t.test('repeats inside a longer repeat: few windows, always the same', async (t) => {
  const round = [...Array.from({ length: 300 }, (_, i) => i % 30), ...Array.from({ length: 57 }, (_, i) => 100 + i)];
  const launched = windows(
    Array.from({ length: 30 * 357 }, (_, i) => round[i % 357]),
    64,
  );
  let at = 0;
  const late = launched.filter((w) => (at += w.split(',').length) > 10 * 357);
  t.ok(new Set(late).size <= 8, `${new Set(late).size} distinct windows`);
  t.ok(late.length <= 12 * 20, `${late.length} windows in 20 rounds`);
});

t.test('while everything replays nothing else is looked for', async (t) => {
  const tracer = new Tracer(new InlineMiner());
  const first = feed(
    tracer,
    Array.from({ length: 500 }, (_, i) => i % 9),
  );
  tracer.settled = true;
  const known = tracer.candidates.length;
  const late = feed(
    tracer,
    Array.from({ length: 5000 }, (_, i) => i % 7),
  );
  t.equal(tracer.candidates.length, known);
  t.ok(first.length > 0 && late.every((w) => w.split(',').length <= 64));
});

t.test('a changed loop is found too', async (t) => {
  const stream = Array.from({ length: 6000 }, (_, i) => (i < 2000 ? i % 7 : 100 + (i % 10)));
  const launched = windows(stream, 64);
  const late = launched.slice(Math.floor(launched.length * 0.8));
  t.ok(new Set(late).size <= 2);
});

t.test('a steady loop is not mined', async (t) => {
  let [mined, late] = [0, 0];
  const inner = new InlineMiner();
  const miner: Miner = {
    submit: (tokens, shortest, longest) => {
      mined++;
      inner.submit(tokens, shortest, longest);
    },
    poll: () => inner.poll(),
  };
  const tracer = new Tracer(miner, { grain: 32 });
  feed(
    tracer,
    Array.from({ length: 1000 }, (_, i) => i % 5),
  );
  late = mined;
  feed(
    tracer,
    Array.from({ length: 10_000 }, (_, i) => i % 5),
  );
  t.equal(mined, late, 'none while it goes on');
  feed(
    tracer,
    Array.from({ length: 1000 }, (_, i) => 10 + ((i * i) % 1009)),
  );
  t.ok(mined > late, 'what is no loop is');
});

t.test('what never repeats is mined ever more seldom, and a loop behind it is found', async (t) => {
  let minings = 0;
  class Counting extends InlineMiner {
    override submit(tokens: Int32Array, shortest: number, longest: number): void {
      minings++;
      super.submit(tokens, shortest, longest);
    }
  }
  const tracer = new Tracer(new Counting(), { grain: 32 });
  const NOVEL = 40_000;
  feed(
    tracer,
    Array.from({ length: NOVEL }, (_, i) => 1000 + i),
  );
  t.ok(minings > 16 && minings < 150, `${minings} minings of ${NOVEL / 32} grains`);
  // Rounds that begin anew each time with a task of their own: no rhythm, for the miner alone to find.
  const rounds = Array.from({ length: 300 }, (_, r) => [200_000 + r, ...Array.from({ length: 40 }, (_, i) => i)]).flat();
  feed(tracer, rounds);
  t.ok(tracer.candidates.some((c) => c.replays > 100));
});
