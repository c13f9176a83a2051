/**
 * Tests a device before its first use: whether it rounds ÷ and √ of float32 correctly, whether it has subnormal numbers, and whether the
 * opaque barrier keeps its compiler from rewriting sums.
 */
import { emulation } from '../../compile/index.js';
import { type DType, float32, float64, type TypedArray } from '../../dtype/index.js';
import { input, type Kernel, KernelBuilder, output, type Value } from '../../ir/index.js';
import { writeDense } from '../dense-record.js';
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

function kernelOf(asked: readonly Pick<Question, 'kernel'>[], dtype: DType): Kernel {
  const args = [input(dtype, 1), input(dtype, 1), ...asked.map(() => output(dtype, 1))];
  const b = new KernelBuilder(args, []);
  const [x, y] = [b.load(0), b.load(1)];
  asked.forEach(({ kernel }, k) => b.store(2 + k, kernel(b, x, y)));
  return { rank: 1, rowRank: 1, args, scalars: [], loops: [{ nodes: b.nodes, statements: b.statements }] };
}

/** Numbers with all digits, of many magnitudes: a Weyl sequence. */
function drawn(Typed: DType['Typed'], step: number, spread: number): TypedArray {
  const values = new Typed(COUNT);
  for (let i = 0; i < COUNT; i++) {
    const turns = (i + 1) * step;
    values[i] = (turns - Math.floor(turns) - 0.5) * 2 ** ((i * spread) % 60);
  }
  return values;
}

/** The questions of which an answer is wrong, each over the same numbers. */
function wrongOf<Of extends Pick<Question, 'kernel' | 'answer'>>(
  device: Accelerator,
  asked: readonly Of[],
  dtype: DType,
  isRight: (got: number, want: number) => boolean,
): Of[] {
  const kernel = kernelOf(asked, dtype);
  const [x, y] = [drawn(dtype.Typed, 0.6180339887498949, 7), drawn(dtype.Typed, 0.7548776662466927, 11)];
  const results = asked.map(() => new dtype.Typed(COUNT));
  const bytes = dtype.size * COUNT;
  const addresses = kernel.args.map(() => device.alloc(bytes));
  const bytesOf = (data: TypedArray): Uint8Array => new Uint8Array(data.buffer);
  device.upload(addresses[0], bytesOf(x));
  device.upload(addresses[1], bytesOf(y));
  writeDense(device, 0, device.compile(kernel), { elements: COUNT, units: 1, tile: 0, addresses });
  let last = device.submit(1);
  results.forEach((data, k) => {
    last = device.download(bytesOf(data), addresses[2 + k]);
  });
  device.wait(last);
  for (const address of addresses) device.free(address, bytes);
  if (device.failures().length > 0) return [...asked];
  return asked.filter(({ answer }, k) => {
    for (let i = 0; i < COUNT; i++) if (!isRight(Number(results[k][i]), answer(Number(x[i]), Number(y[i])))) return true;
    return false;
  });
}

/**
 * The operations among `names` that a device does not compute as IEEE 754 has them: divisions and roots, subnormal numbers, or sums behind the
 * barrier.
 */
export function selfTest(device: Accelerator, names: ReadonlySet<Asked> = all): ReadonlySet<Asked> {
  const asked = questions.filter(({ name }) => names.has(name));
  return new Set(wrongOf(device, asked, float32, Object.is).map(({ name }) => name));
}

/** Operations of float64 as pairs of float32. */
const ofPairs: readonly Pick<Question, 'kernel' | 'answer'>[] = [
  { kernel: (b, x, y) => b.add(x, y), answer: (x, y) => x + y },
  { kernel: (b, x, y) => b.mul(x, y), answer: (x, y) => x * y },
  { kernel: (b, x, y) => b.div(x, y), answer: (x, y) => x / y },
  { kernel: (b, x) => b.sqrt(b.abs(x)), answer: (x) => Math.sqrt(Math.abs(x)) },
];

/** Whether a device computes float64 as pairs of float32 to the bits that are promised. */
export function emulatesFloat64(device: Accelerator): boolean {
  return (
    wrongOf(device, ofPairs, float64, (got, want) => Math.abs(got - want) <= emulation.relative * Math.abs(want)).length === 0
  );
}
