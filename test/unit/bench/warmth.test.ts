/** When the harness takes a side for warm, on runs of known times. */
import t from 'tap';
import { Warmth } from '../../../bench/harness/warmth.js';

/** The number of samples, of one run each, behind which a side is warm; null where it is not by their end. */
function warmBehind(warmUp: number, first: number, samples: readonly number[]): number | null {
  const warmth = new Warmth(warmUp, first);
  for (const [i, seconds] of samples.entries()) {
    warmth.note(seconds, 1);
    if (warmth.isWarm) return i + 1;
  }
  return null;
}

t.test('a side that plans behind its first run is not warm before it has got faster', async (t) => {
  const planning = [0.24, 0.218, 0.409, 0.196, 0.23];
  const settling = [0.037, 0.042, 0.055, 0.029, 0.02, 0.01];
  const settled = Array.from({ length: 10 }, () => 0.005);
  t.equal(warmBehind(0.4, 0.129, planning), null);
  t.equal(warmBehind(0.4, 0.129, [...planning, ...settling]), null);
  t.equal(warmBehind(0.4, 0.129, [...planning, ...settling, ...settled]), planning.length + settling.length + 5);
});

t.test('the first run is no sample, and a late sample neither warms nor cools', async (t) => {
  t.equal(warmBehind(0.1, 0.2, [1, 1, 1, 1]), 1, 'patience ends');
  t.equal(warmBehind(0.1, 0.01, [0.05, 0.05, 0.05, 0.05, 0.05, 0.05]), 5);
  t.equal(warmBehind(0.1, 0.01, [0.05, 0.05, 0.08, 0.05, 0.09, 0.05, 0.05]), 7);
  t.equal(warmBehind(0.1, 0.01, [0.05, 0.05, 0.05, 0.05, 0.04, 0.04, 0.04, 0.04, 0.04]), 9, 'a gain begins anew');
});

t.test('a warm-up lasts its time, and ends by patience', async (t) => {
  t.equal(warmBehind(1, 0, Array(20).fill(0.125)), 8);
  t.equal(warmBehind(1, 0, [0.1, ...Array(20).fill(0.5)]), 11);
});
