/**
 * `distribute` (DISTAL, section 3.3): iterations of loops run on different processors at the same time. The compound command divides variables
 * by the dimensions of a grid first, and puts the outer parts outside.
 *
 *     ∀i ∀j ∀k S   distribute({i, j}, {io, jo}, {ii, ji}, Grid(2, 3))   ∀io ∀jo ∀ii ∀ji ∀k S
 *       s.t. divide(i, io, ii, 2), divide(j, jo, ji, 3), distribute(io, jo)
 *
 * A second distribution, directly inside the first, is over the processors of each node of a hierarchical grid.
 */
import type { Grid } from '../../machine/grid.js';
import type { IndexVariable } from '../../notation/terms.js';
import { Bounds } from '../bounds.js';
import { type Concrete, distributedOf } from '../concrete.js';
import { type Command, checked, checkFree, checkLoops, refusal, related } from '../refusal.js';
import { split } from './split.js';

/** Marks loops as distributed. */
export function distribute(command: Command, concrete: Concrete, variables: readonly IndexVariable[], { dims }: Grid): Concrete {
  checkLoops(command, concrete, variables);
  checkFree(command, concrete, variables);
  checkCount(command, variables, dims);
  const bounds = new Bounds(concrete);
  variables.forEach((variable, d) => {
    const extent = bounds.extent(variable);
    if (extent !== dims[d]) {
      throw refusal(
        command,
        `${variable} has ${extent} iterations, dimension ${d} of the grid ${dims[d]} processors; divide it by ${dims[d]} first, or give the ` +
          'variables of the outer and the inner parts: distribute([i], [io], [ii], grid)',
      );
    }
  });
  return checked(command, related(concrete, { kind: 'distribute', variables, dims, places: variables }));
}

/** Divides variables, moves the outer parts outside, and distributes these. */
export function distributeParts(
  command: Command,
  concrete: Concrete,
  variables: readonly IndexVariable[],
  outer: readonly IndexVariable[],
  inner: readonly IndexVariable[],
  grid: Grid,
): Concrete {
  checkLoops(command, concrete, variables);
  checkCount(command, variables, grid.dims);
  return distribute(command, divided(command, concrete, { variables, outer, inner, counts: grid.dims }), outer, grid);
}

/** Loops in parts: of each variable so many, over which `outer` goes, `inner` over one of them. */
export interface Cuts {
  readonly variables: readonly IndexVariable[];
  readonly outer: readonly IndexVariable[];
  readonly inner: readonly IndexVariable[];
  readonly counts: readonly number[];
}

/** Divides one variable after the other, and moves the outer parts outside. */
export function divided(command: Command, concrete: Concrete, { variables, outer, inner, counts }: Cuts): Concrete {
  if (outer.length !== variables.length || inner.length !== variables.length)
    throw refusal(
      command,
      `expected as many outer and inner parts as there are variables, ${variables.length}, got ${outer.length} and ${inner.length}`,
    );
  const cut = variables.reduce(
    (found, of, d) => split(command, found, 'divide', { of, outer: outer[d], inner: inner[d], count: counts[d] }),
    concrete,
  );
  const before = distributedOf(concrete).variables;
  const nests = cut.nests.map((nest) => {
    const isFirst = (loop: IndexVariable): boolean => before.includes(loop) || outer.includes(loop);
    const firsts = [...before, ...outer].filter((loop) => nest.loops.includes(loop));
    // Sequential loops that were outside of processors stay there.
    const at = before.length === 0 ? 0 : nest.loops.findIndex((loop) => before.includes(loop));
    const outside = nest.loops.slice(0, Math.max(0, at)).filter((loop) => !isFirst(loop));
    const inside = nest.loops.filter((loop) => !isFirst(loop) && !outside.includes(loop));
    const parts = inner.filter((loop) => inside.includes(loop));
    return { ...nest, loops: [...outside, ...firsts, ...parts, ...inside.filter((loop) => !parts.includes(loop))] };
  });
  return { ...cut, nests };
}

function checkCount(command: Command, variables: readonly IndexVariable[], dims: readonly number[]): void {
  if (variables.length === dims.length) return;
  throw refusal(
    command,
    `expected a variable for each dimension of the grid (${dims.join(', ')}), got ${variables.length}; an inner grid of a hierarchy is ` +
      'distributed on by a command of its own',
  );
}
