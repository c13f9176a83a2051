/**
 * The places of two matrices' entries together, found at once, and once for each pair of structures:
 *
 *     a   0 · 2 3        union    0 1 2 3   left  0 -1 1 2   right -1 0 1 -1      -1: no entry there
 *     b   · 1 2 ·        meeting  2         left  1          right 1
 */
import type { NDArray } from '../array/index.js';
import { int32 } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { defineKind } from '../task/index.js';
import type { Pattern } from './coordinates.js';
import { boundsOf, READS, WRITES } from './counted.js';
import { memoizedPairs } from './pairs.js';
import { constant, hostStructure, type Structure, structureOf } from './structure.js';
import { fresh } from './vectors.js';

export interface Combined {
  readonly structure: Structure;
  /** By entry: the entry of each operand; int32. */
  readonly left: NDArray;
  readonly right: NDArray;
}

/** Entries of either of two structures of one shape; -1 for the operand that has none there. */
export const unionOf = memoizedPairs((a, b) => combined(a, b, true));

/** Entries that both of two structures of one shape have. */
export const meetingOf = memoizedPairs((a, b) => combined(a, b, false));

const countKind = defineKind({
  name: 'csr_merge_count',
  args: [WRITES, READS, READS, READS, READS],
  body: { kind: 'native', routine: 'spmerge_count' },
});
const fillKind = defineKind({
  name: 'csr_merge_fill',
  args: [WRITES, WRITES, WRITES, READS, READS, READS, READS, READS],
  body: { kind: 'native', routine: 'spmerge_fill' },
});

function combined(a: Structure, b: Structure, all: boolean): Combined {
  const entries = a.indices.size + b.indices.size;
  return entries > 0 && runtime().device.routine('spmerge_count') >= 0
    ? byRoutines(a, b, all, entries)
    : byLoop(hostStructure(a), hostStructure(b), all);
}

/** By routines of the device, on all of its threads. */
function byRoutines(a: Structure, b: Structure, all: boolean, entries: number): Combined {
  const rt = runtime();
  const { shape } = a;
  const domain = [shape[0], entries, all ? 2 : 1];
  const both = [a.indptr, a.indices, b.indptr, b.indices];
  const counts = fresh(int32, [shape[0]]);
  rt.launch(countKind, domain, [counts, ...both]);
  const ptr = boundsOf(rt.readSync(counts) as Int32Array, all ? 'add' : 'multiply');
  const [columns, left, right] = Array.from({ length: 3 }, () => fresh(int32, [ptr[shape[0]]]));
  if (columns.size > 0) rt.launch(fillKind, domain, [columns, left, right, constant(ptr), ...both]);
  const col = columns.size > 0 ? (rt.readSync(columns) as Int32Array) : new Int32Array(0);
  return { structure: structureOf({ shape, ptr, col }), left, right };
}

function byLoop(p: Pattern, q: Pattern, all: boolean): Combined {
  const most = all ? p.col.length + q.col.length : Math.min(p.col.length, q.col.length);
  const merged = { ptr: new Int32Array(p.ptr.length), col: new Int32Array(most) };
  const [left, right] = [new Int32Array(most), new Int32Array(most)];
  const count = merge(p, q, all, { ...merged, left, right });
  return {
    structure: structureOf({ shape: p.shape, ptr: merged.ptr, col: merged.col.slice(0, count) }),
    left: constant(left.slice(0, count)),
    right: constant(right.slice(0, count)),
  };
}

interface Merged {
  readonly ptr: Int32Array;
  readonly col: Int32Array;
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** Behind the last column of a row. */
const END = 2 ** 31 - 1;

/** Merges ascending columns, row by row. Returns the number of entries. */
function merge(p: Pattern, q: Pattern, all: boolean, into: Merged): number {
  const { ptr, col, left, right } = into;
  const { ptr: pPtr, col: pCol } = p;
  const { ptr: qPtr, col: qCol } = q;
  const rows = p.shape[0];
  let count = 0;
  for (let i = 0; i < rows; i++) {
    let k = pPtr[i];
    let l = qPtr[i];
    const kEnd = pPtr[i + 1];
    const lEnd = qPtr[i + 1];
    while (k < kEnd || l < lEnd) {
      const a = k < kEnd ? pCol[k] : END;
      const b = l < lEnd ? qCol[l] : END;
      if (all || a === b) {
        col[count] = a < b ? a : b;
        left[count] = a <= b ? k : -1;
        right[count++] = b <= a ? l : -1;
      }
      if (a <= b) k++;
      if (b <= a) l++;
    }
    ptr[i + 1] = count;
  }
  return count;
}
