/**
 * The solvers' operations on vectors, a task for each step of a method: written with array operations, the steps would be three tasks
 * each and leave intermediate arrays to be found dead. They fuse and round as array operations do.
 */
import { NDArray } from '../array/index.js';
import type { DType } from '../dtype/index.js';
import { fullIn, fullOut, input, type KernelBuilder, kernel, output, type Value } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import { defineKind, type TaskKind } from '../task/index.js';

/** Caches `make` by dtype. */
export function perDType(make: (dtype: DType) => TaskKind): (dtype: DType) => TaskKind {
  const made = new Map<DType, TaskKind>();
  return (dtype) => {
    let kind = made.get(dtype);
    if (kind === undefined) made.set(dtype, (kind = make(dtype)));
    return kind;
  };
}

/** Writes the values of a formula over vectors, then 0-d values, into `out`, which may be one of the vectors. Returns `out`. */
type Formula = (out: NDArray, ...inputs: NDArray[]) => NDArray;

/** A formula of `vectors` vectors, then `values` 0-d values. */
export function formula(
  name: string,
  vectors: number,
  values: number,
  value: (b: KernelBuilder, ...inputs: Value[]) => Value,
): Formula {
  const count = vectors + values;
  const isVector = (_: unknown, k: number): boolean => k < vectors;
  const flags = Array.from({ length: count }, isVector);
  const kind = perDType((dtype) =>
    defineKind({
      name: `${name}_${dtype.name}`,
      args: [
        ...flags.map((vector) => ({ privilege: 'read', access: vector ? 'elementwise' : 'full' }) as const),
        { privilege: 'write', access: 'elementwise' },
      ],
      body: {
        kind: 'kernel',
        kernel: (rank) =>
          kernel(rank, [...flags.map((vector) => (vector ? input(dtype, rank) : fullIn(dtype))), output(dtype, rank)], [], (b) =>
            b.store(count, value(b, ...flags.map((_, k) => b.load(k)))),
          ),
      },
    }),
  );
  return (out, ...inputs) => {
    runtime().launch(kind(out.dtype), out.view.shape, [...inputs, out]);
    return out;
  };
}

/** `a / b`, and 0 where b is 0, for iterations past the exact solution. */
export function quotient(b: KernelBuilder, over: Value, under: Value): Value {
  const zero = b.const(0, under.dtype);
  return b.select(b.binary('ne', under, zero), b.div(over, under), zero);
}

/** √x. */
export const root = formula('root', 1, 0, (b, x) => b.unary('sqrt', x));

/** a / b, or 0. */
export const ratio = formula('ratio', 2, 0, quotient);

/** y + x a. */
export const addScaled = formula('add_scaled', 2, 1, (b, y, x, a) => b.add(y, b.mul(x, a)));

/** y - x a. */
export const subtractScaled = formula('subtract_scaled', 2, 1, (b, y, x, a) => b.sub(y, b.mul(x, a)));

/** y + (x a + z b). */
export const addTwoScaled = formula('add_two_scaled', 3, 2, (k, y, x, z, a, b) => k.add(y, k.add(k.mul(x, a), k.mul(z, b))));

/** Length of a step of conjugate gradients, from γ, δ, β and the last one: γ / (δ - β γ / α). */
export const cgStep = formula('cg_step', 4, 0, (b, gamma, delta, beta, last) =>
  quotient(b, gamma, b.sub(delta, quotient(b, b.mul(beta, gamma), last))),
);

/** Share of the last direction in the next one, of BiCGSTAB: (ρ / last ρ) (α / ω). */
export const bicgstabShare = formula('bicgstab_share', 4, 0, (b, rho, last, alpha, omega) =>
  b.mul(quotient(b, rho, last), quotient(b, alpha, omega)),
);

/** The next direction of BiCGSTAB: r + (p - v ω) β. */
export const bicgstabDirection = formula('bicgstab_direction', 3, 2, (b, r, p, v, omega, beta) =>
  b.add(r, b.mul(b.sub(p, b.mul(v, omega)), beta)),
);

const dotKind = perDType((dtype) =>
  defineKind({
    name: `dot_${dtype.name}`,
    args: [
      { privilege: 'read', access: 'elementwise' },
      { privilege: 'read', access: 'elementwise' },
      { privilege: 'write', access: 'full' },
    ],
    body: {
      kind: 'kernel',
      kernel: (rank) =>
        kernel(rank, [input(dtype, rank), input(dtype, rank), fullOut(dtype)], [], (b) =>
          b.fold('sum', 2, b.mul(b.load(0), b.load(1))),
        ),
    },
  }),
);

/** The sum of the products of two vectors' elements, 0-d. */
export function dot(a: NDArray, b: NDArray): NDArray {
  const out = fresh(a.dtype);
  runtime().launch(dotKind(a.dtype), a.view.shape, [a, b, out]);
  return out;
}

/** An array in a dtype; itself where it has it. */
export function typed(x: NDArray, dtype: DType): NDArray {
  return x.dtype === dtype ? x : x.astype(dtype);
}

/** A new array for a task to write: 0-d unless a shape is given. */
export function fresh(dtype: DType, shape: readonly number[] = []): NDArray {
  const { root, view, token } = runtime().create(dtype, shape);
  return new NDArray(root, view, token);
}
