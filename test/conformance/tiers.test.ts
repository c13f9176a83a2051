/**
 * Every operation of the kernel language has the bits of the block tier in compiled C and in JavaScript: for each dtype, on special values
 * and on random ones. MANIPLE_TEST_RUNS asks for more of these, MANIPLE_TEST_SEED for others.
 */
import t from 'tap';
import { type Device, JsDevice } from '../../lib/device/index.js';
import { bool, type DType, dtypes, type TypedArray } from '../../lib/dtype/index.js';
import {
  type BinaryOp,
  binaryOperations,
  input,
  type Kernel,
  KernelBuilder,
  output,
  type UnaryOp,
  unaryOperations,
  type Value,
  verify,
} from '../../lib/ir/index.js';
import { operandsOne, operandsTwo } from '../support/arguments.js';
import { blockDevice, whyNoBlock } from '../support/block.js';
import { firstDifference } from '../support/compare.js';
import { dense } from '../support/interpret.js';
import { launch } from '../support/launch.js';
import { nativeDevice, whyNoNative } from '../support/native.js';
import { runsOf, seedOf } from '../support/seeds.js';

const seed = seedOf(1);
const count = runsOf(20_000);

/** What is computed of the operands, by name. */
type Results = ReadonlyMap<string, (b: KernelBuilder, a: Value, c: Value) => Value>;

const takes = <Op extends string>(rules: Readonly<Record<Op, { readonly takes: readonly string[] }>>, dtype: DType): Op[] =>
  (Object.keys(rules) as Op[]).filter((op) => rules[op].takes.includes(dtype.kind));

function ofOne(dtype: DType): Results {
  return new Map([
    ...takes<UnaryOp>(unaryOperations, dtype).map((op) => [op, (b: KernelBuilder, a: Value) => b.unary(op, a)] as const),
    ...dtypes.map((to) => [`cast to ${to.name}`, (b: KernelBuilder, a: Value) => b.cast(a, to)] as const),
  ]);
}

function ofTwo(dtype: DType): Results {
  return new Map(
    takes<BinaryOp>(binaryOperations, dtype).map(
      (op) => [op, (b: KernelBuilder, a: Value, c: Value) => b.binary(op, a, c)] as const,
    ),
  );
}

/** All results of two operands in one kernel, as the compiler takes longer to start than for any of them. */
function kernelOf(dtype: DType, results: Results): Kernel {
  const args = [input(dtype, 1), input(dtype, 1)];
  const b = new KernelBuilder(args, []);
  const [a, c] = [b.load(0), b.load(1)];
  for (const result of results.values()) {
    const value = result(b, a, c);
    b.store(args.push(output(value.dtype, 1)) - 1, value);
  }
  const kernel: Kernel = { rank: 1, rowRank: 1, args, scalars: [], loops: [{ nodes: b.nodes, statements: b.statements }] };
  if (verify(kernel).length > 0) throw new Error(verify(kernel).join('\n'));
  return kernel;
}

function run(device: Device, kernel: Kernel, operands: readonly TypedArray[]): TypedArray[] {
  const n = operands[0].length;
  const results = kernel.args.slice(2).map(({ dtype }) => new dtype.Typed(n));
  const status = launch(
    device,
    kernel,
    [n],
    [...operands, ...results].map((data) => dense(data)),
  );
  if (status !== 0) throw new Error(`status ${status}`);
  return results;
}

const devices: readonly (readonly [string, () => Device, string | false])[] = [
  ['JavaScript', () => new JsDevice(), false],
  ['compiled C', nativeDevice, whyNoNative()],
];

for (const [tier, open, whyNot] of devices) {
  t.test(`${tier} has the bits of the block tier`, { skip: whyNoBlock() || whyNot, timeout: 600_000 }, async (t) => {
    const [device, block] = [open(), blockDevice()];
    const compare = (dtype: DType, results: Results, operands: readonly TypedArray[]): void => {
      const kernel = kernelOf(dtype, results);
      const [found, expected] = [device, block].map((d) => run(d, kernel, operands));
      [...results.keys()].forEach((name, k) => {
        const at = firstDifference(found[k], expected[k]);
        const of = `${name} of ${dtype.name}`;
        t.equal(at, -1, at < 0 ? of : `${of} ${operands.map((x) => x[at])}: ${found[k][at]}, not ${expected[k][at]}`);
      });
    };
    for (const dtype of dtypes) {
      const one = operandsOne(dtype, dtype === bool ? 0 : count, seed);
      compare(dtype, ofOne(dtype), [one, one]);
      compare(dtype, ofTwo(dtype), operandsTwo(dtype, dtype === bool ? 0 : count, seed));
    }
    await device.close();
    await block.close();
  });
}
