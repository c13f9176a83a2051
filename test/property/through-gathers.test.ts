/** Kernels that gather from the result of another: going through it gives the elements that storing and gathering it does. */

import t from 'tap';
import { throughGathers } from '../../lib/compile/index.js';
import { int64 } from '../../lib/dtype/index.js';
import { input, kernel, output, printKernel, verify, whole } from '../../lib/ir/index.js';
import { firstDifference } from '../support/compare.js';
import { dense, interpret, type View } from '../support/interpret.js';
import { copyViews, Draw, drawParts } from '../support/random.js';
import fc from '../support/seeded.js';
import { runsOf } from '../support/seeds.js';

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
      const through = throughGathers(take, 0, part.kernel, 3);
      if (through === null) return;
      gone++;
      const problems = verify(through.kernel);
      if (problems.length > 0) throw new Error(`${problems.join('\n')}\n${printKernel(through.kernel)}`);
      const indices = shape.map((n) => dense(BigInt64Array.from({ length: m }, () => BigInt(draw.int(2 * n) - n))));
      const results = [0, 1].map(() => copyViews([views[part.args[3]]])[0]).map(({ data }) => dense(data.slice(0, m)));
      const stored = copyViews(part.args.map((k) => views[k]));
      const fresh = copyViews(part.args.map((k) => views[k]));
      interpret(part.kernel, shape, stored, scalars);
      const first = interpret(take, [m], [stored[3], ...indices, results[0]]);
      const args = through.args.map(({ of, arg }): View => {
        if (of === 'producer') return fresh[arg];
        return arg <= rank ? indices[arg - 1] : results[1];
      });
      const second = interpret(through.kernel, [m], args, scalars);
      const at = firstDifference(results[1].data, results[0].data);
      if (at >= 0 || first !== second)
        throw new Error(`element ${at}, status ${second}, not ${first}\n${printKernel(through.kernel)}`);
    }),
    { numRuns: runsOf(400) },
  );
  t.ok(gone > 20, `${gone} producers were gone through`);
});

t.test('an index outside is told of, as of the stored result', async (t) => {
  const producer = kernel(1, [input(int64, 1), output(int64, 1)], [], (b) => b.store(1, b.neg(b.load(0))));
  const take = kernel(1, [whole(int64, 1), input(int64, 1), output(int64, 1)], [], (b) => b.store(2, b.gather(0, b.load(1))));
  const through = throughGathers(take, 0, producer, 1);
  const run = (at: bigint): number => {
    const [x, i, z] = [[1n, 2n, 3n], [at], [0n]].map((values) => dense(BigInt64Array.from(values)));
    const views = through?.args.map(({ of, arg }) => (of === 'producer' ? x : arg === 1 ? i : z)) ?? [];
    return through === null ? -1 : interpret(through.kernel, [1], views);
  };
  t.same([run(2n), run(-3n), run(3n), run(-4n)], [0, 0, 1, 1]);
});
