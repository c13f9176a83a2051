/** Launches for the owner of a GPU that follow launches of other queues: they are sent in order, and not before these are complete. */
import t from 'tap';
import type { ForeignQueue } from '../../../lib/device/index.js';
import { Outbox } from '../../../lib/device/webgpu/outbox.js';

/** A queue whose launches are complete when the test says so, or when they are waited for. */
class Other implements ForeignQueue {
  readonly number = 0;
  readonly waits: number[] = [];
  #completed = 0;
  #asked: { readonly launch: number; readonly done: () => void }[] = [];

  /** Completes launches, and tells of it. */
  complete(launch: number): void {
    this.#completed = launch;
    const ready = this.#asked.filter((one) => one.launch <= launch);
    this.#asked = this.#asked.filter((one) => one.launch > launch);
    for (const { done } of ready) done();
  }

  get asked(): number {
    return this.#asked.length;
  }

  readonly device = {
    completed: (): number => this.#completed,
    wait: (launch: number): void => {
      this.waits.push(launch);
      this.#completed = Math.max(this.#completed, launch);
    },
    recover: (least: number): number => (this.#completed = Math.max(this.#completed, least)),
    notify: (launch: number, done: () => void): void => void this.#asked.push({ launch, done }),
  };
}

function ready(): {
  readonly outbox: Outbox;
  readonly other: Other;
  readonly sent: string[];
  readonly send: (name: string) => () => void;
} {
  const sent: string[] = [];
  return { outbox: new Outbox(), other: new Other(), sent, send: (name) => () => void sent.push(name) };
}

t.test('launches that follow nothing are sent at once', async (t) => {
  const { outbox, other, sent, send } = ready();
  outbox.add(1, 1, send('a'));
  other.complete(3);
  outbox.follow(other, 3);
  outbox.add(2, 2, send('b'));
  outbox.behind(send('c'));
  t.same(sent, ['a', 'b', 'c']);
});

t.test('a launch is held back with all behind it, and sent by a callback', async (t) => {
  const { outbox, other, sent, send } = ready();
  outbox.follow(other, 2);
  outbox.behind(send('before'));
  outbox.add(1, 3, send('a'));
  outbox.behind(send('behind'));
  outbox.add(4, 4, send('b'));
  outbox.follow(other, 5);
  outbox.add(5, 5, send('c'));
  outbox.goOn();
  t.same(sent, ['before']);
  t.equal(other.asked, 1, 'one callback');
  other.complete(2);
  t.same(sent, ['before', 'a', 'behind', 'b']);
  other.complete(4);
  t.equal(sent.length, 4);
  other.complete(5);
  t.equal(sent.at(-1), 'c');
  t.same(other.waits, [], 'nobody waited');
});

t.test('the progress of the queue sends, and so does a wait, as far as it has to', async (t) => {
  const { outbox, other, sent, send } = ready();
  for (const n of [1, 2, 3, 4]) {
    outbox.follow(other, n);
    outbox.add(n, n, send(`${n}`));
  }
  outbox.drive(2);
  t.same([sent.join(), other.waits.join()], ['1,2', '1,2']);
  other.device.wait(3);
  outbox.goOn();
  t.same(sent, ['1', '2', '3']);
  outbox.drive(9);
  t.same(sent, ['1', '2', '3', '4']);
});

t.test('bytes are taken now, but for a launch that follows', async (t) => {
  const { outbox, other, send } = ready();
  const bytes = Uint8Array.of(1);
  t.equal(outbox.takes(bytes), bytes, 'sent at once');
  outbox.follow(other, 1);
  t.equal(outbox.takes(bytes), bytes, 'as the launch that it follows leaves them');
  outbox.add(1, 1, send('a'));
  const taken = outbox.takes(bytes);
  bytes[0] = 2;
  t.equal(taken[0], 1, 'behind such a launch');
});

t.test('an entry that was interrupted while it was sent is lost, and the ones behind it are not', async (t) => {
  const { outbox, other, sent, send } = ready();
  outbox.follow(other, 1);
  outbox.add(1, 2, () => {
    throw new Error('interrupted');
  });
  outbox.add(3, 3, send('b'));
  t.throws(() => outbox.drive(3), /interrupted/);
  t.match(outbox.recover(), { first: 1, last: 2 });
  outbox.drive(3);
  t.same(sent, ['b']);
  t.equal(outbox.recover(), null);
  outbox.follow(other, 9);
  outbox.add(4, 4, send('c'));
  outbox.forget();
  outbox.goOn();
  t.same(sent, ['b'], 'nothing is sent to an owner that is gone');
});
