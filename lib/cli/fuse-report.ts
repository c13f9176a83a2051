/** A window's ways into kernels, as `maniple fuse` prints them. */
import type { Barrier, BestGathering, CostName, Gathering, Review, ReviewedShift } from '../fusion/index.js';

export interface ReviewedWindow {
  readonly number: number;
  readonly tasks: number;
  readonly met: number;
  readonly review: Review;
  /** Null where no best gathering was found, for the reason that is the problem. */
  readonly best: BestGathering | null;
  readonly problem: string | null;
}

/** Reasons that are told of. */
const MOST_REASONS = 3;

/** The measures that costs by name are in. */
const MEASURES: Readonly<Record<CostName, string>> = {
  time: 'modelled time',
  clusters: 'kernels',
  edges: 'edges that are not fused',
  'edge-bytes': 'bytes along edges that are not fused',
  arrays: 'arrays in memory',
  'array-bytes': 'bytes of arrays in memory',
  reads: 'loads',
  'read-bytes': 'loaded bytes',
  accesses: 'loads and stores',
  bytes: 'loaded and stored bytes',
};

/** The window's rows, and why its kernels are not fewer. */
export function formatWindow({ number, tasks, met, review, best, problem }: ReviewedWindow, cost: CostName): string {
  const often = `met ${met === 1 ? 'once' : `${met} times`}`;
  const lines = [`window ${number}, ${often}: ${tasks} tasks; at the right, ${MEASURES[cost]} over the least`];
  const least = Math.min(review.prefix.cost, review.greedy.cost, best?.cost ?? Number.POSITIVE_INFINITY);
  lines.push(row('prefix', review.prefix, least), row('greedy', review.greedy, least));
  if (best !== null) lines.push(`${row('optimal', best, least)}     ${proof(best)}`);
  if (problem !== null) lines.push(`  optimal  ${problem}`);
  const why = review.graph === null ? counted(review) : reasons(review, best ?? review.greedy);
  lines.push(...why, ...review.shifts.slice(0, MOST_REASONS).map(shift));
  return `${lines.join('\n')}\n`;
}

function row(name: string, { launches, bytes, cost }: Gathering, least: number): string {
  const ratio = least === 0 ? 1 : cost / least;
  const digits = ratio < 1.1 ? 2 : ratio < 100 ? 1 : 0;
  const text = ratio < 1.005 ? '1' : `${ratio.toFixed(digits)}x`;
  const moved = `${(bytes / 1e6).toFixed(1)} MB`;
  return `  ${name.padEnd(8)} ${String(launches).padStart(3)} launch${launches === 1 ? '  ' : 'es'} ${moved.padStart(10)}  ${text.padEnd(5)}`;
}

function proof({ proven, seconds, bound, cost }: BestGathering): string {
  if (proven) return `proven in ${seconds.toFixed(2)} s`;
  return `not proven in ${seconds.toFixed(1)} s: the least is ${((100 * bound) / cost).toFixed(0)} % of it, or more`;
}

const TEXTS: Readonly<Record<Barrier, string>> = {
  domain: 'are over different domains',
  true: 'are one behind the other: the second reads or overwrites elements that other points of the first write',
  anti: 'are one behind the other: the second overwrites elements that other points of the first read',
  reduction: 'are one behind the other: a fold is complete only when its kernel ends',
  opaque: 'cannot share a kernel: one of them is no kernel that can be fused',
  device: 'are placed on different devices',
  memory: "have more bytes of arrays than the device's memory",
  size: 'have too many arrays for one kernel',
};

/** Why a result that is read shifted is computed again, or why it is not. */
function shift({ result, reader, saved, again, gone }: ReviewedShift): string {
  const [stored, computed] = [saved, again].map((bytes) => `${(bytes / 1e6).toFixed(1)} MB`);
  if (gone)
    return `read shifted: ${result} is computed where ${reader} reads it: operations again for ${computed}, ${stored} not moved`;
  return `why not fewer: ${reader} reads ${result} shifted: to compute it again takes as long as moving ${computed}, to store and load it ${stored}`;
}

/** How often each constraint kept a task from a kernel. */
function counted({ barriers }: Review): string[] {
  const counts = new Map<Barrier, number>();
  for (const barrier of barriers) counts.set(barrier, (counts.get(barrier) ?? 0) + 1);
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, MOST_REASONS);
  return most.map(([barrier, count]) => `why not fewer: ${count} times, a task and a kernel ${TEXTS[barrier]}`);
}

/** Pairs of tasks that keep kernels apart, of each reason one. */
function reasons({ names, shapes, forbidden }: Review, { levels }: Gathering): string[] {
  if (new Set(levels).size < 2) return [];
  const found = new Map<string, string>();
  for (const { tasks, barrier } of forbidden) {
    const [a, b] = tasks;
    const text = barrier === 'domain' ? `have domains ${shapes[a]} and ${shapes[b]}` : TEXTS[barrier];
    if (levels[a] !== levels[b] && !found.has(text)) found.set(text, `why not fewer: ${names[a]} and ${names[b]} ${text}`);
  }
  const others = [...new Set(shapes)];
  if (found.size === 0 && others.length > 1) {
    const [a, b] = others.map((shape) => shapes.indexOf(shape));
    found.set('', `why not fewer: ${names[a]} and ${names[b]} have domains ${shapes[a]} and ${shapes[b]}`);
  }
  return [...found.values()].slice(0, MOST_REASONS);
}
