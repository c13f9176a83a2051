/** Work that is under way on a GPU when its process ends or it is lost. With the name of such work as its argument this is a program that leaves amid it. */
import { WebGpuAccelerator } from '../../lib/device/index.js';
import { float32 } from '../../lib/dtype/index.js';
import { input, type Kernel, output, type UnaryOp } from '../../lib/ir/index.js';
import { dense } from './interpret.js';
import { launchOn } from './on-accelerator.js';
import { dependent, double, kernelOf } from './webgpu-kernels.js';

/** A kernel with functions in a row, which takes a driver a while to compile. */
const long = kernelOf([input(float32, 1), output(float32, 1)], 1, (b) => {
  let x = b.load(0);
  for (let k = 0; k < 6; k++)
    x = b.unary(['tanh', 'sin', 'expit', 'atan', 'log1p'][k % 5] as UnaryOp, b.add(x, b.const(k, float32)));
  b.store(1, x);
});

/** Launches a kernel on a vector of 5,000 without waiting for it. */
function launchUnread(device: WebGpuAccelerator, kernel: Kernel): void {
  const executable = device.compile(kernel);
  dependent(device, executable, 1, [device.alloc(20_000), device.alloc(20_000)], 5000);
  device.submit(1);
}

/** Kinds of work by name. */
export const underWay: Readonly<Record<string, (device: WebGpuAccelerator) => void>> = {
  nothing: () => undefined,
  uploads: (device) => {
    const address = device.alloc(400_000);
    for (let k = 0; k < 50; k++) device.upload(address, new Uint8Array(400_000));
  },
  pipeline: (device) => launchUnread(device, long),
  window: (device) => {
    launchOn(device, double, [10], [dense(new Float32Array(10)), dense(new Float32Array(10))]);
    for (let k = 0; k < 20; k++) launchUnread(device, double);
  },
  read: (device) => {
    launchUnread(device, double);
    for (let k = 0; k < 5; k++) device.download(new Uint8Array(400_000), device.alloc(400_000));
  },
};

const [work] = process.argv.slice(2);
if (import.meta.filename === process.argv[1]) {
  // `lose window`: the device is lost amid a window, and the process leaves behind that.
  const [how, amid] = work.includes(' ') ? work.split(' ') : [null, work];
  const device = new WebGpuAccelerator(0, { fastMath: true });
  underWay[amid](device);
  if (how === 'lose' || how === 'die') device[how]();
  process.exit(7);
}
