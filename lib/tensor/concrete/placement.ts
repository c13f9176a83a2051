/**
 * A tensor's distribution as a statement (DISTAL, section 5.3): a copy whose loops run where the distribution says.
 *
 *     A 'xy -> x1' on Grid(2, 3)      ∀xo ∀xi ∀y A(x, y) = A_before(x, y)   s.t. divide(x, xo, xi, 2), distribute(xo, 1)
 */
import { float64 } from '../../dtype/index.js';
import { makeStatement } from '../notation/statement.js';
import { type AccessTerm, IndexVariable, TensorSymbol } from '../notation/terms.js';
import { type Concrete, concretize } from './concrete.js';
import { distributeAs } from './rules/distribute-as.js';

/** The statement by which a distributed tensor becomes one that lies elsewhere. */
export function placement(tensor: TensorSymbol): Concrete {
  const { name, shape, dtype, distribution } = tensor;
  const indices = shape.map((_, d) => new IndexVariable(`x${d}`));
  const accessTo = (of: TensorSymbol): AccessTerm => ({ kind: 'access', tensor: of, indices });
  const before = new TensorSymbol(`${name}_before`, shape, dtype ?? float64, null, null);
  const copy = concretize(makeStatement(accessTo(tensor), accessTo(before)));
  // Cut by a further level, a dimension has the loop over one part of the level before.
  const whole = [...indices];
  const cuts = (distribution?.places ?? []).flatMap((place) => {
    if (place.kind !== 'cut') return [];
    const of = whole[place.dim];
    const [outer, inner] = ['o', 'i'].map((end) => new IndexVariable(`${of.name}${end}`));
    whole[place.dim] = inner;
    return [{ of, outer, inner }];
  });
  const parts = { variables: cuts.map(({ of }) => of), outer: cuts.map((c) => c.outer), inner: cuts.map((c) => c.inner) };
  return distributeAs({ text: `distribution of ${name}`, on: copy }, copy, parts, tensor);
}
