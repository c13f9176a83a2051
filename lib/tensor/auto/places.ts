/**
 * The distributions that a tensor may have on a grid whose dimensions cut loops: each dimension of the grid cuts the tensor's dimension of its
 * own loop, or stands at coordinate 0, or cuts a dimension that is not cut otherwise. Tensors begin on one processor for each element.
 *
 *     B(i, k) on (i, j)       (i, k): tiles           (i, 0): rows on a face
 *     B(i, k) on (i, j, k)    (i, 0, k): a face       (i, k, 0): tiles, brought to all layers along k
 */
import type { Use } from './problem.js';

/** By dimension of the grid: the dimension of the tensor that it cuts; -1 for coordinate 0. */
type Cuts = readonly number[];

/** `dims`: by dimension of the grid, the loop that it cuts. */
export function cutsOf({ accesses: [loops] }: Pick<Use, 'accesses'>, dims: readonly number[]): readonly Cuts[] {
  let found: number[][] = [[]];
  for (let d = 0; d < dims.length; d++) {
    found = found.flatMap((cuts) => {
      const free = loops.map((_, axis) => axis).filter((axis) => !cuts.includes(axis));
      return [...free, -1].map((axis) => [...cuts, axis]);
    });
  }
  const isUseful = (cuts: Cuts): boolean =>
    cuts.every((axis, d) => {
      const own = loops.indexOf(dims[d]);
      // A dimension of the grid that has a loop of the tensor cuts it, unless a dimension without one does.
      if (own >= 0) return axis === own || (axis < 0 && cuts.some((other, e) => other === own && !loops.includes(dims[e])));
      return true;
    });
  return found.filter(isUseful);
}

/** As distribution notation: `xy -> x0`. */
export function textOf(rank: number, cuts: Cuts): string {
  const names = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].slice(0, rank);
  return `${names.join('')} -> ${cuts.map((axis) => (axis < 0 ? '0' : names[axis])).join('')}`;
}
