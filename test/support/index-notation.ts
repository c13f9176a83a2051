/**
 * Random statements of tensor index notation, and their values by loops over every value of every variable: nothing of the library's but the
 * classes that statements are written with.
 */
import * as np from '../../lib/array/index.js';
import type { Expression, Grid } from '../../lib/tensor/index.js';
import { type IndexVariable, indices, type Tensor, tensor } from '../../lib/tensor/index.js';

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
}

export interface RandomStatement {
  readonly target: Tensor;
  readonly on: readonly IndexVariable[];
  readonly summands: readonly Formula[];
  readonly extents: ReadonlyMap<IndexVariable, number>;
  /** Variables by name. */
  readonly named: Readonly<Record<string, IndexVariable>>;
  readonly operands: readonly Operand[];
}

/** Where tensors of a rank are; undefined for anywhere. */
export type Placing = (rank: number) => { readonly on: Grid; readonly as: string } | undefined;

export const pick = <T>(draw: Draw, list: readonly T[]): T => list[Math.floor(draw() * list.length)];

/** 1 to 3 summands of 1 to 3 factors of ranks 0 to 4 over five variables, with repeated indices; integers in [-4, 4]. */
export function randomStatement(
  draw: Draw,
  place: Placing = () => undefined,
  dtype: 'float64' | 'int64' = 'float64',
): RandomStatement {
  const named = indices();
  const variables = ['i', 'j', 'k', 'l', 'm'].map((name) => named[name]);
  const extents = new Map(variables.map((v) => [v, Math.floor(draw() * 5) + (draw() < 0.1 ? 0 : 1)]));
  const operands: Operand[] = [];
  const access = (): Formula => {
    const rank = pick(draw, [0, 1, 1, 2, 2, 3, 4]);
    const on = Array.from({ length: rank }, () => pick(draw, variables));
    const shape = on.map((v) => extents.get(v) ?? 0);
    const values = Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => Math.floor(draw() * 9) - 4);
    const array = np.asarray(values, { dtype }).reshape(shape);
    const made = tensor(`T${operands.length}`, array, place(rank));
    operands.push({ tensor: made, values });
    const at = (known: ReadonlyMap<IndexVariable, number>): number =>
      values[on.reduce((n, v, axis) => n * shape[axis] + (known.get(v) ?? 0), 0)];
    return { expression: made.at(...on), variables: new Set(on), at };
  };
  const factor = (): Formula => {
    const kind = draw();
    if (kind < 0.15) {
      const value = Math.floor(draw() * 5) - 2;
      return { expression: value, variables: new Set(), at: () => value };
    }
    if (kind < 0.25) {
      const [a, b] = [access(), access()];
      return {
        expression: (a.expression as Expression).minus(b.expression),
        variables: new Set([...a.variables, ...b.variables]),
        at: (known) => a.at(known) - b.at(known),
      };
    }
    return access();
  };
  const summand = (): Formula => {
    const factors = [access(), ...Array.from({ length: Math.floor(draw() * 3) }, factor)];
    return factors.reduce((a, b) => ({
      expression: (a.expression as Expression).times(b.expression),
      variables: new Set([...a.variables, ...b.variables]),
      at: (known) => a.at(known) * b.at(known),
    }));
  };
  const summands = Array.from({ length: 1 + Math.floor(draw() * 2.5) }, summand);
  const used = variables.filter((v) => summands.some((s) => s.variables.has(v)));
  const shuffled = [...used].sort(() => draw() - 0.5);
  const on = shuffled.slice(0, Math.floor(draw() * Math.min(4, used.length + 1)));
  const shape = on.map((v) => extents.get(v) ?? 0);
  return { target: tensor('R', shape, place(on.length)), on, summands, extents, named, operands };
}

/** The statement's right side. */
export function valueOf({ summands }: RandomStatement): Expression {
  return summands.map((s) => s.expression as Expression).reduce((a, b) => a.plus(b));
}

/** Its elements, row-major, by loops. */
export function expectedOf({ on, summands, extents }: RandomStatement): number[] {
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
      each(summed, known, () => (total += summand.at(known)));
    }
    out.push(total);
  });
  return out;
}
