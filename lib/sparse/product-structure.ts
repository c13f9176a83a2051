/**
 * The places of the entries of a product of sparse matrices, by rows (Gustavson, 1978): the columns that the rows of B reach which a row of A
 * names, ascending. Found by routines of the device, on all of its threads, or where it has none, by a loop here.
 */
import { int32 } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { defineKind } from '../task/index.js';
import type { Pattern } from './coordinates.js';
import { boundsOf, checkTotal, READS, WRITES } from './counted.js';
import { constant, hostStructure, type Structure } from './structure.js';
import { fresh } from './vectors.js';

/** The pattern of A·B, and how many pairs of entries meet. */
interface ProductPattern {
  readonly pattern: Pattern;
  readonly meetings: number;
}

const countKind = defineKind({
  name: 'csr_product_count',
  args: [WRITES, READS, READS, READS, READS],
  body: { kind: 'native', routine: 'spgemm_count' },
});
const columnsKind = defineKind({
  name: 'csr_product_columns',
  args: [WRITES, READS, READS, READS, READS, READS],
  body: { kind: 'native', routine: 'spgemm_columns' },
});

export function productPattern(a: Structure, b: Structure): ProductPattern {
  const [left, right] = [hostStructure(a), hostStructure(b)];
  let meetings = 0;
  const { ptr } = right;
  for (let p = 0; p < left.col.length; p++) meetings += ptr[left.col[p] + 1] - ptr[left.col[p]];
  const isNative = meetings > 0 && runtime().device.routine('spgemm_count') >= 0;
  return { pattern: isNative ? byRoutines(a, b, meetings) : byLoop(left, right), meetings };
}

function byRoutines(a: Structure, b: Structure, meetings: number): Pattern {
  const rt = runtime();
  const shape = [a.shape[0], b.shape[1]] as const;
  const domain = [shape[0], meetings, shape[1]];
  const both = [a.indptr, a.indices, b.indptr, b.indices];
  const counts = fresh(int32, [shape[0]]);
  rt.launch(countKind, domain, [counts, ...both]);
  const ptr = boundsOf(rt.readSync(counts) as Int32Array, 'matmul');
  const columns = fresh(int32, [ptr[shape[0]]]);
  rt.launch(columnsKind, domain, [columns, constant(ptr), ...both]);
  return { shape, ptr, col: rt.readSync(columns) as Int32Array };
}

/** Columns are marked by the row that reached them last. */
function byLoop(a: Pattern, b: Pattern): Pattern {
  const [rows] = a.shape;
  const cols = b.shape[1];
  const mark = new Int32Array(cols).fill(-1);
  const ptr = new Int32Array(rows + 1);
  const found: Int32Array[] = [];
  const row = new Int32Array(cols);
  for (let i = 0; i < rows; i++) {
    let count = 0;
    for (let p = a.ptr[i]; p < a.ptr[i + 1]; p++) {
      const k = a.col[p];
      for (let q = b.ptr[k]; q < b.ptr[k + 1]; q++) {
        const j = b.col[q];
        if (mark[j] === i) continue;
        mark[j] = i;
        row[count++] = j;
      }
    }
    found.push(row.slice(0, count).sort());
    ptr[i + 1] = ptr[i] + count;
    checkTotal(ptr[i] + count, 'matmul');
  }
  const col = new Int32Array(ptr[rows]);
  found.forEach((columns, i) => col.set(columns, ptr[i]));
  return { shape: [rows, cols], ptr, col };
}
