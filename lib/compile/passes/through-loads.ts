/**
 * Loads through producers: a kernel that loads shifted elements of a producer's result computes these elements, and needs the result no
 * more. Loads of the producer stay loads; their arguments are views that are shifted alike (`fusion/through-shifts.ts`).
 *
 *     producer  %0 = load 0  %1 = mul %0 %0                store %1 -> 1
 *     consumer  %0 = load 0  %1 = load 1  %2 = add %0 %1   store %2 -> 2       arguments 0 and 1: the result's views [:-1] and [1:]
 *     both      %0 = load 0  %1 = mul %0 %0
 *               %2 = load 1  %3 = mul %2 %2  %4 = add %1 %3   store %4 -> 2    arguments 0 and 1: the operand's views [:-1] and [1:]
 */
import type { DType } from '../../dtype/index.js';
import { type Kernel, type KernelArg, mapOperands, mapSlots, type Node, type NodeId } from '../../ir/index.js';
import type { Source } from './source.js';

/** The place where a loaded value is found: an argument of the new kernel, or a value that is computed. */
export type Origin = { readonly kind: 'argument'; readonly arg: number } | { readonly kind: 'computed'; readonly by: Evaluation };

/** A producer's result at shifted elements. */
export interface Evaluation {
  readonly source: Source;
  /** By argument of the producer: where its loads are found. */
  readonly origins: readonly (Origin | null)[];
  /** By scalar of the producer: its number in the new kernel. */
  readonly scalars: readonly number[];
}

/** The consumer with its loads found at these places; by its arguments, null for no place. */
export function throughLoads(
  consumer: Kernel,
  origins: readonly (Origin | null)[],
  args: readonly KernelArg[],
  scalars: readonly DType[],
): Kernel {
  const argument = (k: number): number => {
    const origin = origins[k];
    return origin?.kind === 'argument' ? origin.arg : -1;
  };
  const loops = consumer.loops.map((loop) => {
    const writer = new Writer();
    const at: NodeId[] = [];
    for (const node of loop.nodes) {
      const origin = node.op === 'load' ? origins[node.arg] : null;
      if (origin?.kind === 'computed') at.push(writer.evaluate(origin.by));
      else at.push(writer.put(mapSlots(mapOperands(node, (id) => at[id]), argument, (k) => k))); // biome-ignore format: one line
    }
    const statements = loop.statements.map((s) => ({
      ...s,
      arg: argument(s.arg),
      value: at[s.value],
      ...(s.kind === 'scatter' && { index: at[s.index] }),
    }));
    return { nodes: writer.nodes, statements };
  });
  return { ...consumer, args, scalars, loops };
}

/** Writes the nodes of one loop; each evaluation once. */
class Writer {
  readonly nodes: Node[] = [];
  readonly #values = new Map<Evaluation, NodeId>();

  put(node: Node): NodeId {
    return this.nodes.push(node) - 1;
  }

  /** Writes the nodes of a producer's result; the number of its value. */
  evaluate(evaluation: Evaluation): NodeId {
    const known = this.#values.get(evaluation);
    if (known !== undefined) return known;
    const { source, origins, scalars } = evaluation;
    const at: NodeId[] = [];
    for (const node of source.nodes) {
      const origin = node.op === 'load' ? origins[node.arg] : null;
      if (origin?.kind === 'computed') at.push(this.evaluate(origin.by));
      else {
        const arg = origin?.kind === 'argument' ? origin.arg : -1;
        at.push(this.put(mapSlots(mapOperands(node, (id) => at[id]), () => arg, (k) => scalars[k]))); // biome-ignore format: one line
      }
    }
    this.#values.set(evaluation, at[source.value]);
    return at[source.value];
  }
}
