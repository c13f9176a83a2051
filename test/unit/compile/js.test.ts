import t from 'tap';
import { JsDevice } from '../../../lib/device/index.js';
import { bool, type DType, float32, float64, int32, int64, type TypedArray, uint8 } from '../../../lib/dtype/index.js';
import {
  type BinaryOp,
  elementwise,
  fullOut,
  input,
  kernel,
  output,
  rowsOut,
  type UnaryOp,
  whole,
} from '../../../lib/ir/index.js';
import { dense } from '../../support/interpret.js';
import { random, samples } from '../../support/kernels.js';
import { launch } from '../../support/launch.js';

const device = new JsDevice();

function fill(dtype: DType, values: readonly (number | bigint)[]): TypedArray {
  const data = new dtype.Typed(values.length);
  values.forEach((v, i) => {
    data[i] = v as never;
  });
  return data;
}

function binary(
  op: BinaryOp,
  dtype: DType,
  a: readonly (number | bigint)[],
  b: readonly (number | bigint)[],
): (number | bigint)[] {
  const out = new dtype.Typed(a.length);
  launch(
    device,
    elementwise(1, [dtype, dtype], dtype, (k, x, y) => k.binary(op, x, y)),
    [a.length],
    [dense(fill(dtype, a)), dense(fill(dtype, b)), dense(out)],
  );
  return [...out];
}

function unary(op: UnaryOp, dtype: DType, a: readonly (number | bigint)[]): (number | bigint)[] {
  const out = new dtype.Typed(a.length);
  launch(
    device,
    elementwise(1, [dtype], dtype, (k, x) => k.unary(op, x)),
    [a.length],
    [dense(fill(dtype, a)), dense(out)],
  );
  return [...out];
}

function cast(from: DType, to: DType, a: readonly (number | bigint)[]): (number | bigint)[] {
  const out = new to.Typed(a.length);
  launch(
    device,
    elementwise(1, [from], to, (k, x) => k.cast(x, to)),
    [a.length],
    [dense(fill(from, a)), dense(out)],
  );
  return [...out];
}

t.test("division and remainder have the divisor's sign; by zero, integers give 0", async (t) => {
  t.strictSame(binary('mod', float64, [5, -5, 5, -5, 6, -6, 1], [3, 3, -3, -3, 3, -3, 0]), [2, 1, -1, -2, 0, -0, NaN]);
  t.strictSame(binary('floordiv', float64, [5, -5, 1, -1, 6], [3, 3, 0, 0, -4]), [1, -2, Infinity, -Infinity, -2]);
  t.strictSame(binary('mod', int32, [5, -5, 5, 7], [3, 3, -3, 0]), [2, 1, -1, 0]);
  t.strictSame(binary('floordiv', int32, [5, -5, -2147483648, 7], [3, 3, -1, 0]), [1, -2, -2147483648, 0]);
  t.strictSame(binary('floordiv', int64, [-7n, -(2n ** 63n), 7n], [2n, -1n, 0n]), [-4n, -(2n ** 63n), 0n]);
});

t.test('integers wrap', async (t) => {
  t.strictSame(binary('add', uint8, [255, 7], [2, 1]), [1, 8]);
  t.strictSame(binary('mul', int32, [65537, 2 ** 30], [65537, 4]), [131073, 0]);
  t.strictSame(binary('mul', int64, [2n ** 62n], [2n]), [-(2n ** 63n)]);
  t.strictSame(binary('pow', int64, [3n, 2n, -1n, 5n, 1n], [40n, 64n, -3n, -1n, -5n]), [
    12157665459056928801n - 2n ** 64n,
    0n,
    -1n,
    0n,
    1n,
  ]);
  t.strictSame(unary('neg', uint8, [1, 0]), [255, 0]);
  t.strictSame(unary('abs', int32, [-2147483648, -3]), [-2147483648, 3]);
});

t.test('shifts by the width or more push every bit out', async (t) => {
  t.strictSame(binary('shl', int32, [1, 1, 1, 1], [31, 32, -1, 0]), [-2147483648, 0, 0, 1]);
  t.strictSame(binary('shr', int32, [-8, -8, 8, -8], [1, 40, 40, -1]), [-4, -1, 0, -1]);
  t.strictSame(binary('shl', int64, [1n, 1n], [63n, 64n]), [-(2n ** 63n), 0n]);
  t.strictSame(binary('shr', uint8, [255, 255], [7, 8]), [1, 0]);
});

t.test('floats: halves to even, NaN is an extreme, powers as in C', async (t) => {
  t.strictSame(unary('round', float64, [0.5, 1.5, 2.5, -0.5, -1.5, 2 ** 52 + 1, NaN]), [0, 2, 2, -0, -2, 2 ** 52 + 1, NaN]);
  t.strictSame(unary('sign', float64, [-3, -0, 2, NaN]), [-1, 0, 1, NaN]);
  t.strictSame(binary('min', float64, [1, NaN, 1, 0, -0], [2, 1, NaN, -0, 0]), [1, NaN, NaN, -0, 0]);
  t.strictSame(binary('pow', float64, [1, -1, NaN, 2], [NaN, Infinity, 0, 10]), [1, 1, 1, 1024]);
  t.strictSame(binary('add', float32, [16777216], [1]), [16777216], 'rounded after each step');
});

t.test('conversions truncate and saturate from floats, wrap from integers, round once', async (t) => {
  t.strictSame(cast(float64, int32, [1.9, -1.9, 1e10, -1e10, NaN, Infinity]), [1, -1, 2147483647, -2147483648, 0, 2147483647]);
  t.strictSame(cast(float64, uint8, [-1, 255.9, 300, 3.5]), [0, 255, 255, 3]);
  t.strictSame(cast(float64, int64, [1e30, -1e30, NaN, -2.5]), [2n ** 63n - 1n, -(2n ** 63n), 0n, -2n]);
  t.strictSame(cast(int32, uint8, [257, -1]), [1, 255]);
  t.strictSame(cast(int64, float32, [2n ** 60n + 2n ** 36n + 1n]), [2 ** 60 + 2 ** 37], 'not through float64');
  t.strictSame(cast(int64, float64, [2n ** 53n + 1n, 2n ** 53n + 3n, -(2n ** 63n)]), [2 ** 53, 2 ** 53 + 4, -(2 ** 63)]);
  t.strictSame(cast(float64, bool, [0, -0, 0.1, NaN]), [0, 0, 1, 1]);
});

t.test('uniform: the published words for counter and key 0', async (t) => {
  const out = new Float64Array(2);
  launch(device, random, [2], [dense(out)], [0n]);
  const word = (high: bigint, low: bigint): number => Number(((high << 32n) | low) >> 11n) / 2 ** 53;
  t.strictSame([...out], [word(0xe169c58dn, 0x6627e8d5n), word(0x9b00dbd8n, 0xbc57ac4cn)]);
});

t.test('indices: negative ones count from the end, others outside are a status', async (t) => {
  const take = (index: bigint[]): [number, number[]] => {
    const out = new Float64Array(index.length);
    const status = launch(
      device,
      samples.take,
      [index.length],
      [dense(Float64Array.of(10, 20, 30)), dense(BigInt64Array.from(index)), dense(out)],
    );
    return [status, [...out]];
  };
  t.strictSame(take([0n, -1n, 2n]), [0, [10, 30, 30]]);
  t.equal(take([0n, 3n])[0], 1);
  t.equal(take([-4n])[0], 1);
  t.equal(take([2n ** 62n])[0], 1);
});

t.test('segments: k is never counted from the end', async (t) => {
  const sum = kernel(1, [whole(float64, 1), input(int64, 1), output(float64, 1)], [], (b) =>
    b.store(
      2,
      b.segfold('sum', b.load(1), b.const(2, int64), (s) => s.load(0)),
    ),
  );
  const out = new Float64Array(1);
  const run = (low: bigint): number =>
    launch(device, sum, [1], [dense(Float64Array.of(1, 2, 4)), dense(BigInt64Array.of(low)), dense(out)]);
  t.equal(run(0n), 0);
  t.equal(out[0], 3);
  t.equal(run(5n), 0);
  t.equal(out[0], 0, 'an empty segment gives the identity');
  t.equal(run(-1n), 1);
});

t.test('folds of nothing give identities', async (t) => {
  const all = kernel(1, [input(int32, 1), fullOut(int32), fullOut(int32), fullOut(int32)], [], (b) => {
    b.fold('sum', 1, b.load(0));
    b.fold('min', 2, b.load(0));
    b.fold('max', 3, b.load(0));
  });
  const out = [new Int32Array(1), new Int32Array(1), new Int32Array(1)];
  launch(device, all, [0], [dense(new Int32Array(0)), ...out.map((o) => dense(o, []))]);
  t.strictSame(
    out.map((o) => o[0]),
    [0, 2147483647, -2147483648],
  );
  const rows = kernel(2, [input(float32, 2), rowsOut(float32, 1)], [], (b) => b.foldInner('prod', 1, b.load(0)));
  const products = new Float32Array(3);
  launch(device, rows, [3, 0], [dense(new Float32Array(0), [3, 0]), dense(products)]);
  t.strictSame([...products], [1, 1, 1]);
});

t.test('sums of float32 are rounded once', async (t) => {
  const total = kernel(1, [input(float32, 1), fullOut(float32)], [], (b) => b.fold('sum', 1, b.load(0)));
  const out = new Float32Array(1);
  launch(device, total, [3000], [dense(new Float32Array(3000).fill(0.1)), dense(out, [])]);
  t.equal(out[0], Math.fround(3000 * Math.fround(0.1)));
});
