/** Nodes by their distances: a binary heap in which a node's distance can become less. */
export class NodeHeap {
  readonly #nodes: Int32Array;
  /** Where each node is in the heap; -1 where it is not. */
  readonly #places: Int32Array;
  readonly #distance: Float64Array;
  #size = 0;

  /** `distance`: of each node, which is written before `put`. */
  constructor(size: number, distance: Float64Array) {
    this.#nodes = new Int32Array(size);
    this.#places = new Int32Array(size).fill(-1);
    this.#distance = distance;
  }

  get size(): number {
    return this.#size;
  }

  /** Puts a node in, or takes note that its distance became less. */
  put(node: number): void {
    const [nodes, places, distance] = [this.#nodes, this.#places, this.#distance];
    let at = places[node] < 0 ? this.#size++ : places[node];
    const own = distance[node];
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (distance[nodes[up]] <= own) break;
      nodes[at] = nodes[up];
      places[nodes[at]] = at;
      at = up;
    }
    nodes[at] = node;
    places[node] = at;
  }

  /** Takes all nodes out. */
  clear(): void {
    for (let at = 0; at < this.#size; at++) this.#places[this.#nodes[at]] = -1;
    this.#size = 0;
  }

  /** Takes the nearest node out. */
  take(): number {
    const [nodes, places, distance] = [this.#nodes, this.#places, this.#distance];
    const least = nodes[0];
    places[least] = -1;
    const last = nodes[--this.#size];
    const size = this.#size;
    if (size === 0) return least;
    const own = distance[last];
    let at = 0;
    for (let down = 1; down < size; down = 2 * at + 1) {
      if (down + 1 < size && distance[nodes[down + 1]] < distance[nodes[down]]) down++;
      if (distance[nodes[down]] >= own) break;
      nodes[at] = nodes[down];
      places[nodes[at]] = at;
      at = down;
    }
    nodes[at] = last;
    places[last] = at;
    return least;
  }
}
