/**
 * Task Bench as a sequential program on stores, by the public interface of `maniple/runtime`: a step is one index task that reads the
 * columns of the step before and writes its own. The runtime derives dependences from the tasks' privileges and partitions; it finds that
 * the loop repeats, and replays it.
 *
 *     for t in steps    launch(STEP, columns of t, [ring[t mod fields], ring[(t−1) mod fields]], [bench, t])
 *
 *     stencil_1d        outputs: one row a point      inputs: these rows, widened by one before and one behind
 *     all_to_all        the same                      inputs: all
 *
 * A column's inputs lie in a band around it, which is a `bloat` constraint, of any type alike; where the band is as wide as
 * the step before, every point reads all of it.
 */
import { int64 } from '../dtype/index.js';
import { createRuntime, parseConfig, type Runtime } from '../runtime/index.js';
import { Store, sliceView } from '../store/index.js';
import type { TaskKind } from '../task/index.js';
import { type NativeBench, SCRATCH } from './addon.js';
import type { Spec } from './flags.js';
import { type Columns, clearKind, columnsOf, stepKind } from './implicit-kinds.js';
import type { Program, RunOptions } from './program.js';

/** Columns begin in cache lines of their own: 8 elements of 8 bytes. */
const LINE = 64;

/** One index task, as the loop issues it. */
interface Step {
  readonly kind: TaskKind;
  readonly domain: readonly number[];
  readonly stores: readonly Store[];
  readonly scalars: readonly number[];
}

export class ImplicitProgram implements Program {
  readonly #runtime: Runtime;
  readonly #native: NativeBench;
  readonly #graphs: readonly (readonly Step[])[];
  /** Of all graphs. */
  readonly #rings: Store[] = [];
  readonly #longest: number;

  /** Makes stores and kinds; starts no thread yet. */
  constructor(native: NativeBench, options: RunOptions) {
    this.#native = native;
    this.#runtime = createRuntime({ ...parseConfig(process.env.MANIPLE_CONFIG ?? ''), device: 'cpu', procs: options.procs });
    this.#graphs = options.specs.map((spec, graph) => {
      const dropped = options.dropped?.graph === graph ? options.dropped.step : -1;
      return this.#stepsOf(spec, graph, dropped);
    });
    this.#longest = Math.max(...this.#graphs.map((steps) => steps.length));
  }

  #stepsOf(spec: Spec, graph: number, dropped: number): Step[] {
    const ring = Array.from({ length: Math.min(spec.fields, spec.steps) }, () => this.#outputs(spec));
    const unwritten = dropped < 0 ? null : this.#outputs(spec);
    const scratch = spec.scratch > 0 ? this.#scratch(spec) : null;
    const address = this.#native.address(graph);
    return columnsOf(this.#native, graph).map((columns, t) => {
      const stores = [rowsOf(ring[t % ring.length], columns)];
      if (scratch !== null) stores.push(rowsOf(scratch, columns));
      const { inputs } = columns;
      if (inputs !== null)
        stores.push(rowsOf(t === dropped && unwritten !== null ? unwritten : ring[(t - 1) % ring.length], inputs));
      const kind = stepKind(this.#native, scratch !== null, inputs);
      return { kind, domain: stores[0].shape, stores, scalars: [address, t] };
    });
  }

  #outputs(spec: Spec): Store {
    const store = this.#runtime.create(int64, [spec.width, upTo(spec.output)]);
    this.#rings.push(store);
    return store;
  }

  #scratch(spec: Spec): Store {
    const shape = [spec.width, upTo(spec.scratch)];
    return this.#runtime.upload(new BigInt64Array(shape[0] * shape[1]).fill(SCRATCH), int64, shape);
  }

  clear(): void {
    for (const store of this.#rings) this.#runtime.launch(clearKind(this.#native), store.shape, [store]);
    this.#runtime.fenceSync();
  }

  run(): void {
    for (let t = 0; t < this.#longest; t++) {
      for (const steps of this.#graphs) {
        if (t >= steps.length) continue;
        const { kind, domain, stores, scalars } = steps[t];
        this.#runtime.launch(kind, domain, stores, scalars);
      }
    }
    this.#runtime.fenceSync();
  }

  async close(): Promise<void> {
    await this.#runtime.close();
  }
}

/** Elements of a column of so many bytes. */
function upTo(bytes: number): number {
  return Math.ceil(bytes / LINE) * (LINE / int64.size);
}

function rowsOf(store: Store, { offset, width }: Columns): Store {
  if (width === store.shape[0]) return store;
  return new Store(store.root, sliceView(store.view, 0, offset, width, 1), store.token);
}
