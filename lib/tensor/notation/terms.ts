/**
 * Tensor index notation as data (Kjolstad et al., "The Tensor Algebra Compiler", 2017): variables, tensors, and the expressions over them. The
 * classes that programs write with (`expression.ts`, `tensor.ts`) only build this.
 *
 *     A(i, j) = B(i, k) * C(k, j) + 2 * D(i, j)        add(mul(B(i,k), C(k,j)), mul(2, D(i,j)))
 */
import type { NDArray } from '../../array/index.js';
import { ArgumentError, declareMethods } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import type { Shape } from '../../shape/index.js';
import type { Distribution } from '../format/distribution.js';
import { type Entries, entriesAt, patternOf, valuesOf } from '../format/entries.js';
import type { Pattern } from '../format/pattern.js';

/** An index variable: a loop over the dimensions that it indexes. Made by `indices`. */
export class IndexVariable {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  toString(): string {
    return this.name;
  }
}

/** The elements of a tensor: all of them, or the entries of a compressed one; null for a result. */
type Elements = NDArray | Entries | null;

function isEntries(elements: Elements): elements is Entries {
  return elements !== null && 'nnz' in elements;
}

/**
 * A tensor as statements know it, made by `tensor`: a name, a shape, and where its parts are.
 *
 * @example
 * const A = tensor('A', [8, 6]);
 * A.shape; // [8, 6]
 * const { i, j } = indices();
 * String(A.at(i, j)); // 'A(i, j)'
 */
export class TensorSymbol {
  readonly name: string;
  readonly shape: Shape;
  /** Where its parts are; null for a tensor that is not distributed. */
  readonly distribution: Distribution | null;
  /** Whether its first dimension is dense and all further ones are compressed; else all are dense. */
  readonly isCompressed: boolean;
  #dtype: DType | null;
  #array: NDArray | null;
  #pattern: Pattern | null;
  #entries: Entries | null;

  /** `elements`: of a compressed tensor, its entries. */
  constructor(
    name: string,
    shape: Shape,
    dtype: DType | null,
    distribution: Distribution | null,
    elements: Elements,
    isCompressed = isEntries(elements),
  ) {
    this.name = name;
    this.shape = shape;
    this.distribution = distribution;
    this.isCompressed = isCompressed;
    this.#dtype = dtype;
    this.#pattern = isEntries(elements) ? patternOf(elements) : null;
    this.#array = isEntries(elements) ? null : elements;
    this.#entries = isEntries(elements) ? elements : null;
  }

  /** The elements' dtype; null for a result that no statement has been assigned to yet. */
  get dtype(): DType | null {
    return this.#dtype;
  }

  /** Whether it has elements: it was made of an array, or a statement that computes it was run. */
  get isComputed(): boolean {
    return this.#array !== null || this.#entries !== null;
  }

  /** Where a compressed tensor's entries are; null for a dense one, and for a result that no statement has been assigned to yet. */
  get pattern(): Pattern | null {
    return this.#pattern;
  }

  /** Its elements. Throws `ArgumentError` before a statement that computes them was run, and for a compressed tensor. */
  array(): NDArray {
    if (this.#array !== null) return this.#array;
    if (this.isCompressed)
      throw new ArgumentError(
        `${this.name}.array: the tensor is compressed; ${this.name}.entries() has its entries, and toDense()`,
      );
    throw this.#missing('array');
  }

  /**
   * The entries of a compressed tensor: a sparse matrix, or `Compressed`. Throws `ArgumentError` before a statement that computes them was run, and
   * for a dense tensor.
   */
  entries(): Entries {
    if (this.#entries !== null) return this.#entries;
    if (!this.isCompressed)
      throw new ArgumentError(`${this.name}.entries: the tensor is dense; ${this.name}.array() has its elements`);
    throw this.#missing('entries');
  }

  #missing(method: string): ArgumentError {
    return new ArgumentError(
      `${this.name}.${method}: the tensor has no elements yet; run the statement that assigns it, or make it of an array: ` +
        `tensor('${this.name}', x)`,
    );
  }

  /** The values of a compressed tensor's entries, which are read where they are. */
  values(): NDArray {
    return valuesOf(this.entries());
  }

  /** A statement gives it elements of this dtype. */
  infer(dtype: DType): void {
    this.#dtype ??= dtype;
  }

  /** A statement gives it entries at these places. */
  inferPattern(pattern: Pattern): void {
    this.#pattern ??= pattern;
  }

  /** A statement was run. */
  hold(array: NDArray): void {
    if (this.#pattern === null) this.#array = array;
    else this.#entries = entriesAt(this.#pattern, array);
  }

  /** It has no elements any more: a schedule that is kept runs on different arrays. */
  release(): void {
    this.#array = null;
    this.#entries = null;
  }
}

declareMethods<Pick<TensorSymbol, 'array' | 'entries'>>(TensorSymbol, { array: [], entries: [] });

export interface AccessTerm {
  readonly kind: 'access';
  readonly tensor: TensorSymbol;
  readonly indices: readonly IndexVariable[];
}

export type Term =
  | AccessTerm
  | { readonly kind: 'constant'; readonly value: number | bigint }
  | { readonly kind: 'negate'; readonly a: Term }
  | { readonly kind: 'add' | 'subtract' | 'multiply'; readonly a: Term; readonly b: Term };

/** An expression as programs hold it. */
export class Formula {
  readonly term: Term;

  constructor(term: Term) {
    this.term = term;
  }
}

/** The accesses of a term, from left to right. */
export function accessesOf(term: Term): AccessTerm[] {
  if (term.kind === 'access') return [term];
  if (term.kind === 'constant') return [];
  return term.kind === 'negate' ? accessesOf(term.a) : [...accessesOf(term.a), ...accessesOf(term.b)];
}

/** Variables of a term by first use. */
export function variablesOf(term: Term): IndexVariable[] {
  return [...new Set(accessesOf(term).flatMap(({ indices }) => indices))];
}

/** One of the terms that an expression adds up. Each is summed over its own variables that the result has not. */
interface Summand {
  readonly negative: boolean;
  readonly term: Term;
}

/** The summands of an expression: additions within products stay where they are. */
export function summandsOf(term: Term, negative = false): Summand[] {
  if (term.kind === 'add') return [...summandsOf(term.a, negative), ...summandsOf(term.b, negative)];
  if (term.kind === 'subtract') return [...summandsOf(term.a, negative), ...summandsOf(term.b, !negative)];
  if (term.kind === 'negate') return summandsOf(term.a, !negative);
  return [{ negative, term }];
}

/** The factors of a product; negations within it are one sign. */
export function factorsOf(term: Term): { readonly negative: boolean; readonly factors: readonly Term[] } {
  if (term.kind === 'negate') {
    const { negative, factors } = factorsOf(term.a);
    return { negative: !negative, factors };
  }
  if (term.kind !== 'multiply') return { negative: false, factors: [term] };
  const [a, b] = [factorsOf(term.a), factorsOf(term.b)];
  return { negative: a.negative !== b.negative, factors: [...a.factors, ...b.factors] };
}

/** A term as text: `B(i, k) * (c(k) + 2)`. */
export function formatTerm(term: Term): string {
  return formatWithin(term, 0);
}

const LEVELS = { add: 1, subtract: 1, multiply: 2, negate: 3 } as const;
const SIGNS = { add: '+', subtract: '-', multiply: '*' } as const;

function formatWithin(term: Term, level: number): string {
  if (term.kind === 'access') return `${term.tensor.name}(${term.indices.join(', ')})`;
  if (term.kind === 'constant') return String(term.value);
  const own = LEVELS[term.kind];
  const text =
    term.kind === 'negate'
      ? `-${formatWithin(term.a, own)}`
      : `${formatWithin(term.a, own)} ${SIGNS[term.kind]} ${formatWithin(term.b, term.kind === 'subtract' ? own + 1 : own)}`;
  return own < level ? `(${text})` : text;
}
