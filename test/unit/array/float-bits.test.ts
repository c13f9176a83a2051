/** Signs of zeros and NaN, and neighbours of floats, on each tier and in the interpreter of the tests. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { bool, type DType, float32, float64 } from '../../../lib/dtype/index.js';
import { type BinaryOp, input, kernel, output } from '../../../lib/ir/index.js';
import { createRuntime } from '../../../lib/runtime/index.js';
import { dense, interpret } from '../../support/interpret.js';
import { onRuntime } from '../../support/on-runtime.js';
import { tiers } from '../../support/tiers.js';

const inf = Number.POSITIVE_INFINITY;
const max = { float64: Number.MAX_VALUE, float32: (2 - 2 ** -23) * 2 ** 127 };
const least = { float64: 5e-324, float32: 2 ** -149 };

/** NaN with the sign bit set. */
function negatives(dtype: 'float32' | 'float64'): np.TypedArray {
  const signed = dtype === 'float64' ? new BigUint64Array([0xfff8000000000000n]) : new Uint32Array([0xffc00000]);
  return new (dtype === 'float64' ? Float64Array : Float32Array)(signed.buffer);
}

for (const { label, config, skip } of tiers) {
  t.test(label, { skip }, async (t) => {
    await onRuntime(createRuntime(config), async () => {
      for (const dtype of ['float64', 'float32'] as const) {
        const nan = np.array(negatives(dtype), { dtype });
        t.same(await np.signbit(nan).tolist(), [true], `signbit of a negative NaN, ${dtype}`);
        t.same(await np.signbit(np.copysign(3, nan)).tolist(), [true], 'a number with its sign');
        t.same(await np.signbit(np.copysign(nan, 1)).tolist(), [false], 'NaN with the sign of a number');
        t.same(await np.signbit(np.copysign(np.array([Number.NaN], { dtype }), -1)).tolist(), [true]);
        const [top, tiny] = [max[dtype], least[dtype]];
        const from = np.array([inf, -inf, inf, 0, -0, tiny, -tiny, top, -top], { dtype });
        const to = np.array([0, 0, inf, -0, -1, -1, 1, inf, -inf], { dtype });
        t.same(await np.nextafter(from, to).tolist(), [top, -top, inf, -0, -tiny, 0, -0, inf, -inf], `nextafter, ${dtype}`);
        t.same(await np.spacing(np.array([top, -top, 0, -0], { dtype })).tolist(), [inf, -inf, tiny, tiny]);
      }
      const least32 = np.array([-(2 ** 31)], { dtype: 'int32' });
      t.same(await np.fabs(least32).tolist(), [2 ** 31]);
      t.same(await np.abs(least32).tolist(), [-(2 ** 31)], 'wraps, as in NumPy');
      t.same(await np.negative(least32).tolist(), [-(2 ** 31)]);
      for (const add of [np.logaddexp, np.logaddexp2]) {
        const [x, y] = [
          [inf, -inf, inf, -inf],
          [Number.NaN, Number.NaN, -inf, -inf],
        ];
        t.same(await add(x, y).tolist(), [Number.NaN, Number.NaN, inf, -inf], add.name);
      }
      t.same(await np.ldexp([5 * 5e-324, 2 ** -1074], [-3, 2098]).tolist(), [5e-324, inf], 'ldexp rounds once');
    });
  });
}

/** A NaN's sign is left to the tiers: it does not last in arrays of JavaScript numbers, where the interpreter has its values. */
t.test('the interpreter', async (t) => {
  const two = (op: BinaryOp, dtype: DType, a: number, b: number): number => {
    const of = kernel(1, [input(dtype, 1), input(dtype, 1), output(dtype, 1)], [], (e) =>
      e.store(2, e.binary(op, e.load(0), e.load(1))),
    );
    const [left, right, out] = [new dtype.Typed(1), new dtype.Typed(1), new dtype.Typed(1)];
    left[0] = a as never;
    right[0] = b as never;
    interpret(of, [1], [dense(left), dense(right), dense(out)]);
    return Number(out[0]);
  };
  t.equal(two('copysign', float64, 3, -0), -3);
  t.equal(two('nextafter', float32, inf, 0), max.float32);
  t.equal(two('nextafter', float64, 0, -0), -0);
  t.equal(two('nextafter', float64, -5e-324, 1), -0);
  const test = kernel(1, [input(float64, 1), output(bool, 1)], [], (e) => e.store(1, e.unary('signbit', e.load(0))));
  const out = new Uint8Array(3);
  interpret(test, [3], [dense(Float64Array.of(-0, -inf, 1)), dense(out)]);
  t.same(Array.from(out), [1, 1, 0]);
});
