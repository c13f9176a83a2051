/** Windows with launches of several queues: how they are cut, and that they are replayed, with equal bits and no wait of this thread. */
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../../../lib/array/index.js';
import { CpuDevice, type Device, JsDevice, PlayedAccelerator } from '../../../../lib/device/index.js';
import { addonProblem, loadAddon } from '../../../../lib/native/index.js';
import { type Config, defaults, Runtime } from '../../../../lib/runtime/index.js';
import type { Listed } from '../../../../lib/runtime/memories/listed-launch.js';
import { segmentsOf } from '../../../../lib/runtime/memories/segments.js';
import { readLog, verify } from '../../../../lib/spy/index.js';
import { onRuntime } from '../../../support/on-runtime.js';

const skip = loadAddon() === null ? (addonProblem() ?? true) : false;
const folder = t.testdir();

/** A launch in a memory of a step (-1: a copy), that reads and writes instances. */
function listed(memory: number, step: number, reads: readonly number[], writes: readonly number[]): Listed {
  const rect = { low: [0], high: [1] };
  const use = (block: number, isWritten: boolean): Listed['uses'][number] => ({ block, rect, writes: isWritten });
  const uses = [...reads.map((block) => use(block, false)), ...writes.map((block) => use(block, true))];
  const told = { event: 'copy', from: 0, to: 0, rect } as const;
  return { uses, memory, step, told, from: { block: 0, offset: 0 }, to: { block: 0, offset: 0 }, bytes: 1, rect, slot: -1 };
}

const cut = (launches: readonly Listed[]): string[] =>
  segmentsOf(launches, 100, (memory) => memory).segments.map(({ queue, launches: own }) => `${queue}: ${own.join(' ')}`);

t.test('launches of a queue stay together until one needs another queue', async (t) => {
  const independent = [listed(0, 0, [], [0]), listed(1, 1, [], [1]), listed(0, 2, [0], [2]), listed(1, 3, [1], [3])];
  t.same(cut(independent), ['0: 0 2', '1: 1 3']);
  const dependent = [...independent, listed(0, 4, [3], [4])];
  t.same(cut(dependent), ['0: 0 2', '1: 1 3', '0: 4']);
  const alternating = [listed(0, 0, [], [0]), listed(1, 1, [0], [1]), listed(0, 2, [1], [0]), listed(1, 3, [0], [1])];
  t.same(cut(alternating), ['0: 0', '1: 1', '0: 2', '1: 3']);
});

t.test('a write comes after reads by other queues, and reads may pass each other', async (t) => {
  const reads = [listed(0, 0, [], [0]), listed(1, 1, [0], [1]), listed(0, 2, [0], [2])];
  t.same(cut(reads), ['0: 0 2', '1: 1']);
  const writes = [listed(0, 0, [], [0]), listed(1, 1, [0], [1]), listed(0, 2, [], [0])];
  t.same(cut(writes), ['0: 0', '1: 1', '0: 2']);
});

t.test('launches of the host know the launches of other queues that they need', async (t) => {
  const launches = [
    listed(0, 0, [], [0]),
    listed(1, 1, [0], [1]),
    listed(2, 2, [], [2]),
    listed(1, 3, [], [3]),
    listed(0, 4, [1], [4]),
    listed(0, 5, [2, 3], [5]),
  ];
  t.same(segmentsOf(launches, 100, (memory) => memory).arrivals, [
    { launch: 1, queue: 1, at: 0 },
    { launch: 2, queue: 1, at: 1 },
    { launch: 2, queue: 2, at: 0 },
  ]);
});

t.test('the points of a step are not parted', async (t) => {
  const launches = [listed(1, 0, [], [0]), listed(0, 1, [], [1]), listed(0, 1, [0], [2]), listed(0, 2, [], [3])];
  t.same(cut(launches), ['1: 0', '0: 1 2 3']);
});

/** Counts what is handed over. */
class Counting extends PlayedAccelerator {
  submits = 0;
  waits = 0;
  override submit(count: number): number {
    this.submits++;
    return super.submit(count);
  }
  override wait(n: number): void {
    if (n > this.completed()) this.waits++;
    super.wait(n);
  }
}

interface Hosts {
  readonly host: () => Device;
  readonly player: () => Device;
}
const NATIVE: Hosts = {
  host: () => new CpuDevice({ procs: 2, tier: 'block' }),
  player: () => new CpuDevice({ procs: 1, tier: 'block' }),
};
const SCRIPT: Hosts = { host: () => new JsDevice(), player: () => new JsDevice() };

async function over<T>(
  { host, player }: Hosts,
  config: Partial<Config>,
  body: (rt: Runtime, gpus: readonly Counting[]) => Promise<T>,
  count = 1,
): Promise<T> {
  const gpus = Array.from({ length: count }, (_, i) => new Counting(i, player(), { wide: i === 1 }));
  const full = { ...defaults(), procs: 2, tracing: 'off', plans: 'kept', fusion: false, inline: false, ...config } as const;
  return onRuntime(new Runtime(full, host(), null, { accelerators: gpus }), (rt) => body(rt, gpus)) as Promise<T>;
}

const floats = (n: number): np.NDArray => np.asarray(Float32Array.from({ length: n }, (_, i) => (i % 13) / 8));

t.test('a window of dependent kernels of an accelerator is handed over once', { skip }, async (t) => {
  const run = (graphs: Config['graphs']): Promise<unknown> =>
    over(NATIVE, { graphs }, async (rt, [gpu]) => {
      const half = floats(64).to('gpu0');
      let x = floats(64).to('gpu0');
      const window = (): void => {
        np.device('gpu0', () => {
          for (let k = 0; k < 150; k++) x = x.add(half).multiply(half);
        });
        rt.flush();
      };
      for (let i = 0; i < 6; i++) window();
      const { submits, waits } = gpu;
      const before = rt.stats();
      window();
      const { launches, graphs: now } = rt.stats();
      t.equal(launches - before.launches, 300);
      if (graphs === 'auto') {
        t.equal((now?.replays ?? 0) - (before.graphs?.replays ?? 0), 1, JSON.stringify(now));
        t.equal(gpu.submits - submits, 1);
        t.equal(gpu.waits - waits, 0);
      }
      return [...(await x.data())];
    });
  t.same(await run('auto'), await run('off'));
});

/** Counts replays, and the arrivals of other queues' launches in them. */
class CountingHost extends CpuDevice {
  replays = 0;
  arrivals = 0;
  override replay(...[program, wait, after, expected = []]: Parameters<CpuDevice['replay']>): number {
    this.replays++;
    this.arrivals += expected.length;
    return super.replay(program, wait, after, expected);
  }
}

/** A window of steps on the host and on `gpu0` by turns. */
function byTurns(rt: Runtime, x: np.NDArray, y: np.NDArray, turns: number): np.NDArray {
  for (let k = 0; k < turns; k++) {
    x = np.device('cpu', () => x.add(y).multiply(0.5));
    x = np.device('gpu0', () => x.multiply(y).add(0.25));
  }
  rt.flush();
  return x;
}

t.test('the host has one program in a window by turns, handed over without a wait', { skip }, async (t) => {
  for (const procs of [1, 2]) {
    const host = new CountingHost({ procs, tier: 'block' });
    const run = (graphs: Config['graphs']): Promise<unknown> =>
      over({ ...NATIVE, host: () => (graphs === 'auto' ? host : NATIVE.host()) }, { graphs, procs }, async (rt, [gpu]) => {
        let x = floats(64);
        const y = floats(64);
        for (let i = 0; i < 12; i++) {
          const { replays, arrivals } = host;
          const { waits } = gpu;
          x = byTurns(rt, x, y, 5);
          // A third replay in a row would wait for the first one.
          if (graphs === 'auto' && i > 7 && i < 10) {
            t.equal(host.replays - replays, 1, `${procs} processors`);
            t.ok(host.arrivals - arrivals >= 4, 'work of the accelerator makes asynchronous nodes');
            t.equal(gpu.waits - waits, 0);
          }
          if (i % 4 === 3) await x.data();
        }
        return [...(await x.data())];
      });
    t.same(await run('auto'), await run('off'));
  }
});

/** Is interrupted in a call. */
class Breaking extends PlayedAccelerator {
  /** Calls until then; none where negative. */
  left = -1;
  override submit(count: number): number {
    if (this.left >= 0 && this.left-- === 0) throw new Error('interrupted');
    return super.submit(count);
  }
}

t.test('launches that a program waits for and that were never submitted hold nothing back', { skip }, async (t) => {
  for (const left of [0, 1, 3]) {
    const gpu = new Breaking(0, NATIVE.player());
    const config = { ...defaults(), procs: 2, tracing: 'off', plans: 'kept', fusion: false, inline: false } as const;
    await onRuntime(new Runtime(config, NATIVE.host(), null, { accelerators: [gpu] }), async (rt) => {
      const run = (windows: number): { readonly x: np.NDArray; readonly y: np.NDArray } => {
        const y = floats(64);
        let x = floats(64);
        for (let i = 0; i < windows; i++) x = byTurns(rt, x, y, 5);
        return { x, y };
      };
      const want = await run(6).x.data();
      const { x, y } = run(6);
      await x.data();
      gpu.left = left;
      const lost = byTurns(rt, x, y, 5);
      t.equal(gpu.left, -1, 'it was interrupted');
      await t.rejects(async () => lost.data(), { code: 'ERR_TASK' });
      t.same(await run(6).x.data(), want, `behind ${left} submits`);
    });
  }
});

/** Steps on all devices by turns, which use each other's results, and one in place. */
async function mixed(rt: Runtime, gpus: number): Promise<number[]> {
  const at = <T>(i: number, fn: () => T): T => np.device(i % (gpus + 1) === 0 ? 'cpu' : `gpu${(i % (gpus + 1)) - 1}`, fn);
  let x = floats(600).reshape([20, 30]);
  const y = floats(600).reshape([20, 30]);
  const sums: Promise<unknown>[] = [];
  for (let i = 0; i < 14; i++) {
    x = at(0, () => x.add(y).multiply(0.5));
    const z = at(1, () => x.multiply(y).minimum(9));
    at(2, () => y.slice('2:15, 3:20').assign(z.slice('1:14, 2:19').add(y.slice('2:15, 3:20'))));
    x = at(3, () => x.add(z.sum({ axis: 0 })).multiply(0.25));
    rt.flush();
    if (i % 6 === 5) sums.push(Promise.resolve(x.sum().data()));
  }
  return [...(await x.data()), ...(await y.data()), ...((await Promise.all(sums)) as number[][]).flat()].map(Number);
}

const MACHINES: Readonly<Record<string, { readonly hosts: Hosts; readonly gpus: number; readonly config: Partial<Config> }>> = {
  'one accelerator': { hosts: NATIVE, gpus: 1, config: {} },
  'two, and two memories of the host': { hosts: NATIVE, gpus: 2, config: { memories: 2, grain: 1 } },
  'three, with small arrays in chunks, fused': { hosts: NATIVE, gpus: 3, config: { fusion: true, inline: true } },
  'a host without programs': { hosts: SCRIPT, gpus: 2, config: { device: 'js', procs: 1 } },
};
for (const [name, { hosts, gpus, config }] of Object.entries(MACHINES)) {
  t.test(`windows with launches of several queues are replayed: ${name}`, { skip: hosts === NATIVE && skip }, async (t) => {
    const want = await over(hosts, { ...config, graphs: 'off' }, (rt) => mixed(rt, gpus), gpus);
    for (const graphs of ['auto', 'on'] as const) {
      const spy = join(folder, `${name.replaceAll(/\W/g, '-')}-${graphs}`);
      const small = config.fusion === true ? {} : { small: 64 };
      await over(
        hosts,
        { ...config, ...small, graphs, spy },
        async (rt) => {
          t.same(await mixed(rt, gpus), want, graphs);
          const { graphs: found } = rt.stats();
          t.ok((found?.replays ?? 0) >= 4, JSON.stringify(found));
        },
        gpus,
      );
      const { problems, summary } = verify(await readLog(spy));
      t.same(problems, [], JSON.stringify(summary));
    }
  });
}
