/** The list of launches that other queues hold back, where interruptions come between its steps and the executor's. */
import t from 'tap';
import { Follows } from '../../../lib/device/cpu/follows.js';
import { type ForeignQueue, withinQueue } from '../../../lib/device/index.js';

/** A queue that completes what it is waited for, and tells nobody. */
function silent(): {
  number: number;
  device: ForeignQueue['device'];
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
      recover: (least) => (completed = Math.max(completed, least)),
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

t.test('the executor is told of launches that one of its own follows, and of no others', (t) => {
  const told: number[] = [];
  const follows = new Follows({ follow: () => true, reached: (launch: number) => told.push(withinQueue(launch)) } as never);
  const queue = silent();
  follows.reached(1, 1);
  follows.note(1, 0, queue, 3);
  for (const launch of [2, 3, 4]) follows.reached(1, launch);
  t.same(told, [3]);
  queue.device.wait(6);
  follows.note(2, 0, queue, 5);
  t.same(told, [3, 5], 'one that is complete by then');
  t.end();
});

t.test('a launch that was to be submitted and is not is passed over behind an interruption', (t) => {
  const told: number[] = [];
  const follows = new Follows({ follow: () => true, reached: (launch: number) => told.push(launch) } as never);
  const queue = silent();
  const expected = [
    { step: 0, queue, launch: 7 },
    { step: 2, queue, launch: 9 },
  ];
  follows.expect(4, expected, Int32Array.of());
  t.notOk(follows.holdBack(3));
  t.ok(follows.holdBack(4));
  follows.recover();
  t.equal(queue.device.completed(), 9);
  t.equal(told.length, 1, 'the executor goes on');
  t.notOk(follows.holdBack(6));
  t.end();
});

t.test('launches up to a release are complete together, so that the first of them waits for all that these wait for', (t) => {
  const follows = new Follows({ follow: () => true, reached: () => undefined } as never);
  const queue = silent();
  const expected = [
    { step: 1, queue, launch: 7 },
    { step: 3, queue, launch: 8 },
    { step: 5, queue, launch: 9 },
  ];
  follows.expect(10, expected, Int32Array.of(1, 4));
  t.notOk(follows.holdBack(9));
  follows.drive(10);
  t.equal(queue.device.completed(), 7, 'launch 10 is complete with 11');
  t.notOk(follows.holdBack(11));
  follows.drive(12);
  t.equal(queue.device.completed(), 8, 'launch 12 with 14');
  t.notOk(follows.holdBack(14));
  t.ok(follows.holdBack(15));
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
