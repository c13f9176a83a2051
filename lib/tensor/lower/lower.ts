/**
 * Lowers concrete index notation (DISTAL, section 6.2): distributed loops become the domain of an index launch, sequential loops outside of its
 * leaf become launches one after the other, and `communicate` says for how many of them the copies of a tensor stay.
 *
 *     ∀io ∀jo ∀ko ∀ii ∀ji ∀ki A(i, j) += B(i, k) * C(k, j)   s.t. distribute(io, jo), communicate({B, C}, ko)
 *       launch (io, jo), ko = 0      write A(io, jo)       read B(io, 0), C(0, jo), which end with it
 *       launch (io, jo), ko = 1      A(io, jo)             read B(io, 1), C(1, jo)
 *
 * Where a distributed loop is summed over, processors leave partial results, and those with coordinate 0 along that loop add them up, in order.
 */
import { sizeOf } from '../../shape/index.js';
import { type Concrete, distributedOf, formatConcrete, type Nest } from '../concrete/concrete.js';
import { accessesOf, type TensorSymbol, type Term } from '../notation/terms.js';
import { NestLowering } from './nest-lowering.js';
import type { Launch, Program } from './program.js';
import { Storage } from './storage.js';
import { storedNests, tablesOf } from './stored-nests.js';

export function lower(concrete: Concrete, result: TensorSymbol): Program {
  const { dims } = distributedOf(concrete);
  const storage = new Storage();
  const target = storage.valuesOf(result);
  const launches: Launch[] = [];
  const temporaries: TensorSymbol[] = [];
  const assigned = new Set<TensorSymbol>();
  const read: TensorSymbol[] = [];
  for (const nest of concrete.nests.flatMap((own) => storedNests(concrete, own, storage))) {
    const { target: into, value } = nest.nest;
    const lowering = new NestLowering(concrete, nest, assigned.has(into.tensor));
    launches.push(...lowering.launches());
    if (lowering.partial !== null) temporaries.push(lowering.partial);
    if (into.tensor !== target) temporaries.push(into.tensor);
    assigned.add(into.tensor);
    read.push(...[...accessesOf(value), ...tablesOf(nest.walk)].map(({ tensor }) => tensor));
  }
  const inputs = [...new Set(read)].filter((tensor) => !assigned.has(tensor));
  const flops = concrete.nests.reduce((n, nest) => n + flopsOf(concrete, nest), 0);
  const processors = Math.max(1, sizeOf(dims));
  const { compute } = concrete;
  const text = formatConcrete(concrete);
  return { launches, processors, temporaries: [...new Set(temporaries)], inputs, target, result, compute, flops, text };
}

/** Additions and multiplications of a nest: for each iteration the expression's own, and one where it adds to its target. */
function flopsOf({ extents }: Concrete, { target, value, accumulates, driver }: Nest): number {
  const variables = new Set([target, ...accessesOf(value)].flatMap((access) => access.indices));
  for (const variable of driver?.indices ?? []) variables.delete(variable);
  const entries = driver?.tensor.pattern?.count ?? 1;
  const iterations = [...variables].reduce((n, variable) => n * (extents.get(variable) ?? 1), entries);
  return iterations * (operationsOf(value) + (accumulates ? 1 : 0));
}

function operationsOf(term: Term): number {
  if (term.kind === 'access' || term.kind === 'constant') return 0;
  return term.kind === 'negate' ? operationsOf(term.a) : operationsOf(term.a) + operationsOf(term.b) + 1;
}
