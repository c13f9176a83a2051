/** Loops that compute several vectors side by side: which do, and that their bits are those of one after the other. */
import t from 'tap';
import { emitC } from '../../../lib/compile/index.js';
import { type DType, float32, float64 } from '../../../lib/dtype/index.js';
import { input, type Kernel, kernel, output } from '../../../lib/ir/index.js';
import { noise, same } from '../../support/compiled.js';
import { dense } from '../../support/interpret.js';
import { whyNoNative } from '../../support/native.js';

const skip = whyNoNative();

/** x = x + y, so many times. */
const chain = (dtype: DType, length: number): Kernel =>
  kernel(1, [input(dtype, 1), input(dtype, 1), output(dtype, 1)], [], (b) => {
    let x = b.load(0);
    for (let i = 0; i < length; i++) x = b.add(x, b.load(1));
    b.store(2, x);
  });

/** Greater or smaller than what was before, with values that are no numbers and zeros of both signs among them. */
const bounded = (dtype: DType, length: number): Kernel =>
  kernel(1, [input(dtype, 1), input(dtype, 1), output(dtype, 1)], [], (b) => {
    let x = b.load(0);
    for (let i = 0; i < length; i++) x = b.binary(i % 3 === 0 ? 'min' : 'max', b.mul(x, b.load(1)), b.load(0));
    b.store(2, x);
  });

/** Steps that only those elements take that are small still, and a choice that is the same for all. */
const masked = (dtype: DType, steps: number): Kernel =>
  kernel(1, [input(dtype, 1), input(dtype, 1), output(dtype, 1), output(dtype, 1)], [dtype, dtype], (b) => {
    const flag = b.binary('lt', b.scalar(0), b.scalar(1));
    let x = b.select(flag, b.load(0), b.load(1));
    let y = b.select(flag, b.load(1), b.load(0));
    for (let i = 0; i < steps; i++) {
      const inside = b.binary('le', b.add(b.mul(x, x), b.mul(y, y)), b.scalar(1));
      const next = b.add(b.sub(b.mul(x, x), b.mul(y, y)), b.load(0));
      y = b.select(inside, b.add(b.mul(b.mul(x, y), b.scalar(0)), b.load(1)), y);
      x = b.select(inside, next, x);
    }
    b.store(2, x);
    b.store(3, y);
  });

t.test('long chains of plain operators are computed side by side, as far as registers last', async (t) => {
  const source = (k: Kernel): string => emitC(k).source;
  t.match(source(chain(float64, 64)), 'MK_COUNTER(uint16_t)');
  t.match(source(chain(float32, 64)), 'MK_COUNTER(uint8_t)');
  t.match(source(chain(float64, 64)), 'MK_SIDE_BY_SIDE(4)');
  t.notMatch(source(chain(float64, 8)), 'MK_SIDE_BY_SIDE', 'a short one is looked over');
  const wide = kernel(1, [...Array.from({ length: 20 }, () => input(float64, 1)), output(float64, 1)], [], (b) => {
    const values = Array.from({ length: 20 }, (_, k) => b.load(k));
    let x = values[0];
    for (let i = 0; i < 100; i++) x = b.add(x, values[i % 20]);
    b.store(20, x);
  });
  t.notMatch(source(wide), 'MK_SIDE_BY_SIDE', 'twenty values stay in registers anyway');
  const long = kernel(1, [input(float64, 1), output(float64, 1)], [], (b) => {
    let x = b.load(0);
    for (let i = 0; i < 64; i++) x = b.add(i === 32 ? b.exp(x) : x, b.load(0));
    b.store(1, x);
  });
  t.notMatch(source(long), 'MK_SIDE_BY_SIDE', 'functions have steps of their own');
});

t.test('extremes of extremes are not taken apart into choices between masks', async (t) => {
  const flags = (times: number): readonly string[] =>
    emitC(
      kernel(1, [input(float64, 1), output(float64, 1)], [float64], (b) => {
        let x = b.load(0);
        for (let i = 0; i < times; i++) x = b.binary(i % 2 === 0 ? 'max' : 'min', x, b.scalar(0));
        b.store(1, x);
      }),
    ).flags;
  t.notOk(flags(1).includes('-fno-tree-pre'));
  t.ok(flags(2).includes('-fno-tree-pre'));
});

t.test('a choice that is the same for all elements is made in the loop', async (t) => {
  t.match(emitC(masked(float64, 2)).source, /= mk_choose_double\(v\d+, v\d+, v\d+\);/);
  t.match(emitC(masked(float32, 2)).source, /= mk_choose_float\(/);
});

for (const dtype of [float64, float32]) {
  t.test(`the same bits as one element at a time: ${dtype.name}`, { skip }, async (t) => {
    const data = (n: number, seed: number) => dense(dtype === float64 ? noise(n, seed) : Float32Array.from(noise(n, seed)));
    const none = (n: number) => dense(dtype === float64 ? new Float64Array(n) : new Float32Array(n));
    for (const n of [1, 7, 31, 32, 33, 64, 100, 1025, 5000]) {
      await same(t, `chain of ${n}`, chain(dtype, 64), [n], [data(n, 1), data(n, 2), none(n)]);
      const [odd, factors] = [data(n, 5), data(n, 6)];
      for (let i = 0; i < n; i += 3) odd.data[i] = [NaN, 0, -0, Infinity][i % 4];
      await same(t, `extremes of ${n}`, bounded(dtype, 24), [n], [odd, factors, none(n)]);
      for (const scalars of [
        [0.5, 4],
        [2, 0.25],
      ]) {
        const args = [data(n, 3), data(n, 4), none(n), none(n)];
        await same(t, `masked steps of ${n}, ${scalars}`, masked(dtype, 24), [n], args, scalars);
      }
    }
  });
}
