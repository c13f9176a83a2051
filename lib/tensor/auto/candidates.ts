/**
 * Candidates for a schedule: how loops are cut into parts for processors, where tensors begin, and how many steps a sum is cut into so that
 * copies fit a memory.
 */
import { type Distribution, parseDistribution } from '../format/distribution.js';
import { Grid } from '../machine/grid.js';
import { Blocks, type Holding } from './estimate.js';
import { secondsOf } from './found.js';
import { leastMoved, type Parts, partsOf, workOf } from './grids.js';
import type { Machine } from './machine.js';
import { cutsOf, textOf } from './places.js';
import type { Problem, Use } from './problem.js';

export interface Candidate {
  readonly grid: Grid;
  /** By dimension of the grid: the loop that it cuts. */
  readonly dims: readonly number[];
  /** By use. */
  readonly distributions: readonly Distribution[];
  /** The loop whose part is cut into steps, and their number; null for one step. */
  readonly steps: { readonly loop: number; readonly count: number } | null;
  /** Seconds (`secondsOf`), and the bytes of the fullest memory, as estimated. */
  readonly seconds: number;
  readonly peak: number;
}

/** The best candidates that fit the memory, `most` of them, the best first. */
export function candidatesOf(problem: Problem, machine: Machine, most: number): readonly Candidate[] {
  const all = partsOf(problem, machine.processors);
  const least = all.map((parts) =>
    secondsOf(machine, workOf(problem, parts), { messages: 0, bytes: leastMoved(problem, parts) }),
  );
  const found: (readonly Candidate[])[] = all.map(() => []);
  let best: number[] = [];
  // Grids in the order of their least time, until it is beyond the times of all the best candidates.
  for (const i of [...all.keys()].sort((a, b) => least[a] - least[b])) {
    if (best.length === most && least[i] > best[most - 1]) break;
    found[i] = [...candidatesOn(problem, machine, all[i])];
    best = [...best, ...found[i].map(({ seconds }) => seconds)].sort((a, b) => a - b).slice(0, most);
  }
  const sorted = found.flat().sort((a, b) => a.seconds - b.seconds || a.peak - b.peak);
  return sorted.slice(0, most);
}

function* candidatesOn(problem: Problem, machine: Machine, parts: Parts): Generator<Candidate> {
  const cut = parts.flatMap((g, loop) => (g > 1 ? [loop] : []));
  const dims = cut.length === 0 ? [0] : cut;
  const grid = new Grid(...dims.map((loop) => parts[loop]));
  const blocks = new Blocks(problem, parts, dims);
  const options = problem.uses.map((use) => holdingsOf(use, blocks, grid));
  for (const holdings of combinations(options)) {
    const fitted = fit(problem, machine, parts, blocks.isShared, holdings);
    if (fitted === null) continue;
    const sent = { messages: 0, bytes: 0 };
    problem.uses.forEach(({ accesses }, u) => {
      const again = accesses.some((loops) => fitted.steps !== null && loops.includes(fitted.steps.loop));
      sent.messages += holdings[u].messages * (again ? (fitted.steps?.count ?? 1) : 1);
      sent.bytes += holdings[u].moved;
    });
    const distributions = holdings.map(({ distribution }) => distribution);
    yield { grid, dims, distributions, ...fitted, seconds: secondsOf(machine, workOf(problem, parts), sent) };
  }
}

function holdingsOf(use: Use, blocks: Blocks, grid: Grid): readonly Holding[] {
  const { tensor, given } = use;
  if (given !== null) return [blocks.holding(use, given)];
  const rank = tensor.shape.length;
  return cutsOf(use, blocks.dims).map((cuts) =>
    blocks.holding(use, parseDistribution(tensor.name, rank, grid, textOf(rank, cuts))),
  );
}

/** One of each list. */
function* combinations<T>(lists: readonly (readonly T[])[]): Generator<readonly T[]> {
  const [first, ...rest] = lists;
  if (first === undefined) yield [];
  else for (const chosen of first) for (const more of combinations(rest)) yield [chosen, ...more];
}

/** The fewest steps in which copies fit the memory, and the bytes of the fullest one; null where they do not fit. */
function fit(
  problem: Problem,
  { memory }: Machine,
  parts: Parts,
  isShared: boolean,
  holdings: readonly Holding[],
): Pick<Candidate, 'steps' | 'peak'> | null {
  const whole = peakOf(problem, holdings, isShared, null);
  if (whole <= memory) return { steps: null, peak: whole };
  let best: Pick<Candidate, 'steps' | 'peak'> | null = null;
  for (const loop of problem.summed) {
    const most = Math.ceil(problem.extents[loop] / parts[loop]);
    if (most < 2 || peakOf(problem, holdings, isShared, { loop, count: most, length: most }) > memory) continue;
    let [low, count] = [1, most];
    // The fewest: more steps never take more memory.
    while (count - low > 1) {
      const middle = (low + count) >> 1;
      if (peakOf(problem, holdings, isShared, { loop, count: middle, length: most }) <= memory) count = middle;
      else low = middle;
    }
    const peak = peakOf(problem, holdings, isShared, { loop, count, length: most });
    if (best?.steps == null || count < best.steps.count) best = { steps: { loop, count }, peak };
  }
  return best;
}

/** Bytes of the fullest memory: own parts, the result's, and the copies of a step or the terms of a sum. */
function peakOf(
  { uses }: Problem,
  holdings: readonly Holding[],
  isShared: boolean,
  steps: { readonly loop: number; readonly count: number; readonly length: number } | null,
): number {
  const share = steps === null ? 1 : Math.ceil(steps.length / steps.count) / steps.length;
  let peak = 0;
  for (let p = 0; p < holdings[0].own.length; p++) {
    let [own, result, copies] = [0, 0, 0];
    uses.forEach(({ isTarget, accesses }, u) => {
      if (isTarget) result = holdings[u].copied[0][p];
      else own += holdings[u].own[p];
      if (!isTarget)
        accesses.forEach((loops, a) => {
          copies += holdings[u].copied[a][p] * (steps !== null && loops.includes(steps.loop) ? share : 1);
        });
    });
    peak = Math.max(peak, own + result + Math.max(copies, isShared ? 2 * result : 0));
  }
  return peak;
}
