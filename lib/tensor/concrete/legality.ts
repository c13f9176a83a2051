/**
 * The rules that every scheduled statement keeps, as a table: a command that would break one is refused. Each rule describes the fault and
 * says the alternative.
 */
import type { IndexVariable } from '../notation/terms.js';
import { Bounds } from './bounds.js';
import { type Concrete, distributedOf, type Nest, routineOf } from './concrete.js';
import { orderFault } from './leaf-order.js';
import { walkFault } from './walk.js';

/** The parts of a nest: loops over processors, loops that are steps in time, loops of a leaf. */
export interface Parts {
  /** Sequential loops outside the distributed ones. */
  readonly before: readonly IndexVariable[];
  readonly distributed: readonly IndexVariable[];
  /** Sequential loops inside the distributed ones, down to the innermost at which tensors are communicated. */
  readonly steps: readonly IndexVariable[];
  readonly leaf: readonly IndexVariable[];
}

/** A nest taken apart. Loops that come before the distributed ones are steps too. */
export function partsOf(concrete: Concrete, { loops, target, value }: Nest): Parts {
  const { variables } = distributedOf(concrete);
  const distributed = loops.filter((loop) => variables.includes(loop));
  const first = distributed.length === 0 ? 0 : loops.indexOf(distributed[0]);
  const last = distributed.length === 0 ? 0 : loops.indexOf(distributed[distributed.length - 1]) + 1;
  const names = tensorsOf({ target, value });
  const at = concrete.relations.flatMap((r) =>
    r.kind === 'communicate' && names.includes(r.tensor) ? [loops.indexOf(r.at)] : [],
  );
  const end = Math.max(last, ...at.map((place) => place + 1));
  return { before: loops.slice(0, first), distributed, steps: loops.slice(last, end), leaf: loops.slice(end) };
}

interface Rule {
  readonly name: string;
  /** The fault of a nest, and the alternative; null for none. */
  readonly broken: (concrete: Concrete, nest: Nest, parts: Parts) => string | null;
}

const rules: readonly Rule[] = [
  {
    name: 'distributed loops are nested directly in each other',
    broken(_, { loops }, { before, distributed }) {
      const between = loops.slice(before.length, before.length + distributed.length).find((loop) => !distributed.includes(loop));
      if (between === undefined) return null;
      return `the loop ${between} would stand between the distributed loops ${distributed.join(', ')}; reorder it inside or outside of all of them`;
    },
  },
  {
    name: 'a rotated loop is inside the loops that turn it',
    broken({ relations }, { loops }) {
      for (const r of relations) {
        if (r.kind !== 'rotate' || !loops.includes(r.into)) continue;
        const missing = r.by.find((by) => !loops.includes(by));
        if (missing !== undefined)
          return `${r.into} is turned by ${missing}, which is no loop of all assignments that have ${r.into}; distribute and rotate by loops of all`;
        const inside = r.by.find((by) => loops.includes(by) && loops.indexOf(by) > loops.indexOf(r.into));
        if (inside !== undefined)
          return `${r.into} is turned by ${inside}: its iterations depend on the loop ${inside}, which has to stay outside`;
      }
      return null;
    },
  },
  {
    name: 'tensors are communicated inside the distributed loops',
    broken({ relations }, { loops }, { distributed }) {
      const last = distributed.at(-1);
      if (last === undefined) return null;
      for (const r of relations) {
        if (r.kind !== 'communicate' || distributed.includes(r.at) || !loops.includes(r.at)) continue;
        if (loops.indexOf(r.at) < loops.indexOf(last))
          return `${r.tensor.name} is communicated at ${r.at}, which would be outside the distributed loop ${last}`;
      }
      return null;
    },
  },
  {
    name: 'substituted loops are the innermost ones of the nest that has them, and the routine computes that nest',
    broken(concrete, nest) {
      const routine = routineOf(concrete, nest);
      if (routine === undefined) return null;
      const { variables, leaf } = routine;
      const rest = nest.loops.slice(nest.loops.length - variables.length);
      if (!variables.every((v) => rest.includes(v)))
        return `${leaf.name} stands for the loops ${variables.join(', ')}, which would not be the innermost ones`;
      return leaf.refuses(nest, variables);
    },
  },
  {
    name: 'a leaf computes a box',
    broken(concrete, nest, { before, distributed, steps }) {
      const fixed = new Set([...before, ...distributed, ...steps]);
      const bounds = new Bounds(concrete);
      const gaps = [...new Set(nest.loops.flatMap((loop) => bounds.originals(loop)))].find(
        (v) => bounds.spread(v, fixed) === 'gaps',
      );
      if (gaps === undefined) return null;
      return (
        `a processor would have values of ${gaps} that are not contiguous, while ${[...fixed].join(', ')} stand; distribute and ` +
        `communicate at the outer parts of ${gaps}, and cut collapsed loops into whole rows`
      );
    },
  },
  {
    name: 'entries of a compressed tensor are taken in their order',
    broken: (concrete, nest, parts) => walkFault(concrete, nest, parts),
  },
  {
    name: 'loops of a leaf have an order that keeps sums',
    broken: (concrete, nest, parts) => orderFault(concrete, nest, new Bounds(concrete), parts),
  },
];

/** The first fault of a statement; null for none. */
export function faultOf(concrete: Concrete): string | null {
  for (const nest of concrete.nests) {
    const parts = partsOf(concrete, nest);
    for (const { broken } of rules) {
      const fault = broken(concrete, nest, parts);
      if (fault !== null) return fault;
    }
  }
  return null;
}

/** The tensors of a nest, the target first. */
export function tensorsOf({ target, value }: Pick<Nest, 'target' | 'value'>): readonly Nest['target']['tensor'][] {
  const found = new Set([target.tensor]);
  const visit = (term: Nest['value']): void => {
    if (term.kind === 'access') found.add(term.tensor);
    else if (term.kind !== 'constant') {
      visit(term.a);
      if (term.kind !== 'negate') visit(term.b);
    }
  };
  visit(value);
  return [...found];
}
