/** Programs compiled for replay: which ones, what their graphs look like, and that everything else stays as it was. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { IndexError } from '../../../lib/base/index.js';
import { CpuDevice, type Executable, NullDevice } from '../../../lib/device/index.js';
import type { Extent, Kernel } from '../../../lib/ir/index.js';
import { loadAddon, type ProgramSource } from '../../../lib/native/index.js';
import { defaults } from '../../../lib/runtime/config.js';
import { deviceOf } from '../../../lib/runtime/current.js';
import { type Config, createRuntime, type Runtime, useRuntime } from '../../../lib/runtime/index.js';
import { Runtime as RuntimeOf } from '../../../lib/runtime/runtime.js';
import { onRuntime } from '../../support/on-runtime.js';

/** A null device that keeps the programs it is given, and counts how launches come. */
class Recorder extends NullDevice {
  readonly programs: ProgramSource[] = [];
  replays = 0;
  readonly waits: number[] = [];
  readonly followed: number[] = [];
  /** Pairs of nodes. */
  readonly links: Int32Array[] = [];
  records_ = 0;
  /** Bytes that there are. */
  limit = Number.POSITIVE_INFINITY;

  override alloc(bytes: number): number {
    return this.allocated + bytes > this.limit ? 0 : super.alloc(bytes);
  }
  override compileProgram(source: ProgramSource): ReturnType<NullDevice['compileProgram']> {
    this.programs.push(source);
    return super.compileProgram(source);
  }
  override replay(...[program, wait, after]: Parameters<NullDevice['replay']>): number {
    this.replays++;
    this.waits.push(wait);
    if (after !== null) this.followed.push(after.link);
    return super.replay(program, wait, after);
  }
  override link(...[before, program, edges]: Parameters<NullDevice['link']>): number {
    this.links.push(edges);
    return super.link(before, program, edges);
  }
  override submit(count: number): number {
    this.records_ += count;
    return super.submit(count);
  }
}

function on(config: Partial<Config>, body: (rt: Runtime, device: Recorder) => void): Promise<void> {
  const device = new Recorder(config.procs ?? 4);
  const rt = new RuntimeOf(
    { ...defaults(), tracing: 'off', plans: 'kept', inline: false, grain: 1, ...config, device: 'null' },
    device,
    null,
  );
  return onRuntime(rt, () => body(rt, device));
}

/** Edges between nodes of two steps, as pairs of positions within the steps. */
function edgesBetween({ nodes, edges }: ProgramSource, from: number, to: number): string[] {
  const step = (n: number): number => nodes[n * 6];
  const first = (s: number): number => Array.from({ length: nodes.length / 6 }, (_, n) => n).findIndex((n) => step(n) === s);
  const found: string[] = [];
  for (let e = 0; e < edges.length; e += 2) {
    const [a, b] = [edges[e], edges[e + 1]];
    if (step(a) === from && step(b) === to) found.push(`${a - first(from)}>${b - first(to)}`);
  }
  return found;
}

const ROWS = 4096;

t.test('points of a stencil wait for their neighbours', async (t) => {
  await on({ procs: 2, graphs: 'on', fusion: false }, (rt, device) => {
    const [a, b] = [np.zeros([ROWS, 8]), np.zeros([ROWS, 8])];
    rt.flush();
    device.programs.length = 0;
    b.slice('1:-1', ':').assign(a.slice('2:', ':'));
    a.slice('1:-1', ':').assign(b.slice('2:', ':'));
    rt.flush();
    const [program] = device.programs;
    t.equal(program.nodes.length / 6, 8, 'two steps of four points');
    t.same(edgesBetween(program, 0, 1).sort(), ['0>0', '0>1', '1>0', '1>1', '1>2', '2>1', '2>2', '2>3', '3>2', '3>3']);
    t.same(
      Array.from({ length: 8 }, (_, n) => program.nodes[n * 6 + 1]),
      [0, 0, 1, 1, 0, 0, 1, 1],
      'neighbours are on one processor',
    );
  });
});

t.test('a launch right behind another waits for its last points, one by one', async (t) => {
  await on({ procs: 2, graphs: 'on', fusion: false }, (rt, device) => {
    const [a, b] = [np.zeros([ROWS, 8]), np.zeros([ROWS, 8])];
    const sweep = (): void => {
      b.slice('1:-1', ':').assign(a.slice('2:', ':'));
      a.slice('1:-1', ':').assign(b.slice('2:', ':'));
      rt.flush();
    };
    rt.flush();
    for (let i = 0; i < 3; i++) sweep();
    t.equal(device.links.length, 1);
    const pairs = Array.from({ length: device.links[0].length / 2 }, (_, i) => device.links[0].slice(2 * i, 2 * i + 2).join('>'));
    // Nodes 0 to 3 are the points of the first step, 4 to 7 those of the second.
    t.same(pairs.sort(), ['4>0', '4>1', '5>0', '5>1', '5>2', '6>1', '6>2', '6>3', '7>2', '7>3']);
    const last = device.completed();
    for (let i = 0; i < 4; i++) sweep();
    t.equal(device.links.length, 1, 'the link is used again');
    t.same(device.followed.slice(-4), [0, 0, 0, 0]);
    t.same(device.waits.slice(-4), [last - 2, last, last + 2, last + 4], 'what came before the one before is over');
    const c = a.add(1);
    rt.flush();
    t.equal(device.followed.length, 5, 'a program that comes for the first time behind another waits for all of it');
    c.dispose();
  });
});

t.test('what reads a fold waits for its end, which waits for its ranges', async (t) => {
  await on({ procs: 2, graphs: 'on', fusion: false }, (rt, device) => {
    const x = np.zeros([ROWS, 8]);
    rt.flush();
    device.programs.length = 0;
    x.add(x.sum());
    rt.flush();
    const [program] = device.programs;
    t.same(edgesBetween(program, 0, 0), ['0>4', '1>4', '2>4', '3>4']);
    t.same(edgesBetween(program, 0, 1), ['4>0', '4>1', '4>2', '4>3']);
  });
});

t.test('when programs are compiled', async (t) => {
  for (const [graphs, programs, replays] of [
    ['on', 1, 5],
    ['auto', 1, 3],
    ['off', 0, 0],
  ] as const) {
    await on({ graphs, procs: 2 }, (rt, device) => {
      const x = np.zeros([ROWS, 40]);
      rt.flush();
      device.programs.length = device.replays = device.records_ = 0;
      for (let i = 0; i < 5; i++) {
        x.addAssign(1);
        x.slice(':', '1:').assign(x.slice(':', ':-1').add(i));
        rt.flush();
      }
      t.equal(device.programs.length, programs, graphs);
      t.equal(device.replays, replays, `${graphs}: replays`);
      t.equal(rt.stats().launches > 10, true);
      if (graphs === 'on') t.equal(device.records_, 0, 'no record was written');
    });
  }
});

t.test('small programs run in order on the thread that launches them', async (t) => {
  await on({ graphs: 'on', procs: 4, inline: true, fusion: false }, (rt, device) => {
    const x = np.zeros([16]);
    rt.flush();
    device.programs.length = 0;
    x.add(1).multiply(2);
    rt.flush();
    t.equal(device.programs[0].here, true);
    t.equal(device.programs[0].nodes.length, 0);
  });
});

t.test('programs of less than about a millisecond are brief', async (t) => {
  for (const [elements, brief] of [
    [1e5, true],
    [1e7, false],
  ] as const) {
    await on({ graphs: 'on', procs: 2, fusion: false }, (rt, device) => {
      const x = np.zeros([elements]);
      rt.flush();
      device.programs.length = 0;
      x.add(1).multiply(2);
      rt.flush();
      t.equal(device.programs[0].here, false);
      t.equal(device.programs[0].brief, brief, `${elements} elements`);
    });
  }
});

t.test('without memory for all of a program at once, its launches are made one by one', async (t) => {
  await on({ graphs: 'on', procs: 2, fusion: false }, (rt, device) => {
    const n = 1 << 16;
    const x = np.zeros([n]);
    rt.flush();
    const run = (): void => {
      const a = x.add(1);
      const b = a.add(1);
      a.dispose();
      const c = b.astype('float32');
      b.dispose();
      rt.flush();
      c.dispose();
    };
    device.limit = device.allocated + 2 * n * 8;
    device.replays = device.records_ = 0;
    run();
    t.equal(device.replays, 0);
    t.equal(device.records_, 3);
    device.limit = Number.POSITIVE_INFINITY;
    run();
    t.equal(device.replays, 1);
    t.equal(device.records_, 3);
  });
});

const options = loadAddon() === null ? { skip: 'the addon did not load' } : {};

t.test('a failed step poisons what depends on it, at every replay', options, async (t) => {
  for (const procs of [1, 3]) {
    const rt = createRuntime({ device: 'cpu', tier: 'block', graphs: 'on', grain: 1, inline: procs === 1, procs, fusion: false });
    const before = useRuntime(rt);
    const x = np.arange(5000).astype('float64');
    for (let i = 0; i < 4; i++) {
      const picks = np.asarray(BigInt64Array.of(1n, i % 2 === 0 ? 9999n : 2n, 3n));
      const taken = np.take(x, picks);
      const after = taken.add(1);
      const other = x.add(i);
      if (i % 2 === 0) await t.rejects(after.data(), IndexError);
      else t.same(Array.from((await after.data()) as Float64Array), [2, 3, 4]);
      t.equal(await other.slice(4999).item(), 4999 + i);
    }
    useRuntime(before);
    await rt.close();
  }
});

t.test('small programs, whether something is under way or not, wait for what they need', options, async (t) => {
  for (const procs of [1, 3]) {
    const rt = createRuntime({ device: 'cpu', tier: 'block', graphs: 'on', procs, grain: 1000 });
    const before = useRuntime(rt);
    const large = np.zeros([300_000]);
    const few = large.slice(':8');
    let small = np.zeros([8]);
    await rt.fence();
    for (let i = 1; i <= 40; i++) {
      if (i % 3 > 0) large.addAssign(1);
      rt.flush();
      small = small.add(few);
      rt.flush();
      if (i % 3 === 1) few.assign(small);
      rt.flush();
      if (i % 4 === 0) await rt.fence();
    }
    let [value, sum] = [0, 0];
    for (let i = 1; i <= 40; i++) {
      if (i % 3 > 0) value++;
      sum += value;
      if (i % 3 === 1) value = sum;
    }
    t.same(Array.from((await small.data()) as Float64Array), new Array(8).fill(sum));
    t.equal(await large.slice(0).item(), value);
    t.equal(await large.slice(299_999).item(), 27);
    useRuntime(before);
    await rt.close();
  }
});

t.test('programs whose steps are compared with many are compiled when they have come often', async (t) => {
  const replaysOf = async (columns: number, runs: number): Promise<number> => {
    let replays = 0;
    await on({ graphs: 'auto', procs: 2, fusion: false }, (rt, device) => {
      const x = np.zeros([ROWS, 2 * columns]);
      rt.flush();
      device.replays = 0;
      for (let i = 0; i < runs; i++) {
        for (let k = 0; k < columns; k++) x.slice(':', k).assign(x.slice(':', columns + k).add(i));
        rt.flush();
      }
      replays = device.replays;
    });
    return replays;
  };
  t.equal(await replaysOf(4, 6), 4, 'few');
  t.equal(await replaysOf(64, 6), 0, 'many');
  t.ok((await replaysOf(64, 150)) > 0, 'in the end');
});

t.test('kernels are swapped when a faster tier is ready', options, async (t) => {
  const numbers: number[][] = [];
  const replay = CpuDevice.prototype.replay;
  t.teardown(() => {
    CpuDevice.prototype.replay = replay;
  });
  CpuDevice.prototype.replay = function (...args) {
    numbers.push(Array.from(this.records.subarray(0, 64)));
    return replay.apply(this, args);
  };
  const rt = createRuntime({ device: 'cpu', graphs: 'on', procs: 2 });
  const before = useRuntime(rt);
  const x = np.zeros([100_000]);
  let expected = 0;
  for (let i = 0; i < 400 && new Set(numbers.map((n) => n.join())).size < 2; i++) {
    x.addAssign(1);
    expected++;
    await rt.fence();
    await new Promise((resolve) => setTimeout(resolve, i > 150 ? 10 : 0));
  }
  t.equal(await x.slice(99_999).item(), expected);
  t.equal(await x.slice(0).item(), expected);
  useRuntime(before);
  await rt.close();
});

t.test('closing waits for programs that are under way', options, async (t) => {
  const rt = createRuntime({ device: 'cpu', tier: 'block', graphs: 'on', procs: 3, grain: 1 });
  const before = useRuntime(rt);
  const [a, b] = [np.ones([300_000]), np.ones([300_000])];
  for (let i = 0; i < 40; i++) (i % 2 === 0 ? a : b).slice('1:').assign((i % 2 === 0 ? b : a).slice(':-1'));
  rt.flush();
  useRuntime(before);
  await rt.close();
  t.equal(deviceOf(rt).completed(), rt.stats().launches);
});

t.test('small steps that come again and again are compiled for their extent, and run so once that is there', async (t) => {
  const asked: Extent[] = [];
  const numbers: number[] = [];
  let ready = -1;
  class Exact extends Recorder {
    override compile(kernel: Kernel): Executable {
      const exact = (extent: Extent): (() => number) => {
        asked.push(extent);
        return () => ready;
      };
      return { ...super.compile(kernel), number: () => 7, exact };
    }
    override replay(...[program, wait, after]: Parameters<NullDevice['replay']>): number {
      numbers.push(this.records[this.programs[this.programs.length - 1].args]);
      return super.replay(program, wait, after);
    }
  }
  const config: Config = { ...defaults(), tracing: 'off', plans: 'kept', device: 'null' };
  await onRuntime(new RuntimeOf(config, new Exact(2), null), async (rt) => {
    const grid = np.zeros([5, 6]);
    rt.flush();
    for (let i = 0; i < (1 << 15) + 4; i++) {
      grid.slice('1:-1', '2:').addAssign(1);
      rt.flush();
    }
    t.same(asked, [{ domain: [3, 4], strides: [[6, 1]] }], 'asked once');
    t.ok(
      numbers.every((n) => n === 7),
      'the kernel for all extents runs as long as there is no other',
    );
    ready = 9;
    grid.slice('1:-1', '2:').addAssign(1);
    rt.flush();
    t.equal(numbers.at(-1), 9);
  });
});
