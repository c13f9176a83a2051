/** Tensors and index variables as programs make them. */
import { NDArray } from '../../array/index.js';
import {
  ArgumentError,
  DTypeError,
  declareMethods,
  each,
  either,
  instanceOf,
  type Kind,
  kind,
  listOf,
  type OptionKinds,
  options,
  ShapeError,
  TEXT,
  takes,
} from '../../base/index.js';
import { asDType, bool, type DType, type DTypeName, dtypes } from '../../dtype/index.js';
import { formatShape, type Shape } from '../../shape/index.js';
import { CsrArray } from '../../sparse/index.js';
import { Compressed } from '../format/compressed.js';
import { type Distribution, parseDistribution } from '../format/distribution.js';
import type { Entries } from '../format/entries.js';
import { Grid } from '../machine/grid.js';
import { Access } from './expression.js';
import { IndexVariable, TensorSymbol } from './terms.js';

/** How the elements along a dimension are kept: all of them, or those of entries. */
export type Format = 'dense' | 'compressed';

/** Options of `tensor`. */
export interface TensorOptions {
  /** The grid of processors that the tensor is distributed on; default: it is not. */
  readonly on?: Grid;
  /** The distribution, one text for each level of the grid: `'xy -> xy'`; needed with `on`. */
  readonly as?: string | readonly string[];
  /**
   * Of a result, a format for each dimension: `'dense'` (the default), or `'dense'` for the first and `'compressed'` for all further ones, which
   * has the entries of a compressed factor. Matrices and compressed tensors have their own.
   */
  readonly format?: readonly Format[];
  /** The dtype of a tensor that a statement computes; default: the dtype of the statement's value. An array has its own. */
  readonly dtype?: DType | DTypeName;
}

/**
 * A tensor of a statement: a name, a shape, and perhaps elements and a distribution. Made by `tensor`.
 *
 * @example
 * const { i } = indices();
 * const A = tensor('A', np.asarray([1, 2]));
 * A instanceof Tensor; // true
 * `${A.at(i)}`; // 'A(i)'
 */
export class Tensor extends TensorSymbol {
  /** Its elements at one index variable for each dimension. Throws `ShapeError` for a different number. */
  at(...variables: IndexVariable[]): Access {
    if (variables.length !== this.shape.length) {
      throw new ShapeError(
        `${this.name}.at: expected ${this.shape.length} index variables for shape ${formatShape(this.shape)}, got ` +
          `${variables.length}: (${variables.join(', ')})`,
      );
    }
    return new Access({ kind: 'access', tensor: this, indices: variables });
  }

  /** As `A (2, 3)`. */
  override toString(): string {
    return `${this.name} ${formatShape(this.shape)}`;
  }
}

const NAME: Kind<string> = kind(
  'a name of letters, digits and underscores',
  (given) => typeof given === 'string' && /^[A-Za-z_]\w*$/.test(given),
);
const SHAPE: Kind<Shape> = kind(
  'a shape such as [2, 3]',
  (given) => Array.isArray(given) && [...given].every((n) => Number.isSafeInteger(n) && n >= 0),
);
const OWN: Kind<NDArray> = kind('an array made by maniple', (given) => given instanceof NDArray);
const ENTRIES: Kind<Entries> = kind(
  'a sparse matrix, or a tensor of compressed()',
  (given) => given instanceof CsrArray || given instanceof Compressed,
);
const DTYPE: Kind<DType | DTypeName> = kind('a dtype such as float64', (given) =>
  typeof given === 'string' ? dtypes.some(({ name }) => name === given) : (dtypes as readonly unknown[]).includes(given),
);
const FORMAT: Kind<Format> = kind("'dense' or 'compressed'", (given) => given === 'dense' || given === 'compressed');
const OPTIONS: OptionKinds<TensorOptions> = {
  on: instanceOf('a Grid', Grid),
  as: either(TEXT, listOf(TEXT)),
  format: listOf(FORMAT),
  dtype: DTYPE,
};

/**
 * A tensor for statements of index notation: of an array, a sparse matrix or a compressed tensor, of which it has the elements in place, or of a
 * shape, for a statement to compute. `on` and `as` say how it is distributed (`'xy -> xy'`: tiles; `'xy -> x'`: rows; `'xy -> xy0'`: tiles on a face of the grid; `'xy -> xy*'`: tiles, repeated).
 * Throws `ArgumentError` for a distribution that names a dimension that the tensor has not, or places that the grid has not; `DTypeError` for
 * bools, and a dtype beside an array.
 *
 * @example
 * const { i, j, k } = indices();
 * const B = tensor('B', np.asarray([[1, 2], [3, 4]]));
 * const A = tensor('A', [2, 2]);
 * await A.at(i, j).assign(B.at(i, k).times(B.at(k, j))).run().array().tolist(); // [[7, 10], [15, 22]]
 */
export const tensor = takes(
  'tensor',
  NAME,
  either(either(OWN, ENTRIES), SHAPE),
  options(OPTIONS),
)((name: string, of: NDArray | Entries | Shape, { on, as, dtype, format }: TensorOptions = {}): Tensor => {
  if ((on === undefined) !== (as === undefined))
    throw new ArgumentError(
      `tensor ${name}: expected both a grid and a distribution, { on: new Grid(2, 2), as: 'xy -> xy' }, or none`,
    );
  const isGiven = of instanceof NDArray || of instanceof CsrArray || of instanceof Compressed;
  const elements = isGiven ? of : null;
  const shape = isGiven ? of.shape : Object.freeze([...of]);
  if (elements !== null && dtype !== undefined)
    throw new DTypeError(
      `tensor ${name}: an array has a dtype of its own, ${elements.dtype.name}; convert it with astype, or leave the option out`,
    );
  const own = elements?.dtype ?? (dtype === undefined ? null : asDType(dtype));
  if (own === bool)
    throw new DTypeError(`tensor ${name}: expected integers or floats, got bool; convert it with astype('int64')`);
  const isCompressed = isGiven ? !(of instanceof NDArray) : checkFormat(name, shape, format);
  if (isGiven && format !== undefined)
    throw new ArgumentError(`tensor ${name}: the format is of results; its elements are given, in a format of their own`);
  const distribution = on === undefined || as === undefined ? null : parseDistribution(name, shape.length, on, as);
  if (isCompressed && distribution !== null) checkRows(name, distribution);
  return new Tensor(name, shape, own, distribution, elements, isCompressed);
});

/** Whether the result is compressed. */
function checkFormat(name: string, shape: Shape, format: readonly Format[] | undefined): boolean {
  if (format === undefined) return false;
  if (format.length !== shape.length)
    throw new ArgumentError(`tensor ${name}: expected a format for each of ${shape.length} dimensions, got ${format.length}`);
  const isCompressed = format.includes('compressed');
  if (isCompressed && (format.length < 2 || format.some((own, axis) => own !== (axis === 0 ? 'dense' : 'compressed'))))
    throw new ArgumentError(
      `tensor ${name}: the format (${format.join(', ')}) is not supported; a compressed tensor has a dense dimension first, and all further ones ` +
        'compressed',
    );
  return isCompressed;
}

/** Throws `ArgumentError` unless a distribution of a compressed tensor cuts its rows alone. */
function checkRows(name: string, { places, text }: Distribution): void {
  const cuts = places.filter((place) => place.kind === 'cut');
  if (cuts.length > 1 || cuts.some(({ dim }) => dim !== 0))
    throw new ArgumentError(
      `tensor ${name}: the distribution '${text}' cuts compressed dimensions; a compressed tensor is cut by rows once, as in 'xy -> x'`,
    );
}

/**
 * Index variables by name, as many as are asked for: `const { i, j, k } = indices()`. One call gives one variable for a name; variables of two calls
 * are different ones.
 *
 * @example
 * const { i, ko, ki } = indices();
 * `${ko}`;   // 'ko'
 */
export const indices = takes('indices')((): Readonly<Record<string, IndexVariable>> => {
  const made = new Map<string, IndexVariable>();
  return new Proxy({} as Record<string, IndexVariable>, {
    get: (_, name) => {
      // Node asks objects for symbols, and promises for `then`.
      if (typeof name !== 'string' || name === 'then') return undefined;
      let variable = made.get(name);
      if (variable === undefined) made.set(name, (variable = new IndexVariable(name)));
      return variable;
    },
  });
});

declareMethods<Pick<Tensor, 'at' | 'toString'>>(Tensor, {
  at: [each(instanceOf('an index variable of indices()', IndexVariable))],
  toString: [],
});
