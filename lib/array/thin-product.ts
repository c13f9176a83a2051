/**
 * Products of many rows with a matrix of a few elements, as a map: each element of the result is a sum of a few products, which fuses with
 * the tasks around it. No rows are put together, and stacks may be any views.
 *
 *     c[…, j] = a[…, 0] · b[0, j] + a[…, 1] · b[1, j] + …        each term loads a column of `a` and a row of `b`, broadcast
 */
import type { DType } from '../dtype/index.js';
import { input, type KernelArg, type KernelBuilder, kernel, output, type Value } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import { internView, type Shape, sizeOf, type View } from '../shape/index.js';
import { checkUsable } from '../store/index.js';
import { type ArgSpec, defineKind, type TaskKind } from '../task/index.js';
import { allocate, type NDArray, viewOf } from './ndarray.js';
import { byRank } from './ufunc.js';

/** Sizes of the matrix on the right, at most: each inner element is two loads of every part. */
const MOST_INNER = 4;
const MOST_COLUMNS = 8;
/** Elements of the result, at least: a kind takes more arguments than tasks that are launched without a plan. */
const WORTH = 1024;

/** Whether a product of `rows` rows with a matrix (inner, columns) is a map's. */
export function isThin(rows: number, inner: number, columns: number): boolean {
  return inner > 0 && inner <= MOST_INNER && columns > 1 && columns <= MOST_COLUMNS && rows * columns >= WORTH;
}

/** Emits an element of the result, of columns of the left parts and rows of the right ones, inner element by inner element. */
export type Terms = (b: KernelBuilder, left: readonly (readonly Value[])[], right: readonly (readonly Value[])[]) => Value;

/** The sum of products of real matrices. */
export const realTerms: Terms = (b, [x], [y]) => x.map((value, i) => b.mul(value, y[i])).reduce((sum, term) => b.add(sum, term));

const kinds = new Map<Terms, Map<string, TaskKind>>();

function kindOf(terms: Terms, parts: number, inner: number, dtype: DType): TaskKind {
  let known = kinds.get(terms);
  if (known === undefined) kinds.set(terms, (known = new Map()));
  const key = `${inner},${dtype.name}`;
  let kind = known.get(key);
  if (kind === undefined) known.set(key, (kind = makeKind(terms, parts, inner, dtype)));
  return kind;
}

function makeKind(terms: Terms, parts: number, inner: number, dtype: DType): TaskKind {
  const count = 2 * parts * inner;
  const reads = Array.from({ length: count }, (): ArgSpec => ({ privilege: 'read', access: 'elementwise' }));
  const at = (side: number, part: number, i: number): number => (side * parts + part) * inner + i;
  const make = (rank: number): ReturnType<typeof kernel> => {
    const args: KernelArg[] = [...reads.map(() => input(dtype, rank)), output(dtype, rank)];
    return kernel(rank, args, [], (b) => {
      const [left, right] = [0, 1].map((side) =>
        Array.from({ length: parts }, (_, part) => Array.from({ length: inner }, (_, i) => b.load(at(side, part, i)))),
      );
      b.store(count, terms(b, left, right));
    });
  };
  return defineKind({
    name: 'matmul',
    args: [...reads, { privilege: 'write', access: 'elementwise' }],
    body: { kind: 'kernel', kernel: byRank(make) },
  });
}

/** The product of parts (…, m, k) with parts (k, n), by terms; all have one dtype. */
export function thinProduct(terms: Terms, left: readonly NDArray[], right: readonly NDArray[]): NDArray {
  for (const x of [...left, ...right]) checkUsable(x, 'matmul');
  const { shape } = left[0].view;
  const [inner, columns] = right[0].view.shape;
  const domain = [...shape.slice(0, -1), columns];
  const out = allocate(left[0].dtype, domain);
  const stores = [
    ...left.flatMap((x) => ofEach(inner, (i) => viewOf(x, columnOver(x.view, i, domain)))),
    ...right.flatMap((y) => ofEach(inner, (i) => viewOf(y, rowOver(y.view, i, domain)))),
    out,
  ];
  runtime().launch(kindOf(terms, left.length, inner, out.dtype), domain, stores);
  return out;
}

function ofEach<T>(count: number, of: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => of(i));
}

/** Column i of each matrix of a stack, the same for all columns of the result. */
function columnOver({ strides, offset }: View, i: number, domain: Shape): View {
  const last = strides.length - 1;
  return internView(domain, [...strides.slice(0, last), 0], offset + i * strides[last]);
}

/** Row i of a matrix, the same for all rows of the result. */
function rowOver({ strides, offset }: View, i: number, domain: Shape): View {
  return internView(domain, [...domain.slice(1).map(() => 0), strides[1]], offset + i * strides[0]);
}

/** Rows of a stack of matrices. */
export function rowsIn(x: NDArray): number {
  return sizeOf(x.view.shape.slice(0, -1));
}
