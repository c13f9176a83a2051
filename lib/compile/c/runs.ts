/**
 * Sparse matrix times vector where runs of rows are known (`RowRuns`): rows in runs are a call of `native/kernel/runs.h`, all other rows go
 * through the fold's own loop.
 */
import type { Node, NodeId, SegmentNode } from '../../ir/index.js';
import { indent, type Needs } from './text.js';

type SegmentedFold = Node & { op: 'segfold' };

/** The arguments of a fold that sums values[k] · x[columns[k]], with columns for which runs are known. */
interface Product {
  readonly table: number;
  readonly values: number;
  readonly x: number;
}

/** The arguments that a segmented fold multiplies, where runs of its rows are known; else null. */
export function knownProduct({ fold, dtype, body, result, runs }: SegmentedFold): Product | null {
  const product = body[result];
  if (runs === undefined || fold !== 'sum' || dtype.kind !== 'float' || product.op !== 'mul') return null;
  const operands = [body[product.a], body[product.b]];
  const values = operands.find((node) => node.op === 'segload');
  const x = operands.find((node) => node.op === 'gather');
  if (values?.op !== 'segload' || x?.op !== 'gather' || x.indices.length !== 1) return null;
  return columnsOf(body, x.indices[0]) === runs.columns ? { table: runs.table, values: values.arg, x: x.arg } : null;
}

function columnsOf(body: readonly SegmentNode[], index: NodeId): number | null {
  const cast = body[index];
  const load = cast.op === 'cast' ? body[cast.a] : cast;
  return load.op === 'segload' ? load.arg : null;
}

/** The loop over n elements: runs at once, all other elements by `each` (lines that compute element i). */
export function loopOverRuns(needs: Needs, node: SegmentedFold, id: NodeId, product: Product, each: readonly string[]): string[] {
  const table = needs.whole(product.table);
  const values = needs.whole(product.values);
  const x = needs.whole(product.x);
  const first = needs.first();
  const name = node.dtype.name === 'float32' ? 'f32' : 'f64';
  return [
    `for (int64_t i = 0, end, number = dense ? mk_run_of(${table}, ${first}) : 0; i < n; i = end, number++) {`,
    ...indent([
      'end = n;',
      'if (dense) {',
      ...indent([
        `const mk_run run = mk_run_at(${table}, number);`,
        `end = mk_least(n, run.end - ${first});`,
        'if (run.width > 0) {',
        ...indent([
          `mk_run_products_${name}(${needs.strip(id)} + i, end - i, run.width, run.offsets, ${values} + mk_run_low(&run, ${first} + i), ${x} + ${first} + i);`,
          'continue;',
        ]),
        '}',
      ]),
      '}',
      'for (; i < end; i++) {',
      ...indent(each),
      '}',
    ]),
    '}',
  ];
}
