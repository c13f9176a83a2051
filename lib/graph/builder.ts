/**
 * Task graphs (thesis 6.4.1): operations and edges, stated once, compiled into actors, launched as one operation.
 *
 *     const graph = rt.graph();
 *     const start = graph.precondition();
 *     const a = graph.task(0, left, 1, [start]);
 *     const b = graph.task(1, right, 2, [start]);
 *     const done = graph.postcondition([a, b]);
 *     const compiled = graph.compile();
 *     const { event, postconditions } = compiled.launch({ preconditions: [someEvent] });
 */
import { ArgumentError, DisposedError } from '../base/index.js';
import { type NativeMachine, NODE, NODE_COLUMNS } from './addon.js';
import { type Bodies, moduleToken, type RegisteredTask } from './bodies.js';
import type { Event } from './event.js';
import { type Allocation, type CopyRange, copyOperands } from './memory.js';

/** A vertex of a task graph. */
export interface GraphNode {
  readonly graph: TaskGraph;
  readonly index: number;
}

/** The part of a runtime that graphs compiled for it use. */
interface GraphHost {
  readonly machine: NativeMachine;
  readonly bodies: Bodies;
  /** The resource for a processor and a body. Throws `ArgumentError`. */
  resourceOf(processor: number, task: RegisteredTask<never>): number;
  nextChannel(): number;
  /** Issues a launch of a compiled graph; returns its event and its postconditions'. */
  launchGraph(graph: number, external: readonly Event[], pre: readonly Event[], postconditions: number): Event[];
}

interface Vertex {
  readonly kind: number;
  /** −1: the resource of a neighbour. */
  readonly resource: number;
  readonly operands: readonly number[];
}

/**
 * Operations and the edges between them, to be compiled: `TaskRuntime.graph` makes one.
 *
 * @example
 * const rt = createTaskRuntime({ procs: 1 });
 * const order = [];
 * const visit = rt.register('visit', (name) => void order.push(name));
 * const graph = rt.graph();
 * const left = graph.task(0, visit, 'left');
 * const right = graph.task(0, visit, 'right', [left]);
 * graph.task(0, visit, 'end', [left, right]);
 * await graph.compile().launch().event.done();
 * order; // ['left', 'right', 'end']
 * await rt.close();
 */
export class TaskGraph {
  readonly #runtime: GraphHost;
  readonly #vertices: Vertex[] = [];
  readonly #edges: number[] = [];
  readonly #tokens: number[] = [];
  #preconditions = 0;
  #postconditions = 0;
  #compiled = false;

  /** Made by `TaskRuntime.graph`. */
  constructor(runtime: GraphHost) {
    this.#runtime = runtime;
  }

  /** A task, after the nodes `after`. Bodies and arguments as in `TaskRuntime.launch`. */
  task<Args>(processor: number, task: RegisteredTask<Args>, args: Args, after: readonly GraphNode[] = []): GraphNode {
    const resource = this.#runtime.resourceOf(processor, task as RegisteredTask<never>);
    if (task.kind === 'native') return this.#add(NODE.TASK, resource, [task.number, args as number], after);
    if (task.kind === 'module')
      return this.#add(NODE.SCRIPT, resource, [moduleToken(task as RegisteredTask<never>, args)], after);
    const token = this.#runtime.bodies.call(task as RegisteredTask<never>, args, true);
    this.#tokens.push(token);
    return this.#add(NODE.SCRIPT, resource, [token], after);
  }

  /** A copy between allocations that are there when the graph is launched, on a copy channel. */
  copy(from: Allocation, to: Allocation, range: CopyRange = {}, after: readonly GraphNode[] = []): GraphNode {
    return this.#add(NODE.COPY, this.#runtime.nextChannel(), copyOperands(from, to, range), after);
  }

  /** A task of an asynchronous native device (native/graph/async.h), by addresses of the device and its argument. */
  async(
    processor: number,
    device: number,
    argument: number,
    controlIndependent: boolean,
    after: readonly GraphNode[] = [],
  ): GraphNode {
    return this.#add(NODE.ASYNC, processor, [device, argument, controlIndependent ? 1 : 0], after);
  }

  /** An external precondition: complete with the event that each launch names for it. */
  precondition(): GraphNode {
    this.#preconditions++;
    return this.#add(NODE.PRECONDITION, -1, [], []);
  }

  /** An external postcondition: each launch returns an event that is complete when `after` are. */
  postcondition(after: readonly GraphNode[]): GraphNode {
    this.#postconditions++;
    return this.#add(NODE.POSTCONDITION, -1, [], after);
  }

  /** Lets `to` run only after `from`. */
  edge(from: GraphNode, to: GraphNode): void {
    if (this.#compiled) throw new ArgumentError('graph: it was compiled; make another to change it');
    if (from.graph !== this || to.graph !== this)
      throw new ArgumentError('graph.edge: a node of another graph; join graphs by conditions');
    this.#edges.push(from.index, to.index);
  }

  /** Compiles it into actors. Throws `ArgumentError` when its edges form a cycle. */
  compile(): CompiledGraph {
    const rows = new Float64Array(this.#vertices.length * NODE_COLUMNS);
    const near = this.#neighbours();
    this.#vertices.forEach(({ kind, resource, operands }, i) => {
      rows.set([kind, resource >= 0 ? resource : near[i], ...operands], i * NODE_COLUMNS);
    });
    const graph = this.#runtime.machine.compile(rows, Int32Array.from(this.#edges));
    if (graph === 0) throw new ArgumentError('graph.compile: its edges form a cycle; a task cannot wait for itself');
    this.#compiled = true;
    return new CompiledGraph(
      this.#runtime,
      graph,
      this.#vertices.length,
      this.#preconditions,
      this.#postconditions,
      this.#tokens,
    );
  }

  /** For each vertex, the resource of some neighbour: where a condition costs no message, if it can be. */
  #neighbours(): number[] {
    const near = this.#vertices.map(() => 0);
    for (let e = 0; e < this.#edges.length; e += 2) {
      const [from, to] = [this.#edges[e], this.#edges[e + 1]];
      if (this.#vertices[to].resource >= 0) near[from] = this.#vertices[to].resource;
      if (this.#vertices[from].resource >= 0) near[to] = this.#vertices[from].resource;
    }
    return near;
  }

  #add(kind: number, resource: number, operands: readonly number[], after: readonly GraphNode[]): GraphNode {
    if (this.#compiled) throw new ArgumentError('graph: it was compiled; make another to change it');
    const node: GraphNode = { graph: this, index: this.#vertices.length };
    this.#vertices.push({ kind, resource, operands });
    for (const from of after) this.edge(from, node);
    return node;
  }
}

export interface GraphLaunch {
  /** Complete when every node has run; poisoned when one failed. */
  readonly event: Event;
  /** One for each external postcondition, in the order in which they were made. */
  readonly postconditions: readonly Event[];
}

/**
 * A graph compiled into actors, which is launched as one operation, as often as one likes; a launch comes behind the one before.
 *
 * @example
 * const rt = createTaskRuntime({ procs: 1 });
 * let runs = 0;
 * const graph = rt.graph();
 * const start = graph.precondition();
 * const end = graph.postcondition([graph.task(0, rt.register('count', () => void runs++), undefined, [start])]);
 * const compiled = graph.compile();
 * const given = rt.userEvent();
 * const { postconditions } = compiled.launch({ preconditions: [given] });
 * postconditions[0].state; // 'pending'
 * given.trigger();
 * await postconditions[0].done();
 * runs; // 1
 * compiled.dispose();
 * await rt.close();
 */
export class CompiledGraph {
  readonly nodes: number;
  readonly #runtime: GraphHost;
  readonly #graph: number;
  readonly #preconditions: number;
  readonly #postconditions: number;
  readonly #tokens: readonly number[];
  #last: Event | null = null;
  #disposed = false;

  constructor(
    runtime: GraphHost,
    graph: number,
    nodes: number,
    preconditions: number,
    postconditions: number,
    tokens: readonly number[],
  ) {
    this.#runtime = runtime;
    this.#graph = graph;
    this.nodes = nodes;
    this.#preconditions = preconditions;
    this.#postconditions = postconditions;
    this.#tokens = tokens;
  }

  /** Messages that a launch sends between processors: one for each edge that crosses. */
  get messages(): number {
    this.#check('messages');
    return this.#runtime.machine.messages(this.#graph);
  }

  /**
   * Launches it once all of `after` are complete, and the launch before. Throws `ArgumentError` unless there is one event for
   * each precondition.
   */
  launch(options: { readonly after?: readonly Event[]; readonly preconditions?: readonly Event[] } = {}): GraphLaunch {
    this.#check('launch');
    const preconditions = options.preconditions ?? [];
    if (preconditions.length !== this.#preconditions) {
      throw new ArgumentError(
        `graph.launch: it has ${this.#preconditions} external preconditions (got ${preconditions.length} events)`,
      );
    }
    const [event, ...postconditions] = this.#runtime.launchGraph(
      this.#graph,
      preconditions,
      options.after ?? [],
      this.#postconditions,
    );
    this.#last = event;
    return { event, postconditions };
  }

  /** Gives its memory back, once its launches are complete. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    const runtime = this.#runtime;
    const forget = () => {
      for (const token of this.#tokens) runtime.bodies.forget(token);
    };
    if (this.#last === null || this.#last.state !== 'pending') forget();
    else if (this.#tokens.length > 0) this.#last.done().then(forget, forget);
    runtime.machine.retire(this.#graph);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #check(what: string): void {
    if (this.#disposed) throw new DisposedError(`graph.${what}: this graph was disposed of; compile another`);
  }
}
