/** Index launches: tasks whose bodies are C or native functions, with a point for each row of the domain. */
import t from 'tap';
import { cutWindow, type Plan } from '../../../lib/fusion/index.js';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';
import { formatPartition, type Machine, rectOf } from '../../../lib/partition/index.js';
import { createRuntime, defineKind, float64, int64, type Task, type TaskKind } from '../../../lib/runtime/public.js';
import { Root } from '../../../lib/store/index.js';
import { createBench } from '../../../lib/taskbench/addon.js';
import { parseFlags } from '../../../lib/taskbench/index.js';
import { whyNoNative } from '../../support/native.js';

/** y[i] = x[i − 1] + x[i] + x[i + 1], where they are. P: status, n, then y and x as address and stride. */
const SOURCE = `
void blur(double *P, int64_t u0, int64_t u1) {
  const int64_t n = (int64_t)P[1], sy = (int64_t)P[3], sx = (int64_t)P[5];
  double *y = (double *)(uintptr_t)P[2];
  const double *x = (const double *)(uintptr_t)P[4];
  for (int64_t i = u0; i < u1; i++)
    y[i * sy] = (i > 0 ? x[(i - 1) * sx] : 0) + x[i * sx] + (i + 1 < n ? x[(i + 1) * sx] : 0);
}`;
const BLUR = defineKind({
  name: 'blur',
  args: [
    { privilege: 'write', access: 'elementwise' },
    { privilege: 'read', access: 'whole' },
  ],
  body: { kind: 'c', source: SOURCE, entry: 'blur' },
  constraints: [{ kind: 'bloat', from: 0, to: 1, low: [1], high: [1] }],
  points: 'rows',
});

function taskOf(kind: TaskKind, n: number): Task {
  const roots = [new Root(float64, [n]), new Root(float64, [n])];
  roots.forEach((root, slot) => (root.slot = slot));
  return { kind, domain: [n], roots, views: roots.map((r) => r.view), scalars: [] };
}

function planOf(task: Task, machine: Machine): Plan {
  return cutWindow([task], task.roots, {
    fuse: true,
    clusters: 'greedy',
    shifts: true,
    oneMemory: true,
    machine,
    held: () => false,
    placer: null,
  }).plan([]);
}

t.test('its plan says what each point has of its arguments', async (t) => {
  const task = taskOf(BLUR, 6);
  const [step] = planOf(task, { procs: 4, grainElements: 16384 }).steps;
  t.same(step.launch, [6]);
  t.same(step.parts?.map(formatPartition), ['tiling(1 @ 0 by p0)', 'halo(tiling(1 @ 0 by p0), -1, +1)']);
  const part = step.parts?.[1];
  if (part !== undefined) t.same(rectOf(part, [5], [6]), { low: [4], high: [6] });
});

t.test('one row is one point with all', async (t) => {
  const task = taskOf(BLUR, 1);
  const [step] = planOf(task, { procs: 4, grainElements: 16384 }).steps;
  t.same([step.launch, step.parts], [[1], null]);
});

t.test('points that would write the same elements are one', async (t) => {
  const clash = defineKind({
    name: 'clash',
    args: [
      { privilege: 'read', access: 'elementwise' },
      { privilege: 'write', access: 'whole' },
    ],
    body: { kind: 'function', address: 1 },
    points: 'rows',
  });
  const task = taskOf(clash, 4);
  const [step] = planOf(task, { procs: 4, grainElements: 1 }).steps;
  t.same([step.launch, step.parts], [[1], null]);
});

t.test('a chain of them, on several processors', { skip: whyNoNative() }, async (t) => {
  const n = 40;
  const data = Float64Array.from({ length: n }, (_, i) => i % 7);
  let want = data;
  for (let k = 0; k < 25; k++) want = want.map((v, i) => (want[i - 1] ?? 0) + v + (want[i + 1] ?? 0));
  for (const config of [
    { procs: 1 },
    { procs: 3 },
    { procs: 2, memories: 2 },
    { procs: 2, tracing: 'inline', window: 4 },
  ] as const) {
    const rt = createRuntime({ device: 'cpu', plans: 'kept', ...config });
    let [x, y] = [rt.upload(data, float64, [n]), rt.create(float64, [n])];
    for (let k = 0; k < 25; k++) {
      rt.launch(BLUR, [n], [y, x]);
      [x, y] = [y, x];
    }
    rt.fenceSync();
    t.same(rt.readSync(x), want, JSON.stringify(config));
    await rt.close();
  }
});

t.test('a native function by its address', { skip: loadAddon() === null ? (addonProblem() ?? 'no addon') : false }, async (t) => {
  const native = createBench(parseFlags([]).specs, 1);
  const clear = defineKind({
    name: 'clear',
    args: [{ privilege: 'write', access: 'elementwise' }],
    body: { kind: 'function', address: native.clearColumns },
    points: 'rows',
  });
  const rt = createRuntime({ device: 'cpu', procs: 2 });
  const x = rt.upload(new BigInt64Array(8), int64, [4, 2]);
  const y = rt.create(int64, [4, 2]);
  rt.launch(clear, [4, 2], [y]);
  t.same(rt.readSync(y), new BigInt64Array(8).fill(-1n));
  t.same(rt.readSync(x), new BigInt64Array(8));
  await rt.close();
  const js = createRuntime({ device: 'js', procs: 1 });
  const z = js.create(int64, [4, 2]);
  js.launch(clear, [4, 2], [z]);
  await t.rejects(js.read(z), { code: 'ERR_DEVICE', message: /a native function needs the cpu device/ });
  await js.close();
});
