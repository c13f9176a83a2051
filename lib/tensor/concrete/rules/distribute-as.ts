/**
 * `distribute` as a tensor is distributed (DISTAL, section 5.3): loops over dimensions that its distribution cuts run along the dimensions of the
 * grid that cut them, at the coordinates where it stands, and at coordinate 0 where each processor has the same.
 *
 *     ∀i ∀j A(i, j) = B(i, j)   distribute({i, j}, {io, jo}, {ii, ji}, A)   ∀io ∀jo ∀ii ∀ji A(i, j) = B(i, j)
 *       A: 'xy -> xy1' on Grid(2, 3, 2)                                       s.t. divide(i, io, ii, 2), divide(j, jo, ji, 3), distribute(io, jo, 1)
 *
 * Each part of A is computed where it stays, so that a copy is a redistribution, which sends each element once.
 */
import type { Distribution } from '../../format/distribution.js';
import { type AccessTerm, accessesOf, type IndexVariable, type TensorSymbol } from '../../notation/terms.js';
import { type Concrete, distributedOf } from '../concrete.js';
import { type Command, checked, refusal, related } from '../refusal.js';
import { type Cuts, divided } from './distribute.js';

/** `parts`: the loops, in the order of the grid's dimensions that cut; a dimension that a further level cuts again has the inner part of the first cut. */
export function distributeAs(command: Command, concrete: Concrete, parts: Omit<Cuts, 'counts'>, tensor: TensorSymbol): Concrete {
  const { distribution } = tensor;
  if (distribution === null)
    throw refusal(command, `${tensor.name} has no distribution; give it one, as in { on: grid, as: 'xy -> xy' }, or name a grid`);
  const before = distributedOf(concrete);
  if (before.dims.length > 0)
    throw refusal(command, `processors have loops already, ${before.places.join(', ')}; distribute as a tensor is before`);
  checkCuts(command, concrete, parts, tensor, distribution);
  const dims = distribution.grid.shape;
  const counts = dims.filter((_, d) => distribution.places[d].kind === 'cut');
  const after = divided(command, concrete, { ...parts, counts });
  let next = 0;
  const places = distribution.places.map((place): IndexVariable | number => {
    if (place.kind === 'cut') return parts.outer[next++];
    return place.kind === 'fix' ? place.at : 0;
  });
  return checked(command, related(after, { kind: 'distribute', variables: parts.outer, dims, places }));
}

/** Throws `ScheduleError` unless the variables are the ones that index the cut dimensions of the tensor. */
function checkCuts(
  command: Command,
  { nests }: Concrete,
  { variables, inner }: Omit<Cuts, 'counts'>,
  tensor: TensorSymbol,
  { places, text }: Distribution,
): void {
  const accesses = nests.flatMap(({ target, value }) => [target, ...accessesOf(value)]).filter((a) => a.tensor === tensor);
  if (accesses.length === 0) throw refusal(command, `${tensor.name} is no tensor of the statement; name one that is`);
  const dimensions = places.flatMap((place) => (place.kind === 'cut' ? [place.dim] : []));
  const expected = ({ indices }: AccessTerm): readonly IndexVariable[] =>
    dimensions.map((dim, c) => {
      const again = dimensions.lastIndexOf(dim, c - 1);
      return c === 0 || again < 0 ? indices[dim] : inner[again];
    });
  const fits = accesses.some((access) => {
    const own = expected(access);
    return own.length === variables.length && own.every((variable, c) => variable === variables[c]);
  });
  if (!fits)
    throw refusal(
      command,
      `${tensor.name} is distributed as '${text}', which cuts ${expected(accesses[0]).join(', ') || 'no loop'}; name these, got ` +
        (variables.join(', ') || 'none'),
    );
}
