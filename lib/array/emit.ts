/**
 * Writes the nodes of a kernel's loop: what the library's families of functions use to say what they compute. A node's
 * dtype follows from its operands, and equal conversions are written once.
 */
import { bool, type DType, int64 } from '../dtype/index.js';
import type { BinaryOp, Node, NodeId, UnaryOp } from '../ir/index.js';

const comparisons: ReadonlySet<string> = new Set(['eq', 'ne', 'lt', 'le', 'gt', 'ge']);
const tests: ReadonlySet<string> = new Set(['isnan', 'isfinite', 'isinf', 'not']);

export class Emit {
  readonly nodes: Node[] = [];

  #push(node: Node): NodeId {
    return this.nodes.push(node) - 1;
  }

  dtype(id: NodeId): DType {
    return this.nodes[id].dtype;
  }

  load(arg: number, dtype: DType): NodeId {
    return this.#push({ op: 'load', dtype, arg });
  }

  scalar(slot: number, dtype: DType): NodeId {
    return this.#push({ op: 'scalar', dtype, slot });
  }

  constant(value: number, dtype: DType): NodeId {
    return this.#push({ op: 'const', dtype, value: dtype === int64 ? BigInt(value) : value });
  }

  /** Coordinate along a domain axis, int64. */
  index(axis: number): NodeId {
    return this.#push({ op: 'index', dtype: int64, axis });
  }

  gather(arg: number, dtype: DType, indices: readonly NodeId[]): NodeId {
    return this.#push({ op: 'gather', dtype, arg, indices });
  }

  uniform(word: NodeId, key: NodeId, dtype: DType): NodeId {
    return this.#push({ op: 'uniform', dtype, a: word, b: key });
  }

  cast(a: NodeId, dtype: DType): NodeId {
    return this.dtype(a) === dtype ? a : this.#push({ op: 'cast', dtype, a });
  }

  unary(op: UnaryOp, a: NodeId): NodeId {
    return this.#push({ op, dtype: tests.has(op) ? bool : this.dtype(a), a });
  }

  binary(op: BinaryOp, a: NodeId, b: NodeId): NodeId {
    return this.#push({ op, dtype: comparisons.has(op) ? bool : this.dtype(a), a, b });
  }

  select(c: NodeId, a: NodeId, b: NodeId): NodeId {
    return this.#push({ op: 'select', dtype: this.dtype(a), c, a, b });
  }
}
