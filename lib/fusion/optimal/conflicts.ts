/**
 * Pairs of loops that share no kernel in any fusion of a graph: loops that the graph keeps apart, loops of two domains, and ends of a path on which
 * two loops are such a pair, since a kernel that has both ends of a path has all of it.
 *
 *     a → b ⇥ c → d        ⇥ not fusible: a and d share no kernel, nor do a and c, b and d
 */
import type { FusionGraph } from './graph.js';

export class Conflicts {
  readonly #nodes: number;
  /** By pair of nodes, the first before the second: whether a path leads from one to the other, and whether they conflict. */
  readonly #leads: Uint8Array;
  readonly #conflict: Uint8Array;

  constructor({ nodes, edges, apart }: FusionGraph) {
    const n = nodes.length;
    this.#nodes = n;
    this.#leads = new Uint8Array(n * n);
    this.#conflict = new Uint8Array(n * n);
    for (const { from, to, fusible } of edges) {
      this.#leads[from * n + to] = 1;
      if (!fusible) this.#conflict[from * n + to] = 1;
    }
    for (const [a, b] of apart) this.#conflict[Math.min(a, b) * n + Math.max(a, b)] = 1;
    for (let a = 0; a < n; a++)
      for (let b = a + 1; b < n; b++)
        if (nodes[a].domain >= 0 && nodes[b].domain >= 0 && nodes[a].domain !== nodes[b].domain) this.#conflict[a * n + b] = 1;
    // Shorter pairs first: a path's inner loops lie between its ends.
    for (let far = 2; far < n; far++) for (let a = 0; a + far < n; a++) this.#alongPaths(a, a + far);
  }

  /** Whether two loops share a kernel in no fusion. */
  between(a: number, b: number): boolean {
    return this.#conflict[Math.min(a, b) * this.#nodes + Math.max(a, b)] === 1;
  }

  /** Whether a path leads from one loop to a later one. */
  leads(a: number, b: number): boolean {
    return this.#leads[a * this.#nodes + b] === 1;
  }

  #alongPaths(a: number, b: number): void {
    const n = this.#nodes;
    for (let c = a + 1; c < b; c++) {
      if (this.#leads[a * n + c] === 0 || this.#leads[c * n + b] === 0) continue;
      this.#leads[a * n + b] = 1;
      if (this.#conflict[a * n + c] === 1 || this.#conflict[c * n + b] === 1) this.#conflict[a * n + b] = 1;
    }
  }
}
