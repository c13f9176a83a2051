/** Requests for more than JavaScript's heap, or a typed array, can be: typed errors, and nothing is changed by them. */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { OutOfMemoryError } from '../../lib/base/index.js';

const HUGE = 2 ** 40;

t.test('typed arrays that are refused', async (t) => {
  const calls: Record<string, () => unknown> = {
    random: () => np.random.pcg64(1).random(HUGE),
    integers: () => np.random.pcg64(1).integers(0, 9, HUGE),
    permutation: () => np.random.pcg64(1).permutation(HUGE),
    choice: () => np.random.pcg64(1).choice(9, HUGE),
    randomRaw: () => np.random.pcg64(1).randomRaw(HUGE),
    generateState: () => np.random.seedSequence(1).generateState(HUGE),
  };
  for (const [name, call] of Object.entries(calls)) {
    t.throws(call, OutOfMemoryError, name);
    t.throws(call, /bytes/, name);
  }
});

t.test('objects beyond the heap', async (t) => {
  // One element, seen so many times: nothing of that size is allocated.
  const many = np.broadcastTo(np.ones([1]), [HUGE]);
  const calls: Record<string, () => unknown> = {
    unstack: () => np.unstack(many),
    split: () => np.split(many, HUGE),
    stack: () => np.stack(many as unknown as np.NDArray[]),
    applyAlongAxis: () => np.applyAlongAxis((line) => line.sum(), 1, np.broadcastTo(np.ones([1, 1]), [HUGE, 1])),
    spawn: () => np.random.seedSequence(1).spawn(HUGE),
    spawnStreams: () => np.random.pcg64(1).spawn(HUGE),
  };
  for (const [name, call] of Object.entries(calls))
    t.throws(call, { code: 'ERR_OUT_OF_MEMORY', message: /of JavaScript's heap/ }, name);
});

t.test('a refused spawn gives no child away', async (t) => {
  const [refused, never] = [np.random.seedSequence(5), np.random.seedSequence(5)];
  t.throws(() => refused.spawn(HUGE), OutOfMemoryError);
  t.same(
    refused.spawn(2).map(({ spawnKey }) => spawnKey),
    never.spawn(2).map(({ spawnKey }) => spawnKey),
  );
});

t.test('Arrays in each other without end', async (t) => {
  const cyclic: np.Blocks[] = [];
  cyclic.push(cyclic);
  t.throws(() => np.block(cyclic), { code: 'ERR_SHAPE', message: /at most 64 Arrays in each other/ });
});

t.test('transforms longer than any', async (t) => {
  for (const [name, transform] of Object.entries({ fft: np.fft.fft, irfft: np.fft.irfft, rfft: np.fft.rfft })) {
    t.throws(() => transform([1, 2, 3], HUGE), { code: 'ERR_ARGUMENT', message: /at most 2147483648 numbers/ }, name);
  }
});

t.test('blocks with holes', async (t) => {
  t.throws(() => np.block([new Array<number>(2)]), { code: 'ERR_DTYPE', message: /got undefined/ });
});
