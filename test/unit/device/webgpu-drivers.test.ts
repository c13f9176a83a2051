/** Kernels that a driver would compile for too long: it inlines the stand-ins for arithmetic on subnormal numbers, functions' own included. */
import t from 'tap';
import { driverCannotRun } from '../../../lib/device/webgpu/drivers.js';
import { float32 } from '../../../lib/dtype/index.js';
import { input, type Kernel, kernel, output, type UnaryOp } from '../../../lib/ir/index.js';

const SWIFTSHADER = 'swiftshader-device-subzero-';
const NONE = { subnormals: false, emulates: false };

/** So many additions, and functions of their sum. */
const made = (additions: number, functions: readonly UnaryOp[]): Kernel =>
  kernel(1, [input(float32, 1), output(float32, 1)], [], (b) => {
    let value = b.load(0);
    for (let i = 0; i < additions; i++) value = b.add(value, b.const(i, float32));
    for (const name of functions) value = b.unary(name, value);
    b.store(1, value);
  });

t.test('functions count beside additions', async (t) => {
  t.equal(driverCannotRun(made(12, []), SWIFTSHADER, NONE), null);
  t.equal(driverCannotRun(made(13, []), SWIFTSHADER, NONE), 'compile time');
  t.equal(driverCannotRun(made(5, ['exp', 'log1p', 'exp2']), SWIFTSHADER, NONE), null);
  // `logaddexp`, `logaddexp2` and `fmod` of one array took 72 seconds.
  t.equal(driverCannotRun(made(8, ['exp', 'log1p', 'exp2', 'log1p']), SWIFTSHADER, NONE), 'compile time');
  t.equal(driverCannotRun(made(12, ['abs', 'neg']), SWIFTSHADER, NONE), null, 'signs are bits');
});

t.test('of drivers that are slow, and without subnormal numbers', async (t) => {
  const large = made(30, ['exp', 'exp', 'exp']);
  t.equal(driverCannotRun(large, 'llvmpipe-llvm-15-0-6-256-bits-', NONE), null);
  t.equal(driverCannotRun(large, SWIFTSHADER, { ...NONE, subnormals: true }), null);
});
