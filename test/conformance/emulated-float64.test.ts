/**
 * float64 as pairs of float32 (`--float64 emulate`), in the interpreter of device programs: operations on its bits are exact, arithmetic and
 * functions are within the bounds that are stated, integers up to 2^45 are exact, and results come back from memory as they were.
 */
import t from 'tap';
import { canRun, emulation, hasHostBits } from '../../lib/compile/index.js';
import { JsDevice } from '../../lib/device/index.js';
import { bool, type DType, dtypes, float64, isStored } from '../../lib/dtype/index.js';
import {
  type BinaryOp,
  binaryOperations,
  input,
  type Kernel,
  KernelBuilder,
  operationOf,
  output,
  type UnaryOp,
  unaryOperations,
  type Value,
} from '../../lib/ir/index.js';
import { kinds, shapes } from '../support/agree.js';
import { firstDifference } from '../support/compare.js';
import { compareRuns, gpuKernel } from '../support/compare-gpu.js';
import { testShaders } from '../support/dawn.js';
import { deviceJudge, emulatedFunction } from '../support/device-functions.js';
import { dense } from '../support/interpret.js';
import { launch } from '../support/launch.js';
import { interpretLowered } from '../support/on-device-programs.js';
import { copyViews, Draw } from '../support/random.js';
import fc from '../support/seeded.js';
import { runsOf } from '../support/seeds.js';

const count = runsOf(1500);
const FEATURES = { long: false, division: true, subnormals: true };
const specials = [
  ...[0, -0, 1, -1, 0.5, -0.5, 1.5, 2.5, -2.5, 3, NaN, Infinity, -Infinity, 1e300, -1e300, 1e-300, 5e-324, -5e-324],
  ...[2 ** 31, 2 ** 53 + 2, 2 ** 63, 2 ** 64, -(2 ** 63), 2 ** 127, 2 ** -126, 2 ** 52 + 0.5, 4503599627370495.5],
];

/** Special values, any bits, and numbers of usual size with all digits. */
function drawDoubles(draw: Draw, length: number): Float64Array {
  const values = new Float64Array(length);
  const words = new Uint32Array(values.buffer);
  for (let i = 0; i < length; i++) {
    if (i % 3 === 0) values[i] = draw.pick(specials);
    else if (i % 3 === 1) words.set([draw.next() * 2 ** 32, draw.next() * 2 ** 32], 2 * i);
    else values[i] = (draw.next() + draw.next() * 2 ** -30 - 0.5) * draw.pick([2, 200, 2 ** 40]);
  }
  return values;
}

type Named = readonly [name: UnaryOp | BinaryOp, operands: 1 | 2];
const named = (table: object, operands: 1 | 2): Named[] => Object.keys(table).map((name) => [name as UnaryOp, operands]);
const all = [...named(unaryOperations, 1), ...named(binaryOperations, 2)];

const apply = (b: KernelBuilder, [name, operands]: Named, x: Value, y: Value): Value =>
  operands === 1 ? b.unary(name as UnaryOp, x) : b.binary(name as BinaryOp, x, y);

function kernelOf(result: DType, build: (b: KernelBuilder, x: Value, y: Value) => Value): Kernel {
  const args = [input(float64, 1), input(float64, 1), output(result, 1)];
  const b = new KernelBuilder(args, []);
  const [x, y] = [b.load(0), b.load(1)];
  b.store(2, build(b, x, y));
  return { rank: 1, rowRank: 1, args, scalars: [], loops: [{ nodes: b.nodes, statements: b.statements }] };
}

/** NaNs' signs are no part of results. */
const showing: readonly string[] = ['signbit', 'copysign'];
const takesFloats = ([name]: Named): boolean =>
  ({ ...unaryOperations, ...binaryOperations })[name].takes.includes('float') && !showing.includes(name);
const exact = all.filter((of) => takesFloats(of) && operationOf(of[0])?.gpu?.pairs === 'exact');

t.test('operations on the bits of float64 are exact', async (t) => {
  const device = new JsDevice();
  const draw = new Draw(5);
  const given = [drawDoubles(draw, count), drawDoubles(draw, count)];
  const casts = dtypes.filter((dtype) => dtype !== float64 && !isStored(dtype));
  const kernels = [
    ...exact.map((of) => {
      const gives = { ...unaryOperations, ...binaryOperations }[of[0]].gives === 'same' ? float64 : bool;
      return [of[0], kernelOf(gives, (b, x, y) => apply(b, of, x, y))] as const;
    }),
    ...casts.map((dtype) => [`to ${dtype.name}`, kernelOf(dtype, (b, x) => b.cast(x, dtype))] as const),
    ...casts
      .filter((dtype) => dtype !== bool)
      .map((dtype) => [`from ${dtype.name}`, kernelOf(float64, (b, x) => b.cast(b.cast(x, dtype), float64))] as const),
  ];
  for (const [name, kernel] of kernels) {
    t.equal(canRun(kernel, true), null, `${name} has a form`);
    const expected = [...given.map((data) => dense(data)), dense(new kernel.args[2].dtype.Typed(count))];
    const got = copyViews(expected);
    launch(device, kernel, [count], expected, []);
    interpretLowered({ kernel, scalars: [], arguments: () => [] }, [count], got, FEATURES);
    const at = firstDifference(got[2].data, expected[2].data);
    const [x, y] = [given[0][at], given[1][at]];
    t.equal(at, -1, at < 0 ? name : `${name}(${x}, ${y}) is ${expected[2].data[at]}, got ${got[2].data[at]}`);
    t.ok(hasHostBits(kernel), `${name} has the host's bits`);
  }
  await device.close();
});

/** A number that a pair of float32 holds. */
const held = (value: number): number => emulatedFunction('add')(value, 0);

/** Arguments of an operation, by where its results are of usual size. */
function argumentsFor(name: string, draw: Draw): readonly [number, number] {
  const near = (size: number): number => held((draw.next() - 0.5 + draw.next() * 2 ** -31) * size);
  const positive = (): number => Math.abs(near(2)) * 2 ** (draw.int(60) - 30);
  if (name.startsWith('log') && name !== 'log1p') return [draw.chance(0.5) ? held(1 + near(0.5)) : held(positive()), 0];
  if (name === 'log1p') return [draw.chance(0.5) ? near(0.5) : held(positive()), 0];
  if (name === 'sqrt') return [held(positive()), 0];
  if (name === 'pow') return [held(Math.abs(near(20)) + 0.01), draw.chance(0.3) ? draw.int(20) - 10 : near(40)];
  if (name === 'asin' || name === 'acos') return [near(2), 0];
  if (name === 'tan') return [near(2), 0];
  if (['sin', 'cos'].includes(name)) return [near(draw.pick([1, 10, 1000, 1e7])), 0];
  if (name in unaryOperations) return [near(draw.pick([0.01, 1, 20, 150])), 0];
  return [near(2) * 2 ** draw.int(30), near(2) * 2 ** draw.int(30)];
}

for (const [name, bound] of Object.entries(emulation.bounds) as [UnaryOp | BinaryOp, { relative: number; angle?: number }][]) {
  t.test(`${name} is within its bound`, async (t) => {
    const draw = new Draw(11);
    const run = emulatedFunction(name);
    const device = new JsDevice();
    const given = Array.from({ length: count }, () => argumentsFor(name, draw));
    const kernel = kernelOf(float64, (b, x, y) => apply(b, [name, name in unaryOperations ? 1 : 2], x, y));
    t.equal(canRun(kernel, true), null);
    t.notOk(hasHostBits(kernel), 'the host has other bits');
    const [x, y] = [0, 1].map((k) => Float64Array.from(given, (pair) => pair[k]));
    const want = new Float64Array(count);
    launch(device, kernel, [count], [dense(x), dense(y), dense(want)], []);
    let worst = 0;
    let text = 'none';
    want.forEach((value, i) => {
      const size = Math.abs(value);
      if (size < emulation.full || size >= emulation.end) return;
      const got = run(x[i], y[i]);
      const allowed = bound.relative * size + emulation.absolute + (bound.angle ?? 0) * Math.abs(x[i]);
      const share = Object.is(got, value) ? 0 : Math.abs(got - value) / allowed;
      if (!(share <= worst)) {
        worst = share;
        text = `${name}(${x[i]}, ${y[i]}) is ${value}, got ${got}`;
      }
    });
    t.ok(worst <= 1, `${worst.toFixed(3)} of the bound: ${text}`);
    await device.close();
  });
}

t.test('special values and the ends of the range', async (t) => {
  const of = (name: string, ...operands: number[]): number => emulatedFunction(name)(...operands);
  const end = emulation.end;
  const cases: [string, readonly number[], number][] = [
    ['add', [-0, -0], -0],
    ['add', [1, -1], 0],
    ['add', [Infinity, -Infinity], NaN],
    ['add', [end / 2, end / 2], Infinity],
    ['add', [1e300, 1], Infinity],
    ['add', [1e-300, 1], 1],
    ['mul', [1e-30, 1e-30], 0],
    ['mul', [-1e-30, 1e-30], -0],
    ['mul', [1e30, -1e30], -Infinity],
    ['mul', [0, Infinity], NaN],
    ['div', [1, 0], Infinity],
    ['div', [0, 0], NaN],
    ['div', [1, Infinity], 0],
    ['sqrt', [-1], NaN],
    ['sqrt', [-0], -0],
    ['sqrt', [Infinity], Infinity],
    ['sqrt', [9], 3],
    ['exp', [0], 1],
    ['exp', [89], Infinity],
    ['exp', [-89], 0],
    ['exp', [-Infinity], 0],
    ['exp2', [10], 1024],
    ['expm1', [-0], -0],
    ['log', [0], -Infinity],
    ['log', [-1], NaN],
    ['log', [1], 0],
    ['log2', [1024], 10],
    ['log1p', [-1], -Infinity],
    ['sin', [-0], -0],
    ['sin', [Infinity], NaN],
    ['sin', [2 ** 46], NaN],
    ['cos', [0], 1],
    ['tanh', [100], 1],
    ['tanh', [-Infinity], -1],
    ['expit', [-Infinity], 0],
    ['expit', [Infinity], 1],
    ['sinh', [-Infinity], -Infinity],
    ['cosh', [-Infinity], Infinity],
    ['pow', [3, 2], 9],
    ['pow', [2, -3], 0.125],
    ['pow', [0, 0], 1],
    ['pow', [NaN, 0], 1],
    ['pow', [1, NaN], 1],
    ['pow', [-2, 3], -8],
    ['pow', [-2, 0.5], NaN],
    ['pow', [-0, -3], -Infinity],
    ['pow', [0, 100.5], 0],
    ['pow', [-Infinity, 3], -Infinity],
    ['pow', [-1, Infinity], 1],
    ['pow', [0.5, Infinity], 0],
    ['pow', [-1, 99], -1],
    ['atan', [Infinity], held(Math.PI / 2)],
    ['atan', [-0], -0],
    ['atan2', [0, -1], held(Math.PI)],
    ['atan2', [-0, -1], -held(Math.PI)],
    ['atan2', [Infinity, 5], held(Math.PI / 2)],
    ['atan2', [1e-30, 1e30], 0],
    ['asin', [2], NaN],
    ['hypot', [3, -4], 5],
    ['hypot', [-Infinity, NaN], Infinity],
    ['hypot', [NaN, 1], NaN],
    ['hypot', [-0, 0], 0],
    ['hypot', [3 * 2 ** 120, 2 ** 122], 5 * 2 ** 120],
    ['hypot', [3 * 2 ** -100, -(2 ** -98)], 5 * 2 ** -100],
    ['acos', [1], 0],
    ['acos', [-1], held(Math.PI)],
    ['floordiv', [7, -2], -4],
    ['floordiv', [-0, 3], -0],
    ['floordiv', [7, 0], Infinity],
    ['floordiv', [1, -Infinity], -1],
  ];
  for (const [name, operands, want] of cases) {
    const got = of(name, ...operands);
    t.ok(Object.is(got, want), `${name}(${operands}) is ${want}, got ${got}`);
  }
  for (const name of Object.keys(emulation.bounds)) {
    if (name !== 'pow') t.ok(Number.isNaN(of(name, NaN, 1)), `${name} of NaN`);
  }
});

t.test('integers up to 2^45 are exact, and a number is held to 48 bits', async (t) => {
  const draw = new Draw(3);
  for (let i = 0; i < count; i++) {
    const [x, y] = [draw.next(), draw.next()].map((part) => Math.floor((part - 0.5) * 2 ** draw.pick([10, 30, 45])));
    const small = Math.floor((draw.next() - 0.5) * 2 ** draw.pick([8, 15]));
    for (const [name, want] of [
      ['add', x + y],
      ['sub', x - y],
      ['mul', Math.trunc(x / 2 ** 16) * small],
    ] as const) {
      const got = name === 'mul' ? emulatedFunction(name)(Math.trunc(x / 2 ** 16), small) : emulatedFunction(name)(x, y);
      if (got !== want && !(got === 0 && want === 0)) t.equal(got, want, `${name}(${x}, ${y}, ${small})`);
    }
    const any = (draw.next() + draw.next() * 2 ** -32) * 2 ** (draw.int(140) - 70);
    if (!(Math.abs(held(any) - any) <= 2 ** -48 * any)) t.fail(`${any} is held as ${held(any)}`);
    if (held(held(any)) !== held(any)) t.fail(`${any} is held in two ways`);
  }
  t.pass('all of them');
});

t.test('a chain of operations in one kernel has the bits of its steps', async (t) => {
  const steps: Named[] = [
    ...(['add', 'sub', 'mul', 'div', 'floordiv', 'min'] as const).map((name): Named => [name, 2]),
    ...(['sqrt', 'exp', 'neg', 'abs', 'floor', 'sin'] as const).map((name): Named => [name, 1]),
  ];
  fc.assert(
    fc.property(fc.array(fc.nat(steps.length - 1), { minLength: 2, maxLength: 8 }), fc.nat(2 ** 31), (chosen, seed) => {
      const given = [drawDoubles(new Draw(seed), 60), drawDoubles(new Draw(seed + 1), 60)];
      const run = (kernel: Kernel, x: Float64Array): Float64Array => {
        const out = new Float64Array(60);
        interpretLowered(
          { kernel, scalars: [], arguments: () => [] },
          [60],
          [x, given[1], out].map((data) => dense(data)),
          FEATURES,
        );
        return out;
      };
      const fused = run(
        kernelOf(float64, (b, x, y) => chosen.reduce((value, k) => apply(b, steps[k], value, y), x)),
        given[0],
      );
      const stepwise = chosen.reduce(
        (values, k) =>
          run(
            kernelOf(float64, (b, x, y) => apply(b, steps[k], x, y)),
            values,
          ),
        given[0],
      );
      const at = firstDifference(fused, stepwise);
      if (at >= 0) throw new Error(`${chosen.map((k) => steps[k][0])}: element ${at} is ${fused[at]}, in steps ${stepwise[at]}`);
    }),
    { numRuns: 25 },
  );
  t.pass('all chains');
});

for (const kind of kinds) {
  t.test(`random kernels of float64, ${kind}`, async (t) => {
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.constantFrom(0, 1, 2, 3), fc.nat(20), (first, rank, pick) => {
        const shape = shapes[rank][pick % shapes[rank].length];
        compareRuns(
          gpuKernel(first, rank, kind, 8, false, true),
          shape,
          deviceJudge,
          ({ kernel, scalars, arguments: of }, at, views) =>
            interpretLowered({ kernel, scalars, arguments: of }, at, views, FEATURES),
        );
      }),
      { numRuns: 5 },
    );
    t.pass('all kernels agree');
  });
}

t.test('operations on float64 have the form that the table of operations says, where it is asked for', async (t) => {
  for (const of of all.filter(([name]) => ({ ...unaryOperations, ...binaryOperations })[name].takes.includes('float')))
    t.equal(
      canRun(
        kernelOf({ ...unaryOperations, ...binaryOperations }[of[0]].gives === 'same' ? float64 : bool, (b, x, y) =>
          apply(b, of, x, y),
        ),
        true,
      ),
      (operationOf(of[0])?.gpu?.pairs ?? null) === null ? `${of[0]} of float64` : null,
      of[0],
    );
  t.equal(canRun(kernelOf(float64, (b, x, y) => b.add(x, y))), 'float64', 'without the setting all of float64 stays on the host');
});

testShaders(t, 20);
