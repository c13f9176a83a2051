/** The owner of a GPU sleeps between looks at its driver, the longer nothing has happened, and no longer than until a message comes. */
import t from 'tap';
import { Control, makeShared } from '../../../lib/device/webgpu/control.js';
import { Pace } from '../../../lib/device/webgpu/pace.js';

const turn = (): Promise<void> => new Promise((done) => void setImmediate(done));

t.test('sleeps for a share of the time that nothing has happened', async (t) => {
  let now = 100;
  const slept: string[] = [];
  const pace = new Pace({ sleep: (received, most) => void slept.push(`${most} after ${received}`) }, () => now);
  const after = async (milliseconds: number): Promise<string> => {
    slept.length = 0;
    now += milliseconds;
    await turn();
    return slept.join();
  };
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
  pace.start();
  t.equal(await after(4), '1 after 2', 'and goes on with the next');
  pace.stop();
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
