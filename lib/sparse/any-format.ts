/**
 * Functions of compressed rows that take matrices of every format, as SciPy's do: a call with a matrix as coordinates, in compressed columns or one
 * that is written element by element is refused by the function's declaration, and made again with the matrix in compressed rows
 * (`base/forms.ts`). Calls with compressed rows pay nothing for that.
 */
import { FormedArray, type Kind, takes, useForms } from '../base/index.js';
import { CsrArray } from './csr.js';

/** A sparse matrix of any format. */
export interface AnySparse {
  readonly shape: readonly [number, number];
  readonly nnz: number;
  tocsr(): CsrArray;
}

type Widen<T> = T extends CsrArray
  ? CsrArray | AnySparse
  : T extends readonly CsrArray[]
    ? readonly (CsrArray | AnySparse)[]
    : T extends readonly (readonly (CsrArray | null)[])[]
      ? readonly (readonly (CsrArray | AnySparse | null)[])[]
      : T;
type Widened<F> = F extends (...given: infer P) => infer R ? (...given: { [K in keyof P]: Widen<P[K]> }) => R : never;

/** Functions by their declarations' kinds of arguments. */
const functions = new WeakMap<object, readonly Kind[]>();

/** Declares a function (`takes`) whose parameters of compressed rows take every format. */
export function takesMatrices(name: string, ...kinds: readonly Kind[]) {
  // biome-ignore lint/suspicious/noExplicitAny: parameters of any function, as in TypeScript's own `Parameters`
  return <F extends (...given: any[]) => unknown>(fn: F): Widened<F> => {
    functions.set(fn, kinds);
    return takes(name, ...kinds)(fn) as unknown as Widened<F>;
  };
}

function isOther(x: unknown): x is AnySparse {
  return typeof x === 'object' && x !== null && !(x instanceof CsrArray) && typeof (x as Partial<AnySparse>).tocsr === 'function';
}

/** Arrays in Arrays, as rows of blocks are; of deeper ones no function takes matrices, and an Array may hold itself. */
const DEEPEST = 2;

/** Whether it is a matrix of another format, or an Array of nothing but matrices with one among them. */
function holdsOther(x: unknown, deepest = DEEPEST): boolean {
  if (!Array.isArray(x)) return isOther(x);
  if (deepest === 0) return false;
  const holds = (item: unknown): boolean => holdsOther(item, deepest - 1);
  return x.some(holds) && x.every((item) => item === null || item instanceof CsrArray || holds(item) || Array.isArray(item));
}

/** The argument with compressed rows in place of its matrices of further formats. */
function inRows(x: unknown, rowsOf: (A: AnySparse) => CsrArray, deepest = DEEPEST): unknown {
  if (Array.isArray(x)) return holdsOther(x, deepest) ? x.map((item) => inRows(item, rowsOf, deepest - 1)) : x;
  return isOther(x) ? rowsOf(x) : x;
}

/** Stands for a matrix where the kinds of arguments are checked: only a call that will be made converts one. */
const SOME_ROWS: CsrArray = Object.create(CsrArray.prototype);

/** Whether an argument is one that a function of these kinds takes, once it is in compressed rows; options are checked by the caller. */
function isTaken(x: unknown, kinds: readonly Kind[]): boolean {
  return holdsOther(x)
    ? kinds.some((kind) => kind.is(inRows(x, () => SOME_ROWS) as never))
    : !(x instanceof FormedArray) || kinds.some((kind) => kind.is(x as never));
}

// Before the forms of complex arrays, which these functions take as they are: the matrix alone was refused.
useForms((_, given, own) => {
  const kinds = own === undefined ? undefined : functions.get(own);
  if (own === undefined || kinds === undefined || !given.some((x) => holdsOther(x))) return null;
  if (!given.every((x) => isTaken(x, kinds))) return null;
  return (...args) => own(...args.map((x) => inRows(x, (A) => A.tocsr())));
}, true);
