/** A chain of 64 additions, read at its end: what one small operation costs. */
import { items, program, spread } from '../harness/program.js';

export default await program(import.meta, {
  name: 'chain',
  unit: 'elements',
  size: 1000,
  async prepare(n) {
    const a = spread(n, 0.6180339887498949, 0.1);
    const b = spread(n, 0.7548776662466927, 0.3);
    let c = a;
    return {
      bytes: 3 * 8 * n,
      async run() {
        c = a;
        for (let i = 0; i < 64; i++) c = c.add(b);
        await c.data();
      },
      result: () => items(c.sum(), c.slice(n - 1)),
    };
  },
});
