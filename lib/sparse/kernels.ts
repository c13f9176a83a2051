/**
 * Task kinds over compressed rows, as segmented folds (thesis section 7.2.1). Row i's entries are `low[i] … high[i]`, two
 * views of one `indptr`, so that a task names tiles of rows and the images follow:
 *
 *     align(y, low, high)    image(low until high -> col, val)    image(col -> x)
 */
import { type DType, int32, int64 } from '../dtype/index.js';
import type { Kernel, KernelArg, Node, RowRuns, SegmentNode } from '../ir/index.js';
import type { Constraint } from '../partition/index.js';
import { defineKind } from '../task/index.js';
import { perDType } from './vectors.js';

const LOW = 1;
const HIGH = 2;
const COL = 3;
const VAL = 4;
const X = 5;
const RUNS = 6;

const images: readonly Constraint[] = [
  { kind: 'align', a: 0, b: LOW },
  { kind: 'align', a: 0, b: HIGH },
  { kind: 'image', from: LOW, until: HIGH, to: COL },
  { kind: 'image', from: LOW, until: HIGH, to: VAL },
];

/** Arguments 0 to 4 of every kind here: the result, then the matrix. */
function matrixArgs(dtype: DType, rank: number): KernelArg[] {
  return [
    { dtype, access: 'elementwise', privilege: 'write', rank },
    { dtype: int32, access: 'elementwise', privilege: 'read', rank },
    { dtype: int32, access: 'elementwise', privilege: 'read', rank },
    { dtype: int32, access: 'whole', privilege: 'read', rank: 1 },
    { dtype, access: 'whole', privilege: 'read', rank: 1 },
  ];
}

/** A row's bounds as int64 (nodes 1 and 3), then `index` along an axis (4): the first nodes of every fold over a row. */
function rowBounds(axis: number): Node[] {
  return [
    { op: 'load', dtype: int32, arg: LOW },
    { op: 'cast', dtype: int64, a: 0 },
    { op: 'load', dtype: int32, arg: HIGH },
    { op: 'cast', dtype: int64, a: 2 },
    { op: 'index', dtype: int64, axis },
  ];
}

function rowFold(dtype: DType, rank: number, args: KernelArg[], axis: number, body: SegmentNode[], runs?: RowRuns): Kernel {
  const fold: Node = { op: 'segfold', dtype, fold: 'sum', low: 1, high: 3, body, result: body.length - 1, ...(runs && { runs }) };
  const nodes = [...rowBounds(axis), fold];
  return {
    rank,
    rowRank: 1,
    args,
    scalars: [],
    loops: [{ nodes, statements: [{ kind: 'store', arg: 0, value: nodes.length - 1 }] }],
  };
}

/** y[i] = Σ val[k] · x[col[k]]; with rank 2, y[i, j] = Σ val[k] · x[col[k], j]. `known`: the table of runs is an argument, too. */
function productKernel(dtype: DType, rank: number, known: boolean): Kernel {
  const args: KernelArg[] = [...matrixArgs(dtype, rank), { dtype, access: 'whole', privilege: 'read', rank }];
  if (known) args.push({ dtype: int32, access: 'whole', privilege: 'read', rank: 1 });
  const body: SegmentNode[] = [
    { op: 'segload', dtype: int32, arg: COL },
    { op: 'cast', dtype: int64, a: 0 },
    { op: 'segload', dtype, arg: VAL },
  ];
  if (rank === 2) body.push({ op: 'outer', dtype: int64, node: 4 });
  const taken = body.length;
  body.push({ op: 'gather', dtype, arg: X, indices: rank === 2 ? [1, 3] : [1] });
  body.push({ op: 'mul', dtype, a: 2, b: taken });
  return rowFold(dtype, rank, args, rank - 1, body, known ? { table: RUNS, columns: COL } : undefined);
}

/** y[j] = Σ val[place[k]] · x[row[k]] over the entries of the transpose's row j. */
function transposedKernel(dtype: DType): Kernel {
  const [out, low, high, row] = matrixArgs(dtype, 1);
  const read = (d: DType): KernelArg => ({ dtype: d, access: 'whole', privilege: 'read', rank: 1 });
  const body: SegmentNode[] = [
    { op: 'segload', dtype: int32, arg: COL },
    { op: 'cast', dtype: int64, a: 0 },
    { op: 'segload', dtype: int32, arg: VAL },
    { op: 'cast', dtype: int64, a: 2 },
    { op: 'gather', dtype, arg: X, indices: [3] },
    { op: 'gather', dtype, arg: X + 1, indices: [1] },
    { op: 'mul', dtype, a: 4, b: 5 },
  ];
  return rowFold(dtype, 1, [out, low, high, row, read(int32), read(dtype), read(dtype)], 0, body);
}

const specs = (count: number): { privilege: 'read' | 'write'; access: 'elementwise' | 'whole' }[] =>
  Array.from({ length: count }, (_, k) => ({ privilege: k === 0 ? 'write' : 'read', access: k < COL ? 'elementwise' : 'whole' }));

/** Matrix times vector (or matrix): arguments y, low, high, col, val, x. */
export const productKind = perDType((dtype) =>
  defineKind({
    name: `csr_product_${dtype.name}`,
    args: specs(6),
    constraints: [...images, { kind: 'image', from: COL, to: X }],
    body: { kind: 'kernel', kernel: (rank) => productKernel(dtype, rank, false) },
  }),
);

/** Matrix times vector where runs of rows are known: one more argument, their table. */
export const runProductKind = perDType((dtype) =>
  defineKind({
    name: `csr_run_product_${dtype.name}`,
    args: specs(7),
    constraints: [...images, { kind: 'image', from: COL, to: X }, { kind: 'broadcast', arg: RUNS }],
    body: { kind: 'kernel', kernel: (rank) => productKernel(dtype, rank, true) },
  }),
);

/** The transpose times a vector: arguments y; low, high, row, place of the transpose's structure; val, x. */
export const transposedProductKind = perDType((dtype) =>
  defineKind({
    name: `csr_transposed_product_${dtype.name}`,
    args: specs(7),
    constraints: [...images, { kind: 'image', from: VAL, to: X }, { kind: 'image', from: COL, to: X + 1 }],
    body: { kind: 'kernel', kernel: () => transposedKernel(dtype) },
  }),
);
