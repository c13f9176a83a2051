/**
 * `pos` (Senanayake et al., "A Sparse Iteration Space Transformation Framework", 2020): the loops over the dimensions of a compressed tensor become one
 * over its entries. Coordinates follow from the entry.
 *
 *     ∀i ∀j y(i) += B(i, j) * x(j)   pos({i, j}, p, B)   ∀p y(i) += B(i, j) * x(j)    i, j: coordinates of entry p
 */
import type { IndexVariable, TensorSymbol } from '../../notation/terms.js';
import type { Concrete } from '../concrete.js';
import { type Command, checked, checkFree, checkFresh, checkLoops, refusal, related } from '../refusal.js';

interface Positions {
  readonly loops: readonly IndexVariable[];
  readonly into: IndexVariable;
  readonly tensor: TensorSymbol;
}

export function pos(command: Command, concrete: Concrete, { loops, into, tensor }: Positions): Concrete {
  checkLoops(command, concrete, loops);
  checkFree(command, concrete, loops);
  checkFresh(command, concrete, [into]);
  const nests = concrete.nests.map((nest) => {
    const first = nest.loops.findIndex((loop) => loops.includes(loop));
    if (first < 0) return nest;
    const { driver } = nest;
    const isIts = driver !== null && (driver.tensor === tensor || driver.tensor.pattern === tensor.pattern);
    if (!isIts) {
      const alternative = driver === null ? 'it has dense tensors alone' : `it goes over the entries of ${driver.tensor.name}`;
      throw refusal(command, `an assignment inside of ${loops[0]} has no entries of ${tensor.name}; ${alternative}`);
    }
    const isWhole = driver.indices.length === loops.length && driver.indices.every((variable) => loops.includes(variable));
    if (!isWhole || !loops.every((loop) => nest.loops.includes(loop)))
      throw refusal(
        command,
        `an entry of ${tensor.name} is a value of each of ${driver.indices.join(', ')}; name all of these, and no further loops`,
      );
    return { ...nest, loops: nest.loops.toSpliced(first, 1, into).filter((loop) => !loops.includes(loop)) };
  });
  const extents = new Map(concrete.extents).set(into, tensor.pattern?.count ?? 0);
  return checked(command, related({ ...concrete, nests, extents }, { kind: 'pos', loops, into, tensor }));
}
