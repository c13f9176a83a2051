/**
 * Functions of numbers, in JavaScript, as functions of arrays: their source is parsed and compiled to kernels, which fuse as the library's own
 * functions do.
 */
import { ArgumentError, FLAG, FUNCTION, formFor, type Kind, kind, type OptionKinds, options, takes } from '../../base/index.js';
import { type DType, float64 } from '../../dtype/index.js';
import { input, KernelBuilder, type Value } from '../../ir/index.js';
import { apply, applyBinary, applyUnary, type Operand } from '../apply.js';
import type { ArrayLike } from '../convert.js';
import type { NDArray } from '../ndarray.js';
import { Ufunc } from '../ufunc.js';
import { Expressions } from './expressions.js';
import { Flow } from './flow.js';
import { elementByElement } from './plain.js';
import type { Bound, Scope } from './scope.js';
import { notCompiled, type Source, sourceOf } from './source.js';
import { runBody } from './statements.js';
import { type Term, Terms } from './terms.js';

// biome-ignore lint/suspicious/noExplicitAny: the parameters of the function are numbers, or functions where it is captured
type Plain = (...given: any[]) => any;
/** Values that a function captured, by name. */
export type Captured = Readonly<Record<string, number | boolean | Plain>>;

/** Options of `vectorize`. */
export interface VectorizeOptions {
  /** Numbers, booleans and functions that the function captured, as they are now. Default: none. */
  readonly captured?: Captured;
  /** Whether the function is compiled; if not, it is called for each element. Default true. */
  readonly compile?: boolean;
}

const CAPTURED: Kind<Captured> = kind(
  'an object of numbers, booleans and functions',
  (given) =>
    typeof given === 'object' &&
    given !== null &&
    Object.values(given).every((value) => ['number', 'boolean', 'function'].includes(typeof value)),
);
const VECTORIZE_OPTIONS: OptionKinds<VectorizeOptions> = { captured: CAPTURED, compile: FLAG };

/** The most operands of a kernel: the combinations of their forms are numbered. */
const MOST_OPERANDS = 8;

/** The nodes of the function's result. */
function emit(builder: KernelBuilder, source: Source, captured: Captured, operands: readonly Value[]): Term {
  const terms = new Terms(builder);
  const flow = new Flow(terms, source);
  for (const [name, value] of Object.entries(captured)) flow.declare(name, boundOf(value, flow.scope), true);
  const given = operands.map((x) => builder.cast(x, float64));
  return new Expressions(flow, runBody).apply(source.tree, { source, tree: source.tree, scope: flow.scope }, given);
}

function boundOf(value: number | boolean | Plain, scope: Scope): Bound {
  if (typeof value !== 'function') return value;
  const source = sourceOf(value);
  return { source, tree: source.tree, scope };
}

/** The function as a ufunc. It is compiled once here: a construct that is not compiled is refused before the first call. */
function compiled(source: Source, captured: Captured): Ufunc {
  const arity = source.tree.params.length;
  if (arity === 0 || arity > MOST_OPERANDS)
    throw notCompiled(source, source.tree, `a function of ${arity} parameters`, `it takes 1 to ${MOST_OPERANDS}`);
  const scratch = new KernelBuilder(
    source.tree.params.map(() => input(float64, 1)),
    [],
  );
  const found = emit(
    scratch,
    source,
    captured,
    source.tree.params.map((_, k) => scratch.load(k)),
  );
  const result = new Terms(scratch).result(found).dtype;
  return new Ufunc({
    name: 'vectorize',
    arity,
    signature: (): { compute: DType; result: DType } => ({ compute: float64, result }),
    emit: (b, operands) => new Terms(b).result(emit(b, source, captured, operands)),
  });
}

/** A function of arrays. */
export type Vectorized = (...arrays: ArrayLike[]) => NDArray;

interface Vectorize {
  (
    fn: (...numbers: number[]) => number | boolean,
    options: VectorizeOptions & { readonly compile: false },
  ): (...arrays: ArrayLike[]) => Promise<NDArray>;
  (fn: (...numbers: number[]) => number | boolean, options?: VectorizeOptions): Vectorized;
}

/**
 * A function of numbers as a function of arrays, which broadcast. Its source is compiled to a kernel, in double precision, that gives a
 * float64 array, or a bool array where its results are booleans: arithmetic, comparisons, bitwise operators, `Math`, conditions, early
 * returns, functions within it, and loops that end by a count, of up to 100,000 rounds, of which an element takes as many as it needs. Other constructs throw `ArgumentError`, with their line and column.
 * JavaScript does not show the values that a function captured: give them as `captured`. Functions of `Math` have the library's last
 * digits. With `compile: false` the function is called for each element in JavaScript, and the result is a promise.
 *
 * @example
 * const gap = np.vectorize((a, b) => (a > b ? a - b : 0));
 * await gap([5, 1, 4], 3).tolist();                        // [2, 0, 1]
 * const k = 10;
 * await np.vectorize((x) => k * x, { captured: { k } })([1, 2]).tolist(); // [10, 20]
 */
export const vectorize = takes(
  'vectorize',
  FUNCTION,
  options(VECTORIZE_OPTIONS),
)((fn: Plain, given?: VectorizeOptions): ((...arrays: ArrayLike[]) => NDArray | Promise<NDArray>) => {
  if (given?.compile === false) return elementByElement(fn);
  const op = compiled(sourceOf(fn), given?.captured ?? {});
  return (...arrays: Operand[]): NDArray => {
    if (arrays.length !== op.arity)
      throw new ArgumentError(
        `vectorize: the function takes ${op.arity} ${op.arity === 1 ? 'argument' : 'arguments'}, got ${arrays.length}`,
      );
    if (op.arity === 1) return applyUnary(op, arrays[0]);
    if (op.arity === 2) return applyBinary(op, arrays[0], arrays[1]);
    const form = formFor(op.name, arrays);
    return form === null ? apply(op, arrays) : (form(...arrays) as NDArray);
  };
}) as Vectorize;
