import t from 'tap';
import { float64, int64 } from '../../../lib/dtype/index.js';
import { argsOf, mapOperands, mapSlots, type Node, operandsOf, uniformNodes } from '../../../lib/ir/index.js';
import { runProducts, scaled, spmv } from '../../support/kernels.js';

const segfold = spmv.loops[0].nodes[2];
const gather: Node = { op: 'gather', dtype: float64, arg: 3, indices: [5, 4] };
const scalar: Node = { op: 'scalar', dtype: int64, slot: 1 };

t.test("operands are those of the node's own list", async (t) => {
  t.same(operandsOf(gather), [5, 4]);
  t.same(operandsOf(scalar), []);
  t.same(operandsOf(segfold), [0, 1]);
  const outer: Node = {
    op: 'segfold',
    dtype: float64,
    fold: 'sum',
    low: 0,
    high: 1,
    result: 0,
    body: [{ op: 'outer', dtype: float64, node: 7 }],
  };
  t.same(operandsOf(outer), [0, 1, 7]);
  t.same(operandsOf(mapOperands(outer, (id) => id + 10)), [10, 11, 17]);
  t.same(operandsOf(outer), [0, 1, 7], 'the node itself is as it was');
});

t.test('renumbering reaches into segmented folds', async (t) => {
  t.same(argsOf(segfold), [0, 1, 4]);
  const moved = mapSlots(
    segfold,
    (k) => k + 1,
    (k) => k,
  );
  t.same(argsOf(moved), [1, 2, 5]);
  const [known] = runProducts.loops[0].nodes.filter((node) => node.op === 'segfold');
  const shifted = mapSlots(
    known,
    (k) => k + 1,
    (k) => k,
  );
  t.same(new Set(argsOf(shifted)), new Set([1, 2, 5, 7]), 'the table of runs is read, too');
  t.match(shifted, { runs: { table: 7, columns: 2 } });
  t.same(
    mapSlots(
      scalar,
      (k) => k,
      (k) => k + 5,
    ),
    { ...scalar, slot: 6 },
  );
  t.same(operandsOf(mapOperands(gather, (id) => id * 2)), [10, 8]);
});

t.test('uniform nodes are made of 0-d values', async (t) => {
  const kernel = scaled(1);
  t.same(
    kernel.loops[0].nodes.map((n) => n.op),
    ['load', 'load', 'div', 'load', 'mul'],
  );
  t.same(uniformNodes(kernel, kernel.loops[0]), [true, true, true, false, false]);
});
