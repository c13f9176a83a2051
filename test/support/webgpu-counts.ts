/** Counts of programs on WebGPU, for `webgpu-program.ts`: launches, submits, waits and bytes moved. */
import { blackScholes } from '../../bench/app/black-scholes.js';
import * as np from '../../lib/array/index.js';
import { JsDevice, WebGpuAccelerator } from '../../lib/device/index.js';
import { OwnerThread } from '../../lib/device/webgpu/owner-thread.js';
import { float32 } from '../../lib/dtype/index.js';
import { input, output } from '../../lib/ir/index.js';
import { loadAddon } from '../../lib/native/index.js';
import { defaults, Runtime } from '../../lib/runtime/index.js';
import { dense } from './interpret.js';
import { launchOn } from './on-accelerator.js';
import { onRuntime } from './on-runtime.js';
import { kernelOf, say } from './webgpu-kernels.js';

interface Counts {
  launches: number;
  waits: number;
  uploaded: number;
  downloaded: number;
}

/** A device, and counts of the calls of its queue. */
function counted(): { readonly gpu: WebGpuAccelerator; readonly counts: Counts } {
  const gpu = new WebGpuAccelerator(0);
  const counts: Counts = { launches: 0, waits: 0, uploaded: 0, downloaded: 0 };
  const { submit, wait, upload, download } = gpu;
  gpu.submit = (count) => {
    counts.launches += count;
    return submit.call(gpu, count);
  };
  gpu.wait = (n) => {
    counts.waits++;
    wait.call(gpu, n);
  };
  gpu.upload = (address, from) => {
    counts.uploaded += from.length;
    return upload.call(gpu, address, from);
  };
  gpu.download = (into, address) => {
    counts.downloaded += into.length;
    return download.call(gpu, into, address);
  };
  return { gpu, counts };
}

/** `window`: tasks of a window; 0 for as many as the runtime thinks best. */
const machine = (gpu: WebGpuAccelerator, window = 0): Runtime =>
  new Runtime(
    { ...defaults(), device: 'js', procs: 1, plans: 'kept', tracing: 'off', window },
    new JsDevice(),
    loadAddon()?.weak() ?? null,
    {
      accelerators: [gpu],
      place: () => 1,
    },
  );

const drawn = (n: number, step: number, from: number): np.NDArray =>
  np.asarray(Float32Array.from({ length: n }, (_, i) => from + ((i * step) % 1)));

/** Black-Scholes: one launch, its inputs uploaded once, nothing read but the result. */
async function pricing({ gpu, counts }: ReturnType<typeof counted>, n: number): Promise<void> {
  const inputs = [drawn(n, 0.618, 50), drawn(n, 0.754, 50), drawn(n, 0.569, 0.5), drawn(n, 0.819, 0.01), drawn(n, 0.67, 0.2)];
  const before = gpu.submits;
  const [s, x, t, r, v] = inputs;
  const { call, put } = blackScholes(s, x, t, r, v, np);
  const [c, p] = [await call.data(), await put.data()];
  say(counts.launches === 1, `Black-Scholes is ${counts.launches} launch`);
  say(counts.uploaded === 5 * 4 * n, `${counts.uploaded} bytes are uploaded`);
  say(counts.downloaded === 2 * 4 * n, `${counts.downloaded} bytes are read`);
  say(gpu.submits - before === 3, `${gpu.submits - before} submits: a window and two reads`);
  const parity = await np.subtract(np.subtract(call, put), s.subtract(x.multiply(np.exp(np.negative(r).multiply(t))))).data();
  say(Math.max(...[...parity].map((x) => Math.abs(Number(x)))) < 1e-3 && c[0] > 0 && p[0] > 0, 'calls and puts are in parity');
}

/** Conjugate gradients on the 1-D Poisson matrix: an iteration is one submit, and the host waits for nothing. */
async function gradients({ gpu, counts }: ReturnType<typeof counted>, rt: Runtime, n: number): Promise<void> {
  const b = np.asarray(Float32Array.from({ length: n }, (_, i) => Math.sin(i)));
  let [x, r, p] = [np.zeros(n, 'float32'), b.copy(), b.copy()];
  let old = r.multiply(r).sum();
  const seen: string[] = [];
  for (let i = 0; i < 10; i++) {
    const [submits, waits, bytes] = [gpu.submits, counts.waits, counts.uploaded + counts.downloaded];
    const { maps } = gpu.counts;
    const q = p.multiply(2);
    q.slice('1:').assign(q.slice('1:').subtract(p.slice(':-1')));
    q.slice(':-1').assign(q.slice(':-1').subtract(p.slice('1:')));
    const step = old.divide(p.multiply(q).sum());
    x = x.add(p.multiply(step));
    r = r.subtract(q.multiply(step));
    const now = r.multiply(r).sum();
    p = r.add(p.multiply(now.divide(old)));
    old = now;
    rt.flush();
    const waited = counts.waits - waits;
    gpu.wait(gpu.recover(0));
    seen.push([gpu.submits - submits, waited, counts.uploaded + counts.downloaded - bytes, gpu.counts.maps - maps].join());
  }
  const usual = seen.slice(3);
  say(
    usual.every((counts) => counts === '1,0,0,0'),
    `submits, waits, bytes, reads of status words of an iteration of CG: ${usual.join(' ')}`,
  );
  say(Number(await old.item()) < Number(await np.dot(b, b).item()), 'the residual is smaller');
}

/** 500 kernels over 64 elements, each of which needs the one before: a sum, and what depends on it with the next sum. One submit of the window, and no wait. */
async function dependents({ gpu, counts }: ReturnType<typeof counted>, rt: Runtime): Promise<void> {
  let x = np.ones(64, { dtype: 'float32' });
  rt.flush();
  const [launches, submits, waits] = [counts.launches, gpu.submits, counts.waits];
  for (let k = 0; k < 499; k++) x = x.subtract(x.sum().multiply(2 ** -10));
  rt.flush();
  const [launched, waited] = [counts.launches - launches, counts.waits - waits];
  gpu.wait(gpu.recover(0));
  say(launched === 500 && gpu.submits - submits === 1, `${launched} dependent kernels are ${gpu.submits - submits} submits`);
  say(waited === 0, `${waited} waits while they are issued`);
  let want = 1;
  for (let k = 0; k < 499; k++) want = Math.fround(want - Math.fround(Math.fround(want * 64) * 2 ** -10));
  const found = Number(await x.slice(-1).item());
  say(found === want, `and the last one's elements are right: ${found}, not ${want}`);
}

/** Status words are read of windows with a kernel that can fail, and of no others. */
async function statuses({ gpu }: ReturnType<typeof counted>, rt: Runtime): Promise<void> {
  const x = drawn(1000, 0.618, 0);
  const outside = np.asarray(Int32Array.of(1, 2, 999));
  rt.flush();
  gpu.wait(gpu.recover(0));
  const held: np.NDArray[] = [];
  const mapsOf = (issue: () => np.NDArray): number => {
    const { maps } = gpu.counts;
    held.push(issue());
    rt.flush();
    gpu.wait(gpu.recover(0));
    return gpu.counts.maps - maps;
  };
  const found = [() => x.add(1).sum(), () => np.take(x, outside), () => x.multiply(2)].map(mapsOf);
  say(found.join() === '0,1,0', `status words are read ${found.join()} times: of a sum, a gather and a product`);
}

/** Kernels without end: those that are used last are kept, on the device too, and one that comes again is right. */
async function evicted(): Promise<void> {
  const gpu = new WebGpuAccelerator(0, { fastMath: true, kernels: 4 });
  const out = dense(new Float32Array(8));
  const kernels = Array.from({ length: 12 }, (_, k) =>
    kernelOf([input(float32, 1), output(float32, 1)], 1, (b) => b.store(1, b.add(b.load(0), b.const(k, float32)))),
  );
  const ones = dense(new Float32Array(8).fill(1));
  let right = 0;
  for (const [k, kernel] of [...kernels.entries(), ...kernels.entries()])
    if (launchOn(gpu, kernel, [8], [ones, out]) === 0 && out.data[7] === k + 1) right++;
  const { kernels: kept, pipelines, evicted: gone } = gpu.counts;
  say(right === 24, `${right} of 24 launches of more kernels than are kept are right`);
  say(
    kept <= 4 && pipelines <= 4 && gone === 24 - kept,
    `${kept} kernels and ${pipelines} pipelines are kept, ${gone} were evicted`,
  );
  const { dropped } = gpu;
  say(dropped.kernels === gone && dropped.pipelines === 24 - pipelines, `${JSON.stringify(dropped)} were dropped`);
  await gpu.close();
}

/** Elements of an array that lives on, and bytes of three of them. */
const LIVING = 2 ** 22;
const LIVE = 3 * 4 * LIVING;

/** Arrays that are made, used and dropped beside arrays that live on: memory is used again, at most as much as lives. */
async function dropped({ gpu }: ReturnType<typeof counted>, times: number): Promise<void> {
  const live = [0, 1, 2].map((i) => np.full(LIVING, i, { dtype: 'float32' }));
  let right = 0;
  for (let i = 0; i < times; i++) {
    const x = np.asarray(new Float32Array(5000).fill(i)).add(1);
    if (i % 50 === 49 && Number(await x.sum().item()) === 5000 * (i + 1)) right++;
  }
  say(right === times / 50, `${right} of ${times / 50} sums are right`);
  say(
    gpu.memory >= LIVE && gpu.memory <= 2 * LIVE,
    `${gpu.memory} bytes of memory after ${times} arrays, ${LIVE} of them in use`,
  );
  say(gpu.failures().length === 0, 'no launch failed');
  const kept = await Promise.all(live.map(async (x) => Number(await x.slice(-1).item())));
  say(kept.join() === '0,1,2', `arrays that live on have their elements: ${kept.join()}`);
}

/** The owner of a GPU sleeps while nothing is asked of it, and answers all the same afterwards. */
async function asleep(): Promise<void> {
  const owner = new OwnerThread('gpu0', 1, () => undefined);
  const turn = (): Promise<void> => new Promise((done) => setTimeout(done, 400));
  const arena = (number: number): boolean => owner.ask({ kind: 'arena', arena: number, bytes: 2 ** 16 }) === 1;
  say(arena(0), 'an arena is made');
  await turn();
  const before = owner.control.beats;
  await turn();
  say(owner.control.beats === before, `${owner.control.beats - before} signs of life without work`);
  say(arena(1), 'another arena is made');
  owner.end();
}

/** For lavapipe: SwiftShader compiles functions in place of 67 operations for minutes. */
export async function counts(): Promise<void> {
  const device = counted();
  const rt = machine(device.gpu);
  await onRuntime(rt, async () => {
    await pricing(device, 4000);
    await gradients(device, rt, 3000);
    await statuses(device, rt);
    await dropped(device, 10_000);
  });
  await evicted();
  const another = counted();
  await onRuntime(machine(another.gpu, 2048), async (rt) => await dependents(another, rt));
  await asleep();
}
