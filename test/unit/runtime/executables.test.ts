/** Executables by kernel: equal kernels share one, of any number of kernels the ones used last. */
import t from 'tap';
import type { Executable } from '../../../lib/device/index.js';
import { float32 } from '../../../lib/dtype/index.js';
import { input, type Kernel, layoutOf, output } from '../../../lib/ir/index.js';
import { Executables } from '../../../lib/runtime/launch/index.js';
import { kernelOf } from '../../support/webgpu-kernels.js';

const plus = (k: number): Kernel =>
  kernelOf([input(float32, 1), output(float32, 1)], 1, (b) => b.store(1, b.add(b.load(0), b.const(k, float32))));

function counting(most?: number): { executables: Executables; compiled: () => number } {
  let count = 0;
  const compile = (kernel: Kernel): Executable => {
    const number = count++;
    return { kernel, layout: layoutOf(kernel), number: () => number, tier: () => 'gpu', settled: Promise.resolve() };
  };
  return { executables: new Executables({ compile }, most), compiled: () => count };
}

t.test('equal kernels share an executable', async (t) => {
  const { executables, compiled } = counting();
  for (let round = 0; round < 2; round++) for (let k = 0; k < 100; k++) executables.of(plus(k));
  t.equal(compiled(), 100);
});

t.test('without a number of its own, a table forgets kernels as well', async (t) => {
  const { executables, compiled } = counting();
  for (let k = 0; k < 3000; k++) executables.of(plus(k));
  executables.of(plus(2999));
  t.equal(compiled(), 3000);
  executables.of(plus(0));
  t.equal(compiled(), 3001);
});

t.test('of more kernels than are kept those used last are known', async (t) => {
  const { executables, compiled } = counting(3);
  const often = executables.of(plus(0.5));
  for (let k = 1; k < 50; k++) {
    executables.of(plus(k));
    t.equal(executables.of(plus(0.5)), often);
  }
  t.equal(compiled(), 50, 'one that comes again and again is compiled once');
  executables.of(plus(49));
  t.equal(compiled(), 50);
  executables.of(plus(1));
  t.equal(compiled(), 51, 'one that was forgotten is compiled anew');
  const kernel = plus(1000);
  const found = executables.of(kernel);
  for (let k = 2000; k < 2010; k++) executables.of(plus(k));
  t.equal(executables.of(kernel), found, 'a kernel that somebody holds keeps its executable');
});
