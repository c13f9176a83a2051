/** Logs of varied programs, small enough to be verified many thousand times: what mutations are made of. */
import * as np from '../../../lib/array/index.js';
import { loadAddon } from '../../../lib/native/index.js';
import type { Config } from '../../../lib/runtime/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import type { LogEvent } from '../../../lib/spy/index.js';
import { spied } from '../spied.js';

/** Elements of the programs' arrays. */
const N = 24;

const programs: Readonly<Record<string, () => Promise<void>>> = {
  async 'views that alias'() {
    const x = np.asarray(Float64Array.from({ length: 2 * N }, (_, i) => i)).reshape([N / 2, 4]);
    x.T.slice(2).addAssign(5);
    x.slice('1:').assign(x.slice(':-1'));
    np.runtime.flush();
    x.slice('::2').addAssign(x.slice('1::2'));
    await x.slice(':', 1).data();
    await x.data();
  },
  async 'reductions and scatters'() {
    const x = np.arange(2 * N).reshape([N / 2, 4]);
    const rows = x.sum({ axis: 1 });
    const columns = x.multiply(2).max({ axis: 0 });
    const counts = np.bincount(np.arange(N).remainder(5).astype('int64'), { minlength: 6 });
    await x.divide(x.sum()).add(columns).sum().item();
    await rows.data();
    await (await counts).data();
  },
  async 'disposed arrays'() {
    let x = np.arange(3 * N);
    for (let i = 0; i < 3; i++) {
      const next = np.scope(() => np.take(x, [i]).add(x.multiply(2)).slice('::-1').copy());
      np.runtime.flush();
      x.dispose();
      x = next;
    }
    await x.data();
  },
  async 'bodies in JavaScript'() {
    const x = np.arange(16).reshape([4, 4]).multiply(0.5);
    const y = x.matmul(x);
    x.assign(np.sort(y.T));
    await x.add(y).data();
  },
  async 'rows of several units'() {
    const x = np.arange(2048).reshape([2, 1024]);
    const columns = x.sum({ axis: 0 });
    x.divideAssign(x.sum().add(1));
    const at = np.asarray(BigInt64Array.from({ length: 1026 }, (_, i) => BigInt((7 * i) % 1026)));
    const y = np.take(x.reshape([2048]), at);
    await y.data();
    await columns.data();
  },
  async 'values that are held'() {
    const x = np.arange(N);
    const y = x.multiply(2);
    const z = y.add(1);
    await z.data();
    x.addAssign(1);
    np.runtime.flush();
    await y.data();
  },
  async 'a window that fails'() {
    const x = np.arange(3 * N);
    await x.data();
    x.dispose();
    const y = np.arange(N);
    const far = np.ones([2 ** 44]);
    y.addAssign(1);
    await far.data().catch(() => null);
    await np.arange(N).multiply(2).data();
  },
  async 'sparse products'() {
    const A = sparse.poisson2d(3);
    let x = np.ones([9]);
    for (let i = 0; i < 2; i++) x = A.matmul(x).multiply(0.25);
    await x.data();
  },
};

/** Windows that come again and again, so that they become graphs. */
const loops: Readonly<Record<string, () => Promise<void>>> = {
  async stencil() {
    const [a, b] = [np.ones([12, 4]), np.zeros([12, 4])];
    for (let i = 0; i < 5; i++) {
      b.slice('1:-1', ':').assign(a.slice('2:', ':').add(a.slice(':-2', ':')));
      a.slice('1:-1', ':').assign(b.slice('2:', ':').subtract(b.slice(':-2', ':')));
      a.slice(0).addAssign(a.sum({ axis: 0 }));
      np.runtime.flush();
    }
    await a.data();
  },
  async 'rows of several units'() {
    const x = np.arange(2048).reshape([2, 1024]);
    for (let i = 0; i < 4; i++) {
      x.slice(0).addAssign(x.slice(1, '::-1'));
      x.multiplyAssign(0.5);
      np.runtime.flush();
    }
    await x.data();
  },
  async 'sums that the next window reads'() {
    const x = np.arange(N).add(1);
    let scale = np.asarray([1]).slice(0);
    for (let i = 0; i < 5; i++) {
      x.addAssign(np.divide(x, scale).multiply(0.001));
      scale = x.multiply(x).sum().sqrt();
      np.runtime.flush();
    }
    await x.data();
    await scale.data();
  },
  async 'new arrays'() {
    let x = np.arange(N);
    for (let i = 0; i < 6; i++) {
      const next = np.scope(() =>
        x
          .multiply(0.5)
          .add(x.slice('::-1'))
          .add(i % 3)
          .copy(),
      );
      x.dispose();
      x = next;
      np.runtime.flush();
    }
    await x.data();
  },
};

/** As many units as have to be folded by runs. */
const inRuns: Readonly<Record<string, () => Promise<void>>> = {
  async 'a sum of many units'() {
    await np.broadcastTo(np.arange(513), [1100, 513]).sum().data();
  },
};

/** Elements of arrays that fill a small memory. */
const MANY = 600;

const floats = (n: number): np.NDArray => np.asarray(Float32Array.from({ length: n }, (_, i) => i % 13));

/** Tasks on the host and on accelerators, by turns. */
const onDevices: Readonly<Record<string, () => Promise<void>>> = {
  async 'devices by turns'() {
    const x = floats(N).reshape([N / 4, 4]);
    const y = np.device('gpu0', () => x.multiply(x).add(x));
    const z = np.device('cpu', () => y.add(1));
    np.device('gpu0', () => void y.slice('1:3').assign(z.slice('1:3')));
    np.device('cpu', () => void z.slice(0).assign(y.slice(1)));
    await np.device('gpu0', () => y.add(z)).data();
    await z.data();
  },
  async 'awaited reads'() {
    const x = floats(N);
    const y = np.device('gpu0', () => x.add(1));
    const early = y.data();
    np.device('gpu0', () => void y.addAssign(2));
    const late = y.data();
    np.device('cpu', () => void y.slice('2:9').assign(x.slice('2:9')));
    await Promise.all([early, late, y.data()]);
  },
  async 'arrays that leave a full memory'() {
    const arrays = [0, 1, 2].map((k) => {
      const x = floats(MANY).to('gpu0');
      np.device('gpu0', () => void x.addAssign(k));
      np.runtime.flush();
      return x;
    });
    const sum = np.device('cpu', () => arrays[0].add(arrays[2]).slice(':4'));
    await sum.data();
    np.device('gpu0', () => void arrays[0].addAssign(1));
    await arrays[0].slice('2:5').data();
    await arrays[1].slice('2:5').data();
  },
  async 'a loop over devices'() {
    let x = floats(N);
    for (let i = 0; i < 5; i++) {
      const y = np.device('gpu0', () => x.multiply(0.5).add(1));
      const total = np.device('cpu', () => y.sum());
      x = np.device('gpu0', () => y.subtract(total));
      np.runtime.flush();
    }
    await x.data();
  },
};

const one = { procs: 2, grain: 1, inline: false, small: 128 } as const;
const graphs = { ...one, procs: 3, graphs: 'on' } as const;

const settings: readonly { name: string; from: typeof programs; config: Partial<Config>; native?: boolean }[] = [
  { name: 'fused', from: programs, config: one },
  { name: 'unfused', from: programs, config: { ...one, fusion: false, window: 4 } },
  { name: 'task by task', from: programs, config: { ...one, plans: 'auto' } },
  { name: 'traced', from: loops, config: { ...one, tracing: 'inline' } },
  { name: 'graphs', from: loops, config: graphs, native: true },
  { name: 'graphs, unfused', from: loops, config: { ...graphs, fusion: false }, native: true },
  { name: 'two memories', from: programs, config: { ...one, memories: 2 } },
  { name: 'three memories, unfused', from: programs, config: { ...one, memories: 3, fusion: false } },
  { name: 'two memories, graphs', from: loops, config: { ...graphs, memories: 2 }, native: true },
  { name: 'three memories, folds of runs', from: inRuns, config: { ...one, memories: 3 } },
  { name: 'two memories, task by task', from: programs, config: { ...one, memories: 2, plans: 'auto' } },
  { name: 'an accelerator', from: onDevices, config: { ...one, played: 1 } },
  { name: 'an accelerator, full', from: onDevices, config: { ...one, small: 64, played: 1, deviceMemory: 6000 } },
  {
    name: 'an accelerator and two memories, unfused',
    from: onDevices,
    config: { ...one, played: 1, memories: 2, fusion: false },
  },
  { name: 'two accelerators, graphs', from: onDevices, config: { ...graphs, played: 2 }, native: true },
];

/** The logs, by program and setting. */
export async function variedLogs(): Promise<Map<string, LogEvent[]>> {
  const logs = new Map<string, LogEvent[]>();
  for (const { name, from, config, native } of settings) {
    if (native === true && loadAddon() === null) continue;
    for (const [program, run] of Object.entries(from)) {
      logs.set(
        `${program}, ${name}`,
        await spied(run, { ...(loadAddon() === null ? { device: 'js', procs: 1 } : {}), ...config }),
      );
    }
  }
  return logs;
}
