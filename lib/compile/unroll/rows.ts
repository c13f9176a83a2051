/**
 * Maps over a few long rows as maps over the elements of a row: one node for each row, so that a kernel over rows fuses with kernels over
 * rows of their own. (`unroll.ts` has the other axis: many rows of a few elements.)
 *
 *     domain (2, n)                                        domain (n)
 *     %0 = load 0   %1 = mul %0 %0   store %1 -> 1   ⇒     %0 = load 0.0   %1 = mul %0 %0   store %1 -> 1.0
 *                                                          %2 = load 0.1   %3 = mul %2 %2   store %3 -> 1.1
 */
import type { Kernel, KernelArg, Node, NodeId, Statement } from '../../ir/index.js';
import { hasBody, mapOperands, structureOf } from '../../ir/index.js';

/** An argument of a kernel over a row. */
export interface Row {
  /** The argument of the kernel that was unrolled. */
  readonly arg: number;
  /** Its index on that argument's first axis; null: that argument as it is. */
  readonly at: number | null;
}

interface UnrolledRows {
  readonly kernel: Kernel;
  readonly rows: readonly Row[];
}

/** Nodes beyond which unrolling is not worth the compilers' time. */
const MOST_NODES = 512;

/**
 * The kernel over the axes behind the first of its domain, which has `count` rows. `repeats`: by argument, whether all rows are the same
 * elements. Null for kernels that are no maps of one loop.
 */
export function unrollRows(kernel: Kernel, count: number, repeats: readonly boolean[]): UnrolledRows | null {
  const [loop, ...others] = kernel.loops;
  if (others.length > 0 || kernel.rank < 2 || structureOf(kernel) !== 'map' || loop.nodes.length * count > MOST_NODES)
    return null;
  if (loop.nodes.some(hasBody)) return null;
  if (!loop.statements.every((s) => s.kind === 'store' && kernel.args[s.arg].access === 'elementwise')) return null;
  return new RowUnroller(kernel, repeats).run(count);
}

class RowUnroller {
  readonly #kernel: Kernel;
  readonly #repeats: readonly boolean[];
  readonly #nodes: Node[] = [];
  readonly #args: KernelArg[] = [];
  readonly #rows: Row[] = [];

  constructor(kernel: Kernel, repeats: readonly boolean[]) {
    this.#kernel = kernel;
    this.#repeats = repeats;
  }

  run(count: number): UnrolledRows {
    const { loops, scalars, rank, rowRank } = this.#kernel;
    const [{ statements }] = loops;
    const values = Array.from({ length: count }, (_, row) => this.#row(row));
    // All rows are loaded before the first of them is stored.
    const stores = values.flatMap((ids, row) =>
      statements.map((s): Statement => ({ ...s, arg: this.#argument(s.arg, row), value: ids[s.value] })),
    );
    const kernel = {
      rank: rank - 1,
      rowRank: Math.min(rowRank, rank - 1),
      args: this.#args,
      scalars,
      loops: [{ nodes: this.#nodes, statements: stores }],
    };
    return { kernel, rows: this.#rows };
  }

  /** The loop's nodes for one row; where they are. */
  #row(row: number): NodeId[] {
    const ids: NodeId[] = [];
    for (const node of this.#kernel.loops[0].nodes) ids.push(this.#nodes.push(this.#copy(node, row, ids)) - 1);
    return ids;
  }

  #copy(node: Node, row: number, ids: readonly NodeId[]): Node {
    if (node.op === 'load' || node.op === 'gather')
      return { ...mapOperands(node, (id) => ids[id]), arg: this.#argument(node.arg, row) };
    if (node.op === 'index')
      return node.axis > 0 ? { ...node, axis: node.axis - 1 } : { op: 'const', dtype: node.dtype, value: BigInt(row) };
    return mapOperands(node, (id) => ids[id]);
  }

  /** The number of an argument's row. */
  #argument(arg: number, row: number): number {
    const spec = this.#kernel.args[arg];
    const at = spec.access !== 'elementwise' ? null : this.#repeats[arg] && spec.privilege === 'read' ? 0 : row;
    const known = this.#rows.findIndex((r) => r.arg === arg && r.at === at);
    if (known >= 0) return known;
    this.#args.push(at === null ? spec : { ...spec, rank: spec.rank - 1 });
    return this.#rows.push({ arg, at }) - 1;
  }
}
