/** The owner of a GPU sleeps between looks at its driver, the longer nothing has happened, and no longer than until a message comes. */
import t from 'tap';
import { Control, makeShared } from '../../../lib/device/webgpu/control.js';
import { Pace } from '../../../lib/device/webgpu/pace.js';

const turn = (): Promise<void> => new Promise((done) => void setImmediate(done));

/** A pace and its clock; `after` lets a time pass and gives the sleeps of the turn behind it. */
function paced(): { pace: Pace; after: (milliseconds: number) => Promise<string> } {
  let now = 100;
  const slept: string[] = [];
  const pace = new Pace(
    { sleep: (received, most) => void slept.push(`${Number(most.toFixed(6))} after ${received}`) },
    () => now,
  );
  const after = async (milliseconds: number): Promise<string> => {
    slept.length = 0;
    now += milliseconds;
    await turn();
    return slept.join();
  };
  return { pace, after };
}

t.test('sleeps for a share of the time that nothing has happened', async (t) => {
  const { pace, after } = paced();
  pace.received();
  pace.start();
  pace.start();
  t.equal(await after(0.2), '', 'what takes a moment is asked for without a sleep');
  t.equal(await after(0.8), '0.125 after 1', 'a share of a millisecond, once a turn');
  t.equal(await after(99), '1 after 1', 'a millisecond at most');
  pace.progress();
  t.equal(await after(0.2), '', 'what happened begins it anew');
  pace.received();
  t.equal(await after(4), '0.5 after 2', 'messages are counted');
  pace.stop();
  t.equal(await after(50), '', 'without work it does not turn');
});

t.test('expects work to take as long as lately', async (t) => {
  const { pace, after } = paced();
  const work = async (looks: readonly number[], sleeps: readonly string[], what: string): Promise<void> => {
    pace.received();
    pace.start();
    for (const [k, look] of looks.entries()) t.equal((await after(look)).replace(/ .*/, ''), sleeps[k], `${what}, look ${k}`);
    pace.progress();
    pace.stop();
    await after(1);
  };
  await work([0.3, 0.3, 39.4], ['', '0.075', '1'], 'nothing is known');
  // A quarter of the difference was learnt: 10 ms are expected.
  await work([0.1, 0.2, 3, 5], ['', '1', '1', '0.625'], 'asleep to three quarters, then in steps of a sixteenth');
  // It was over after 8.3 ms at the earliest.
  await work([0.1, 5.6, 0.5], ['', '0.465', '0.51875'], 'work that is over sooner is expected sooner');
  await work([0.3, 0.1], ['1', '1'], 'and so is work that was over during a sleep');
  await work([0.3, 0.2, 0.2, 0.2], ['', '', '', '0.1125'], 'brief work is awaited without a sleep');
});

t.test('a message that was posted, and not received, ends a sleep at once', async (t) => {
  const control = new Control(makeShared());
  control.posted();
  control.posted();
  // Were it a sleep, the test would not end.
  control.sleep(1, Number.POSITIVE_INFINITY);
  const began = performance.now();
  control.sleep(2, 20);
  t.ok(performance.now() - began >= 15, 'all messages were received: it sleeps');
});
