/**
 * Schedules of statements over the entries of a compressed tensor. Processors have rows of it, or equally many entries, or parts of a loop that
 * it has not; on a grid of two dimensions, rows or entries and such a loop:
 *
 *     y(i) = S(i, j) * x(j) on 4                 rows, entries
 *     A(i, l) = S(i, j) * C(j, l) on 4           rows, entries, columns of C; on (2, 2) rows or entries, and columns
 *
 * Each is costed by the runtime's analysis with tensors where its loops are, and the best ones with each tensor in its further places. What does
 * not fit a memory is tried in steps over a loop that the compressed tensor has not, in as few as fit:
 *
 *     A(i, l) = S(i, j) * C(j, l), rows on 4        columns of C: 64 at once, or in 5 steps of up to 13
 */
import type { Schedule } from '../concrete/schedule.js';
import { type Distribution, parseDistribution } from '../format/distribution.js';
import { Grid } from '../machine/grid.js';
import type { AccessTerm } from '../notation/terms.js';
import { buildOver, type Cut, type Steps } from './build.js';
import { type Found, foundBy, isBetter } from './found.js';
import type { Machine } from './machine.js';
import { cutsOf, textOf } from './places.js';
import type { Problem, Use } from './problem.js';

/** Cuts of which tensors are tried in all their places. */
const CLOSER = 4;

/** The schedule that takes least time; null where none fits the memory. */
export function searchCompressed(problem: Problem, driver: AccessTerm, machine: Machine): Found | null {
  const costed = cutsFor(problem, driver, machine.processors).map((cut) => {
    const options = problem.uses.map((use) => placesOf(use, cut));
    const places = options.map(([first]) => first);
    return { cut, options, places, ...inSteps(problem, driver, machine, cut, places) };
  });
  costed.sort((a, b) => (a.found?.seconds ?? Number.POSITIVE_INFINITY) - (b.found?.seconds ?? Number.POSITIVE_INFINITY));
  let best: Found | null = null;
  for (const { cut, options, places, found, steps } of costed.slice(0, CLOSER)) {
    let own = found;
    // Tensors are moved independently: the best places of one are the best, wherever the rest is.
    options.forEach((all, u) => {
      let chosen = places[u];
      for (const place of all.slice(1)) {
        places[u] = place;
        const other = attempt(problem, driver, machine, cut, places, steps);
        if (other === null || (own !== null && !isBetter(other, own))) continue;
        [own, chosen] = [other, place];
      }
      places[u] = chosen;
    });
    if (own !== null && (best === null || isBetter(own, best))) best = own;
  }
  return best;
}

function attempt(
  problem: Problem,
  driver: AccessTerm,
  machine: Machine,
  cut: Cut,
  distributions: readonly Distribution[],
  steps: Steps | null,
): Found | null {
  return foundBy(machine, cut.work, (): Schedule => buildOver(problem, driver, cut, distributions, steps));
}

/**
 * A cut's schedule, of one step where that fits the memory, else of the fewest steps that do, over the loop for which these take least time. Parts of
 * rows are added up after one step: entries are cut in steps for a compressed result alone.
 */
function inSteps(
  problem: Problem,
  driver: AccessTerm,
  machine: Machine,
  cut: Cut,
  places: readonly Distribution[],
): { readonly found: Found | null; readonly steps: Steps | null } {
  const whole = attempt(problem, driver, machine, cut, places, null);
  let best: { readonly found: Found | null; readonly steps: Steps | null } = { found: whole, steps: null };
  const isOneStep = cut.byEntries && !problem.statement.target.tensor.isCompressed;
  if (whole !== null || isOneStep || machine.memory === Number.POSITIVE_INFINITY) return best;
  problem.nest.loops.forEach((variable, loop) => {
    if (driver.indices.includes(variable)) return;
    const most = Math.ceil(problem.extents[loop] / (cut.grid.dims[cut.dims.indexOf(loop)] ?? 1));
    const tried = (count: number): Found | null => attempt(problem, driver, machine, cut, places, { loop, count });
    const fewest = fewestOf(most, tried);
    if (fewest !== null && (best.found === null || isBetter(fewest.found, best.found)))
      best = { found: fewest.found, steps: { loop, count: fewest.count } };
  });
  return best;
}

/** The least number from 2 to `most` that gives a schedule, where more do, too; doubled until one does. */
function fewestOf(
  most: number,
  tried: (count: number) => Found | null,
): { readonly count: number; readonly found: Found } | null {
  let low = 1;
  let high = Math.min(2, most);
  let found = high > 1 ? tried(high) : null;
  while (found === null && high < most) {
    low = high;
    high = Math.min(2 * high, most);
    found = tried(high);
  }
  if (found === null) return null;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const other = tried(middle);
    if (other === null) low = middle;
    else [high, found] = [middle, other];
  }
  return { count: high, found };
}

/** Rows or entries in `a` parts, one further loop in `b`, for all a · b = p. */
function cutsFor({ nest, extents }: Problem, driver: AccessTerm, p: number): readonly Cut[] {
  const rows = nest.loops.indexOf(driver.indices[0]);
  const others = nest.loops.flatMap((variable, loop) => (driver.indices.includes(variable) ? [] : [loop]));
  const workOf = (entries: number, other: number | null, parts: number): number =>
    others.reduce((n, loop) => n * (loop === other ? Math.ceil(extents[loop] / parts) : extents[loop]), entries);
  const found: Cut[] = [];
  for (let a = 1; a <= p; a++) {
    if (p % a !== 0) continue;
    const b = p / a;
    for (const other of b === 1 ? [null] : others) {
      const inner = other === null ? [] : [other];
      const add = (dims: readonly number[], byEntries: boolean, entries: number): void => {
        const parts = dims.map((loop) => (loop === other ? b : a));
        found.push({ grid: new Grid(...parts), dims, byEntries, work: workOf(entries, other, b) });
      };
      if (a === 1 && other !== null) add(inner, false, entriesOf(driver, 1));
      else {
        add([rows, ...inner], false, entriesOf(driver, a));
        if (a > 1) add([rows, ...inner], true, Math.ceil((driver.tensor.pattern?.count ?? 0) / a));
      }
    }
  }
  return found;
}

/** Entries of the fullest of so many parts of the rows. */
function entriesOf({ tensor: { pattern, shape } }: AccessTerm, parts: number): number {
  if (pattern === null) return 0;
  const { numbers } = pattern.orderBy([0]).starts;
  const length = Math.ceil(shape[0] / parts);
  const startOf = (part: number): number => numbers[Math.min(shape[0], part * length)];
  return Array.from({ length: parts }, (_, q) => startOf(q + 1) - startOf(q)).reduce((a, b) => Math.max(a, b), 0);
}

/** The distributions that a tensor may have: its own, or all that cut it along the grid, of a compressed one by rows alone. */
function placesOf({ tensor, given, accesses }: Use, { dims, grid }: Cut): readonly Distribution[] {
  if (given !== null) return [given];
  const { name, shape, isCompressed } = tensor;
  const isRows = (cuts: readonly number[]): boolean => cuts.every((axis) => axis <= 0);
  return cutsOf({ accesses }, dims)
    .filter((cuts) => !isCompressed || isRows(cuts))
    .map((cuts) => parseDistribution(name, shape.length, grid, textOf(shape.length, cuts)));
}
