/**
 * Tests a device before its first use: whether it rounds ÷ and √ of float32 correctly, whether it has subnormal numbers, and whether the
 * opaque barrier keeps its compiler from rewriting sums.
 */
import { float32 } from '../../dtype/index.js';
import { input, type Kernel, KernelBuilder, layoutOf, output, type Value } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import type { Accelerator } from '../machine.js';

const F = Math.fround;
const COUNT = 1024;

type Asked = 'division' | 'subnormal numbers' | 'sums';

/** A question: in the kernel language, and in JavaScript. */
interface Question {
  readonly name: Asked;
  readonly kernel: (b: KernelBuilder, x: Value, y: Value) => Value;
  readonly answer: (x: number, y: number) => number;
}

/** Numbers around the least normal one, and half of them below. */
const tiny = (b: KernelBuilder, x: Value): Value => b.mul(x, b.const(2 ** -126, float32));
const tinyOf = (x: number): number => F(x * 2 ** -126);

const questions: readonly Question[] = [
  { name: 'division', kernel: (b, x, y) => b.div(x, y), answer: (x, y) => F(x / y) },
  { name: 'division', kernel: (b, x) => b.sqrt(b.abs(x)), answer: (x) => F(Math.sqrt(Math.abs(x))) },
  { name: 'subnormal numbers', kernel: tiny, answer: tinyOf },
  {
    name: 'subnormal numbers',
    kernel: (b, x, y) => b.div(b.add(tiny(b, x), tiny(b, y)), y),
    answer: (x, y) => F(F(tinyOf(x) + tinyOf(y)) / y),
  },
  { name: 'sums', kernel: (b, x, y) => b.sub(b.sub(b.add(x, y), x), y), answer: (x, y) => F(F(F(x + y) - x) - y) },
  {
    name: 'sums',
    kernel: (b, x, y) => b.sub(b.mul(b.add(x, y), y), b.mul(x, y)),
    answer: (x, y) => F(F(F(x + y) * y) - F(x * y)),
  },
];

const all: ReadonlySet<Asked> = new Set(questions.map(({ name }) => name));

function kernelOf(asked: readonly Question[]): Kernel {
  const args = [input(float32, 1), input(float32, 1), ...asked.map(() => output(float32, 1))];
  const b = new KernelBuilder(args, []);
  const [x, y] = [b.load(0), b.load(1)];
  asked.forEach(({ kernel }, k) => b.store(2 + k, kernel(b, x, y)));
  return { rank: 1, rowRank: 1, args, scalars: [], loops: [{ nodes: b.nodes, statements: b.statements }] };
}

/** Numbers with all digits, of many magnitudes: a Weyl sequence. */
function drawn(step: number, spread: number): Float32Array {
  return Float32Array.from(
    { length: COUNT },
    (_, i) => ((i + 1) * step - Math.floor((i + 1) * step) - 0.5) * 2 ** ((i * spread) % 60),
  );
}

/**
 * The operations among `names` that a device does not compute as IEEE 754 has them: divisions and roots, subnormal numbers, or sums behind the
 * barrier.
 */
export function selfTest(device: Accelerator, names: ReadonlySet<Asked> = all): ReadonlySet<Asked> {
  const asked = questions.filter(({ name }) => names.has(name));
  const kernel = kernelOf(asked);
  const [x, y] = [drawn(0.6180339887498949, 7), drawn(0.7548776662466927, 11)];
  const results = asked.map(() => new Float32Array(COUNT));
  const bytes = 4 * COUNT;
  const addresses = kernel.args.map(() => device.alloc(bytes));
  const bytesOf = (data: Float32Array): Uint8Array => new Uint8Array(data.buffer);
  device.upload(addresses[0], bytesOf(x));
  device.upload(addresses[1], bytesOf(y));
  const layout = layoutOf(kernel);
  const { records } = device;
  records.fill(0, 0, RECORD.PARAMS + layout.length);
  records[RECORD.LENGTH] = RECORD.PARAMS + layout.length;
  records[RECORD.KERNEL] = device.compile(kernel).number(COUNT);
  records[RECORD.UNITS] = 1;
  records[RECORD.PARAMS + layout.domain] = COUNT;
  layout.args.forEach(({ pointer, strides }, k) => {
    records[RECORD.PARAMS + pointer] = addresses[k];
    records[RECORD.PARAMS + strides] = 1;
  });
  let last = device.submit(1);
  results.forEach((data, k) => {
    last = device.download(bytesOf(data), addresses[2 + k]);
  });
  device.wait(last);
  for (const address of addresses) device.free(address, bytes);
  const failed = device.failures().length > 0;
  return new Set(
    asked
      .filter(({ answer }, k) => failed || results[k].some((value, i) => !Object.is(value, answer(x[i], y[i]))))
      .map(({ name }) => name),
  );
}
