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
import { type Concrete, distributedOf, type Nest } from '../concrete/concrete.js';
import { accessesOf, type TensorSymbol, type Term } from '../notation/terms.js';
import { NestLowering } from './nest-lowering.js';
import type { Launch, Program } from './program.js';

export function lower(concrete: Concrete, target: TensorSymbol): Program {
  const { dims } = distributedOf(concrete);
  const launches: Launch[] = [];
  const temporaries: TensorSymbol[] = [];
  const assigned = new Set<TensorSymbol>();
  for (const nest of concrete.nests) {
    const lowering = new NestLowering(concrete, nest, assigned.has(nest.target.tensor));
    launches.push(...lowering.launches());
    temporaries.push(...lowering.temporaries);
    if (nest.target.tensor !== target) temporaries.push(nest.target.tensor);
    assigned.add(nest.target.tensor);
  }
  const read = concrete.nests.flatMap(({ value }) => accessesOf(value)).map(({ tensor }) => tensor);
  const inputs = [...new Set(read)].filter((tensor) => !assigned.has(tensor));
  const flops = concrete.nests.reduce((n, nest) => n + flopsOf(concrete, nest), 0);
  const gemm = concrete.relations.some((r) => r.kind === 'substitute');
  const processors = Math.max(1, sizeOf(dims));
  return { launches, processors, temporaries: [...new Set(temporaries)], inputs, target, compute: concrete.compute, gemm, flops };
}

/** Additions and multiplications of a nest: for each iteration the expression's own, and one where it adds to its target. */
function flopsOf({ extents }: Concrete, { target, value, accumulates }: Nest): number {
  const variables = new Set([target, ...accessesOf(value)].flatMap((access) => access.indices));
  const iterations = [...variables].reduce((n, variable) => n * (extents.get(variable) ?? 1), 1);
  return iterations * (operationsOf(value) + (accumulates ? 1 : 0));
}

function operationsOf(term: Term): number {
  if (term.kind === 'access' || term.kind === 'constant') return 0;
  return term.kind === 'negate' ? operationsOf(term.a) : operationsOf(term.a) + operationsOf(term.b) + 1;
}
