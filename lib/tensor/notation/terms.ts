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

/** A tensor as statements know it. */
export class TensorSymbol {
  readonly name: string;
  readonly shape: Shape;
  /** Where its parts are; null for a tensor that is not distributed. */
  readonly distribution: Distribution | null;
  #dtype: DType | null;
  #array: NDArray | null;

  constructor(name: string, shape: Shape, dtype: DType | null, distribution: Distribution | null, array: NDArray | null) {
    this.name = name;
    this.shape = shape;
    this.distribution = distribution;
    this.#dtype = dtype;
    this.#array = array;
  }

  /** The elements' dtype; null for a result that no statement has been assigned to yet. */
  get dtype(): DType | null {
    return this.#dtype;
  }

  /** Whether it has elements: it was made of an array, or a statement that computes it was run. */
  get isComputed(): boolean {
    return this.#array !== null;
  }

  /** Its elements. Throws `ArgumentError` before a statement that computes them was run. */
  array(): NDArray {
    if (this.#array !== null) return this.#array;
    throw new ArgumentError(
      `${this.name}.array: the tensor has no elements yet; run the statement that assigns it, or make it of an array: ` +
        `tensor('${this.name}', x)`,
    );
  }

  /** A statement gives it elements of this dtype. */
  infer(dtype: DType): void {
    this.#dtype ??= dtype;
  }

  /** A statement was run. */
  hold(array: NDArray): void {
    this.#array = array;
  }
}

declareMethods<Pick<TensorSymbol, 'array'>>(TensorSymbol, { array: [] });

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
