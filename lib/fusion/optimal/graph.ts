/**
 * A program as the solver sees it: loops, the arrays between them, and which loops may share a kernel ("Fusing Gathers with Integer Linear
 * Programming", section 4). Plain data, so that a thread can be sent one.
 *
 *     bs = map(f, as)          node 0                    array bs: written by 0, read by 1
 *     cs = gather(is, bs)      node 1, one gather        edge 0 → 1, fusible, consumed in the order of gather 0
 */

/** The order in which a loop walks an array. */
export type Order =
  /** That in which it produces its own results. */
  | { readonly kind: 'own' }
  /** From left to right (0), from right to left (1), or the order of gather `at - 2`. */
  | { readonly kind: 'fixed'; readonly at: number };

export interface GraphNode {
  readonly name: string;
  /** Loops of one domain may share a kernel without sharing an array; -1: a loop that may be in any kernel. */
  readonly domain: number;
  /** Orders in which it may produce its results: any, forwards alone (a scan), backwards alone, either of these (a scatter). */
  readonly produces: 'any' | 'forward' | 'backward' | 'whole';
}

/** A dependence: `to` comes in the kernel of `from` or behind it; where it is not fusible, behind it. */
export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly fusible: boolean;
  /** The array that is passed on, and the order in which `to` reads it; null for any other dependence. */
  readonly array: number | null;
  readonly order: Order;
}

/** A node's use of an array; `order` is null where it is unknown, so that nothing is shared. */
export interface ArrayUse {
  readonly node: number;
  readonly writes: boolean;
  readonly reads: boolean;
  readonly order: Order | null;
}

export interface GraphArray {
  readonly name: string;
  readonly bytes: number;
  /** In the program's order. */
  readonly uses: readonly ArrayUse[];
  /** The graph's removal that it belongs to, by number; null for one that has to be in memory. */
  readonly removal: number | null;
}

export interface FusionGraph {
  /** In an order of execution. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly arrays: readonly GraphArray[];
  /** Nodes that have to share one kernel, the first of them the producer, for an array to need no memory. */
  readonly removals: readonly (readonly number[])[];
  /** Pairs of loops of one domain that no kernel can have both of. */
  readonly apart: readonly (readonly [number, number])[];
  readonly gathers: number;
}

/** The order in which a loop produces its results. */
export const OWN: Order = Object.freeze({ kind: 'own' });
