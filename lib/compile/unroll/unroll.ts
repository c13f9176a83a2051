/**
 * Kernels over rows of a few elements as kernels over the rows alone: one node for each element of a row, and folds over a row's elements
 * as trees of nodes, combined in the order that `ir/folds.ts` fixes. A kernel with inner folds becomes a map (or folds columns), and fuses
 * with all kernels over the same rows.
 *
 *     domain (n, 2)                                        domain (n)
 *     %0 = load 0   %1 = mul %0 %0                         %0 = load 0.0   %1 = mul %0 %0   %2 = load 0.1   %3 = mul %2 %2
 *     foldInner sum %1 -> 1                        ⇒       %4 = add %1 %3   %5 = const 0   %6 = add %5 %4   store %6 -> 1
 */
import type { Kernel, KernelArg, Node, NodeId, Statement } from '../../ir/index.js';
import { hasBody, mapOperands } from '../../ir/index.js';
import { firstExtreme, foldTree } from './trees.js';

/** An argument of an unrolled kernel. */
export interface Column {
  /** The argument of the kernel that was unrolled. */
  readonly arg: number;
  /** Where it is along that argument's axes after the rows'; null: that argument as it is. */
  readonly at: readonly number[] | null;
}

interface Unrolled {
  readonly kernel: Kernel;
  readonly columns: readonly Column[];
}

/** Nodes beyond which unrolling is not worth the compilers' time. */
const MOST_NODES = 1024;

/**
 * The kernel over the first axis of its domain; `short` are the sizes of the further axes. `strides`: of each argument, along the axes of
 * its view. Null for kernels that cannot be unrolled: their folds go over rows, too, or have no fixed length.
 */
export function unroll(kernel: Kernel, short: readonly number[], strides: readonly (readonly number[])[]): Unrolled | null {
  const [loop, ...others] = kernel.loops;
  const elements = coordinates(short);
  if (others.length > 0 || loop.nodes.length * elements.length > MOST_NODES) return null;
  if (loop.nodes.some(hasBody) || !loop.statements.every((s) => unrolls(kernel, s))) return null;
  return new Unroller(kernel, strides).run(elements, short);
}

function unrolls(kernel: Kernel, s: Statement): boolean {
  if (s.kind === 'store') return kernel.args[s.arg].access === 'elementwise';
  if (s.kind === 'foldOuter') return kernel.rowRank === 1;
  return (s.kind === 'foldInner' || s.kind === 'argFold') && kernel.rowRank >= 1;
}

/** All coordinates of a shape, the last axis fastest. */
function coordinates(shape: readonly number[]): number[][] {
  return shape.reduce<number[][]>((all, n) => all.flatMap((at) => Array.from({ length: n }, (_, i) => [...at, i])), [[]]);
}

class Unroller {
  readonly #kernel: Kernel;
  readonly #strides: readonly (readonly number[])[];
  readonly #nodes: Node[] = [];
  readonly #args: KernelArg[] = [];
  readonly #columns: Column[] = [];
  readonly #known = new Map<string, number>();

  constructor(kernel: Kernel, strides: readonly (readonly number[])[]) {
    this.#kernel = kernel;
    this.#strides = strides;
  }

  run(elements: readonly (readonly number[])[], short: readonly number[]): Unrolled {
    const { loops, scalars, rowRank } = this.#kernel;
    const values = elements.map((at) => this.#element(at));
    const results = coordinates(short.slice(0, rowRank - 1));
    const statements = loops[0].statements.flatMap((s) => this.#statements(s, elements, values, results));
    const kernel = { rank: 1, rowRank: 1, args: this.#args, scalars, loops: [{ nodes: this.#nodes, statements }] };
    return { kernel, columns: this.#columns };
  }

  /** The loop's nodes for one element of a row; where they are. */
  #element(at: readonly number[]): NodeId[] {
    const ids: NodeId[] = [];
    for (const node of this.#kernel.loops[0].nodes) ids.push(this.#push(this.#copy(node, at, ids)));
    return ids;
  }

  #copy(node: Node, at: readonly number[], ids: readonly NodeId[]): Node {
    if (node.op === 'load' || node.op === 'gather')
      return { ...mapOperands(node, (id) => ids[id]), arg: this.#column(node.arg, at, node.op === 'load') };
    if (node.op === 'index' && node.axis > 0) return { op: 'const', dtype: node.dtype, value: BigInt(at[node.axis - 1]) };
    return mapOperands(node, (id) => ids[id]);
  }

  readonly #push = (node: Node): NodeId => this.#nodes.push(node) - 1;

  #statements(
    s: Statement,
    elements: readonly (readonly number[])[],
    values: readonly NodeId[][],
    results: readonly (readonly number[])[],
  ): Statement[] {
    const valuesOf = values.map((ids) => ids[s.value]);
    if (s.kind === 'store') return elements.map((at, e) => ({ ...s, arg: this.#column(s.arg, at, true), value: valuesOf[e] }));
    if (s.kind === 'foldOuter')
      return elements.map((at, e) => ({ ...s, arg: this.#column(s.arg, at, true), value: valuesOf[e] }));
    const length = elements.length / results.length;
    return results.map((at, r): Statement => {
      const row = valuesOf.slice(r * length, (r + 1) * length);
      const { dtype } = this.#nodes[row[0]];
      const value =
        s.kind === 'argFold'
          ? firstExtreme(this.#push, s.op, row, dtype)
          : foldTree(this.#push, s.kind === 'foldInner' ? s.op : 'sum', row, dtype);
      return { kind: 'store', arg: this.#column(s.arg, at, true), value };
    });
  }

  /** The number of an argument's column; one that is the same for all rows is reached in full. */
  #column(arg: number, at: readonly number[], moves: boolean): number {
    const spec = this.#kernel.args[arg];
    const whole = !moves || spec.access === 'full';
    const strides = this.#strides[arg];
    const read = spec.privilege === 'read';
    const lead = spec.access === 'columns' ? 0 : 1;
    const place = whole ? null : at.map((i, axis) => (read && strides[axis + lead] === 0 ? 0 : i));
    const key = `${arg} ${place?.join()}`;
    let found = this.#known.get(key);
    if (found === undefined) {
      this.#known.set(key, (found = this.#columns.push({ arg, at: place }) - 1));
      this.#args.push(whole ? spec : columnSpec(spec, read && strides[0] === 0));
    }
    return found;
  }
}

function columnSpec(spec: KernelArg, same: boolean): KernelArg {
  if (spec.access === 'columns') return { ...spec, rank: 0 };
  return same ? { ...spec, access: 'full', rank: 0 } : { ...spec, access: 'elementwise', rank: 1 };
}
