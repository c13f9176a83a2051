import t, { type Test } from 'tap';
import { assembleBlock } from '../../../../lib/compile/index.js';
import { float32, float64, int32, int64, type TypedArray } from '../../../../lib/dtype/index.js';
import {
  fullOut,
  inout,
  input,
  type Kernel,
  KernelBuilder,
  kernel,
  layoutOf,
  output,
  rowsOut,
  STATUS,
  signatureOf,
  whole,
} from '../../../../lib/ir/index.js';
import { loadAddon } from '../../../../lib/native/index.js';
import { blockDevice, whyNoBlock } from '../../../support/block.js';
import { dense, interpret, type View } from '../../../support/interpret.js';
import { samples, spmv, take } from '../../../support/kernels.js';
import { launch } from '../../../support/launch.js';
import { copyViews, Draw } from '../../../support/random.js';

const skip = whyNoBlock();

const numbers = (n: number, seed = 1): Float64Array => {
  const draw = new Draw(seed);
  return new Float64Array(n).map(() => draw.next() - 0.5);
};
const row = (data: TypedArray): View => dense(data);
const single = (data: TypedArray): View => ({ data, offset: 0, shape: [], strides: [] });

/** Runs a kernel in the block tier and in the interpreter, and compares what both leave in memory. */
function agree(t: Test, k: Kernel, shape: readonly number[], views: readonly View[], name: string): void {
  const got = copyViews(views);
  const device = blockDevice();
  t.equal(launch(device, k, shape, got, []), interpret(k, shape, views), `${name}: status`);
  views.forEach((view, i) => t.same(got[i].data, view.data, `${name}: argument ${i}`));
}

t.test('later loops see what earlier ones stored', { skip }, async (t) => {
  // Rows divided by their sums: the second loop reads the first's results, a value a row.
  const args = [input(float64, 2), rowsOut(float64, 1), input(float64, 2), output(float64, 2)];
  const first = new KernelBuilder(args, []);
  first.foldInner('sum', 1, first.load(0));
  const second = new KernelBuilder(args, []);
  second.store(3, second.div(second.load(0), second.load(2)));
  const k: Kernel = {
    rank: 2,
    rowRank: 1,
    args,
    scalars: [],
    loops: [first, second].map(({ nodes, statements }) => ({ nodes, statements })),
  };
  for (const [rows, inner] of [
    [7, 5],
    [3, 1030],
    [1, 2050],
    [1, 1],
    [1, 9],
    [300, 3],
  ]) {
    const sums = new Float64Array(rows);
    const x = numbers(rows * inner).map((v) => v + 2);
    const views = [
      dense(x, [rows, inner]),
      dense(sums),
      { data: sums, offset: 0, shape: [rows, inner], strides: [1, 0] },
      dense(new Float64Array(rows * inner), [rows, inner]),
    ];
    const device = blockDevice();
    t.equal(launch(device, k, [rows, inner], views, []), 0);
    const total = (r: number): number =>
      Array.from(views[3].data.subarray(r * inner, r * inner + inner), Number).reduce((a, b) => a + b, 0);
    for (let r = 0; r < rows; r++) t.ok(Math.abs(total(r) - 1) < 1e-12, `row ${r} of ${rows}x${inner} is normalized`);
  }
});

t.test('arguments may swap in place', { skip }, async (t) => {
  const k = kernel(1, [inout(float64, 1), inout(float64, 1)], [], (b) => {
    const x = b.load(0);
    const y = b.load(1);
    b.store(0, y);
    b.store(1, x);
  });
  agree(t, k, [3000], [row(numbers(3000)), row(numbers(3000, 2))], 'swap');
});

t.test('one memory as input and output', { skip }, async (t) => {
  const k = kernel(1, [input(float64, 1), output(float64, 1), output(float64, 1)], [], (b) => {
    const x = b.load(0);
    b.store(1, b.neg(x));
    b.store(2, b.abs(x));
  });
  const x = numbers(2500);
  const abs = new Float64Array(2500);
  t.equal(launch(blockDevice(), k, [2500], [row(x), row(x), row(abs)], []), 0);
  t.same(
    x,
    numbers(2500).map((v) => -v),
  );
  t.same(
    abs,
    numbers(2500).map((v) => Math.abs(v)),
  );
});

t.test('an index outside sets the status; negative ones count from the end', { skip }, async (t) => {
  const table = numbers(10);
  const out = new Float64Array(4);
  t.equal(launch(blockDevice(), take, [4], [row(table), row(new BigInt64Array([0n, -1n, 9n, -10n])), row(out)], []), STATUS.OK);
  t.same(out, new Float64Array([table[0], table[9], table[9], table[0]]));
  for (const bad of [10n, -11n, 2n ** 62n, -(2n ** 63n)]) {
    t.equal(
      launch(blockDevice(), take, [2], [row(table), row(new BigInt64Array([0n, bad])), row(out)], []),
      STATUS.INDEX,
      `${bad}`,
    );
  }
  t.equal(
    launch(blockDevice(), take, [1], [row(new Float64Array(0)), row(new BigInt64Array([0n])), row(out)], []),
    STATUS.INDEX,
    'an empty table',
  );
});

t.test('segments of any length, in any order', { skip }, async (t) => {
  const entries = 5000;
  const draw = new Draw(7);
  const columns = new BigInt64Array(entries).map(() => BigInt(draw.int(50)));
  const cases: Record<string, [number[], number[]]> = {
    'short ones': [Array.from({ length: 900 }, (_, i) => i * 5), Array.from({ length: 900 }, (_, i) => i * 5 + (i % 6))],
    'longer than a strip': [
      [0, 10, 4000, 5000],
      [10, 4000, 5000, 5000],
    ],
    'backwards and overlapping': [
      [4000, 3, 3, 100],
      [5000, 2000, 3, 7],
    ],
    'empty and inverted': [
      [5, 9, 0],
      [5, 2, 0],
    ],
  };
  for (const [name, [low, high]] of Object.entries(cases)) {
    const views = [
      row(numbers(entries)),
      row(columns),
      row(BigInt64Array.from(low, BigInt)),
      row(BigInt64Array.from(high, BigInt)),
      row(numbers(50, 3)),
      row(new Float64Array(low.length)),
    ];
    agree(t, spmv, [low.length], views, name);
  }
});

t.test('sparse products of every type, with negative and bad columns', { skip }, async (t) => {
  for (const values of [float32, float64]) {
    for (const columns of [int32, int64]) {
      const args = [whole(values, 1), whole(columns, 1), input(int64, 1), input(int64, 1), whole(values, 1), output(values, 1)];
      const k = kernel(1, args, [], (b) => {
        b.store(
          5,
          b.segfold('sum', b.load(2), b.load(3), (s) => s.mul(s.gather(4, s.cast(s.load(1), int64)), s.load(0))),
        );
      });
      const run = (bad: number): void => {
        const draw = new Draw(5);
        const low = Array.from({ length: 103 }, (_, i) => i * 7);
        const some = (n: number): TypedArray => {
          const fractions = Array.from({ length: n }, () => draw.next() - 0.5);
          return values === float32 ? Float32Array.from(fractions) : Float64Array.from(fractions);
        };
        const entries = some(800);
        const index = new columns.Typed(800);
        for (let i = 0; i < 800; i++) index[i] = (columns === int64 ? BigInt(draw.int(80) - 40) : draw.int(80) - 40) as never;
        if (bad !== 0) index[57] = (columns === int64 ? BigInt(bad) : bad) as never;
        const x = some(80);
        const views = [
          row(entries),
          row(index),
          row(BigInt64Array.from(low, BigInt)),
          row(BigInt64Array.from(low, (v, i) => BigInt(v + (i % 9)))),
          { data: x, offset: 1, shape: [40], strides: [2] },
          row(new values.Typed(103)),
        ];
        if (bad === 0) agree(t, k, [103], views, `${values.name} ${columns.name}`);
        else t.equal(launch(blockDevice(), k, [103], views, []), STATUS.INDEX, `column ${bad}`);
      };
      for (const bad of [0, 40, -41]) run(bad);
    }
  }
});

t.test('a float32 sum is rounded once', { skip }, async (t) => {
  const k = kernel(1, [input(float32, 1), fullOut(float32)], [], (b) => b.fold('sum', 1, b.load(0)));
  const out = new Float32Array(1);
  launch(blockDevice(), k, [100_000], [row(new Float32Array(100_000).fill(0.1)), single(out)], []);
  t.equal(out[0], Math.fround(100_000 * Math.fround(0.1)));
});

t.test('two-dimensional gathers', { skip }, async (t) => {
  const k = kernel(1, [whole(float64, 2), input(int64, 1), output(float64, 1)], [], (b) => {
    const i = b.load(1);
    b.store(2, b.gather(0, i, b.binary('mod', i, b.const(3n, int64))));
  });
  const views = [dense(numbers(35), [7, 5]), row(BigInt64Array.from([0, 1, -1, 6, 3], BigInt)), row(new Float64Array(5))];
  agree(t, k, [5], views, 'gather');
});

t.test('no part of a program is a program', { skip }, async (t) => {
  const addon = loadAddon();
  for (const [name, k] of Object.entries(samples)) {
    const program = assembleBlock(k);
    if (program === null || addon === null) throw new Error(name);
    const signature = signatureOf(k, layoutOf(k));
    for (let n = 0; n < program.code.length; n++) {
      t.throws(
        () => addon.loadProgram(program.code.slice(0, n), program.constants, signature),
        /malformed block program/,
        `${name} cut at ${n}`,
      );
    }
    t.throws(() => addon.loadProgram(Int32Array.from([...program.code, 0]), program.constants, signature), /text after its end/);
  }
});

t.test('a program with a wrong word is refused or still a program', { skip }, async (t) => {
  const addon = loadAddon();
  const draw = new Draw(3);
  let refused = 0;
  for (const k of Object.values(samples)) {
    const program = assembleBlock(k);
    if (program === null || addon === null) throw new Error('no program');
    const signature = signatureOf(k, layoutOf(k));
    for (let i = 0; i < 100; i++) {
      const code = program.code.slice();
      code[draw.int(code.length)] = draw.pick([-1, 0, 1, 7, 63, 64, 65535, 1 << 30, -(2 ** 31), draw.int(300)]);
      try {
        addon.loadProgram(code, program.constants, signature);
      } catch (error) {
        t.match(error, { message: /malformed block program/ });
        refused++;
      }
    }
  }
  t.ok(refused > 300, `${refused} were refused`);
});
