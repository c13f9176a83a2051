/** Sparse matrices from diagonals, and Kronecker products and sums of matrices, as SciPy makes them. */

import { type Complex, type DTypeLike, type NDArray, unstack } from '../array/index.js';
import {
  ArgumentError,
  COUNT,
  either,
  INTEGER,
  isPlain,
  type Kind,
  listOf,
  NULL,
  NUMBER,
  type OptionKinds,
  optional,
  orOptions,
  ShapeError,
  takes,
} from '../base/index.js';
import { float64 } from '../dtype/index.js';
import { formatShape } from '../shape/index.js';
import { checkCount, takenAt } from './arrange.js';
import { checkMatrixShape } from './coordinates.js';
import { compressedRows } from './create.js';
import { CsrArray } from './csr.js';
import { BLOCK, type Block, blockOf } from './dense-blocks.js';
import { DTYPE, LIST, SCALAR_VALUE, VECTOR } from './kinds.js';
import { type HostValues, type List, valuesOf } from './lists.js';
import { constant, hostStructure } from './structure.js';
import { isArray, isComplexType, promoteAny, typeOfParts } from './values.js';

/** A diagonal: its elements, or one number for all of them, a complex one { re, im } among them. */
export type Diagonal = List | number | Complex;

/** How many elements a diagonal has: `k` above the main one, or below it. */
function lengthOf(k: number, [rows, cols]: readonly [number, number]): number {
  return Math.max(0, k >= 0 ? Math.min(rows, cols - k) : Math.min(rows + k, cols));
}

/** Which diagonals: 0 is the main one, 1 the one above it. */
type Offsets = number | List;

/** Options of `diags`. */
export interface DiagsOptions {
  /** Which diagonal each is; default 0. */
  readonly offsets?: Offsets;
  /** Default: the square that the first diagonal fits. */
  readonly shape?: readonly [number, number];
  /** Default: that of the values; float64 for numbers in Arrays. */
  readonly dtype?: DTypeLike;
}
const OFFSETS: Kind<Offsets> = either(NUMBER, LIST);
const DIAGS: OptionKinds<DiagsOptions> = { offsets: OFFSETS, shape: listOf(NUMBER), dtype: DTYPE };

/** The options of a call by place, in an object, or in one behind the offsets. Throws `ArgumentError` for one that is given twice. */
function diagsOptions(how: Offsets | DiagsOptions, more: DiagsOptions['shape'] | DiagsOptions): DiagsOptions {
  const first = isPlain(how) ? (how as DiagsOptions) : { offsets: how as Offsets };
  const behind = Array.isArray(more) ? { shape: more as unknown as [number, number] } : ((more ?? {}) as DiagsOptions);
  const twice = Object.keys(behind).find((name) => Object.hasOwn(first, name));
  if (twice !== undefined) throw new ArgumentError(`diags: got ${twice} twice; give it once`);
  return { ...first, ...behind };
}

/** The diagonals of a call: numbers alone, and one vector, are one diagonal; the rows of a matrix are one each. */
function diagonalsOf(given: readonly Diagonal[] | List, isSingle: boolean): readonly Diagonal[] {
  if (isArray(given)) return given.ndim === 2 ? unstack(given) : [given];
  if (ArrayBuffer.isView(given)) return [given];
  const list = given as readonly Diagonal[];
  return isSingle && list.length > 1 && list.every(isNumber) ? [list as List] : list;
}

/**
 * The matrix with these diagonals, the k-th of them `offsets[k]` above the main one (below it where negative). Without a shape it is the
 * square one that the first fits, which then has to be a list. One number as offset takes one diagonal. Throws `ArgumentError` when a
 * diagonal has more or fewer elements than there are places for, or an offset is no integer.
 *
 * @example
 * await sparse.diags([[1, 2], 5], [0, 1], [2, 2]).toDense().tolist(); // [[1, 5], [0, 2]]
 * await sparse.diags(np.array([3, 4]), 1).toDense().tolist();         // [[0, 3, 0], [0, 0, 4], [0, 0, 0]]
 * sparse.diags([1, -2, 1], [-1, 0, 1], { shape: [9, 9] }).nnz;        // 25
 */
export const diags = takes(
  'diags',
  either(listOf(either(SCALAR_VALUE, LIST)), either(LIST, VECTOR)),
  optional(orOptions(OFFSETS, DIAGS)),
  optional(orOptions(listOf(NUMBER), DIAGS)),
)(
  (
    given: readonly Diagonal[] | List,
    how: Offsets | DiagsOptions = {},
    more?: DiagsOptions['shape'] | DiagsOptions,
  ): CsrArray => {
    const { offsets: asked = 0, shape, dtype } = diagsOptions(how, more);
    const diagonals = diagonalsOf(given, typeof asked === 'number');
    const offsets = typeof asked === 'number' ? [asked] : Array.from(valuesOf(asked, undefined, 'diags').parts[0], Number);
    if (diagonals.length !== offsets.length)
      throw new ArgumentError(`diags: expected an offset for each of ${diagonals.length} diagonals, got ${offsets.length}`);
    if (!offsets.every(Number.isSafeInteger))
      throw new ArgumentError(`diags: expected integers as offsets, got ${offsets.join(', ')}`);
    const values = diagonals.map((d) => valuesOf(isNumber(d) ? [d] : d, dtype, 'diags'));
    const size = checkMatrixShape(
      shape ?? squareFor(isNumber(diagonals[0]) ? undefined : values[0]?.parts[0].length, offsets[0]),
      'diags',
    );
    const lengths = offsets.map((k) => lengthOf(k, size));
    values.forEach(({ parts: [d] }, i) => {
      if (!isNumber(diagonals[i]) && d.length !== lengths[i])
        throw new ArgumentError(
          `diags: diagonal ${offsets[i]} of a matrix of (${size.join(', ')}) has ${lengths[i]} elements, got ${d.length}`,
        );
    });
    const spans = offsets.map((k, i) => ({ row: Math.max(0, -k), col: Math.max(0, k), length: lengths[i] }));
    return ofSpans(size, spans, values);
  },
);

function isNumber(d: Diagonal | undefined): d is number | Complex {
  return typeof d === 'number' || (typeof d === 'object' && d !== null && 're' in d && 'im' in d && !('shape' in d));
}

/** Places along a diagonal. */
interface Span {
  readonly row: number;
  readonly col: number;
  readonly length: number;
}

/** The matrix of values along diagonals; one value stands for all of a diagonal. */
function ofSpans(shape: readonly [number, number], spans: readonly Span[], values: readonly HostValues[]): CsrArray {
  const dtype = values.map((of) => of.dtype).reduce(promoteAny, values[0]?.dtype ?? float64);
  const count = spans.reduce((n, { length }) => n + length, 0);
  const [row, col] = [new Int32Array(count), new Int32Array(count)];
  const { Typed } = typeOfParts(dtype);
  const parts = Array.from({ length: isComplexType(dtype) ? 2 : 1 }, () => new Typed(count) as Float64Array);
  let at = 0;
  spans.forEach((span, i) => {
    const given = values[i].parts as readonly Float64Array[];
    const isOne = given[0].length !== span.length;
    for (let j = 0; j < span.length; j++, at++) {
      row[at] = span.row + j;
      col[at] = span.col + j;
      given.forEach((part, k) => {
        parts[k][at] = converted(part[isOne ? 0 : j], Typed);
      });
    }
  });
  return compressedRows({ shape, row, col, values: { dtype, parts } });
}

/** An element for a typed array, which may be one of bigints. */
function converted(value: number | bigint, Typed: unknown): number {
  const long = Typed === BigInt64Array || Typed === BigUint64Array;
  return (long ? BigInt(value) : Number(value)) as number;
}

function squareFor(first: number | undefined, offset: number): [number, number] {
  if (first === undefined)
    throw new ShapeError(
      'diags: a number is as long as its diagonal, so the shape has to be given: diags([-1, 2], [1, 0], [n, n])',
    );
  const n = first + Math.abs(offset);
  return [n, n];
}

/** Option of `eye`. */
export interface DiagonalOption {
  /** Which diagonal: so many above the main one; default 0. */
  readonly k?: number;
}
const DIAGONAL: OptionKinds<DiagonalOption> = { k: NUMBER };

/**
 * Ones on a diagonal, `k` above the main one, `sparse.eye(3, 4, { k: 1 })` or by place; square by default.
 *
 * @example
 * sparse.eye(3).nnz; // 3
 */
export const eye = takes(
  'eye',
  NUMBER,
  optional(either(NUMBER, NULL)),
  optional(orOptions(NUMBER, DIAGONAL)),
)((rows: number, columns?: number | null, k: number | DiagonalOption = 0): CsrArray => {
  const above = typeof k === 'number' ? k : (k.k ?? 0);
  return diags([1], [above], [rows, columns ?? rows]);
});

/**
 * The identity matrix of so many rows and columns.
 *
 * @example
 * await sparse.identity(2).toDense().tolist(); // [[1, 0], [0, 1]]
 */
export const identity = takes('identity', NUMBER)((size: number): CsrArray => eye(size));

/**
 * The matrix of so many rows and columns with the rows of `data` as diagonals, the k-th of them `offsets[k]` above the main one: element j of
 * a row is in column j, so that some lie outside and are left out. Throws `ShapeError` unless there is an offset for each row.
 *
 * @example
 * await sparse.spdiags([[1, 2, 3], [4, 5, 6]], [0, 1], 3, 3).toDense().tolist(); // [[1, 5, 0], [0, 2, 6], [0, 0, 3]]
 */
export const spdiags = takes(
  'spdiags',
  either(listOf(LIST), VECTOR),
  listOf(INTEGER),
  COUNT,
  COUNT,
)((diagonals: readonly List[] | NDArray, offsets: readonly number[], rows: number, columns: number): CsrArray => {
  if (isArray(diagonals) && diagonals.ndim !== 2)
    throw new ShapeError(
      `spdiags: expected a matrix with a diagonal in each row, got an array of ${formatShape(diagonals.shape)}`,
    );
  const data: readonly List[] = isArray(diagonals) ? unstack(diagonals) : diagonals;
  if (data.length !== offsets.length)
    throw new ShapeError(`spdiags: expected an offset for each of ${data.length} diagonals, got ${offsets.length}`);
  const shape = checkMatrixShape([rows, columns], 'spdiags');
  const given = data.map((list) => valuesOf(list, undefined, 'spdiags'));
  const froms = offsets.map((offset) => Math.max(0, offset));
  const values = given.map(({ dtype, parts }, d) => {
    const to = Math.max(froms[d], Math.min(parts[0].length, columns, rows + offsets[d]));
    return { dtype, parts: parts.map((part) => part.subarray(froms[d], to)) };
  });
  const spans = offsets.map((offset, d) => ({ row: froms[d] - offset, col: froms[d], length: values[d].parts[0].length }));
  return ofSpans(shape, spans, values);
});

/**
 * The Kronecker product: every entry of `a` times all of `b`, as blocks; of sparse matrices, or dense ones. Values are deferred. Throws `ShapeError` when the result is
 * larger than 32-bit indices reach, in its sizes or its entries.
 *
 * @example
 * await sparse.kron(sparse.eye(2), sparse.csrArray([[1, 2]])).toDense().tolist(); // [[1, 2, 0, 0], [0, 0, 1, 2]]
 */
export const kron = takes(
  'kron',
  BLOCK,
  BLOCK,
)((first: Block, second: Block): CsrArray => {
  const [a, b] = [blockOf(first, 'kron'), blockOf(second, 'kron')];
  const [p, q] = [a, b].map((matrix) => hostStructure(CsrArray.structureOf(matrix)));
  const shape = checkMatrixShape([a.shape[0] * b.shape[0], a.shape[1] * b.shape[1]], 'kron');
  const count = p.col.length * q.col.length;
  checkCount(count, 'kron');
  const made = { shape, ptr: new Int32Array(shape[0] + 1), col: new Int32Array(count) };
  const [left, right] = [new Int32Array(count), new Int32Array(count)];
  let at = 0;
  const [height, width] = b.shape;
  for (let row = 0, i = 0; i < a.shape[0]; i++) {
    for (let r = 0; r < height; r++) {
      for (let k = p.ptr[i]; k < p.ptr[i + 1]; k++) {
        for (let l = q.ptr[r]; l < q.ptr[r + 1]; l++, at++) {
          made.col[at] = p.col[k] * width + q.col[l];
          left[at] = k;
          right[at] = l;
        }
      }
      made.ptr[++row] = at;
    }
  }
  const values = CsrArray.valuesOf(a)
    .take(constant(left))
    .multiply(CsrArray.valuesOf(b).take(constant(right)));
  return takenAt(made, values, null);
});
