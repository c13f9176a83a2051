/** Launches of the host's device that follow launches of other queues. */
import t from 'tap';
import { CpuDevice, type Device, type ForeignQueue, JsDevice } from '../../../lib/device/index.js';
import { addonProblem, LAUNCH_INLINE, loadAddon, RECORD } from '../../../lib/native/index.js';
import { axpy } from '../../support/kernels.js';

/** A queue that completes launches when it is waited for. */
class Late implements ForeignQueue {
  readonly number: number;
  readonly waits: number[] = [];
  #completed = 0;
  readonly #of: Device;

  constructor(number: number, of: Device) {
    this.number = number;
    this.#of = of;
  }

  complete(launch: number): void {
    this.#completed = Math.max(this.#completed, launch);
    this.#of.reached(this.number, launch);
  }

  readonly device = {
    completed: (): number => this.#completed,
    wait: (launch: number): void => {
      this.waits.push(launch);
      this.complete(launch);
    },
    recover: (least: number): number => {
      this.complete(least);
      return least;
    },
    notify: (launch: number, done: () => void): void =>
      void setImmediate(() => {
        this.complete(launch);
        done();
      }),
  };
}

/** Writes launches x = a · x + y on one element each, of the kernel of that number; each waits for the one before where `chained`. */
function write(
  device: Device,
  number: number,
  layout: ReturnType<Device['compile']>['layout'],
  x: number,
  y: number,
  count: number,
): void {
  const length = RECORD.PARAMS + layout.length;
  for (let i = 0, at = 0; i < count; i++, at += length) {
    device.records.fill(0, at, at + length);
    device.records.set([length, number, 1, 1, 0, LAUNCH_INLINE], at);
    const p = at + RECORD.PARAMS;
    device.records[p + layout.domain] = 1;
    layout.args.forEach(({ pointer, strides }, k) => {
      device.records[p + pointer] = k === 0 ? x : y;
      device.records[p + strides] = 1;
    });
  }
}

/** A device with a kernel and two elements; `submit` launches it so often. */
function ready(device: Device): { submit(count: number): number } {
  const executable = device.compile(axpy(1));
  const [x, y] = [device.alloc(64), device.alloc(64)];
  return {
    submit: (count) => {
      write(device, executable.number(1), executable.layout, x, y, count);
      return device.submit(count);
    },
  };
}

if (loadAddon() === null) t.test('the cpu device', { skip: addonProblem() ?? 'no addon' }, async () => undefined);
else
  for (const procs of [1, 3]) {
    t.test(`a launch is held back until the launch that it follows is complete, ${procs} processors`, async (t) => {
      const device = new CpuDevice({ procs });
      const late = new Late(5, device);
      const { submit } = ready(device);
      device.follow(1, late, 7);
      const last = submit(3);
      await new Promise((turn) => setTimeout(turn, 5));
      t.equal(device.completed(), last - 3 + 1, 'the first alone is complete: numbers complete in order');
      t.notOk(device.help(last));
      late.complete(6);
      t.notOk(device.help(last), 'an earlier launch does not suffice');
      device.wait(last - 2);
      t.same(late.waits, [], 'nothing is waited for that is not followed');
      device.wait(last);
      t.same(late.waits, [7], 'a thread that would block waits for the other queue first');
      t.equal(device.completed(), last);
      await device.close();
    });
  }

if (loadAddon() !== null) {
  t.test('other threads go on when the other queue does', async (t) => {
    const device = new CpuDevice({ procs: 3 });
    const late = new Late(1, device);
    const { submit } = ready(device);
    device.follow(0, late, 3);
    const last = submit(1);
    await new Promise<void>((done) => device.notify(last, done));
    t.same(late.waits, [], 'a callback blocks nothing');
    t.equal(device.completed(), last);
    t.equal(submit(1), last + 1, 'nothing is left over for the next submit');
    t.equal(device.completed(), last + 1);
    await device.close();
  });

  t.test('a launch follows four queues, and waits for the rest at once', async (t) => {
    const device = new CpuDevice({ procs: 1 });
    const queues = Array.from({ length: 6 }, (_, q) => new Late(q + 1, device));
    const { submit } = ready(device);
    for (const queue of queues) device.follow(0, queue, 2);
    t.same(
      queues.map(({ waits }) => waits.length),
      [0, 0, 0, 0, 1, 1],
    );
    device.wait(submit(1));
    t.same(
      queues.map(({ waits }) => waits),
      queues.map(() => [2]),
    );
    await device.close();
  });

  t.test('many launches behind one that is held back find room', async (t) => {
    const device = new CpuDevice({ procs: 2 });
    const late = new Late(1, device);
    const { submit } = ready(device);
    device.follow(0, late, 1);
    let last = 0;
    for (let i = 0; i < 12; i++) last = submit(1000);
    device.wait(last);
    t.same(late.waits, [1]);
    await device.close();
  });

  t.test('recovery completes what was held back', async (t) => {
    const device = new CpuDevice({ procs: 2 });
    const late = new Late(1, device);
    const { submit } = ready(device);
    device.follow(0, late, 1);
    const last = submit(2);
    t.equal(device.recover(last + 3), last + 3);
    t.equal(device.completed(), last + 3);
    await device.close();
  });
}

t.test('a device with launches that are over at once waits before them', async (t) => {
  const device = new JsDevice();
  const late = new Late(1, device);
  device.follow(0, late, 4);
  t.same(late.waits, [4]);
});
