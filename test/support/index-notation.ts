/**
 * Random statements of tensor index notation, and their values by loops over every value of every variable: nothing of the library's but the
 * classes that statements are written with.
 */
import * as np from '../../lib/array/index.js';
import { csrArray } from '../../lib/sparse/index.js';
import type { Entries, Expression, Grid } from '../../lib/tensor/index.js';
import { compressed, type IndexVariable, indices, type Tensor, tensor } from '../../lib/tensor/index.js';

type Draw = () => number;

/** An operand as loops see it. */
interface Operand {
  readonly tensor: Tensor;
  readonly values: readonly number[];
}

/** An expression with a value for each assignment of values to variables. */
interface Formula {
  readonly expression: Expression | number;
  readonly variables: ReadonlySet<IndexVariable>;
  at(values: ReadonlyMap<IndexVariable, number>): number;
  /** The value with all signs taken away. */
  magnitude(values: ReadonlyMap<IndexVariable, number>): number;
}

export interface RandomStatement {
  readonly target: Tensor;
  readonly on: readonly IndexVariable[];
  readonly summands: readonly Formula[];
  readonly extents: ReadonlyMap<IndexVariable, number>;
  /** Variables by name. */
  readonly named: Readonly<Record<string, IndexVariable>>;
  readonly operands: readonly Operand[];
  readonly drivers: readonly Driver[];
}

/** The compressed factor of a summand, and the variables that index it. */
export interface Driver {
  readonly tensor: Tensor;
  readonly on: readonly IndexVariable[];
}

/** Where tensors of a rank are; undefined for anywhere. */
export type Placing = (rank: number) => { readonly on: Grid; readonly as: string } | undefined;

export const pick = <T>(draw: Draw, list: readonly T[]): T => list[Math.floor(draw() * list.length)];

/** Non-zeros, and one element in ten of all, as entries: a matrix in compressed rows, or a compressed tensor. */
function entriesOf(draw: Draw, values: readonly number[], shape: readonly number[], dtype: 'float64' | 'int64'): Entries {
  const places = values.flatMap((x, n) => (x !== 0 || draw() < 0.1 ? [n] : [])).sort(() => draw() - 0.5);
  const coordinates = shape.map((extent, dim) => {
    const stride = shape.slice(dim + 1).reduce((a, b) => a * b, 1);
    return places.map((n) => Math.floor(n / stride) % extent);
  });
  const data = places.map((n) => values[n]);
  const [row, col] = coordinates;
  return shape.length === 2 && dtype === 'float64'
    ? csrArray({ data, row, col, shape: [shape[0], shape[1]] })
    : compressed({ data: np.asarray(data, { dtype }), indices: coordinates, shape });
}

/** The value of an operand's element at variables. */
function elementAt(
  { values }: Pick<Operand, 'values'>,
  on: readonly IndexVariable[],
  shape: readonly number[],
): Pick<Formula, 'at' | 'magnitude'> {
  const at: Formula['at'] = (known) => values[on.reduce((n, v, axis) => n * shape[axis] + (known.get(v) ?? 0), 0)];
  return { at, magnitude: (known) => Math.abs(at(known)) };
}

/**
 * 1 to 3 summands of 1 to 3 factors, or 4, of ranks 0 to 4 over five variables, with repeated indices; integers in [-4, 4], or `fractions`. `sparse`: the
 * share of summands with a compressed factor, where its indices are different variables; some of their results are compressed.
 */
export function randomStatement(
  draw: Draw,
  place: Placing = () => undefined,
  dtype: 'float64' | 'int64' = 'float64',
  sparse = 0,
  fractions = false,
): RandomStatement {
  const number = fractions ? () => draw() - 0.5 : () => Math.floor(draw() * 9) - 4;
  const named = indices();
  const variables = ['i', 'j', 'k', 'l', 'm'].map((name) => named[name]);
  const extents = new Map(variables.map((v) => [v, Math.floor(draw() * 5) + (draw() < 0.1 ? 0 : 1)]));
  const operands: Operand[] = [];
  const access = (): Formula => {
    const rank = pick(draw, [0, 1, 1, 2, 2, 3, 4]);
    const on = Array.from({ length: rank }, () => pick(draw, variables));
    const shape = on.map((v) => extents.get(v) ?? 0);
    const values = Array.from({ length: shape.reduce((a, b) => a * b, 1) }, number);
    const array = np.asarray(values, { dtype }).reshape(shape);
    const made = tensor(`T${operands.length}`, array, place(rank));
    operands.push({ tensor: made, values });
    return { expression: made.at(...on), variables: new Set(on), ...elementAt({ values }, on, shape) };
  };
  const drivers: Driver[] = [];
  const rows: Placing = (rank) => {
    const found = place(1);
    return found?.on.dims.length === 1 ? { on: found.on, as: `${'xyzw'.slice(0, rank)} -> ${found.as.slice(-1)}` } : undefined;
  };
  const driver = (): Formula => {
    const rank = pick(draw, [2, 2, 2, 3, 4]);
    const on = [...variables].sort(() => draw() - 0.5).slice(0, rank);
    const shape = on.map((v) => extents.get(v) ?? 0);
    const values = Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => (draw() < 0.6 ? 0 : number()));
    const made = tensor(`S${drivers.length}`, entriesOf(draw, values, shape, dtype), rows(rank));
    drivers.push({ tensor: made, on });
    return { expression: made.at(...on), variables: new Set(on), ...elementAt({ values }, on, shape) };
  };
  const factor = (): Formula => {
    const kind = draw();
    if (kind < 0.15) {
      const value = Math.floor(draw() * 5) - 2;
      return { expression: value, variables: new Set(), at: () => value, magnitude: () => Math.abs(value) };
    }
    if (kind < 0.25) {
      const [a, b] = [access(), access()];
      return {
        expression: (a.expression as Expression).minus(b.expression),
        variables: new Set([...a.variables, ...b.variables]),
        at: (known) => a.at(known) - b.at(known),
        magnitude: (known) => a.magnitude(known) + b.magnitude(known),
      };
    }
    return access();
  };
  const summand = (): Formula => {
    const first = sparse > 0 && draw() < sparse ? driver() : access();
    const factors = [first, ...Array.from({ length: Math.floor(draw() * (sparse > 0 ? 4 : 3)) }, factor)];
    return factors.reduce((a, b) => ({
      expression: (a.expression as Expression).times(b.expression),
      variables: new Set([...a.variables, ...b.variables]),
      at: (known) => a.at(known) * b.at(known),
      magnitude: (known) => a.magnitude(known) * b.magnitude(known),
    }));
  };
  const summands = Array.from({ length: 1 + Math.floor(draw() * 2.5) }, summand);
  const used = variables.filter((v) => summands.some((s) => s.variables.has(v)));
  const shuffled = [...used].sort(() => draw() - 0.5);
  const isLike = drivers.length === 1 && summands.length === 1 && draw() < 0.4;
  const on = isLike ? drivers[0].on : shuffled.slice(0, Math.floor(draw() * Math.min(4, used.length + 1)));
  const shape = on.map((v) => extents.get(v) ?? 0);
  const format = on.map((_, dim) => (dim === 0 ? ('dense' as const) : ('compressed' as const)));
  const target = isLike ? tensor('R', shape, { ...rows(on.length), format }) : tensor('R', shape, place(on.length));
  return { target, on, summands, extents, named, operands, drivers };
}

/** The statement's right side. */
export function valueOf({ summands }: RandomStatement): Expression {
  return summands.map((s) => s.expression as Expression).reduce((a, b) => a.plus(b));
}

/** The elements of a result, row-major; zeros without a sign. */
export async function elementsOf(result: Pick<Tensor, 'isCompressed' | 'array' | 'entries'>): Promise<number[]> {
  const array = result.isCompressed ? result.entries().toDense() : result.array();
  return [...(await array.data())].map((x) => Number(x) + 0);
}

/** Its elements, row-major, by loops; `of`: or the sums of its terms' magnitudes. */
export function expectedOf({ on, summands, extents }: RandomStatement, of: 'at' | 'magnitude' = 'at'): number[] {
  const out: number[] = [];
  const each = (variables: readonly IndexVariable[], known: Map<IndexVariable, number>, visit: () => void): void => {
    const [first, ...rest] = variables;
    if (first === undefined) visit();
    else for (let x = 0; x < (extents.get(first) ?? 0); x++) each(rest, known.set(first, x), visit);
  };
  const known = new Map<IndexVariable, number>();
  each(on, known, () => {
    let total = 0;
    for (const summand of summands) {
      const summed = [...summand.variables].filter((v) => !on.includes(v));
      each(summed, known, () => (total += summand[of](known)));
    }
    out.push(total);
  });
  return out;
}

/** Bounds of the errors of float results, whichever the order of additions: a rounding for each term and factor, of sums of magnitudes. */
export function boundsOf(statement: RandomStatement): number[] {
  const { on, summands, extents } = statement;
  const terms = summands.map(({ variables }) =>
    [...variables].reduce((n, v) => (on.includes(v) ? n : n * (extents.get(v) ?? 0)), 1),
  );
  const roundings = terms.reduce((a, b) => a + b, 0) + 8;
  return expectedOf(statement, 'magnitude').map((sum) => roundings * 2 ** -52 * sum);
}
