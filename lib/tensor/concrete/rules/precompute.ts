/**
 * `precompute` (Kjolstad et al., "Tensor Algebra Compilation with Workspaces", 2019): a part of an expression is computed into a workspace, by
 * loops of its own before the assignment. Variables that the part alone has are summed over there.
 *
 *     ∀i ∀l ∀j ∀k A(i, l) += B(i, j, k) * C(j, l) * D(k, l)
 *     precompute(B(i, j, k) * D(k, l), W(i, j, l))
 *     ∀i ∀j ∀l ∀k W(i, j, l) += B(i, j, k) * D(k, l)
 *     ∀i ∀l ∀j A(i, l) += W(i, j, l) * C(j, l)
 */
import { checkCompressed, driverOf } from '../../notation/compressed.js';
import { type AccessTerm, factorsOf, formatTerm, type IndexVariable, type Term, variablesOf } from '../../notation/terms.js';
import type { Concrete, Nest } from '../concrete.js';
import { type Command, checked, checkLoops, refusal, related } from '../refusal.js';

export function precompute(command: Command, concrete: Concrete, value: Term, workspace: AccessTerm): Concrete {
  checkLoops(command, concrete, variablesOf(value));
  const at = concrete.nests.findIndex((nest) => takenFrom(nest.value, value) !== null);
  if (at < 0)
    throw refusal(
      command,
      `no assignment has the factors ${formatTerm(value)}; give a product of some of the factors of one, as they are written`,
    );
  const nest = concrete.nests[at];
  const { negative, rest } = takenFrom(nest.value, value) ?? { negative: false, rest: [] };
  checkWorkspace(command, concrete, nest, { value, workspace, rest });
  const { tensor, indices } = workspace;
  const pattern = checkCompressed(workspace, value);
  tensor.infer(concrete.compute);
  if (pattern !== null) tensor.inferPattern(pattern);
  const summed = variablesOf(value).filter((variable) => !indices.includes(variable));
  const producer: Nest = {
    loops: [...indices, ...summed],
    target: workspace,
    accumulates: summed.length > 0,
    value,
    driver: driverOf(value),
  };
  const product = rest.reduce<Term>((a, b) => ({ kind: 'multiply', a, b }), workspace);
  const loops = nest.loops.filter((loop) => !summed.includes(loop));
  const isFirst = concrete.nests.findIndex(({ target }) => target.tensor === nest.target.tensor) === at;
  const accumulates = !isFirst || loops.some((loop) => !nest.target.indices.includes(loop));
  const consumer: Nest = {
    ...nest,
    loops,
    accumulates,
    value: negative ? { kind: 'negate', a: product } : product,
    driver: driverOf(product),
  };
  const nests = concrete.nests.toSpliced(at, 1, producer, consumer);
  return checked(command, related({ ...concrete, nests }, { kind: 'precompute', workspace, value }));
}

/** The factors of a product that are left when some are taken out; null where these are not among them. */
function takenFrom(product: Term, value: Term): { readonly negative: boolean; readonly rest: readonly Term[] } | null {
  const [all, part] = [factorsOf(product), factorsOf(value)];
  if (part.negative) return null;
  const rest = [...all.factors];
  for (const factor of part.factors) {
    const found = rest.findIndex((other) => formatTerm(other) === formatTerm(factor));
    if (found < 0) return null;
    rest.splice(found, 1);
  }
  return { negative: all.negative, rest };
}

interface Taken {
  readonly value: Term;
  readonly workspace: AccessTerm;
  readonly rest: readonly Term[];
}

function checkWorkspace(command: Command, concrete: Concrete, nest: Nest, { value, workspace, rest }: Taken): void {
  const { tensor, indices } = workspace;
  const own = variablesOf(value);
  const twice = indices.find((v: IndexVariable, i) => indices.indexOf(v) < i);
  if (twice !== undefined) throw refusal(command, `${tensor.name} is indexed by ${twice} twice; use each variable once`);
  const needed = own.filter((v) => nest.target.indices.includes(v) || rest.some((term) => variablesOf(term).includes(v)));
  const missing = needed.find((v) => !indices.includes(v));
  if (missing !== undefined)
    throw refusal(
      command,
      `${missing} is used outside ${formatTerm(value)}; ${tensor.name} needs it, as one of ${needed.join(', ')}`,
    );
  const strange = indices.find((v) => !own.includes(v));
  if (strange !== undefined)
    throw refusal(command, `${strange} is no variable of ${formatTerm(value)}; index ${tensor.name} by ${needed.join(', ')}`);
  const wrong = indices.findIndex((v, axis) => concrete.extents.get(v) !== tensor.shape[axis]);
  if (wrong >= 0) {
    throw refusal(
      command,
      `dimension ${wrong} of ${tensor.name} has ${tensor.shape[wrong]} elements, ${indices[wrong]} has ${concrete.extents.get(indices[wrong])} values`,
    );
  }
  if (concrete.nests.some(({ target }) => target.tensor === tensor))
    throw refusal(command, `${tensor.name} is assigned already; take a tensor of its own for each workspace`);
}
