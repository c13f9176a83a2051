import { Worker } from 'node:worker_threads';
import t from 'tap';
import {
  type Addon,
  addonProblem,
  CONTROL,
  type Executor,
  LAUNCH_BRIEF,
  LAUNCH_INLINE,
  loadAddon,
  makeExecutor,
} from '../../../lib/native/index.js';
import { buildLibrary, kernelOf, type Library } from './library.js';
import { write } from './records.js';

const addon = loadAddon();
const library = addon === null ? (addonProblem() ?? 'no addon') : buildLibrary();
if (addon === null || typeof library === 'string') {
  t.pass('skipped', { skip: String(library) });
} else {
  t.teardown(() => library.remove());
  suite(addon, library);
}

function suite(addon: Addon, library: Library): void {
  const mark = kernelOf(addon, library.path, 'mark', 'mark_finish', 2);
  const copy = kernelOf(addon, library.path, 'copy', 'no_finish', 2);
  const fail = kernelOf(addon, library.path, 'fail', '', 0, 1);

  const ints = (length: number): { address: number; values: Int32Array } => {
    const address = addon.alloc(length * 4);
    const values = new Int32Array(addon.view(address, length * 4));
    values.fill(0);
    return { address, values };
  };

  t.test('a library or function that is not there throws what the linker says', async (t) => {
    t.throws(() => addon.loadKernel('/no/such.so', 'run', ''), /such\.so/);
    t.throws(() => addon.loadKernel(library.path, 'absent', ''), /no function 'absent'/);
  });

  t.test('routines by name', async (t) => t.equal(addon.routine('no such routine'), -1));

  t.test('every unit runs once and finish once, for any tile, inline or not, without workers', async (t) => {
    const executor = makeExecutor(addon, 4096, 4);
    for (const units of [0, 1, 5, 1000]) {
      for (const tile of [1, 3, 5000]) {
        for (const flags of [0, LAUNCH_INLINE]) {
          const counts = ints(1000);
          const finished = ints(1);
          const n = executor.submit(
            write(executor.records, [{ kernel: mark, units, tile, flags, params: [counts.address, finished.address] }]),
          );
          executor.wait(n);
          t.equal(executor.completed(), n);
          t.ok(
            counts.values.every((v, i) => v === (i < units ? 1 : 0)),
            `${units} units, tile ${tile}, flags ${flags}`,
          );
          t.equal(finished.values[0], 1);
        }
      }
    }
  });

  t.test('an inline launch is complete when submit returns, unless it has to wait', async (t) => {
    const executor = makeExecutor(addon, 4096, 4);
    const [a, b, c] = [ints(10), ints(10), ints(10)];
    executor.submit(write(executor.records, [{ kernel: copy, units: 10, flags: LAUNCH_INLINE, params: [a.address, b.address] }]));
    t.equal(executor.completed(), 1);
    t.equal(executor.control[CONTROL.OVER], 1);
    const queued = [
      { kernel: copy, units: 10, params: [a.address, b.address] },
      { kernel: copy, units: 10, wait: 2, flags: LAUNCH_INLINE, params: [b.address, c.address] },
    ];
    t.equal(executor.submit(write(executor.records, queued)), 3);
    t.equal(executor.completed(), 1);
    t.equal(executor.control[CONTROL.OVER], 0);
    executor.wait(3);
    t.ok(c.values.every((v) => v === 2));
  });

  t.test('an inline launch that failed is not over for good until somebody was told', async (t) => {
    const executor = makeExecutor(addon, 4096, 4);
    const launch = (status: number): number =>
      executor.submit(write(executor.records, [{ kernel: fail, units: 4, flags: LAUNCH_INLINE, params: [status] }]));
    launch(3);
    t.equal(executor.control[CONTROL.OVER], 0);
    t.strictSame(executor.failures(), [1, 3]);
    launch(0);
    t.equal(executor.control[CONTROL.OVER], 1);
  });

  t.test('help runs brief launches, and nothing where there are others or many', async (t) => {
    const executor = makeExecutor(addon, 4096, 4);
    const [a, b, c] = [ints(10), ints(10), ints(10)];
    const brief = { kernel: copy, units: 10, tile: 3, flags: LAUNCH_BRIEF, params: [a.address, b.address] };
    const second = { ...brief, wait: 1, params: [b.address, c.address] };
    t.equal(executor.submit(write(executor.records, [brief, second])), 2);
    t.equal(executor.help(2), true);
    t.equal(executor.completed(), 2);
    t.ok(c.values.every((v) => v === 2));
    t.equal(executor.submit(write(executor.records, [brief, { ...second, flags: 0, wait: 3 }])), 4);
    t.equal(executor.help(4), false, 'one is not brief');
    t.equal(executor.help(3), true);
    t.equal(executor.completed(), 3);
    executor.wait(4);
    const many = executor.submit(
      write(
        executor.records,
        Array.from({ length: 17 }, () => brief),
      ),
    );
    t.equal(executor.help(many), false, 'too many');
    t.equal(executor.completed(), 4);
    executor.wait(many);
    t.equal(executor.help(many), true, 'complete already');
  });

  t.test('more launches than the ring holds, each after the one before', async (t) => {
    const executor = makeExecutor(addon, 4096, 4);
    const arrays = Array.from({ length: 1001 }, () => ints(8));
    for (let i = 0; i < 1000; i += 50) {
      const launches = Array.from({ length: 50 }, (_, k) => ({
        kernel: copy,
        units: 8,
        tile: 3,
        wait: i + k,
        params: [arrays[i + k].address, arrays[i + k + 1].address],
      }));
      executor.submit(write(executor.records, launches));
    }
    executor.wait(1000);
    t.ok(arrays[1000].values.every((v) => v === 1000));
  });

  t.test('failures name the launch and the status, once', async (t) => {
    const executor = makeExecutor(addon, 4096, 4);
    const launches = [
      { kernel: fail, units: 4, params: [1] },
      { kernel: fail, units: 4, params: [0] },
      { kernel: fail, units: 4, flags: LAUNCH_INLINE, params: [3] },
    ];
    executor.wait(executor.submit(write(executor.records, launches)));
    const pairs = executor.failures() ?? [];
    t.strictSame(
      new Map([
        [pairs[0], pairs[1]],
        [pairs[2], pairs[3]],
      ]),
      new Map([
        [1, 1],
        [3, 3],
      ]),
    );
    t.equal(pairs.length, 4);
    t.equal(executor.failures(), undefined);
  });

  t.test('notify calls back on the loop, each once, also without workers', async (t) => {
    const executor = makeExecutor(addon, 4096, 4);
    const counts = ints(100);
    const finished = ints(1);
    const launches = Array.from({ length: 20 }, (_, i) => ({
      kernel: mark,
      units: 100,
      tile: 7,
      wait: i,
      params: [counts.address, finished.address],
    }));
    executor.submit(write(executor.records, launches));
    let calls = 0;
    let returned = false;
    const seen = [20, 5, 5, 13, 0].map(
      (n) =>
        new Promise<void>((resolve) =>
          executor.notify(n, () => {
            t.ok(returned, 'not within notify');
            t.ok(executor.completed() >= n);
            calls++;
            resolve();
          }),
        ),
    );
    returned = true;
    await Promise.all(seen);
    t.equal(calls, 5);
    t.ok(counts.values.every((v) => v === 20));
  });

  t.test('with workers: a random graph of launches, twenty times', async (t) => {
    const executor = makeExecutor(addon, 1 << 14, 4);
    const workers = await serve(executor, 2);
    let state = 12345;
    const random = (below: number): number => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return (state >>> 8) % below;
    };
    for (let round = 0, first = 0; round < 20; round++, first += 100) {
      const arrays = Array.from({ length: 101 }, () => ints(32));
      const depth = [0];
      const launches = Array.from({ length: 100 }, (_, i) => {
        const wait = random(i + 1);
        const from = wait === 0 ? 0 : random(wait + 1);
        depth.push(depth[from] + 1);
        return {
          kernel: copy,
          units: 32,
          tile: 1 + random(32),
          wait: wait === 0 ? 0 : first + wait,
          flags: random(2),
          params: [arrays[from].address, arrays[i + 1].address],
        };
      });
      const n = executor.submit(write(executor.records, launches));
      if (round % 2 === 0) executor.wait(n);
      else await new Promise<void>((resolve) => executor.notify(n, resolve));
      t.ok(
        arrays.every((a, i) => a.values.every((v) => v === depth[i])),
        `round ${round}`,
      );
      for (const a of arrays) addon.free(a.address, 128);
    }
    executor.stop();
    t.equal(executor.workers(), 0);
    executor.stop();
    await Promise.all(workers.map((w) => w.terminate()));
  });

  t.test('terminated workers leave, and the rest is done by whoever waits', async (t) => {
    const executor = makeExecutor(addon, 4096, 4);
    const workers = await serve(executor, 2);
    const counts = ints(5000);
    const finished = ints(1);
    const gone = workers.map((w) => w.terminate());
    for (let i = 0; i < 200; i++) {
      const launch = { kernel: mark, units: 5000, tile: 10, wait: i, params: [counts.address, finished.address] };
      executor.wait(executor.submit(write(executor.records, [launch])));
    }
    await Promise.all(gone);
    t.equal(executor.workers(), 0);
    t.ok(counts.values.every((v) => v === 200));
    t.equal(finished.values[0], 200);
  });

  t.test("the executor's own threads serve until it stops", async (t) => {
    const executor = makeExecutor(addon, 4096, 3);
    const counts = ints(5000);
    const params = [counts.address, ints(1).address];
    const work = (rounds: number): void => {
      for (let i = 0; i < rounds; i++)
        executor.wait(executor.submit(write(executor.records, [{ kernel: mark, units: 5000, tile: 10, wait: 0, params }])));
    };
    t.equal(executor.staff(), 2);
    t.equal(executor.workers(), 2);
    t.equal(executor.staff(), 2, 'a post has one thread');
    work(100);
    t.ok(counts.values.every((v) => v === 100));
    executor.stop();
    t.equal(executor.workers(), 0);
    t.equal(executor.staff(), 0, 'a stopped executor has none');
    t.equal(makeExecutor(addon, 64, 1).staff(), 0, 'one processor is the calling thread');
  });

  t.test('serving an executor that is not there returns', async (t) => t.equal(addon.serve(1e6, 1), undefined));
}

/** Threads that serve; resolves when all do. */
async function serve(executor: Executor, count: number): Promise<Worker[]> {
  const url = new URL('../../../lib/native/index.js', import.meta.url).href;
  const script = `import('${url}').then(({ loadAddon }) => loadAddon().serve(${executor.id}, 1));`;
  const workers = Array.from({ length: count }, () => new Worker(script, { eval: true, execArgv: [] }));
  while (executor.workers() < count) await new Promise((resolve) => setTimeout(resolve, 5));
  return workers;
}
