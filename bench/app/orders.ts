/**
 * Programs that are slow in the order in which they are written, and in the best order by hand: the counterexamples to greedy fusion of
 * "Fusing Gathers with Integer Linear Programming" (section 5), and a function of which a tenth of the elements is taken.
 */
import * as np from 'maniple';
import { items, type Program, spread } from '../harness/program.js';

/** Columns of the gathered matrix. */
const COLUMNS = 16;

type Run = () => np.NDArray | Promise<np.NDArray>;

function order(name: string, prepare: (n: number) => Run): Program {
  return {
    name,
    unit: 'elements',
    size: 1_000_000,
    async prepare(n) {
      const run = prepare(n);
      await np.runtime.fence();
      let last = np.zeros([1]);
      return {
        async run() {
          last = await run();
          await np.runtime.fence();
        },
        result: () => items(last.sum(), last.max()),
      };
    },
  };
}

const values = (n: number): np.NDArray => spread(n, 0.6180339887498949, 0.1).add(0.5);

/** A greedy choice from the top puts `cs` beside `bs`, and stores it; the best one puts it beside `es`. */
export const topDown = (byHand: boolean): Program =>
  order(byHand ? 'top-down-by-hand' : 'top-down', (n) => {
    const as = values(n);
    return () => {
      if (byHand) {
        const first = as.slice(0).multiply(2);
        return as.multiply(2).add(1).add(np.arange(n).add(first)).sum();
      }
      const bs = as.multiply(2);
      const cs = bs.add(1);
      const ds = np.arange(n).add(bs.slice(0));
      return cs.add(ds).sum();
    };
  });

/** A greedy choice from the bottom computes the gathered matrix with each of its folds, or stores it; both folds read it at once. */
export const bottomUp = (byHand: boolean): Program =>
  order(byHand ? 'bottom-up-by-hand' : 'bottom-up', (n) => {
    const xs = values(n);
    const at = np
      .arange(n * COLUMNS)
      .multiply(7)
      .remainder(n)
      .astype('int64')
      .reshape([n, COLUMNS]);
    return async () => {
      const large = np.take(xs, at);
      const [ys, zs] = [large.sum({ axis: 1 }), large.prod({ axis: 1 })];
      if (byHand) await np.runtime.fence();
      return ys.add(zs.slice(0));
    };
  });

/** A function of all elements, of which a tenth is taken. */
export const taken = (byHand: boolean): Program =>
  order(byHand ? 'taken-by-hand' : 'taken', (n) => {
    const xs = values(n);
    const at = np
      .arange(n / 10)
      .multiply(7)
      .remainder(n)
      .astype('int64');
    const f = (x: np.NDArray): np.NDArray => np.sqrt(x.multiply(x).add(1)).multiply(0.5).add(x);
    return () => (byHand ? f(np.take(xs, at)) : np.take(f(xs), at));
  });
