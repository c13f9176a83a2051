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
  for (const token of stream) {
    open.push(token);
    if (open.length < size) continue;
    let segments = tracer.parse(open, open.length, true);
    if (segments.length === 0) segments = tracer.parse(open, open.length, false);
    const end = segments[segments.length - 1].end;
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
    Array.from({ length: 1000 }, (_, i) => 10 + (i % 9)),
  );
  t.ok(mined > late, 'another loop is');
});
