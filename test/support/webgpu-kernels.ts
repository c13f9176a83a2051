/** Kernels, launches and lines of the programs that test WebGPU. */
import type { Executable, WebGpuAccelerator } from '../../lib/device/index.js';
import { float32, int64 } from '../../lib/dtype/index.js';
import { binsOut, input, type Kernel, KernelBuilder, output, whole } from '../../lib/ir/index.js';
import { RECORD } from '../../lib/native/index.js';

/** Writes a line about one thing that was looked at. */
export const say = (ok: boolean, what: string): void => console.log(`${ok ? 'ok' : 'not ok'} ${what.replaceAll('\n', ' | ')}`);

/** Milliseconds within which a fault is told by a driver that is a program, on a machine at work: a thread that hangs is thought dead after 20,000. */
export const SOON = 5000;

export function kernelOf(args: Kernel['args'], rowRank: number, build: (b: KernelBuilder) => void): Kernel {
  const b = new KernelBuilder(args, []);
  build(b);
  return { rank: 1, rowRank, args, scalars: [], loops: [{ nodes: b.nodes, statements: b.statements }] };
}

export const double = kernelOf([input(float32, 1), output(float32, 1)], 1, (b) => {
  const x = b.load(0);
  b.store(1, b.add(x, x));
});
export const gathered = kernelOf([whole(float32, 1), input(int64, 1), output(float32, 1)], 1, (b) =>
  b.store(2, b.gather(0, b.load(1))),
);
export const scattered = kernelOf([input(int64, 1), input(float32, 1), binsOut(float32)], 1, (b) =>
  b.scatter('sum', 2, b.load(0), b.load(1)),
);

/** Records of a kernel like `double` over vectors, each of which reads what the one before wrote; from the first address to the second and back. */
export function dependent(
  device: WebGpuAccelerator,
  executable: Executable,
  count: number,
  [from, to]: readonly number[],
  size = 64,
): void {
  const { layout } = executable;
  const length = RECORD.PARAMS + layout.length;
  for (let k = 0; k < count; k++) {
    const at = k * length;
    device.records.fill(0, at, at + length);
    device.records.set([length, executable.number(size), 1, 1, 0, 0], at);
    const P = at + RECORD.PARAMS;
    device.records[P + layout.domain] = size;
    layout.args.forEach(({ pointer, strides }, arg) => {
      device.records[P + pointer] = (k + arg) % 2 === 0 ? from : to;
      device.records[P + strides] = 1;
    });
  }
}
