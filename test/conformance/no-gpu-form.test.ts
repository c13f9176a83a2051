/**
 * An operation whose row says that GPUs have no form of it: no device program is made of it, in float32 or in pairs, and tasks with it stay on
 * the host, counted, with the host's bits. The table has no such row, so that `tanh` loses its form before the compiler is loaded.
 */
import t from 'tap';
import { float32, float64 } from '../../lib/dtype/index.js';
import { elementwise, type Kernel, unaryOperations } from '../../lib/ir/index.js';

Object.assign(unaryOperations.tanh, { gpu: null });

const { canRun, emulation, hasHostBits } = await import('../../lib/compile/index.js');
const { JsDevice, PlayedAccelerator } = await import('../../lib/device/index.js');
const { defaults, Runtime } = await import('../../lib/runtime/index.js');
const np = await import('../../lib/array/index.js');
const { onRuntime } = await import('../support/on-runtime.js');

t.test('no device program', (t) => {
  const tanh = (dtype: typeof float32): Kernel => elementwise(1, [dtype], dtype, (b, x) => b.unary('tanh', x));
  t.equal(canRun(tanh(float32)), 'tanh of float32');
  t.equal(canRun(tanh(float64), true), 'tanh of float64');
  t.ok(hasHostBits(tanh(float32)));
  t.notOk('tanh' in emulation.bounds);
  const cosh = elementwise(1, [float32], float32, (b, x) => b.unary('cosh', x));
  t.equal(canRun(cosh), null, 'others keep theirs');
  t.notOk(hasHostBits(cosh));
  t.end();
});

t.test('tasks stay on the host, and are counted', async (t) => {
  class Gpu extends PlayedAccelerator {
    override cannotRun(kernel: Kernel): string | null {
      return canRun(kernel) ?? super.cannotRun(kernel);
    }
  }
  const config = { ...defaults(), device: 'js', procs: 1 } as const;
  const values = Float32Array.from({ length: 1000 }, (_, i) => (i - 500) / 100);
  const program = (): Promise<ArrayLike<unknown>> => np.tanh(np.asarray(values).multiply(0.5)).add(1).data();
  const want = [...Array.from(await onRuntime(new Runtime(config, new JsDevice(), null), program))];
  const machine = new Runtime(config, new JsDevice(), null, { accelerators: [new Gpu(0, new JsDevice())], place: () => 1 });
  await onRuntime(machine, async (rt) => {
    t.same(Array.from(await program()), want);
    const { stayed, devices } = rt.stats();
    t.same(stayed, { 'tanh of float32': 1 });
    t.ok((devices?.gpu0 ?? 0) > 0, 'the rest ran on the GPU');
  });
});
