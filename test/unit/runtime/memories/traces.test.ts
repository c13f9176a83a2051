/** Windows over separate memories that are replayed as graphs: which, that nothing else changes, and what is said of the rest. */
import t from 'tap';
import * as np from '../../../../lib/array/index.js';
import { IndexError } from '../../../../lib/base/index.js';
import { formatGraphs, formatTraceReport } from '../../../../lib/cli/trace-report.js';
import { NullDevice } from '../../../../lib/device/index.js';
import { addonProblem, loadAddon, type ProgramSource } from '../../../../lib/native/index.js';
import { defaults } from '../../../../lib/runtime/config.js';
import { type Config, createRuntime, type Runtime } from '../../../../lib/runtime/index.js';
import { Runtime as RuntimeOf } from '../../../../lib/runtime/runtime.js';
import { defineKind } from '../../../../lib/task/index.js';
import { loops } from '../../../support/loops.js';
import { onRuntime } from '../../../support/on-runtime.js';

const skip = loadAddon() === null ? (addonProblem() ?? true) : false;
const BLOCK: Partial<Config> = { device: 'cpu', tier: 'block', procs: 2, grain: 1, tracing: 'off', memories: 3, plans: 'kept' };

const on = <T>(config: Partial<Config>, body: (rt: Runtime) => T): Promise<Awaited<T>> =>
  onRuntime(createRuntime(config), body) as Promise<Awaited<T>>;

const stencil = (rt: Runtime, x: np.NDArray, y: np.NDArray): void => {
  y.slice('1:-1').assign(x.slice(':-2').add(x.slice('2:')).multiply(0.5));
  rt.flush();
};

t.test('loops are replayed once their copies are settled, and move and compute what they did before', { skip }, async (t) => {
  for (const [name, loop] of Object.entries(loops)) {
    const run = (graphs: Config['graphs']) =>
      on({ ...BLOCK, graphs }, async (rt) => ({ bytes: await loop(12), stats: rt.stats() }));
    const [off, auto, all] = [await run('off'), await run('auto'), await run('on')];
    for (const [mode, { bytes, stats }] of Object.entries({ auto, all })) {
      t.same(bytes, off.bytes, `${name}, ${mode}`);
      // Where arrays die when the garbage is collected, that decides who inherits which instances.
      const exact = name === 'channel flow' ? [] : (['copies', 'copiedBytes'] as const);
      for (const key of [...exact, 'folds', 'launches', 'windows'] as const)
        t.equal(stats[key], off.stats[key], `${name}, ${mode}: ${key}`);
      t.equal(stats.graphs?.stepwise.unfit, 0);
    }
    t.equal(off.stats.graphs?.replays, 0);
    t.ok((auto.stats.graphs?.replays ?? 0) >= 2, `${name}: ${JSON.stringify(auto.stats.graphs)}`);
    t.ok((all.stats.graphs?.replays ?? 0) > (auto.stats.graphs?.replays ?? 0), `${name}: ${JSON.stringify(all.stats.graphs)}`);
  }
});

/** A null device that keeps the programs it is given. */
class Recorder extends NullDevice {
  readonly programs: ProgramSource[] = [];
  readonly links: Int32Array[] = [];
  /** Programs that followed another by a link. */
  followed = 0;
  limit = Number.POSITIVE_INFINITY;

  override replay(...[program, wait, after]: Parameters<NullDevice['replay']>): number {
    if (after !== null) this.followed++;
    return super.replay(program, wait, after);
  }
  override link(...[before, program, edges]: Parameters<NullDevice['link']>): number {
    this.links.push(edges);
    return super.link(before, program, edges);
  }
  override alloc(bytes: number): number {
    return this.allocated + bytes > this.limit ? 0 : super.alloc(bytes);
  }
  override compileProgram(source: ProgramSource): ReturnType<NullDevice['compileProgram']> {
    this.programs.push(source);
    return super.compileProgram(source);
  }
}

const onNull = (procs: number, body: (rt: Runtime, device: Recorder) => void): Promise<void> => {
  const device = new Recorder(procs);
  const config = { ...defaults(), tracing: 'off', inline: false, grain: 1, memories: 2, graphs: 'on', fusion: false } as const;
  return onRuntime(new RuntimeOf({ ...config, procs, device: 'null' }, device, null), (rt) => body(rt, device));
};

/** Rows of six, and pairs. */
const rowsOf = ({ nodes }: ProgramSource): number[][] =>
  Array.from({ length: nodes.length / 6 }, (_, n) => [...nodes.slice(6 * n, 6 * n + 6)]);
const pairsOf = (flat: Int32Array): string[] =>
  Array.from({ length: flat.length / 2 }, (_, i) => flat.slice(2 * i, 2 * i + 2).join('>'));

t.test('points and copies are nodes, on the processors of their memories, and wait one by one', async (t) => {
  await onNull(2, (rt, device) => {
    const [x, y] = [np.zeros([16, 1024]), np.zeros([16, 1024])];
    for (let i = 0; i < 6; i++) {
      stencil(rt, x, y);
      stencil(rt, y, x);
    }
    const program = device.programs[device.programs.length - 1];
    const nodes = rowsOf(program);
    t.same([...new Set(nodes.map(([, processor]) => processor))].sort(), [0, 1]);
    const before = rt.stats();
    stencil(rt, x, y);
    const after = rt.stats();
    const copies = (after.copies ?? 0) - (before.copies ?? 0);
    t.equal(copies, 2, 'one row each way');
    t.equal(nodes.length, after.launches - before.launches + copies, 'a node for each point and each copy');
    const edges = pairsOf(program.edges);
    t.ok(edges.length > 0 && edges.length < (nodes.length * nodes.length) / 4, `${edges.length} edges`);
    t.ok((after.graphs?.replays ?? 0) > 4);
  });
});

t.test('a window right behind another waits for its last launches, one by one', async (t) => {
  await onNull(2, (rt, device) => {
    const [x, y] = [np.zeros([16, 1024]), np.zeros([16, 1024])];
    for (let i = 0; i < 12; i++) {
      stencil(rt, x, y);
      stencil(rt, y, x);
    }
    t.ok(device.links.length >= 1, 'from its second time on');
    t.ok(device.links.length <= 4, 'which settle');
    for (const link of device.links) {
      const pairs = pairsOf(link);
      t.ok(pairs.length > 0 && pairs.every((pair) => !pair.startsWith('-1')), pairs.join(' '));
    }
    t.ok(device.followed > 10, `${device.followed} followed another`);
    const { followed } = device;
    const z = x.add(1);
    rt.flush();
    stencil(rt, x, y);
    t.equal(device.followed, followed, 'nothing is followed but what is right before');
    z.dispose();
  });
});

t.test('a step of one point is cut into ranges for all processors, and ended behind them', async (t) => {
  await onNull(4, (rt, device) => {
    const x = np.zeros([64, 64]);
    for (let i = 0; i < 4; i++) {
      x.matmul(x);
      rt.flush();
    }
    const rows = rowsOf(device.programs[device.programs.length - 1]);
    const ranges = rows.filter(([, , from, to]) => to > from);
    t.ok(ranges.length > 1, `${ranges.length} ranges`);
    t.equal(new Set(ranges.map(([, processor]) => processor)).size > 1, true, 'on several processors');
    t.equal(rows.filter(([, , , , finishes]) => finishes === 1).length, rows.filter(([, , from, to]) => from === to).length);
  });
});

t.test('without the memory for all of it at once a window is carried out step by step', async (t) => {
  await onNull(2, (rt, device) => {
    const x = np.zeros([64, 1024]);
    const round = (): void => {
      const y = np.scope(() => x.slice('::-1').add(1).slice('::-1').add(x).copy());
      rt.flush();
      y.dispose();
    };
    for (let i = 0; i < 5; i++) round();
    const { replays = 0 } = rt.stats().graphs ?? {};
    t.ok(replays > 0);
    device.limit = device.allocated;
    const big = np.zeros([32, 1024]);
    rt.flush();
    big.dispose();
    t.doesNotThrow(round);
    device.limit = Number.POSITIVE_INFINITY;
    round();
    t.ok((rt.stats().graphs?.replays ?? 0) > replays);
  });
});

t.test('roots in other conditions are recorded on their own', { skip }, async (t) => {
  await on({ ...BLOCK, graphs: 'on' }, async (rt) => {
    const x = np
      .arange(32 * 1024)
      .reshape([32, 1024])
      .add(0);
    const y = np.zeros([32, 1024]);
    for (let i = 0; i < 6; i++) stencil(rt, x, y);
    const settled = rt.stats().graphs?.replays ?? 0;
    t.ok(settled >= 3);
    // All of x is one instance in the first memory now: what was recorded does not hold.
    const z = np.asarray(new Float64Array(32 * 1024).fill(3)).reshape([32, 1024]);
    stencil(rt, z, y);
    t.equal(rt.stats().graphs?.replays, settled);
    t.equal(await y.slice(5, 5).item(), 3);
  });
});

t.test('bodies in JavaScript are carried out step by step, and counted', { skip }, async (t) => {
  const HALVE = defineKind({
    name: 'halve',
    args: [
      { privilege: 'read', access: 'elementwise' },
      { privilege: 'write', access: 'elementwise' },
    ],
    body: { kind: 'js', run: ([x, y]) => x.data.forEach((v, i) => (y.data[i] = Number(v) / 2)) },
  });
  await on({ ...BLOCK, graphs: 'on' }, async (rt) => {
    const x = rt.upload(Float64Array.of(8, 16), np.float64, [2]);
    const y = rt.create(np.float64, [2]);
    for (let i = 0; i < 3; i++) {
      rt.launch(HALVE, [2], [x, y]);
      rt.flush();
    }
    t.same([...(await rt.read(y))], [4, 8]);
    const { graphs } = rt.stats();
    t.equal(graphs?.stepwise.unfit, 3);
    t.match(formatGraphs(graphs ?? { replays: 0, stepwise: {} }), /0 replayed as graphs, step by step 3 with bodies/);
  });
  await on({ ...BLOCK, device: 'js', procs: 1, graphs: 'on' }, async (rt) => {
    const x = np.zeros([4096]);
    for (let i = 0; i < 4; i++) {
      x.addAssign(1);
      rt.flush();
    }
    t.equal(await x.slice(7).item(), 4);
    const { replays, stepwise } = rt.stats().graphs ?? { replays: 0, stepwise: {} };
    t.ok(replays >= 2 && stepwise.unfit === 0, 'the js device has no graphs, and takes the records of the last time');
  });
});

t.test('what fails in a replay poisons what it wrote', { skip }, async (t) => {
  await on({ ...BLOCK, graphs: 'on' }, async (rt) => {
    const x = np.arange(4096).add(0);
    const at = np.zeros([4096], { dtype: 'int64' });
    let last = np.take(x, at);
    for (let i = 0; i < 6; i++) {
      last = np.scope(() => np.take(x, at).add(1).copy());
      rt.flush();
    }
    t.equal(await last.slice(3).item(), 1);
    const before = rt.stats().graphs?.replays ?? 0;
    t.ok(before > 0);
    at.assign(5000);
    rt.flush();
    const bad = np.take(x, at).add(1);
    rt.flush();
    await t.rejects(bad.data(), IndexError);
    at.assign(2);
    t.equal(await np.take(x, at).add(1).slice(9).item(), 3);
  });
});

t.test('the trace report says how windows were carried out', { skip }, async (t) => {
  const report = await on({ ...BLOCK, graphs: 'on' }, async (rt) => {
    await loops.stencil(10);
    return rt.traceReport();
  });
  t.match(formatTraceReport(report), /windows with a plan: \d+ replayed as graphs, step by step \d+ for the first times/);
  const one = await on({ ...BLOCK, memories: 1 }, (rt) => rt.traceReport());
  t.match(formatTraceReport(one), /windows with a plan: 0 replayed as graphs\n/);
});
