/**
 * The computations of points as kinds of tasks: the loops of a leaf as one kernel over the values of its variables, of which the last ones are
 * summed over, or the device's product of matrices.
 *
 *     A(i, j) += B(i, k) * C(k, j)      domain (i, j, k)      A: (i, j), the row axes      B: (i, 0, k)      C: (0, j, k)
 */
import { invariant } from '../../base/index.js';
import { ADDED_PRODUCTS, PRODUCTS } from '../../device/index.js';
import { type DType, float64, int64 } from '../../dtype/index.js';
import {
  inout,
  input,
  type Kernel,
  type KernelArg,
  type KernelBuilder,
  kernel,
  type NestLoop,
  output,
  rowsOut,
  type Value,
} from '../../ir/index.js';
import { runtime } from '../../runtime/index.js';
import { type ArgSpec, defineKind, type TaskKind } from '../../task/index.js';
import type { Nest } from '../concrete/concrete.js';
import { type AccessTerm, accessesOf, type IndexVariable, type Term } from '../notation/terms.js';

/** The axes of a leaf's domain. */
interface Axes {
  /** Axes of the target; at least 1, of length 1 for a target without axes. */
  readonly rows: number;
  /** Axes that are summed over. */
  readonly summed: number;
  /** The order of the domain's elements, where commands say it, and the variable of each of its last axes. */
  readonly order: readonly NestLoop[] | null;
  readonly variables: readonly IndexVariable[];
}

type Write = (b: KernelBuilder) => void;

type Arithmetic = Pick<KernelBuilder, 'const' | 'cast' | 'neg' | 'add' | 'sub' | 'mul'>;

interface Shaping {
  readonly rank: number;
  readonly rowRank: number | null;
  readonly order?: readonly NestLoop[] | null;
}

function kindOf(name: string, args: readonly KernelArg[], { rank, rowRank, order }: Shaping, write: Write): TaskKind {
  const specs = args.map(({ privilege, access }): ArgSpec => ({ privilege, access }));
  const options = { ...(rowRank === null ? {} : { rowRank }), ...(order == null ? {} : { nest: order }) };
  const made: Kernel = kernel(rank, args, [], write, options);
  return defineKind({ name, args: specs, body: { kind: 'kernel', kernel: () => made } });
}

/** The accesses of a nest's value, each once: arguments of its kernel behind the target. */
export function operandsOf({ value }: Pick<Nest, 'value'>): readonly AccessTerm[] {
  const all = accessesOf(value);
  return all.filter((access, k) => all.findIndex((other) => isEqual(access, other)) === k);
}

export function isEqual(a: AccessTerm, b: AccessTerm): boolean {
  return a.tensor === b.tensor && a.indices.every((variable, axis) => variable === b.indices[axis]);
}

/**
 * The kernel of a nest's leaf. One that adds takes its target first and once more as its last argument: it is read, at the first value of the
 * variables that are summed over, and is one of the terms.
 */
export function leafKind(nest: Nest, { rows, summed, order, variables }: Axes, adds: boolean, compute: DType): TaskKind {
  const rank = rows + summed;
  const operands = operandsOf(nest);
  const front = rank - variables.length;
  const read = (dtype: DType, indices: readonly IndexVariable[]): KernelArg => {
    if (order?.at(-1)?.vector !== true) return input(dtype, rank);
    return { ...input(dtype, rank), still: variables.flatMap((variable, n) => (indices.includes(variable) ? [] : [front + n])) };
  };
  const inputs = operands.map(({ tensor, indices }) => read(tensor.dtype ?? compute, indices));
  if (summed === 0) {
    const target = adds ? inout(compute, rank) : output(compute, rank);
    return kindOf('leaf', [target, ...inputs], { rank, rowRank: null, order }, (b) => {
      const value = valueOf(b, nest.value, operands, compute);
      b.store(0, adds ? b.add(b.load(0), value) : value);
    });
  }
  const args = [rowsOut(compute, rows), ...inputs, ...(adds ? [read(compute, nest.target.indices)] : [])];
  return kindOf('leaf', args, { rank, rowRank: rows, order }, (b) => {
    const value = valueOf(b, nest.value, operands, compute);
    b.foldInner('sum', 0, adds ? b.add(value, atFirst(b, args.length - 1, rows, rank)) : value);
  });
}

/** An argument where all axes from `rows` on are at 0, and 0 elsewhere. */
export function atFirst(b: KernelBuilder, arg: number, rows: number, rank: number): Value {
  const zero = b.const(0, int64);
  let first = b.binary('eq', b.index(rows), zero);
  for (let axis = rows + 1; axis < rank; axis++) first = b.and(first, b.binary('eq', b.index(axis), zero));
  const value = b.load(arg);
  return b.select(first, value, b.const(0, value.dtype));
}

function valueOf(b: KernelBuilder, term: Term, operands: readonly AccessTerm[], compute: DType): Value {
  return formulaOf(b, term, compute, (access) => b.load(1 + operands.findIndex((other) => isEqual(access, other))));
}

/** A term over elements that `read` gives, in the dtype that it is computed in. */
export function formulaOf(b: Arithmetic, term: Term, compute: DType, read: (access: AccessTerm) => Value): Value {
  if (term.kind === 'constant') return b.const(term.value, compute);
  if (term.kind === 'access') return b.cast(read(term), compute);
  const first = formulaOf(b, term.a, compute, read);
  if (term.kind === 'negate') return compute.kind === 'unsigned' ? b.sub(b.const(0, compute), first) : b.neg(first);
  const second = formulaOf(b, term.b, compute, read);
  return term.kind === 'add' ? b.add(first, second) : term.kind === 'subtract' ? b.sub(first, second) : b.mul(first, second);
}

const made = new Map<string, TaskKind>();

/** `clear`: the first argument becomes 0; `copy`: it becomes the second; `add`: the second is added to it. */
export function elementKind(kind: 'clear' | 'copy' | 'add', rank: number, compute: DType, from = compute): TaskKind {
  const key = `${kind} ${rank} ${compute.name} ${from.name}`;
  let found = made.get(key);
  if (found === undefined) {
    const target = kind === 'add' ? inout(compute, rank) : output(compute, rank);
    const args = kind === 'clear' ? [target] : [target, input(from, rank)];
    found = kindOf(kind, args, { rank, rowRank: null }, (b) => {
      const value = kind === 'clear' ? b.const(0, compute) : b.cast(b.load(1), compute);
      b.store(0, kind === 'add' ? b.add(b.load(0), value) : value);
    });
    made.set(key, found);
  }
  return found;
}

/** Computes nothing: the parts of its argument are fetched. */
export const FETCH: TaskKind = defineKind({
  name: 'fetch',
  args: [{ privilege: 'read', access: 'whole' }],
  body: { kind: 'kernel', kernel: (rank) => kernel(rank, [input(float64, rank)], [], () => undefined) },
});

const products = new Map<string, TaskKind>();

/**
 * The device's product of matrices, of arguments B, C, A over (m, n, k, batch), which A becomes, or which is added to it; null where the device has
 * none for the dtype.
 */
export function gemmKind(compute: DType, adds: boolean): TaskKind | null {
  const routine = (adds ? ADDED_PRODUCTS : PRODUCTS).get(compute);
  if (routine === undefined || runtime().device.routine(routine) < 0) return null;
  let found = products.get(routine);
  if (found === undefined) {
    const args: readonly ArgSpec[] = [
      { privilege: 'read', access: 'whole' },
      { privilege: 'read', access: 'whole' },
      { privilege: adds ? 'readwrite' : 'write', access: 'whole' },
    ];
    products.set(routine, (found = defineKind({ name: 'gemm', args, body: { kind: 'native', routine } })));
  }
  invariant(found.body.kind === 'native', 'a product is a routine');
  return found;
}
