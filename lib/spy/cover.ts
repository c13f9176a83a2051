/**
 * Is all of a step computed, and once? Ranges of nodes, and of points, tile the indices of a step; boxes of a routine's points tile the
 * views that it writes; results at the end of a step are stored once.
 *
 *     size 2048    [0, 1024) [1024, 2048)    yes          [0, 1024) [1025, 2048)    no: 1024 is left out
 */
import { sizeOf } from './elements.js';
import type { LogBox, LogEvent, LogLaunch, LogNode, LogPoint, LogTask } from './log.js';
import type { Tell } from './problem.js';
import type { Range } from './reach.js';

type Graph = Extract<LogEvent, { event: 'graph' }>;

/** The first gap or overlap that keeps ranges from tiling [0, size); null when they tile it. Empty ranges do not count. */
export function gapOf(ranges: readonly Range[], size: number): string | null {
  let end = 0;
  for (const { from, to } of ranges.filter((r) => r.to > r.from).toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (from > end) return `${end} to ${from - 1} of ${size} are left out`;
    if (from < end) return `${from} of ${size} comes twice`;
    end = to;
  }
  if (end < size) return `${end} to ${size - 1} of ${size} are left out`;
  return end > size ? `${end - 1} is beyond the ${size} that there are` : null;
}

/** Checks the nodes and edges of a graph by themselves. */
export function checkGraph({ graph, sizes, nodes, edges }: Graph, procs: number, tell: Tell): void {
  const say = (what: string): void => tell('cover', `graph ${graph}: ${what}`);
  if (nodes === null) {
    if (edges.length > 0) say('it has edges, and no nodes');
    return;
  }
  nodes.forEach(({ step, processor, from, to }, n) => {
    if (step >= sizes.length) say(`node ${n} is of step ${step}, of ${sizes.length}`);
    if (processor >= procs) say(`node ${n} runs on processor ${processor}, of ${procs}`);
    if (from > to) say(`node ${n} goes from ${from} to ${to}`);
  });
  sizes.forEach((size, step) => {
    const own = nodes.filter((node) => node.step === step);
    const gap = gapOf(own, size);
    if (gap !== null) say(`step ${step}: ${gap}`);
    const ends = own.filter((node) => node.finishes).length;
    if (ends > 1) say(`step ${step} ends ${ends} times`);
    const alone = own.length === 1 && own[0].kind !== 'point';
    if (alone && ends === 0) say(`step ${step} is one node, which does not end it`);
  });
  checkPairs(edges, nodes.length, nodes.length, (what) => say(`edges: ${what}`));
  for (const [a, b] of edges) if (a >= b) say(`an edge leads from node ${a} to node ${b}, which is not behind it`);
}

/** Checks that pairs name existing nodes, each pair once. `before`: nodes of the first of a pair; -1 is all of them. */
export function checkPairs(pairs: Graph['edges'], before: number, count: number, say: (what: string) => void): void {
  const seen = new Set<string>();
  for (const [a, b] of pairs) {
    if (a >= before || b >= count) say(`(${a}, ${b}) names a node that there is not`);
    if (seen.has(`${a} ${b}`)) say(`(${a}, ${b}) comes twice`);
    seen.add(`${a} ${b}`);
  }
}

/** Checks a graph's step against the tasks that it runs. Returns the fault; null when there is none. */
export function stepFault(
  { sizes, nodes }: Graph,
  step: number,
  tasks: readonly LogTask[],
  scratch: LogLaunch['scratch'],
): string | null {
  const own = nodes?.filter((node) => node.step === step) ?? null;
  const opaque = tasks.find((task) => task.body !== 'kernel');
  if (opaque === undefined && tasks.length > 0 && sizes[step] !== pointsOf(tasks))
    return `it shares out ${sizes[step]} indices of ${pointsOf(tasks)}`;
  if (own === null) return null;
  if (hasEnd(tasks) && !own.some((node) => node.finishes)) return 'nothing stores its results when all indices are done';
  if (
    opaque === undefined &&
    leavesPartials(tasks) &&
    own.filter((node) => node.to > node.from).length > 1 &&
    scratch.length === 0
  )
    return 'its nodes have no memory for their partial results';
  return opaque === undefined ? null : boxFault(own, opaque);
}

/** Indices of the domain that tasks of one launch share. */
function pointsOf(tasks: readonly LogTask[]): number {
  const domain = tasks.find((task) => task.domain.length > 0)?.domain ?? [];
  return domain.reduce((a, n) => a * n, 1);
}

/**
 * The faults of a step: its points must cover its indices once. All points run the same tasks; values of 0-d tasks, which each point
 * computes for itself, are stored by a point of their own, over one index.
 */
export function pointFaults(points: readonly LogPoint[], tasks: readonly LogTask[]): string[] {
  const values = new Set(tasks.filter((t) => t.domain.length === 0).flatMap((t) => t.args.map((a) => a.root)));
  const stores = points.filter(({ uses }) => {
    const written = uses.filter((use) => use.writes);
    return written.length > 0 && written.every((use) => values.has(use.root) && use.rows === null);
  });
  const others = stores.length < points.length ? points.filter((point) => !stores.includes(point)) : [];
  // Where nothing else is left of the tasks, one point that goes over all indices may store the values, too.
  const isAlone = points.length === 1 && gapOf(points, pointsOf(tasks)) === null;
  const faults = [
    stores.length > 0 && !isAlone ? gapOf(stores, 1) : null,
    others.length > 0 ? gapOf(others, pointsOf(tasks)) : null,
  ];
  const opaque = tasks.find((task) => task.body !== 'kernel' && task.index !== true);
  if (opaque !== undefined && points.length > 1) faults.push(`${opaque.kind} is no kernel, and cut into points`);
  const written = others.filter(({ from, to }) => to > from).map(writtenBy);
  if (written.some((roots) => roots !== written[0])) faults.push('they write different roots');
  const name = `points of tasks ${points[0].tasks.join()}, from launch ${points[0].launch} on`;
  return faults.flatMap((fault) => (fault === null ? [] : [`${name}: ${fault}`]));
}

/** The roots that a point writes, as a text. */
function writtenBy({ uses }: LogPoint): string {
  const roots = uses.filter((use) => use.writes).map((use) => use.root);
  return [...new Set(roots)].sort((a, b) => a - b).join();
}

/** Whether ranges of indices leave partial results. */
function leavesPartials(tasks: readonly LogTask[]): boolean {
  return hasEnd(tasks.filter((task) => task.domain.length > 0));
}

/** Is something stored when all points are done? */
export function hasEnd(tasks: readonly LogTask[]): boolean {
  return tasks.some(({ args }) =>
    args.some(({ access, privilege }) => privilege !== 'read' && ['full', 'columns', 'bins'].includes(access)),
  );
}

/** Where points of a routine write boxes of a view, the boxes tile it. */
function boxFault(nodes: readonly LogNode[], task: LogTask): string | null {
  const cut = nodes.filter((node) => node.to > node.from);
  for (const [k, arg] of task.args.entries()) {
    const boxes = cut.map((node) => node.boxes[k] ?? null);
    if (arg.privilege === 'read' || cut.length < 2 || boxes.every((box) => box === null)) continue;
    const volume = boxes.reduce((sum, box) => sum + (box === null ? sizeOf(arg) : volumeOf(box)), 0);
    const within = boxes.every(
      (box) => box === null || (box.low.every((n) => n >= 0) && box.high.every((n, i) => n <= arg.shape[i])),
    );
    if (!within || volume !== sizeOf(arg)) return `its nodes write ${volume} elements of ${sizeOf(arg)} of argument ${k}`;
    if (boxes.some((a, i) => boxes.some((b, j) => j > i && a !== null && b !== null && overlap(a, b))))
      return `two of its nodes write the same elements of argument ${k}`;
  }
  return null;
}

function volumeOf({ low, high }: LogBox): number {
  return low.reduce((v, n, i) => v * Math.max(0, high[i] - n), 1);
}

function overlap(a: LogBox, b: LogBox): boolean {
  return a.low.every((n, i) => Math.max(n, b.low[i]) < Math.min(a.high[i], b.high[i]));
}
