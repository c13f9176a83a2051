/** Pools: blocks go back to a device when their last users are complete, or behind these where its memory is freed in order. */
import t from 'tap';
import { Pool } from '../../../lib/runtime/memory/pool.js';

const LARGE = 2 ** 27;
const watching = { watchChunk: () => undefined, watchPlot: () => undefined, forget: () => undefined };

/** Gives back a block that launch 7 uses, where 3 are complete: what the pool does with it. */
function given(freesInOrder: boolean): string[] {
  const calls: string[] = [];
  let completed = 3;
  const device = {
    freesInOrder,
    alloc: () => 64,
    free: (address: number) => void calls.push(`free ${address}`),
    completed: () => completed,
  };
  const wait = (launch: number): void => {
    calls.push(`wait ${launch}`);
    completed = launch;
  };
  const pool = new Pool(device, 0, wait, () => undefined, watching);
  const { address, bytes } = pool.take(LARGE);
  pool.give(address, bytes, 7);
  return calls;
}

t.test('a large block goes back to the device', async (t) => {
  t.same(given(false), ['wait 7', 'free 64'], 'behind a wait for its users');
  t.same(given(true), ['free 64'], 'at once where the queue is in order');
});
