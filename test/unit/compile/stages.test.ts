/** Loops in stages: which functions have loops of their own, and that their bits are those that they give alone. */
import t from 'tap';
import { emitC } from '../../../lib/compile/index.js';
import { float64 } from '../../../lib/dtype/index.js';
import { elementwise, input, kernel, output } from '../../../lib/ir/index.js';
import { noise } from '../../support/compiled.js';
import { dense } from '../../support/interpret.js';
import { launch } from '../../support/launch.js';
import { nativeDevice, whyNoNative } from '../../support/native.js';

const skip = whyNoNative();

t.test('functions in stages are within a few units in the last place', { skip }, async (t) => {
  const k = elementwise(1, [float64], float64, (b, x) => b.add(b.sin(b.mul(x, x)), b.unary('tan', b.cos(x))));
  const x = noise(3000).map((v) => v * 100);
  x.set([0, -0, Infinity, NaN, 1e300, 1e9]);
  const out = dense(new Float64Array(x.length));
  const device = nativeDevice();
  launch(device, k, [x.length], [dense(x), out]);
  await device.close();
  const worst = x.reduce((most, v, i) => {
    const expected = Math.sin(v * v) + Math.tan(Math.cos(v));
    return Number.isNaN(expected) && Number.isNaN(out.data[i]) ? most : Math.max(most, Math.abs(Number(out.data[i]) - expected));
  }, 0);
  t.ok(worst < 1e-14, `differs by ${worst}`);
});

t.test('several long functions in a loop have loops of their own', async (t) => {
  const of = (both: boolean): string =>
    emitC(
      kernel(1, [input(float64, 1), output(float64, 1)], [], (b) => {
        const x = b.load(0);
        b.store(1, both ? b.add(b.exp(x), b.log(x)) : b.add(b.exp(x), x));
      }),
    ).source;
  t.match(of(true), /mk_exp_strip/);
  t.match(of(true), /mk_log_strip/);
  t.notMatch(of(false), /mk_exp_strip/, 'one stays where it is');
});

/** y = exp(-x x) / (1 + x x) + exp(x / 3) exp(exp(x) - 1) - log(1 + x x), with every function's operand computed before it. */
const formula = kernel(1, [input(float64, 1), output(float64, 1)], [], (b) => {
  const x = b.load(0);
  const one = b.const(1, float64);
  const square = b.mul(x, x);
  const above = b.add(one, square);
  const left = b.div(b.exp(b.neg(square)), above);
  const right = b.mul(b.exp(b.div(x, b.const(3, float64))), b.exp(b.sub(b.exp(x), one)));
  b.store(1, b.sub(b.add(left, right), b.log(above)));
});

t.test('an exponential joins the loop before it, and gives the bits that it gives alone', { skip }, async (t) => {
  t.match(emitC(formula).source, /= mk_exp\(/, 'one joins');
  t.match(emitC(formula).source, /mk_exp_strip/, 'and another does not');
  const device = nativeDevice();
  const n = 3000;
  const x = Float64Array.from(noise(n, 5), (v, i) => (i % 50 === 0 ? v * 800 : v * 20));
  x.set([0, -0, Infinity, -Infinity, NaN, 1e300, -1e300, 5e-324]);
  const each = (op: 'exp' | 'log', from: Float64Array): Float64Array => {
    const to = dense(new Float64Array(n));
    launch(
      device,
      elementwise(1, [float64], float64, (b, v) => b.unary(op, v)),
      [n],
      [dense(from), to],
    );
    return to.data as Float64Array;
  };
  const square = x.map((v) => v * v);
  const [a, b, c] = [square.map((v) => -v), x.map((v) => v / 3), x].map((from) => each('exp', from));
  const d = each(
    'exp',
    c.map((v) => v - 1),
  );
  const logs = each(
    'log',
    square.map((v) => 1 + v),
  );
  const expected = x.map((_, i) => a[i] / (1 + square[i]) + b[i] * d[i] - logs[i]);
  const got = dense(new Float64Array(n));
  launch(device, formula, [n], [dense(x), got]);
  t.ok(expected.every((value, i) => Object.is(value, got.data[i])));
  await device.close();
});
