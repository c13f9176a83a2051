/** The repeat finder against definitions written out: sorted suffixes, disjoint occurrences, how much is covered. */

import t from 'tap';
import { findRepeats, periodOf } from '../../../lib/trace/index.js';
import { suffixArray } from '../../../lib/trace/suffix-array.js';
import fc from '../../support/seeded.js';

const text = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 60 });
const runs = { seed: 1, numRuns: 300 };

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

t.test('suffix and prefix arrays', async (t) => {
  fc.assert(
    fc.property(text, (s) => {
      const { suffixes, lcp } = suffixArray(s);
      const sorted = s.map((_, i) => i).sort((a, b) => compare(s.slice(a), s.slice(b)));
      if (sorted.join() !== Array.from(suffixes).join()) return false;
      return Array.from(lcp).every((h, i) => {
        const [a, b] = [s.slice(suffixes[i]), s.slice(suffixes[i + 1])];
        let common = 0;
        while (common < a.length && common < b.length && a[common] === b[common]) common++;
        return h === common;
      });
    }),
    runs,
  );
  t.pass('as sorted naively');
});

t.test('repeats are substrings that occur as often as they say, apart', async (t) => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 4 }), (s, shortest) => {
      for (const { start, length, count } of findRepeats(s, shortest, 1000)) {
        if (length < shortest || start + length > s.length) return false;
        const piece = s.slice(start, start + length).join();
        let found = 0;
        for (let i = 0; i + length <= s.length; ) {
          if (s.slice(i, i + length).join() === piece) {
            found++;
            i += length;
          } else i++;
        }
        if (found < count) return false;
      }
      return true;
    }),
    runs,
  );
  t.pass();
});

t.test('a loop is covered', async (t) => {
  for (const period of [1, 2, 5, 11, 40]) {
    const s = Array.from({ length: 400 }, (_, i) => i % period);
    const covered = findRepeats(s, 1, 1000).reduce((n, r) => n + r.length * r.count, 0);
    t.ok(covered > 380, `period ${period}: ${covered} of 400`);
  }
  const noisy = Array.from({ length: 600 }, (_, i) => (i % 20 === 19 ? 1000 + i : i % 20));
  const best = findRepeats(noisy, 2, 1000).reduce((n, r) => n + r.length * r.count, 0);
  t.ok(best > 500, `the body of a loop with a token that never repeats: ${best} of 600`);
});

t.test('the example of Fig. 5.4', async (t) => {
  const s = [...'aabcbcbaa'].map((c) => c.charCodeAt(0));
  const found = findRepeats(s, 2, 100).map((r) =>
    s
      .slice(r.start, r.start + r.length)
      .map((c) => String.fromCharCode(c))
      .join(''),
  );
  t.ok(found.includes('aa'));
  t.ok(found.includes('bc') || found.includes('cb'));
});

t.test('periods', async (t) => {
  t.equal(periodOf([1, 2, 1, 2, 1, 2]), 2);
  t.equal(periodOf([1, 2, 1, 2, 1]), 5, 'not a whole number of repeats');
  t.equal(periodOf([7]), 1);
  t.equal(periodOf([]), 0);
});
