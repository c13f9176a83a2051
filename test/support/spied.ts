/** Programs under the spy, and an oracle that knows bytes: which launches a launch must wait for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as np from '../../lib/array/index.js';
import { type Config, createRuntime } from '../../lib/runtime/index.js';
import * as sparse from '../../lib/sparse/index.js';
import { type LogEvent, type LogLaunch, type LogTask, type LogView, readLog } from '../../lib/spy/index.js';
import { onRuntime } from './on-runtime.js';

/** The log of a program, run on a runtime of its own. */
export async function spied(program: () => Promise<void>, config: Partial<Config> = {}): Promise<LogEvent[]> {
  const folder = mkdtempSync(join(tmpdir(), 'maniple-spy-'));
  const spy = join(folder, 'log');
  await onRuntime(
    createRuntime({ procs: 3, tier: 'block', tracing: 'off', grain: 500, small: 16 << 10, plans: 'kept', ...config, spy }),
    program,
  );
  const log = await readLog(spy);
  rmSync(folder, { recursive: true });
  return log;
}

/** Small programs of many kinds. Sizes of 3000 get memory of their own; smaller ones share chunks. */
export const programs: Readonly<Record<string, () => Promise<void>>> = {
  async 'writes through aliases'() {
    const x = np.zeros([40, 30]);
    x.slice(3).assign(np.arange(30));
    np.runtime.flush();
    x.T.slice(2).addAssign(5);
    x.slice('::2').addAssign(x.slice('1::2'));
    np.runtime.flush();
    x.slice('1:').assign(x.slice(':-1'));
    await x.slice(':', 1).data();
    x.slice('::-1').multiplyAssign(2);
    await x.data();
  },
  async reductions() {
    const x = np.arange(3000).reshape([60, 50]);
    const rows = x.sum({ axis: 1 });
    const columns = x.multiply(2).max({ axis: 0 });
    const norm = x.subtract(rows.mean()).multiply(x).sum().sqrt();
    await x.divide(norm).add(columns).sum().item();
  },
  async gathers() {
    const x = np.arange(3000).multiply(3);
    const at = np.arange(3000).astype('int64').slice('::-1');
    let y = x;
    for (let i = 0; i < 4; i++) y = np.take(y, at).add(i);
    x.assign(0);
    await y.data();
    await x.data();
  },
  async 'memory in a loop'() {
    let x = np.arange(3000);
    for (let i = 0; i < 12; i++) {
      const next = np.scope(() =>
        x
          .multiply(2)
          .add(np.take(x, [i]))
          .slice('::-1')
          .copy(),
      );
      np.runtime.flush();
      x.dispose();
      x = next;
    }
    await x.data();
  },
  async stencil() {
    const x = np.arange(900).reshape([30, 30]);
    for (let i = 0; i < 5; i++) {
      const inner = x.slice('1:-1', '1:-1');
      inner.assign(x.slice(':-2', '1:-1').add(x.slice('2:', '1:-1')).multiply(0.5));
    }
    await x.data();
  },
  async 'bodies in JavaScript and routines'() {
    const x = np.arange(1600).reshape([40, 40]).multiply(0.5);
    const y = x.matmul(x);
    const z = np.sort(y.T);
    x.assign(z);
    await x.add(y).data();
  },
  async 'conjugate gradients'() {
    await sparse.cg(sparse.poisson2d(12), np.ones([144]), { tol: 1e-6, maxiter: 12 });
  },
};

const SIZE: Readonly<Record<string, number>> = {
  ...{ float64: 8, int64: 8, uint64: 8, float32: 4, int32: 4, uint32: 4 },
  ...{ int16: 2, uint16: 2, int8: 1, uint8: 1, bool: 1 },
};

/** The elements of a view, one by one. */
export function elementsOf(view: LogView): number[] {
  let found = [view.offset];
  view.shape.forEach((n, k) => {
    found = found.flatMap((e) => Array.from({ length: n }, (_, i) => e + i * view.strides[k]));
  });
  return found;
}

interface Touch {
  read: number;
  write: number;
}

/**
 * By launch number (0: JavaScript bodies, by position in the log): the last launch with which it has a byte in conflict. Steps
 * of graphs wait as one and are left out.
 */
export function neededWaits(log: readonly LogEvent[]): Map<LogLaunch, number> {
  const tasks = new Map<number, LogTask>();
  const roots = new Map<number, { size: number; address: number }>();
  const bytes = new Map<number, Touch>();
  const needed = new Map<LogLaunch, number>();
  const steps = new Map<number, number>();
  let last = 0;
  for (const event of log) {
    if (event.event === 'graph') steps.set(event.graph, event.sizes.length);
    if (event.event === 'replay') last = event.launch + (steps.get(event.graph) ?? 0) - 1;
    if (event.event === 'root') roots.set(event.root, { size: SIZE[event.dtype], address: 0 });
    else if (event.event === 'task') tasks.set(event.task, event);
    else if (event.event === 'allocate')
      roots.set(event.root, { size: roots.get(event.root)?.size ?? 0, address: event.address });
    else if (event.event === 'launch') {
      const reads: number[] = [];
      const writes: number[] = [];
      for (const task of event.tasks) {
        for (const arg of tasks.get(task)?.args ?? []) {
          const { size, address } = roots.get(arg.root) ?? { size: 0, address: 0 };
          const touched = elementsOf(arg).flatMap((e) => Array.from({ length: size }, (_, b) => address + e * size + b));
          if (arg.privilege !== 'write' && event.reads.includes(arg.root)) for (const at of touched) reads.push(at);
          if (arg.privilege !== 'read' && event.writes.includes(arg.root)) for (const at of touched) writes.push(at);
        }
      }
      for (const [address, n] of event.scratch) for (let b = 0; b < n; b++) writes.push(address + b);
      const least = conflict(bytes, event.launch, reads, writes);
      if (event.launch === 0 || event.launch > last) needed.set(event, least);
    }
  }
  return needed;
}

function conflict(bytes: Map<number, Touch>, launch: number, reads: readonly number[], writes: readonly number[]): number {
  let last = 0;
  for (const b of reads) last = Math.max(last, bytes.get(b)?.write ?? 0);
  for (const b of writes) last = Math.max(last, bytes.get(b)?.write ?? 0, bytes.get(b)?.read ?? 0);
  const touch = (b: number): Touch => {
    let t = bytes.get(b);
    if (t === undefined) bytes.set(b, (t = { read: 0, write: 0 }));
    return t;
  };
  for (const b of reads) touch(b).read = Math.max(touch(b).read, launch);
  for (const b of writes) touch(b).write = Math.max(touch(b).write, launch);
  return last;
}
