/** Waiting for processes that are busy after they have answered. */
import t from 'tap';
import { rest, ticksOf } from '../../../bench/harness/rest.js';

t.test('the ticks of a process are those in its own code and in the system, whatever its name', async (t) => {
  const stat = '77 (a (odd) name) R 1 77 77 0 -1 4194560 12 0 3 0 250 31 9 9 20 0 3 0 5000 1000 200';
  t.equal(ticksOf(stat), 281);
});

t.test('a process that is gone rests', async (t) => {
  t.equal(await rest(2 ** 30), false);
});
