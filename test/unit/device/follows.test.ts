/** The list of launches that other queues hold back, where interruptions come between its steps and the executor's. */
import t from 'tap';
import { Follows } from '../../../lib/device/cpu/follows.js';

/** A queue that completes what it is waited for, and tells nobody. */
function silent(): {
  number: number;
  device: { completed(): number; wait(n: number): void; notify(n: number, done: () => void): void };
} {
  let completed = 0;
  return {
    number: 1,
    device: {
      completed: () => completed,
      wait: (n) => {
        completed = Math.max(completed, n);
      },
      notify: (_, done) => done(),
    },
  };
}

t.test('a launch that the executor knows of is on the list, though the call was interrupted behind that', (t) => {
  const told: number[] = [];
  const interrupted = {
    follow: () => {
      throw new Error('interrupted');
    },
    reached: (launch: number) => told.push(launch),
  };
  const follows = new Follows(interrupted as never);
  const queue = silent();
  t.throws(() => follows.note(5, 0, queue, 3), /interrupted/);
  t.ok(follows.holdBack(5));
  follows.drive(5);
  t.equal(queue.device.completed(), 3, 'it is waited for');
  t.notOk(follows.holdBack(5));
  t.end();
});

t.test('the executor is told of launches that a queue completed and did not tell of', (t) => {
  const told: number[] = [];
  const follows = new Follows({ follow: () => true, reached: (launch: number) => told.push(launch) } as never);
  const queue = silent();
  follows.note(1, 0, queue, 2);
  queue.device.wait(2);
  t.notOk(follows.holdBack(1));
  t.equal(told.length, 1, 'else it would wait for ever');
  t.end();
});
