/** Failures of a GPU's launches as its owner tells them: any number may be unread, and the driver's words are kept. */
import { MessageChannel } from 'node:worker_threads';
import t from 'tap';
import { type Failure, Failures } from '../../../lib/device/webgpu/failures.js';

t.test('none of many failures is forgotten, and those in a row are one message', async (t) => {
  const { port1, port2 } = new MessageChannel();
  const failures = new Failures(port1);
  const send = (failure: Failure): void => port2.postMessage(failure);
  for (let launch = 1; launch <= 10_000; launch++) send({ first: launch, last: launch, status: 1, why: null });
  send({ first: 10_001, last: 11_024, status: 10, why: null });
  t.ok(failures.areThere(10_001));
  const found = failures.take();
  t.equal(found.length, 2 * 11_024);
  t.ok(
    found.every((value, i) => value === (i % 2 === 0 ? i / 2 + 1 : i < 20_000 ? 1 : 10)),
    'each with its launch and status',
  );
  t.notOk(failures.areThere(10_001));
  t.same(failures.take(), []);
  failures.add(11_025, 3);
  t.ok(failures.areThere(10_001));
  t.same(failures.take(), [11_025, 3], "the issuing thread's own, too");
  port2.close();
});

t.test("a driver's words are told of their launches alone, the last ones where there are many", async (t) => {
  const { port1, port2 } = new MessageChannel();
  const failures = new Failures(port1);
  port2.postMessage({ first: 5, last: 7, status: 9, why: 'no such function' });
  failures.take();
  t.equal(failures.reason(6), 'no such function');
  t.equal(failures.reason(4), null);
  t.equal(failures.reason(8), null);
  for (let launch = 8; launch < 1000; launch++) port2.postMessage({ first: launch, last: launch, status: 3, why: `${launch}` });
  failures.take();
  t.equal(failures.reason(6), null);
  t.equal(failures.reason(999), '999');
  port2.close();
});
