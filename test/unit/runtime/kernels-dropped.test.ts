/** Programs that make kernels without end: what no plan has any more is dropped, in the addon and in JavaScript, and what is in use runs. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { CpuDevice, type Device, type Executable, JsDevice } from '../../../lib/device/index.js';
import { float64 } from '../../../lib/dtype/index.js';
import { input, type Kernel, output, STATUS } from '../../../lib/ir/index.js';
import { loadAddon } from '../../../lib/native/index.js';
import { Executables } from '../../../lib/runtime/launch/index.js';
import { dense } from '../../support/interpret.js';
import { launch } from '../../support/launch.js';
import { kernelOf } from '../../support/webgpu-kernels.js';

const skip = loadAddon() === null && 'needs the addon';
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Collects until finalizers find nothing more. */
async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) {
    collect();
    await nextTurn();
  }
}

const plus = (k: number): Kernel =>
  kernelOf([input(float64, 1), output(float64, 1)], 1, (b) => b.store(1, b.add(b.load(0), b.const(k, float64))));

/** The status, and what is left in the result's memory. */
function run(device: Device, executable: Executable): [number, number] {
  const out = new Float64Array(1);
  const status = launch(device, executable.kernel, [1], [dense(Float64Array.of(1), [1]), dense(out, [1])], [], { executable });
  return [status, out[0]];
}

/** Makes kernels and drops them, all but the first one; returns that. */
function make(device: Device, count: number): Executable {
  const executables = new Executables(device, 10);
  const first = executables.of(plus(0.5));
  for (let k = 0; k < count; k++) t.same(run(device, executables.of(plus(k))), [STATUS.OK, 1 + k]);
  return first;
}

t.test('the addon drops kernels with their executables, and refuses launches of them', { skip }, async (t) => {
  const addon = loadAddon();
  const device = new CpuDevice({ procs: 2, tier: 'block' });
  await settle();
  const before = addon?.kernelCount() ?? 0;
  const first = make(device, 500);
  t.ok((addon?.kernelCount() ?? 0) >= before + 1000, 'a program and its signed form each');
  const number = device.compile(plus(0.25)).number(1);
  await settle();
  const left = (addon?.kernelCount() ?? 0) - before;
  t.ok(left <= 2 * 3, `${left} of 1002 are left`);
  t.same(run(device, first), [STATUS.OK, 1.5], 'what is held runs');
  // The places in the table come to hold other kernels, by other numbers.
  const others = Array.from({ length: 600 }, (_, k) => device.compile(plus(k)));
  for (const other of others) t.not(other.number(1), number);
  t.same(run(device, { ...first, number: () => number }), [STATUS.REFUSED, 0]);
  t.same(run(device, others[599]), [STATUS.OK, 600]);
  await device.close();
});

t.test('vectorized functions go with what calls them', async (t) => {
  const refs: WeakRef<object>[] = [];
  const x = np.asarray([1, 2]);
  for (let k = 0; k < 60; k++) {
    const captured = { k };
    refs.push(new WeakRef(captured));
    const times = np.vectorize(new Function('x', 'return k * x') as (x: number) => number, { captured });
    t.same(await times(x).tolist(), [k, 2 * k]);
  }
  await settle();
  const left = refs.filter((ref) => ref.deref() !== undefined).length;
  t.ok(left < 20, `${left} of 60 are left: the last calls on a view, and a window or two`);
});

t.test('the JavaScript device gives the numbers of dropped kernels again', async (t) => {
  const device = new JsDevice(1);
  const first = make(device, 500);
  await settle();
  t.ok(device.kernelCount <= 2, `${device.kernelCount} of 501 are left`);
  const others = Array.from({ length: 300 }, (_, k) => device.compile(plus(k)));
  t.ok(Math.max(...others.map((other) => other.number(1))) <= 501);
  others.forEach((other, k) => t.same(run(device, other), [STATUS.OK, 1 + k]));
  t.same(run(device, first), [STATUS.OK, 1.5]);
  await device.close();
});
