/**
 * `collapse`: two loops, one directly inside the other, become one.
 *
 *     ∀i ∀j S   collapse(i, j, f)   ∀f S    i = ⌊f / extent(j)⌋, j = f mod extent(j)
 */
import type { IndexVariable } from '../../notation/terms.js';
import { Bounds } from '../bounds.js';
import type { Concrete } from '../concrete.js';
import { type Command, checked, checkFree, checkFresh, checkLoops, refusal, related } from '../refusal.js';

interface Pair {
  readonly outer: IndexVariable;
  readonly inner: IndexVariable;
  readonly into: IndexVariable;
}

export function collapse(command: Command, concrete: Concrete, pair: Pair): Concrete {
  const { outer, inner, into } = pair;
  checkLoops(command, concrete, [outer, inner]);
  checkFree(command, concrete, [outer, inner]);
  checkFresh(command, concrete, [into]);
  const bounds = new Bounds(concrete);
  const nests = concrete.nests.map((nest) => {
    const at = nest.loops.indexOf(outer);
    if (at < 0 && !nest.loops.includes(inner)) return nest;
    if (at < 0 || nest.loops[at + 1] !== inner)
      throw refusal(command, `${inner} is not the loop directly inside ${outer}; reorder(${outer}, ${inner}) first`);
    const summed = [outer, inner].map((v) => bounds.originals(v).some((original) => !nest.target.indices.includes(original)));
    if (summed[0] !== summed[1]) {
      const [one, other] = summed[0] ? [outer, inner] : [inner, outer];
      throw refusal(command, `${one} is summed over and ${other} is not; collapse loops of one kind`);
    }
    return { ...nest, loops: nest.loops.toSpliced(at, 2, into) };
  });
  return checked(command, related({ ...concrete, nests }, { kind: 'collapse', ...pair }));
}
