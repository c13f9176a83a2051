/** Logs of windows over separate memories that are replayed as graphs: good ones verify; without an edge or a copy they do not. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';
import { type LogEvent, verify } from '../../../lib/spy/index.js';
import { loops } from '../../support/loops.js';
import { spied } from '../../support/spied.js';

const skip = loadAddon() === null ? (addonProblem() ?? true) : false;
const config = { memories: 3, grain: 1, tracing: 'off', procs: 2, tier: 'block', graphs: 'on', inline: false } as const;

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>;
const kindsOf = (log: readonly LogEvent[]): string[] => verify(log).problems.map((p) => p.kind);
const logOf = (name: string, times = 7): Promise<LogEvent[]> =>
  spied(async () => {
    await loops[name](times);
  }, config);

/** Places of events that belong to replays. */
function inReplays(log: readonly LogEvent[]): Set<number> {
  const steps = new Map<number, number>();
  const found = new Set<number>();
  let last = 0;
  log.forEach((event, i) => {
    if (event.event === 'graph') steps.set(event.graph, event.sizes.length);
    if (event.event === 'replay') last = event.launch + (steps.get(event.graph) ?? 0) - 1;
    else if (
      'launch' in event &&
      event.event !== 'complete' &&
      event.event !== 'read' &&
      event.launch > 0 &&
      event.launch <= last
    )
      found.add(i);
  });
  return found;
}

/** The log in which nothing of a window is complete when one that follows it by gates begins. */
function lateCompletion(log: readonly LogEvent[]): LogEvent[] {
  let first = 0;
  return log.map((event, i) => {
    if (event.event === 'replay') first = event.launch;
    if (event.event !== 'complete') return event;
    const next = log.slice(i).find((e) => e.event === 'replay' || e.event === 'point');
    const linked = next?.event === 'replay' && next.link > 0;
    return linked ? { ...event, launch: Math.min(event.launch, first - 1) } : event;
  });
}

for (const name of Object.keys(loops)) {
  t.test(`${name}: what is logged is right`, { skip, timeout: 300_000 }, async (t) => {
    const { problems, summary } = verify(await logOf(name, name === 'channel flow' ? 5 : 8));
    t.same(problems, [], JSON.stringify(summary));
    t.ok(summary.replays > 0, `${summary.replays} replays`);
  });
}

t.test('nodes are points, copies and folds', { skip }, async (t) => {
  const log = await logOf('sums that the next round reads', 12);
  const kinds = new Set(log.flatMap((e) => (e.event === 'graph' ? (e.nodes ?? []).map((n) => n.kind) : [])));
  t.same([...kinds].sort(), ['copy', 'fold', 'point']);
});

t.test('runs of partial results are nodes, whose edges matter', { skip, timeout: 300_000 }, async (t) => {
  const log = await spied(async () => {
    let x = np.arange(513).multiply(0.5);
    for (let i = 0; i < 6; i++) {
      x = x.add(np.broadcastTo(x, [1100, 513]).sum()).multiply(2 ** -20);
      np.runtime.flush();
    }
    await x.data();
  }, config);
  t.same(kindsOf(log), []);
  const i = log.findLastIndex((e) => e.event === 'graph' && (e.nodes ?? []).some(({ kind }) => kind === 'runs'));
  const graph = log[i] as Of<'graph'>;
  const isOfRuns = (n: number): boolean => graph.nodes?.[n].kind === 'runs';
  const edges = graph.edges.flatMap(([a, b], k) => (isOfRuns(a) || isOfRuns(b) ? [k] : []));
  t.ok(edges.length >= 4, `${edges.length} edges to and from runs`);
  for (const k of edges) {
    const without = { ...graph, edges: graph.edges.filter((_, at) => at !== k) };
    t.ok(kindsOf(log.with(i, without)).length > 0, `edge ${graph.edges[k].join()}`);
  }
});

t.test('an edge that is left out is noticed, unless others say the same', { skip, timeout: 300_000 }, async (t) => {
  let [dropped, noticed] = [0, 0];
  for (const name of ['stencil', 'new arrays', 'sums that the next round reads', 'rows and columns']) {
    const log = await logOf(name);
    t.same(kindsOf(log), [], name);
    const i = log.findLastIndex((e) => e.event === 'graph');
    const graph = log[i] as Of<'graph'>;
    for (let k = 0; k < graph.edges.length; k++) {
      const without = { ...graph, edges: graph.edges.filter((_, at) => at !== k) };
      dropped++;
      if (kindsOf(log.map((e, at) => (at === i ? without : e))).includes('copy')) noticed++;
    }
    const none = log.map((e, at) => (at === i ? { ...graph, edges: [] } : e));
    t.ok(graph.edges.length === 0 || kindsOf(none).includes('copy'), `${name}: without any edge`);
  }
  t.ok(dropped > 20, `${dropped} edges`);
  t.ok(noticed > 0.7 * dropped, `${noticed} of ${dropped} were missed`);
});

t.test('gates to a window from the one right before it', { skip, timeout: 300_000 }, async (t) => {
  let [dropped, noticed] = [0, 0];
  for (const name of ['stencil', 'new arrays', 'gathers']) {
    const log = lateCompletion(await logOf(name, 14));
    t.same(kindsOf(log), [], name);
    t.ok(log.filter((e) => e.event === 'replay' && e.link > 0).length > 3, `${name}: windows follow each other`);
    const i = log.findIndex((e) => e.event === 'link');
    const link = log[i] as Of<'link'>;
    for (let k = 0; k < Math.min(link.gates.length, 10); k++) {
      const without = { ...link, gates: link.gates.filter((_, at) => at !== k) };
      dropped++;
      if (kindsOf(log.map((e, at) => (at === i ? without : e))).includes('copy')) noticed++;
    }
    const late = log.map((e): LogEvent => (e.event === 'replay' && e.link > 0 ? { ...e, wait: 0 } : e));
    t.ok(kindsOf(late).includes('order'), 'what came before the one before may be under way');
    t.ok(kindsOf(log.filter((_, at) => at !== i)).includes('order'), 'a link that is not there');
  }
  t.ok(noticed > 0.5 * dropped, `${noticed} of ${dropped} were missed`);
});

t.test('a copy of a replay that does not happen, or brings nothing, is noticed', { skip, timeout: 300_000 }, async (t) => {
  let copies = 0;
  for (const name of ['stencil', 'gathers']) {
    const log = await logOf(name);
    const replayed = inReplays(log);
    const places = log.flatMap((e, i) => (e.event === 'copy' && replayed.has(i) ? [i] : []));
    for (const i of places.slice(-6)) {
      copies++;
      t.ok(kindsOf(log.filter((_, at) => at !== i)).length > 0, `${name}: event ${i} is left out`);
      const empty = log.map((e, at): LogEvent => (at === i && e.event === 'copy' ? { ...e, high: e.low } : e));
      t.ok(kindsOf(empty).includes('copy'), `${name}: event ${i} brings nothing`);
    }
  }
  t.ok(copies >= 8, `${copies} copies`);
});

t.test('launches that are not those of the graph are noticed', { skip }, async (t) => {
  const log = await logOf('stencil');
  const i = log.findLastIndex((e) => e.event === 'graph');
  const graph = log[i] as Of<'graph'>;
  const changed = (nodes: Of<'graph'>['nodes'], sizes = graph.sizes): LogEvent[] =>
    log.map((e, at) => (at === i ? { ...graph, nodes, sizes } : e));
  const kinds = (graph.nodes ?? []).map((n): typeof n => ({ ...n, kind: n.kind === 'copy' ? 'point' : 'copy' }));
  t.ok(kindsOf(changed(kinds)).includes('task'), 'a copy for a point');
  t.ok(kindsOf(changed(graph.nodes, [...graph.sizes, 1, 1])).includes('task'), 'too few launches');
  t.ok(kindsOf(log.filter((_, at) => at !== i)).includes('task'), 'a graph that is not there');
});
