/**
 * Faults while programs replay, again and again: threads that are killed under way, bodies that throw, memory that is refused.
 * Each ends in right results or in one typed error at the reader, and the next round finds everything in order.
 */
import t, { type Test } from 'tap';
import * as np from '../../lib/array/index.js';
import { OutOfMemoryError, TaskError } from '../../lib/base/index.js';
import { CpuDevice } from '../../lib/device/index.js';
import { loadAddon } from '../../lib/native/index.js';
import { deviceOf } from '../../lib/runtime/current.js';
import { type Config, createRuntime, defineKind, float64, type Runtime, useRuntime } from '../../lib/runtime/public.js';
import { windows as sharedWindows } from '../support/faults.js';
import { FROM_X_TO_Y } from '../support/kinds.js';

const PROCS = 3;
const ROUNDS = 10;
const LENGTH = 40_000;
const LARGE = 300_000;
const STEPS = 12;
/** Milliseconds after which something hangs. */
const HANG = 60_000;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function on(config: Partial<Config>, body: (rt: Runtime) => Promise<void>): Promise<void> {
  const rt = createRuntime({ device: 'cpu', tier: 'block', procs: PROCS, grain: 1, inline: false, ...config });
  const before = useRuntime(rt);
  try {
    await body(rt);
  } finally {
    useRuntime(before);
    await rt.close();
  }
}

/** Settles as the promise does, or throws when it hangs. */
async function soon<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it hangs')), HANG);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

const windows = (rt: Runtime): np.NDArray => sharedWindows(rt, LENGTH, STEPS);

async function isRight(t: Test, rt: Runtime, what: string): Promise<void> {
  const values = (await soon(windows(rt).data())) as Float64Array;
  t.ok(values.length === LENGTH && values.every((v) => v === STEPS), what);
}

const options = loadAddon() === null ? { skip: 'the addon did not load' } : {};

for (const graphs of ['on', 'off'] as const) {
  t.test(`threads that are killed while launches are under way, graphs ${graphs}`, options, (t) =>
    on({ graphs }, async (rt) => {
      const device = deviceOf(rt);
      if (!(device instanceof CpuDevice)) throw new Error('not the cpu device');
      await isRight(t, rt, 'before');
      const whole = async (): Promise<void> => {
        while (device.pool.serving < PROCS - 1 || device.workers < PROCS - 1) await sleep(2);
      };
      device.pool.start();
      await soon(whole());
      for (let round = 0; round < ROUNDS; round++) {
        const result = windows(rt);
        const killed = [...device.pool.threads];
        const ends = killed.map((thread) => thread.terminate());
        const values = (await soon(result.data())) as Float64Array;
        await soon(Promise.all(ends));
        t.ok(
          values.every((v) => v === STEPS),
          `round ${round}`,
        );
        await soon(whole());
        t.notOk(device.pool.threads.some((thread) => killed.includes(thread)));
      }
      await isRight(t, rt, 'afterwards');
    }),
  );

  t.test(`a body that throws between replays, graphs ${graphs}`, options, (t) =>
    on({ graphs }, async (rt) => {
      let throws = true;
      const kind = defineKind({
        name: 'moody',
        args: FROM_X_TO_Y,
        body: {
          kind: 'js',
          run: ([from, to]) => {
            if (throws) throw new RangeError('not today');
            for (let i = 0; i < to.shape[0]; i++)
              to.data[to.offset + i * to.strides[0]] = from.data[from.offset + i * from.strides[0]];
          },
        },
      });
      for (let round = 0; round < ROUNDS; round++) {
        throws = round % 2 === 0;
        const x = windows(rt);
        const y = rt.create(float64, x.shape);
        rt.launch(kind, x.shape, [x, y]);
        const after = new np.NDArray(y.root, y.view, y.token).add(1);
        const beside = x.add(1);
        rt.flush();
        if (throws) await t.rejects(soon(after.data()), TaskError);
        else t.equal(((await soon(after.data())) as Float64Array)[7], STEPS + 1);
        t.equal(((await soon(beside.data())) as Float64Array)[7], STEPS + 1);
      }
      await isRight(t, rt, 'afterwards');
    }),
  );

  t.test(`memory that is refused, graphs ${graphs}`, options, async (t) => {
    let refuses = false;
    const { alloc } = CpuDevice.prototype;
    t.teardown(() => {
      CpuDevice.prototype.alloc = alloc;
    });
    CpuDevice.prototype.alloc = function (bytes) {
      return refuses ? 0 : alloc.call(this, bytes);
    };
    await on({ graphs }, async (rt) => {
      const held: np.NDArray[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const x = windows(rt);
        refuses = round % 2 === 1;
        // Arrays of this length are kept: there is no memory from before.
        const large = np.zeros([LARGE]);
        large.slice('1:').addAssign(1);
        rt.flush();
        held.push(large);
        const read = soon(large.data());
        if (refuses) await t.rejects(read, OutOfMemoryError, `round ${round}`);
        else t.equal(((await read) as Float64Array)[LARGE - 1], 1, `round ${round}`);
        refuses = false;
        t.equal(((await soon(x.data())) as Float64Array)[7], STEPS, 'what has memory is well');
      }
      for (const array of held) array.dispose();
      await isRight(t, rt, 'afterwards');
    });
  });
}
