/**
 * The cost of computing elements again, as the bytes that memory moves in that time, so that it compares with storing and loading them
 * (`cost.ts`).
 */
import type { Source } from '../compile/index.js';
import { type Node, weightOf } from '../ir/index.js';
import type { Task } from '../task/index.js';
import { kernelAt } from './part.js';

/**
 * Bytes moved while a simple operation gives one byte of its results: with six operations more for an element of 8 bytes, kernels take as
 * long as with a pass over memory more (lib/DESIGN.md).
 */
const OPERATION = 0.33;
/** Elements that are computed; an element of a result, seen through one view, once. */
export class Recomputed {
  /** As bytes that could be moved meanwhile. */
  bytes = 0;
  readonly #known = new Set<string>();

  /** Counts a producer's source at some elements; `key`: the result and the view. */
  add(key: string, { nodes }: Source, elements: number): void {
    if (this.#known.has(key)) return;
    this.#known.add(key);
    this.#count(nodes, elements);
  }

  /** Counts a task's own loops. */
  own(task: Task): void {
    for (const { nodes } of kernelAt(task, task.domain.length).loops)
      this.#count(
        nodes,
        task.domain.reduce((size, n) => size * n, 1),
      );
  }

  #count(nodes: readonly Node[], elements: number): void {
    for (const node of nodes) this.bytes += OPERATION * weightOf(node) * elements * node.dtype.size;
  }
}
