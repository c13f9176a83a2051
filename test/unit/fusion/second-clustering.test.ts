/**
 * A result that is gathered through its producer, and read as it is by a task that could be in the producer's kernel and is gathered elsewhere: the
 * result comes to lie in memory, so that the window is clustered a second time, with the gather from there.
 */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { verify } from '../../../lib/spy/index.js';
import { given, indices, launches, M, N } from '../../support/gathering.js';
import { spied } from '../../support/spied.js';

/** `other`: the array that the reader adds; a later kernel has loaded the second one. */
const program = (other: 0 | 1) => (): np.NDArray[] => {
  const arrays = [given(0), given(1)];
  const y = arrays[0].multiply(2).add(1);
  const w = arrays[1].multiply(y.sum()).add(given(2));
  const read = y.add(arrays[other]);
  return [w, read, np.take(y, indices(M, (k) => (k * 7) % N)())];
};

/** Launches that gather through producers, of two runs. */
async function through(other: 0 | 1): Promise<number> {
  const log = await spied(
    async () => {
      for (let run = 0; run < 2; run++) for (const result of program(other)()) await result.data();
    },
    { small: 0 },
  );
  t.same(verify(log).problems, []);
  return log.filter((event) => event.event === 'launch' && event.through !== undefined).length;
}

t.test('a result that no kernel keeps to itself after all is gathered from memory', async (t) => {
  t.equal(await through(0), 2, 'a reader in the kernel of the producer');
  t.equal(await through(1), 0, 'a reader in the kernel that has loaded its other operand');
  t.equal(await launches(t, program(1)), 3);
});
