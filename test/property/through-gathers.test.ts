/** Kernels that gather from the result of another: going through it gives the elements that storing and gathering it does. */

import t from 'tap';
import { throughGathers } from '../../lib/compile/index.js';
import { bool, type DType, float32, float64, int64 } from '../../lib/dtype/index.js';
import { fullIn, input, type Kernel, kernel, output, printKernel, rowsOut, verify, whole } from '../../lib/ir/index.js';
import { firstDifference } from '../support/compare.js';
import { dense, interpret, type View } from '../support/interpret.js';
import { copyViews, Draw, drawData, drawParts } from '../support/random.js';
import fc from '../support/seeded.js';
import { runsOf } from '../support/seeds.js';

type Gathered = Parameters<typeof throughGathers>[4];

/** An array of this shape, gathered from by a task over so many elements. */
const from = (shape: readonly number[], alike: Gathered['alike'] = new Set(), rest: Partial<Gathered> = {}): Gathered => ({
  shape,
  alike,
  over: [1],
  shapes: () => [],
  ...rest,
});

t.test('random producers', async (t) => {
  let gone = 0;
  fc.assert(
    fc.property(fc.nat(2 ** 31), fc.constantFrom(1, 2), (seed, rank) => {
      const draw = new Draw(seed);
      const drawn = drawParts(draw, rank, 'map', 1);
      const part = drawn.parts[drawn.parts.length - 1];
      const shape = rank === 1 ? [9] : [5, 7];
      const views = drawn.arguments(shape, draw);
      const scalars = part.scalars.map((k) => drawn.scalars[k]);
      const { dtype } = part.kernel.args[3];
      const m = 1 + draw.int(6);
      const take = kernel(1, [whole(dtype, rank), ...shape.map(() => input(int64, 1)), output(dtype, 1)], [], (b) =>
        b.store(rank + 1, b.gather(0, ...shape.map((_, axis) => b.load(axis + 1)))),
      );
      const shapes = (k: number): readonly number[] => views[part.args[k]].shape;
      const through = throughGathers(take, 0, part.kernel, 3, from(shape, new Set(), { over: [m], shapes }));
      if (through === null) return;
      gone++;
      const problems = verify(through.kernel);
      if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${printKernel(through.kernel)}`);
      const indices = shape.map((n) => dense(BigInt64Array.from({ length: m }, () => BigInt(draw.int(2 * n) - n))));
      const results = [0, 1].map(() => copyViews([views[part.args[3]]])[0]).map(({ data }) => dense(data.slice(0, m)));
      const stored = copyViews(part.args.map((k) => views[k]));
      const fresh = copyViews(part.args.map((k) => views[k]));
      const early = interpret(part.kernel, shape, stored, scalars);
      const first = Math.max(early, interpret(take, [m], [stored[3], ...indices, results[0]]));
      const args = through.args.map(({ of, arg }): View => {
        if (of === 'producer') return fresh[arg];
        return arg <= rank ? indices[arg - 1] : results[1];
      });
      const second = interpret(through.kernel, [m], args, scalars);
      const at = firstDifference(results[1].data, results[0].data);
      if ((at >= 0 && first === 0) || first !== second)
        throw new Error(`element ${at}, status ${second}, not ${first}\n${printKernel(through.kernel)}`);
    }),
    { numRuns: runsOf(400) },
  );
  t.ok(gone > 20, `${gone} producers were gone through`);
});

/** A random element-wise kernel of an argument and of its index along each axis, in int64. */
function drawIndexed(draw: Draw, rank: number): Kernel {
  return kernel(rank, [input(int64, rank), output(int64, rank)], [], (b) => {
    const pool = [b.load(0), ...Array.from({ length: rank }, (_, axis) => b.index(axis))];
    for (let i = 0; i < 4; i++) {
      const [x, y] = [draw.pick(pool), draw.pick(pool)];
      pool.push(draw.pick([b.add(x, y), b.sub(x, y), b.mul(x, y), b.select(b.binary('lt', x, y), y, b.const(3, int64))]));
    }
    b.store(1, b.add(b.load(0), pool[pool.length - 1]));
  });
}

t.test('random producers that use their index', async (t) => {
  let outside = 0;
  fc.assert(
    fc.property(fc.nat(2 ** 31), fc.constantFrom(1, 2), (seed, rank) => {
      const draw = new Draw(seed);
      const shape = rank === 1 ? [9] : [5, 7];
      const size = shape.reduce((a, n) => a * n, 1);
      const producer = drawIndexed(draw, rank);
      const take = kernel(1, [whole(int64, rank), ...shape.map(() => input(int64, 1)), output(int64, 1)], [], (b) =>
        b.store(rank + 1, b.gather(0, ...shape.map((_, axis) => b.load(axis + 1)))),
      );
      const through = throughGathers(take, 0, producer, 1, from(shape));
      if (through === null) throw new Error(`it loads an element\n${printKernel(producer)}`);
      const problems = verify(through.kernel);
      if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${printKernel(through.kernel)}`);
      const x = dense(
        BigInt64Array.from({ length: size }, () => BigInt(draw.int(100))),
        shape,
      );
      const [stored, first, second] = [size, 6, 6].map((n, i) => dense(new BigInt64Array(n), i === 0 ? shape : [n]));
      const slack = draw.chance(0.2) ? 1 : 0;
      const indices = shape.map((n) => dense(BigInt64Array.from({ length: 6 }, () => BigInt(draw.int(2 * n + slack) - n))));
      interpret(producer, shape, [x, stored]);
      const want = interpret(take, [6], [stored, ...indices, first]);
      const args = through.args.map(({ of, arg }): View => (of === 'producer' ? x : arg <= rank ? indices[arg - 1] : second));
      const got = interpret(through.kernel, [6], args);
      if (want !== 0) outside++;
      if (got !== want || (want === 0 && firstDifference(second.data, first.data) >= 0))
        throw new Error(`status ${got}, not ${want}\n${printKernel(through.kernel)}`);
    }),
    { numRuns: runsOf(300) },
  );
  t.ok(outside > 5, `${outside} with an index outside`);
});

t.test('a producer that loads nothing', async (t) => {
  const producer = kernel(2, [output(int64, 2)], [], (b) => b.store(0, b.add(b.mul(b.index(0), b.const(10, int64)), b.index(1))));
  const shape = [5, 7];
  const alone = kernel(1, [whole(int64, 2), input(int64, 1), output(int64, 1)], [], (b) => {
    const i = b.load(1);
    b.store(2, b.gather(0, i, i));
  });
  t.equal(throughGathers(alone, 0, producer, 0, from(shape)), null, 'nothing would hold the index to the axes');
  const beside = (isSame: boolean): Kernel =>
    kernel(1, [whole(int64, 2), input(int64, 1), output(int64, 1), whole(int64, 2), input(int64, 1)], [], (b) => {
      const [i, j] = [b.load(1), b.load(4)];
      b.store(2, b.add(b.gather(0, i, i), b.gather(3, i, isSame ? i : j)));
    });
  const alike = new Set([3]);
  t.equal(throughGathers(beside(false), 0, producer, 0, from(shape, alike)), null, 'another gather is at other indices');
  t.equal(throughGathers(beside(true), 0, producer, 0, from(shape)), null, 'or from another shape');
  const through = throughGathers(beside(true), 0, producer, 0, from(shape, alike));
  if (through === null) throw new Error('it is checked by the gather beside it');
  t.same(verify(through.kernel), []);
  const run = (at: number): [number, number] => {
    const views = through.args.map(({ arg }) =>
      arg === 3 ? dense(new BigInt64Array(35), shape) : dense(BigInt64Array.of(arg === 2 ? 0n : BigInt(at))),
    );
    const result = through.args.findIndex(({ arg }) => arg === 2);
    const status = interpret(through.kernel, [1], views);
    return [status, Number(views[result].data[0])];
  };
  t.same(
    [run(4), run(-1), run(-4)],
    [
      [0, 44],
      [0, 46],
      [0, 13],
    ],
    'indices from the end count from the start',
  );
  t.same([run(5)[0], run(-6)[0]], [1, 1], 'an index outside is told of');
});

t.test('an index outside is told of, as of the stored result', async (t) => {
  const producer = kernel(1, [input(int64, 1), output(int64, 1)], [], (b) => b.store(1, b.neg(b.load(0))));
  const take = kernel(1, [whole(int64, 1), input(int64, 1), output(int64, 1)], [], (b) => b.store(2, b.gather(0, b.load(1))));
  const through = throughGathers(take, 0, producer, 1, from([3]));
  const run = (at: bigint): number => {
    const [x, i, z] = [[1n, 2n, 3n], [at], [0n]].map((values) => dense(BigInt64Array.from(values)));
    const views = through?.args.map(({ of, arg }) => (of === 'producer' ? x : arg === 1 ? i : z)) ?? [];
    return through === null ? -1 : interpret(through.kernel, [1], views);
  };
  t.same([run(2n), run(-3n), run(3n), run(-4n)], [0, 0, 1, 1]);
});

/** Numbers that add up with errors of rounding, and zeros of either sign. */
function mild(dtype: DType, shape: readonly number[], draw: Draw): View {
  const data = drawData(draw, dtype, total(shape));
  if (dtype.kind === 'float') data.forEach((_, i) => (data[i] = draw.chance(0.3) ? draw.pick([0, -0]) : draw.next() - 0.5));
  return dense(data, shape);
}

const total = (shape: readonly number[]): number => shape.reduce((a, n) => a * n, 1);

/** Indices into an axis of n elements, from either end; some outside where there is slack. */
const indicesFor = (draw: Draw, count: number, n: number, slack: number): View =>
  dense(BigInt64Array.from({ length: count }, () => BigInt(draw.int(2 * n + slack) - n)));

t.test('producers that gather: each of their indices is looked at', async (t) => {
  let outside = 0;
  fc.assert(
    fc.property(fc.nat(2 ** 31), fc.constantFrom<number[]>([4], [1], [2, 3], [40]), (seed, over) => {
      const draw = new Draw(seed);
      const [n, m] = [1 + draw.int(7), 1 + draw.int(20)];
      // y = x[i + c] * 3 + i
      const producer = kernel(1, [whole(int64, 1), input(int64, 1), fullIn(int64), output(int64, 1)], [], (b) => {
        const i = b.load(1);
        b.store(3, b.add(b.mul(b.gather(0, b.add(i, b.load(2))), b.const(3, int64)), i));
      });
      const rank = over.length;
      const take = kernel(rank, [whole(int64, 1), input(int64, rank), output(int64, rank)], [], (b) =>
        b.store(2, b.neg(b.gather(0, b.load(1)))),
      );
      const through = throughGathers(take, 0, producer, 3, from([m], new Set(), { over, shapes: () => [n] }));
      if (through === null) throw new Error('its indices can be looked at');
      const problems = verify(through.kernel);
      if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${printKernel(through.kernel)}`);
      const x = dense(BigInt64Array.from({ length: n }, () => BigInt(draw.int(100))));
      const shift = dense(BigInt64Array.of(draw.chance(0.2) ? 1n : 0n), []);
      const [i, j] = [
        indicesFor(draw, m, n, Number(draw.chance(0.3))),
        indicesFor(draw, total(over), m, Number(draw.chance(0.1))),
      ];
      const at = { ...j, ...dense(j.data, over) };
      const stored = dense(new BigInt64Array(m));
      const [first, second] = [0, 1].map(() => dense(new BigInt64Array(total(over)), over));
      const early = interpret(producer, [m], [x, i, shift, stored]);
      const want = Math.max(early, interpret(take, over, [stored, at, first]));
      const args = through.args.map(({ of, arg }): View => (of === 'producer' ? [x, i, shift][arg] : arg === 1 ? at : second));
      const got = interpret(through.kernel, over, args);
      if (want !== 0) outside++;
      if (got !== want || (want === 0 && firstDifference(second.data, first.data) >= 0))
        throw new Error(`status ${got}, not ${want}\n${printKernel(through.kernel)}`);
    }),
    { numRuns: runsOf(400) },
  );
  t.ok(outside > 20, `${outside} with an index outside`);
  const nested = kernel(1, [whole(int64, 1), whole(int64, 1), input(int64, 1), output(int64, 1)], [], (b) =>
    b.store(3, b.gather(0, b.gather(1, b.load(2)))),
  );
  const take = kernel(1, [whole(int64, 1), input(int64, 1), output(int64, 1)], [], (b) => b.store(2, b.gather(0, b.load(1))));
  const places = from([5], new Set(), { shapes: () => [5] });
  t.equal(throughGathers(take, 0, nested, 3, places), null, 'indices that are gathered would be gathered twice');
  const unused = kernel(1, [whole(int64, 1), input(int64, 1), output(int64, 1), output(int64, 1)], [], (b) => {
    b.store(2, b.load(1));
    b.store(3, b.gather(0, b.load(1)));
  });
  t.equal(throughGathers(take, 0, unused, 2, places), null, 'another result tells of indices outside');
});

t.test('folds over rows have the bits of their lanes', async (t) => {
  const folded = [
    [float64, 'sum'],
    [float64, 'prod'],
    [float64, 'min'],
    [float32, 'sum'],
    [float32, 'max'],
    [int64, 'sum'],
    [int64, 'max'],
    [bool, 'any'],
    [bool, 'all'],
  ] as const;
  let outside = 0;
  fc.assert(
    fc.property(
      fc.nat(2 ** 31),
      fc.constantFrom(...folded),
      fc.constantFrom(1, 3, 8, 13, 64, 1024),
      (seed, [dtype, op], length) => {
        const draw = new Draw(seed);
        const shape = draw.chance(0.3) ? [3, 2] : [6];
        const rank = shape.length;
        const producer = kernel(
          rank + 1,
          [input(dtype, rank + 1), input(dtype, rank + 1), rowsOut(dtype, rank)],
          [],
          (b) => b.foldInner(op, 2, dtype === bool ? b.or(b.load(0), b.load(1)) : b.sub(b.load(0), b.load(1))),
          { rowRank: rank },
        );
        const take = kernel(1, [whole(dtype, rank), ...shape.map(() => input(int64, 1)), output(dtype, 1)], [], (b) =>
          b.store(rank + 1, b.gather(0, ...shape.map((_, axis) => b.load(axis + 1)))),
        );
        const through = throughGathers(take, 0, producer, 2, from([...shape, length]));
        if (through === null) throw new Error('a fold over rows of one run');
        const problems = verify(through.kernel);
        if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${printKernel(through.kernel)}`);
        const [x, c] = [0, 1].map(() => mild(dtype, [...shape, length], draw));
        const indices = shape.map((n) => indicesFor(draw, 4, n, Number(draw.chance(0.1))));
        const results = mild(dtype, shape, draw);
        const [first, second] = [0, 1].map(() => mild(dtype, [4], draw));
        interpret(producer, [...shape, length], [x, c, results]);
        const want = interpret(take, [4], [results, ...indices, first]);
        const args = through.args.map(
          ({ of, arg }): View => (of === 'producer' ? [x, c][arg] : arg <= rank ? indices[arg - 1] : second),
        );
        const got = interpret(through.kernel, [4], args);
        if (want !== 0) outside++;
        if (got !== want || (want === 0 && firstDifference(second.data, first.data) >= 0))
          throw new Error(`${dtype.name} ${op} of ${length}: status ${got}, not ${want}\n${printKernel(through.kernel)}`);
      },
    ),
    { numRuns: runsOf(300) },
  );
  t.ok(outside > 5, `${outside} with an index outside`);
  const long = kernel(2, [input(float64, 2), rowsOut(float64, 1)], [], (b) => b.foldInner('sum', 1, b.load(0)), { rowRank: 1 });
  const take = kernel(1, [whole(float64, 1), input(int64, 1), output(float64, 1)], [], (b) => b.store(2, b.gather(0, b.load(1))));
  t.equal(throughGathers(take, 0, long, 1, from([6, 1025])), null, 'rows of two runs are not gone through');
  t.equal(throughGathers(take, 0, long, 1, from([6, 0])), null, 'nor empty ones, which hold no index to the axes');
});
