/**
 * What separate memories cost beside one, in a process of its own: `node memories.js stencil|cg|small MEMORIES ITERATIONS`. The
 * memories are parts of one machine's, so that all of it is planning, launches by point and copies. Prints milliseconds an
 * iteration, and per iteration copies, bytes copied and launches. `small` is the stencil of 100 rows: overhead alone.
 */
import * as np from 'maniple';
import { configure } from 'maniple/runtime';
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

const programs = { stencil: () => stencil(1000), cg: () => cg(1000), small: () => stencil(100) };
const [name, memories, count] = process.argv.slice(2);
if (!(name in programs)) throw new Error(`memories: expected ${Object.keys(programs).join(', ')}, got ${name}`);
configure({ memories: Number(memories) });
const iterations = Number(count);
const run = programs[name as keyof typeof programs]();
await run(iterations);
const before = np.runtime.stats();
const start = performance.now();
await run(iterations);
const ms = (performance.now() - start) / iterations;
const after = np.runtime.stats();
const each = (key: 'copies' | 'copiedBytes' | 'launches'): number => ((after[key] ?? 0) - (before[key] ?? 0)) / iterations;
console.log(
  JSON.stringify({
    name,
    memories: Number(memories),
    ms,
    copies: each('copies'),
    bytes: each('copiedBytes'),
    launches: each('launches'),
  }),
);
