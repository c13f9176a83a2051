/**
 * What separate memories cost, in a process of its own: `node memories.js stencil|cg|small|tiny MEMORIES ITERATIONS`. The
 * memories are parts of one machine's, so that all of it is planning, launches by point and copies. Prints milliseconds an
 * iteration where each window is planned step by step and where windows are replayed as graphs, taken in turn, and their
 * ratio; and per iteration copies, bytes copied, launches and replays. `small` is the stencil of 100 rows, `tiny` of 34:
 * overhead alone.
 */
import * as np from 'maniple';
import { createRuntime, parseConfig, type Runtime, useRuntime } from 'maniple/runtime';
import * as sparse from 'maniple/sparse';
import { spread } from '../harness/program.js';

/** A five-point stencil that alternates between two arrays. */
function stencil(n: number): (count: number) => Promise<void> {
  let [x, y] = [spread(n * n, 0.618, 0.1).reshape([n, n]), np.zeros([n, n])];
  return async (count) => {
    for (let i = 0; i < count; i++) {
      const sides = np.add(
        np.add(x.slice(':-2', '1:-1'), x.slice('2:', '1:-1')),
        np.add(x.slice('1:-1', ':-2'), x.slice('1:-1', '2:')),
      );
      y.slice('1:-1', '1:-1').assign(sides.multiply(0.25));
      [x, y] = [y, x];
    }
    await np.runtime.fence();
  };
}

function cg(n: number): (count: number) => Promise<void> {
  const A = sparse.poisson2d(n);
  const b = spread(n * n, 0.618, 0.1);
  return async (count) => {
    await sparse.cg(A, b, { tol: 0, maxiter: count });
  };
}

const programs = { stencil: () => stencil(1000), cg: () => cg(1000), small: () => stencil(100), tiny: () => stencil(34) };
const [name, memories, count] = process.argv.slice(2);
if (!(name in programs)) throw new Error(`memories: expected ${Object.keys(programs).join(', ')}, got ${name}`);
const iterations = Number(count);
const ROUNDS = 7;
const SETTLING = 12;

/** A runtime that carries windows out in one way, and its program. */
class Way {
  readonly #rt: Runtime;
  readonly #run: (count: number) => Promise<void>;
  readonly times: number[] = [];

  constructor(graphs: 'off' | 'auto') {
    this.#rt = createRuntime({ ...parseConfig(process.env.MANIPLE_CONFIG ?? ''), memories: Number(memories), graphs });
    useRuntime(this.#rt);
    this.#run = programs[name as keyof typeof programs]();
  }

  /** Milliseconds an iteration. */
  async round(): Promise<void> {
    useRuntime(this.#rt);
    const start = performance.now();
    await this.#run(iterations);
    this.times.push((performance.now() - start) / iterations);
  }

  /** Copies, bytes, launches and replays so far. */
  counts(): number[] {
    const { copies = 0, copiedBytes = 0, launches, graphs } = this.#rt.stats();
    return [copies, copiedBytes, launches, graphs?.replays ?? 0];
  }

  get ms(): number {
    return [...this.times].sort((a, b) => a - b)[this.times.length >> 1];
  }
}

const [planned, replayed] = [new Way('off'), new Way('auto')];
// Until copies have settled, and windows under the same conditions have come often enough.
for (let r = 0; r < SETTLING; r++) for (const way of [planned, replayed]) await way.round();
planned.times.length = replayed.times.length = 0;
const before = replayed.counts();
for (let r = 0; r < ROUNDS; r++) for (const way of [planned, replayed]) await way.round();
const [copies, bytes, launches, replays] = replayed.counts().map((n, i) => (n - before[i]) / (ROUNDS * iterations));
const ratio = planned.ms / replayed.ms;
const [stepwise, graphs] = [planned.ms, replayed.ms];
console.log(JSON.stringify({ name, memories: Number(memories), stepwise, graphs, ratio, copies, bytes, launches, replays }));
process.exit(0);
