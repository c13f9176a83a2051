/**
 * Functions of float32 as device programs, over special and random arguments: exact ones have the bits of emitted JavaScript, and elementary
 * ones, in float32 alone, are as near to the function as the table of operations says.
 */
import t from 'tap';
import { canRun } from '../../lib/compile/index.js';
import { JsDevice } from '../../lib/device/index.js';
import { float32 } from '../../lib/dtype/index.js';
import type { BinaryOp, Operation, UnaryOp } from '../../lib/ir/index.js';
import { binaryOperations, input, type Kernel, KernelBuilder, output, unaryOperations } from '../../lib/ir/index.js';
import { firstDifference } from '../support/compare.js';
import { testShaders } from '../support/dawn.js';
import { deviceFunction } from '../support/device-functions.js';
import { dense } from '../support/interpret.js';
import { launch } from '../support/launch.js';
import { interpretLowered } from '../support/on-device-programs.js';
import { copyViews, Draw } from '../support/random.js';
import { runsOf } from '../support/seeds.js';
import { unitsFrom } from '../support/ulps.js';

const count = runsOf(20_000);
const specials = [
  ...[0, -0, 1, -1, 0.5, -0.5, 2, -2, 3, 10, -10, 20, 30, -20, NaN, Infinity, -Infinity],
  ...[1e-45, -1e-45, 1.1754943508222875e-38, 3e38, -3e38, 2 ** 24, 2 ** 24 + 2, 2 ** 30],
  ...[88.8, 89.3, -104, -150, 128, 1e-10, Math.SQRT1_2, Math.SQRT2, 0.41421356, 2.4142135, 2048],
].map(Math.fround);

/** Special values, any bits, numbers of usual size, near 1 and near 0. */
function drawArguments(draw: Draw, length: number): Float32Array {
  const bits = new Uint32Array(length);
  const values = new Float32Array(bits.buffer);
  const kinds: readonly (() => number)[] = [
    () => draw.pick(specials),
    () => (draw.next() - 0.5) * draw.pick([2, 20, 200, 4000, 1e6]),
    () => 1 + (draw.next() - 0.5) * 2 ** -draw.int(22),
    () => (draw.next() - 0.5) * 2 ** -draw.int(40),
  ];
  for (let i = 0; i < length; i++) {
    if (i % 3 === 0) bits[i] = draw.next() * 2 ** 32;
    else values[i] = draw.pick(kinds)();
  }
  return values;
}

function kernelOf(op: UnaryOp | BinaryOp): Kernel {
  const b = new KernelBuilder([input(float32, 1), input(float32, 1), output(float32, 1)], []);
  const [x, y] = [b.load(0), b.load(1)];
  b.store(2, op in unaryOperations ? b.unary(op as UnaryOp, x) : b.binary(op as BinaryOp, x, y));
  return {
    rank: 1,
    rowRank: 1,
    args: [input(float32, 1), input(float32, 1), output(float32, 1)],
    scalars: [],
    loops: [{ nodes: b.nodes, statements: b.statements }],
  };
}

/** NaNs' signs are no part of results. */
const showing = ['signbit', 'copysign'];
const floats: readonly (readonly [string, Operation])[] = [
  ...Object.entries(unaryOperations),
  ...Object.entries(binaryOperations),
].filter(([name, row]) => row.takes.includes('float') && row.gives === 'same' && !showing.includes(name));

for (const [name, { reference, gpu }] of floats) {
  const kernel = kernelOf(name as UnaryOp | BinaryOp);
  t.test(name, async (t) => {
    if (gpu === null) {
      t.equal(canRun(kernel), `${name} of float32`, 'stays on the host');
      return;
    }
    t.equal(canRun(kernel), null);
    const draw = new Draw(5);
    const given = [drawArguments(draw, count), drawArguments(draw, count)];
    if (gpu.float32 !== 'exact') {
      const run = deviceFunction(name);
      const exactly = reference?.inJs;
      if (exactly === undefined) throw new Error(`${name} has no reference, and no exact form on GPUs`);
      const worst = { units: 0, text: 'all are rounded correctly' };
      given[0].forEach((x, i) => {
        const [got, want] = [run(x, given[1][i]), exactly(x, given[1][i])];
        const units = unitsFrom(got, want);
        if (units > worst.units) Object.assign(worst, { units, text: `${name}(${x}, ${given[1][i]}) is ${want}, got ${got}` });
      });
      t.ok(worst.units <= gpu.float32, `${worst.units} of ${gpu.float32} units: ${worst.text}`);
      return;
    }
    const device = new JsDevice();
    const expected = [...given, new Float32Array(count)].map((data) => dense(data));
    const got = copyViews(expected);
    launch(device, kernel, [count], expected, []);
    interpretLowered({ kernel, scalars: [], arguments: () => [] }, [count], got, {
      long: false,
      division: false,
      subnormals: false,
    });
    const at = firstDifference(got[2].data, expected[2].data);
    const [x, y] = [expected[0].data[at], expected[1].data[at]];
    t.equal(at, -1, at < 0 ? 'all agree' : `${name}(${x}, ${y}) is ${expected[2].data[at]}, got ${got[2].data[at]}`);
    await device.close();
  });
}

t.test('without division of the device: the bits of functions with it', async (t) => {
  const draw = new Draw(7);
  for (const name of ['tanh', 'expit', 'log', 'tan', 'asin', 'atan2', 'hypot'] as const) {
    const given = [drawArguments(draw, 2000), drawArguments(draw, 2000), new Float32Array(2000)].map((data) => dense(data));
    const run = { kernel: kernelOf(name), scalars: [], arguments: () => [] };
    const [as, without] = [copyViews(given), copyViews(given)];
    interpretLowered(run, [2000], as, { long: true, division: true, subnormals: true });
    interpretLowered(run, [2000], without, { long: false, division: false, subnormals: false });
    t.equal(firstDifference(as[2].data, without[2].data), -1, name);
  }
});

testShaders(t, 20);
