/**
 * Products of matrices as device programs, in their interpreter: integers in every bit, floats within the error of a sum; sizes around tiles,
 * transposed and broadcast operands, batches. Dawn takes their shaders.
 */
import t from 'tap';
import { type GpuFeatures, type GpuLaunch, LoweredProduct, printWgsl } from '../../../lib/compile/index.js';
import type { TypedArray } from '../../../lib/dtype/index.js';
import { shaderProblems } from '../../support/dawn.js';
import { runDispatches } from '../../support/device-program-interpreter.js';
import { Draw } from '../../support/random.js';

const features: GpuFeatures = { long: false, division: true, subnormals: true };
/** A driver that is a program, without subnormal numbers. */
const software: GpuFeatures = { long: false, division: false, subnormals: false, contracts: false };
const arrays = { gemm_f32: Float32Array, gemm_f64: Float64Array, gemm_i32: Int32Array, gemm_i64: BigInt64Array } as const;

interface Operand {
  readonly data: TypedArray;
  /** Of the batch, rows and columns. */
  readonly strides: readonly number[];
}

/** The elements of a batch of matrices, drawn; `across`: column by column. */
function drawn(name: keyof typeof arrays, draw: Draw, [batch, rows, columns]: readonly number[], across: boolean): Operand {
  const count = batch * rows * columns;
  const whole = (): number => draw.int(2 ** 20) - 2 ** 19;
  const data =
    name === 'gemm_i64'
      ? BigInt64Array.from({ length: count }, () => BigInt(whole()) * BigInt(whole()) * 1_000_003n)
      : name === 'gemm_i32'
        ? Int32Array.from({ length: count }, () => whole() * 4001)
        : new arrays[name === 'gemm_f64' ? name : 'gemm_f32'](Array.from({ length: count }, () => draw.next() - 0.5));
  return { data, strides: across ? [rows * columns, 1, rows] : [rows * columns, columns, 1] };
}

/** C by the definition; of floats with the sum of magnitudes, of which errors are a part. */
function wanted(a: Operand, b: Operand, [m, n, k, batch]: readonly number[]): { sums: (number | bigint)[]; sizes: number[] } {
  const [sums, sizes]: [(number | bigint)[], number[]] = [[], []];
  for (let at = 0; at < batch * m * n; at++) {
    const [p, i, j] = [Math.floor(at / (m * n)), Math.floor(at / n) % m, at % n];
    let [sum, size]: [number | bigint, number] = [typeof a.data[0] === 'bigint' ? 0n : 0, 0];
    for (let q = 0; q < k; q++) {
      const x = a.data[p * a.strides[0] + i * a.strides[1] + q * a.strides[2]];
      const y = b.data[p * b.strides[0] + q * b.strides[1] + j * b.strides[2]];
      if (typeof sum === 'bigint') sum = BigInt.asIntN(64, sum + BigInt(x) * BigInt(y));
      else if (a.data instanceof Int32Array) sum = (sum + Math.imul(Number(x), Number(y))) | 0;
      else sum += Number(x) * Number(y);
      size += Math.abs(Number(x) * Number(y));
    }
    sums.push(sum);
    sizes.push(size);
  }
  return { sums, sizes };
}

const sizes: readonly (readonly [number, number, number, number])[] = [
  [8, 8, 8, 1],
  [33, 31, 17, 1],
  [70, 40, 33, 2],
  [1, 90, 130, 2],
  [75, 1, 64, 1],
  [3, 2, 0, 1],
  [300, 560, 5, 2],
];

const shaders = new Set<string>();

for (const name of ['gemm_f32', 'gemm_f64', 'gemm_i32', 'gemm_i64'] as const) {
  t.test(name, async (t) => {
    const [usual, onSoftware] = [features, software].map((of) => new LoweredProduct(name, of));
    for (const [s, size] of sizes.entries()) {
      for (const turned of [0, 1, 2, 3]) {
        if (size[0] * size[1] > 10_000 && turned > 0) continue;
        const product = turned === 3 ? onSoftware : usual;
        const [m, n, k, batch] = size;
        const draw = new Draw(s * 4 + turned);
        const a = drawn(name, draw, [batch, m, k], (turned & 1) > 0);
        const b = drawn(name, draw, [batch, k, n], (turned & 2) > 0);
        const out = new arrays[name](batch * m * n);
        const given = [a, b, { data: out, strides: [m * n, n, 1] }];
        const args = given.map(({ strides }) => ({ offset: 0, shape: [], strides }));
        const launch: GpuLaunch = { shape: [m, n, k, batch], args, scalars: [] };
        const words = given.map(({ data }) => new Uint32Array(data.buffer));
        const dispatches = product.dispatches(launch);
        // The memory of an argument without elements is never read.
        runDispatches(product, dispatches, words, new Uint32Array(1));
        for (const { program } of dispatches)
          shaders.add(printWgsl(product.program(program), product.parameters.length, [[0], [1], [0], [0]], 2 ** 20));
        const want = wanted(a, b, size);
        const wrong = want.sums.findIndex((sum, at) =>
          typeof sum === 'bigint' || name === 'gemm_i32'
            ? out[at] !== sum
            : !(
                Math.abs(Number(out[at]) - Number(sum)) <=
                (k + 2) * (name === 'gemm_f64' ? 2 ** -45 : 2 ** -24) * want.sizes[at]
              ),
        );
        t.equal(
          wrong,
          -1,
          `${size}, turned ${turned}: ${dispatches[0]?.program} ${wrong < 0 ? '' : `${out[wrong]}, not ${want.sums[wrong]}`}`,
        );
      }
    }
  });
}

t.test('the sums of a float32 product are the same in tiles of either size', async (t) => {
  const product = new LoweredProduct('gemm_f32', features);
  const [m, n, k] = [70, 66, 40];
  const draw = new Draw(5);
  const [a, b] = [drawn('gemm_f32', draw, [1, m, k], false), drawn('gemm_f32', draw, [1, k, n], true)];
  const results = [32, 64].map((tile) => {
    const out = new Float32Array(m * n);
    const args = [a, b, { strides: [m * n, n, 1] }].map(({ strides }) => ({ offset: 0, shape: [], strides }));
    const [dispatch] = product.dispatches({ shape: [m, n, k, 1], args, scalars: [] });
    const parameters = dispatch.parameters.slice();
    const [across, down] = [Math.ceil(n / tile), Math.ceil(m / tile)];
    parameters.set([across * down, across, down], 2);
    const one = { ...dispatch, parameters, program: dispatch.program.replace('32', String(tile)), workgroups: across * down };
    runDispatches(
      product,
      [one],
      [a.data, b.data, out].map((data) => new Uint32Array(data.buffer)),
      new Uint32Array(1),
    );
    return out;
  });
  t.same(results[0], results[1]);
});

t.test('all shaders are valid', async (t) => {
  t.ok(shaders.size >= 12, `${shaders.size} shaders`);
  const problems = await shaderProblems(shaders);
  if (problems === null) t.comment('the package webgpu is not installed: shaders were not looked at');
  else t.same(problems, []);
});
