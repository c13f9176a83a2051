/** Extremes and their places in the block tier: wide vectors give the bits of the tree of `ir/folds.ts`, down to the sign of a zero. */
import t from 'tap';
import { float32, float64, int8, int64, uint16 } from '../../../../lib/dtype/index.js';
import { fullOut, input, kernel, rowsOut } from '../../../../lib/ir/index.js';
import { blockDevice, whyNoBlock } from '../../../support/block.js';
import { noise } from '../../../support/compiled.js';
import { dense, interpret, type View } from '../../../support/interpret.js';
import { launch } from '../../../support/launch.js';
import { copyViews } from '../../../support/random.js';

const skip = whyNoBlock();

const sizes = [1, 7, 31, 32, 33, 63, 64, 65, 127, 128, 129, 1000, 1024, 1025, 5000];

type Fill = (x: number, i: number, n: number) => number;

const floats: Readonly<Record<string, Fill>> = {
  'as they are': (x) => x,
  'zeros of both signs above all': (x, i) => (i % 5 === 0 ? -0 : i % 7 === 0 ? 0 : -Math.abs(x)),
  'zeros of both signs below all': (x, i) => (i % 11 === 0 ? -0 : i % 7 === 0 ? 0 : Math.abs(x)),
  'not all are numbers': (x, i) => (i % 401 === 400 ? Number.NaN : x),
  'the last of a row is no number': (x, i, n) => (i % n === n - 1 ? Number.NaN : x),
  'all alike': () => Number.NEGATIVE_INFINITY,
};
const whole: Readonly<Record<string, Fill>> = {
  'as they are': (x) => Math.round(x * 100),
  'many alike': (x) => Math.round(x * 3),
};

const types = [
  { dtype: float64, of: (x: Float64Array) => x, fills: floats },
  { dtype: float32, of: (x: Float64Array) => Float32Array.from(x), fills: floats },
  { dtype: int8, of: (x: Float64Array) => Int8Array.from(x), fills: whole },
  { dtype: uint16, of: (x: Float64Array) => Uint16Array.from(x), fills: whole },
  { dtype: int64, of: (x: Float64Array) => BigInt64Array.from(x, BigInt), fills: whole },
] as const;

const sameBits = (a: View, b: View): boolean => a.data.every((value: number | bigint, i: number) => Object.is(value, b.data[i]));

for (const { dtype, of, fills } of types) {
  t.test(`rows of ${dtype.name}`, { skip }, async (t) => {
    const rows = 3;
    const k = kernel(2, [input(dtype, 2), ...[dtype, dtype, int64, int64].map((d) => rowsOut(d, 1))], [], (b) => {
      const x = b.load(0);
      b.foldInner('min', 1, x);
      b.foldInner('max', 2, x);
      b.argFold('argmin', 3, x);
      b.argFold('argmax', 4, x);
    });
    for (const n of sizes) {
      for (const [what, fill] of Object.entries(fills)) {
        const data = of(noise(rows * n, n).map((x, i) => fill(x, i, n)));
        const results = [0, 1].map(() => dense(of(new Float64Array(rows))));
        const places = [0, 1].map(() => dense(new BigInt64Array(rows)));
        const want: View[] = [{ data, offset: 0, shape: [rows, n], strides: [n, 1] }, ...results, ...places];
        const got = copyViews(want);
        launch(blockDevice(), k, [rows, n], got, []);
        interpret(k, [rows, n], want);
        got.forEach((view, i) => t.ok(sameBits(view, want[i]), `${what}, ${n} in a row: argument ${i}`));
      }
    }
  });
}

t.test('one extreme of a whole array', { skip }, async (t) => {
  const k = kernel(1, [input(float32, 1), fullOut(float32)], [], (b) => b.fold('max', 1, b.load(0)));
  for (const n of [1, 100, 1024, 3000]) {
    const one: View = { data: new Float32Array(1), offset: 0, shape: [], strides: [] };
    const want: View[] = [dense(Float32Array.from(noise(n))), one];
    const got = copyViews(want);
    launch(blockDevice(), k, [n], got, []);
    interpret(k, [n], want);
    t.ok(sameBits(got[1], want[1]), `${n} elements`);
  }
});
