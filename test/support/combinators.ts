/**
 * Programs of combinators as graphs for the solver: table 1 of "Fusing Gathers with Integer Linear Programming". An array is named by the
 * combinator that computes it; `input` names one that is there before.
 */
import type { ArrayUse, FusionGraph, GraphEdge, GraphNode, Order } from '../../lib/fusion/optimal/graph.js';

const OWN: Order = { kind: 'own' };

export class Combinators {
  readonly #nodes: GraphNode[] = [];
  readonly #edges: GraphEdge[] = [];
  readonly #arrays: { name: string; bytes: number; uses: ArrayUse[]; producer: number | null; kept: boolean }[] = [];
  readonly #byName = new Map<string, number>();
  /** By array: the scatter that overwrites it. */
  readonly #overwritten = new Map<number, number>();
  #gathers = 0;

  /** Arrays that the program is given. */
  inputs(bytes: number, ...names: string[]): this {
    for (const name of names) this.#array(name, bytes, null);
    return this;
  }

  /** `free`: arrays that its function indexes. */
  generate(name: string, bytes: number, free: readonly string[] = []): this {
    this.#node(name, bytes, 'any');
    return this.#reads(free, false, null);
  }

  map(name: string, bytes: number, from: readonly string[], free: readonly string[] = []): this {
    this.#node(name, bytes, 'any');
    return this.#reads(from, true, OWN).#reads(free, false, null);
  }

  fold(name: string, bytes: number, from: readonly string[], free: readonly string[] = []): this {
    return this.map(name, bytes, from, free);
  }

  gather(name: string, bytes: number, at: readonly string[], from: readonly string[]): this {
    this.#node(name, bytes, 'any');
    return this.#reads(at, true, OWN).#reads(from, true, { kind: 'fixed', at: 2 + this.#gathers++ });
  }

  scan(name: string, bytes: number, from: readonly string[], backward = false): this {
    this.#node(name, bytes, backward ? 'backward' : 'forward');
    return this.#reads(from, true, { kind: 'fixed', at: backward ? 1 : 0 });
  }

  /** Overwrites `into`, which nothing uses any more. */
  scatter(name: string, bytes: number, into: string, from: readonly string[]): this {
    const node = this.#node(name, bytes, 'whole');
    this.#reads(from, true, OWN).#reads([into], false, null);
    this.#overwritten.set(this.#indexOf(name), node);
    const { uses } = this.#arrays[this.#indexOf(into)];
    for (const use of uses) if (use.node !== node && !use.writes) this.#edge(use.node, node, false, null, OWN);
    return this;
  }

  /** A part with control flow of its own, or a `force`: nothing fuses with it. */
  barrier(name: string, bytes: number, from: readonly string[]): this {
    const node = this.#node(name, bytes, 'any');
    this.#reads(from, false, null);
    this.#overwritten.set(this.#indexOf(name), node);
    return this;
  }

  /** Arrays that the program gives back. */
  returns(...names: string[]): this {
    for (const name of names) this.#arrays[this.#indexOf(name)].kept = true;
    return this;
  }

  graph(): FusionGraph {
    const removals: number[][] = [];
    const arrays = this.#arrays.map(({ name, bytes, uses, producer, kept }) => {
      const readers = uses.filter(({ writes }) => !writes).map(({ node }) => node);
      const removable = producer !== null && !kept && readers.length > 0;
      return { name, bytes, uses, removal: removable ? removals.push([producer, ...readers]) - 1 : null };
    });
    return { nodes: this.#nodes, edges: this.#edges, arrays, removals, apart: [], gathers: this.#gathers };
  }

  #node(name: string, bytes: number, produces: GraphNode['produces']): number {
    const node = this.#nodes.push({ name, domain: 0, produces }) - 1;
    this.#array(name, bytes, node);
    return node;
  }

  #array(name: string, bytes: number, producer: number | null): void {
    const uses: ArrayUse[] = producer === null ? [] : [{ node: producer, writes: true, reads: false, order: OWN }];
    this.#byName.set(name, this.#arrays.push({ name, bytes, uses, producer, kept: false }) - 1);
  }

  #reads(names: readonly string[], fusible: boolean, order: Order | null): this {
    const node = this.#nodes.length - 1;
    for (const name of names) {
      const array = this.#indexOf(name);
      const { uses, producer } = this.#arrays[array];
      uses.push({ node, writes: false, reads: true, order });
      const streams = fusible && order !== null && !this.#overwritten.has(array);
      if (producer !== null) this.#edge(producer, node, streams, array, order ?? OWN);
    }
    return this;
  }

  #edge(from: number, to: number, fusible: boolean, array: number | null, order: Order): void {
    this.#edges.push({ from, to, fusible, array, order });
  }

  #indexOf(name: string): number {
    const index = this.#byName.get(name);
    if (index === undefined) throw new Error(`no array is called ${name}`);
    return index;
  }
}
