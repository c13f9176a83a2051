/**
 * The cheapest cut of a graph between a source and a sink (Dinic's algorithm), in whole numbers, so that the answer is exact. Of cuts that
 * cost the same, the one with most nodes on the source's side is taken.
 *
 *     source ──3──► a ──1──► b ──4──► sink       cut a | b, for 1
 */

/** More than any sum of costs, and exact with them. */
export const NEVER = 2 ** 51;

export class MinimumCut {
  static readonly SOURCE = 0;
  static readonly SINK = 1;
  #nodes = 2;
  /** By edge: its end, and its capacity left; edge e ^ 1 goes back. */
  readonly #to: number[] = [];
  readonly #left: number[] = [];
  readonly #edges: number[][] = [[], []];

  /** A further node. */
  node(): number {
    this.#edges.push([]);
    return this.#nodes++;
  }

  /** Has it cost so much that `from` is on the source's side and `to` on the sink's. */
  edge(from: number, to: number, cost: number): void {
    if (cost <= 0 || from === to) return;
    this.#edges[from].push(this.#to.push(to) - 1);
    this.#left.push(cost);
    this.#edges[to].push(this.#to.push(from) - 1);
    this.#left.push(0);
  }

  /** By node: whether it is on the sink's side. */
  solve(): Uint8Array {
    for (;;) {
      const levels = this.#levels();
      if (levels[MinimumCut.SINK] < 0) return this.#sinkSide();
      const next = new Int32Array(this.#nodes);
      while (this.#augment(levels, next));
    }
  }

  /** By node: edges on the shortest way from the source, -1 where there is none. */
  #levels(): Int32Array {
    const levels = new Int32Array(this.#nodes).fill(-1);
    levels[MinimumCut.SOURCE] = 0;
    const reached = [MinimumCut.SOURCE];
    for (const node of reached)
      for (const edge of this.#edges[node]) {
        const to = this.#to[edge];
        if (this.#left[edge] === 0 || levels[to] >= 0) continue;
        levels[to] = levels[node] + 1;
        reached.push(to);
      }
    return levels;
  }

  /** Sends what fits along one shortest way; false where there is none. `next`: by node, its first edge that may lead on. */
  #augment(levels: Int32Array, next: Int32Array): boolean {
    const way: number[] = [];
    let node = MinimumCut.SOURCE;
    while (node !== MinimumCut.SINK) {
      const edges = this.#edges[node];
      const leads = (edge: number): boolean => this.#left[edge] > 0 && levels[this.#to[edge]] === levels[node] + 1;
      while (next[node] < edges.length && !leads(edges[next[node]])) next[node]++;
      if (next[node] < edges.length) {
        way.push(edges[next[node]]);
        node = this.#to[edges[next[node]]];
        continue;
      }
      const back = way.pop();
      if (back === undefined) return false;
      node = this.#to[back ^ 1];
      next[node]++;
    }
    const most = way.reduce((least, edge) => Math.min(least, this.#left[edge]), NEVER);
    for (const edge of way) {
      this.#left[edge] -= most;
      this.#left[edge ^ 1] += most;
    }
    return true;
  }

  /** The nodes from which the sink can still be reached. */
  #sinkSide(): Uint8Array {
    const side = new Uint8Array(this.#nodes);
    side[MinimumCut.SINK] = 1;
    const reached = [MinimumCut.SINK];
    for (const node of reached)
      for (const edge of this.#edges[node]) {
        const from = this.#to[edge];
        if (side[from] === 1 || this.#left[edge ^ 1] === 0) continue;
        side[from] = 1;
        reached.push(from);
      }
    return side;
  }
}
