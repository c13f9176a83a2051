/** Elementary functions of float32 as device programs have the bits of emitted JavaScript, over special and random arguments. */
import t from 'tap';
import { canRun } from '../../lib/compile/index.js';
import { JsDevice } from '../../lib/device/index.js';
import { float32 } from '../../lib/dtype/index.js';
import type { BinaryOp, UnaryOp } from '../../lib/ir/index.js';
import { binaryOperations, input, type Kernel, KernelBuilder, output, unaryOperations } from '../../lib/ir/index.js';
import { firstDifference } from '../support/compare.js';
import { dense } from '../support/interpret.js';
import { launch } from '../support/launch.js';
import { interpretLowered } from '../support/on-device-programs.js';
import { copyViews, Draw } from '../support/random.js';

const count = Number(process.env.MANIPLE_TEST_RUNS ?? 1500);
const specials = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  2,
  1e-45,
  -1e-45,
  1.1754943508222875e-38,
  3e38,
  -3e38,
  88.8,
  -104,
  1e-10,
  NaN,
  Infinity,
  -Infinity,
];

/** Special values, any bits, and numbers of usual size. */
function drawArguments(draw: Draw, length: number): Float32Array {
  const bits = new Uint32Array(length);
  const values = new Float32Array(bits.buffer);
  for (let i = 0; i < length; i++) {
    if (i % 3 === 0) bits[i] = draw.next() * 2 ** 32;
    else values[i] = i % 3 === 1 ? draw.pick(specials) : (draw.next() - 0.5) * draw.pick([2, 20, 200]);
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
const floats = [...Object.entries(unaryOperations), ...Object.entries(binaryOperations)].filter(
  ([name, row]) => row.takes.includes('float') && row.gives === 'same' && !showing.includes(name),
);

for (const [name] of floats) {
  const kernel = kernelOf(name as UnaryOp | BinaryOp);
  const why = canRun(kernel);
  t.test(name, { skip: why ?? false }, async (t) => {
    const device = new JsDevice();
    const draw = new Draw(5);
    const expected = [drawArguments(draw, count), drawArguments(draw, count), new Float32Array(count)].map((data) => dense(data));
    const got = copyViews(expected);
    launch(device, kernel, [count], expected, []);
    interpretLowered({ kernel, scalars: [], arguments: () => [] }, [count], got, { long: false, division: false });
    const at = firstDifference(got[2].data, expected[2].data);
    const [x, y] = [expected[0].data[at], expected[1].data[at]];
    t.equal(at, -1, at < 0 ? 'all agree' : `${name}(${x}, ${y}) is ${expected[2].data[at]}, got ${got[2].data[at]}`);
    await device.close();
  });
}
