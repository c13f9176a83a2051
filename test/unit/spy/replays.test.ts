/** Graphs under the spy: real logs are clean; each edge and each gate that matters is missed when it is deleted. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { loadAddon } from '../../../lib/native/index.js';
import { type LogEvent, verify } from '../../../lib/spy/index.js';
import { programs, spied } from '../../support/spied.js';

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>;
type Pairs = readonly (readonly [number, number])[];

const all = <E extends LogEvent['event']>(log: readonly LogEvent[], event: E): Of<E>[] =>
  log.filter((e): e is Of<E> => e.event === event);
const replace = (log: readonly LogEvent[], old: LogEvent, ...next: LogEvent[]): LogEvent[] =>
  log.flatMap((e) => (e === old ? next : [e]));
const isMissed = (log: readonly LogEvent[]): boolean => verify(log).problems.some((p) => p.kind === 'order');
const without = (pairs: Pairs, i: number): Pairs => pairs.filter((_, k) => k !== i);

/** Pairs that are deleted, each from a log of its own. */
const FEW = 8;
const fewOf = (pairs: Pairs): number[] =>
  pairs.map((_, i) => i).filter((i) => Math.floor((i * FEW) / pairs.length) !== Math.floor(((i - 1) * FEW) / pairs.length));

const ROWS = 64;
const config = { graphs: 'on', inline: false, grain: 1, procs: 3, tracing: 'off' } as const;

/** Sweeps between two arrays, in windows that are compiled. */
async function sweeps(fusion: boolean): Promise<LogEvent[]> {
  return spied(
    async () => {
      const [a, b] = [np.ones([ROWS, 48]), np.zeros([ROWS, 48])];
      for (let i = 0; i < (fusion ? 9 : 6); i++) {
        b.slice('1:-1', ':').assign(a.slice('2:', ':').add(a.slice(':-2', ':')));
        a.slice('1:-1', ':').assign(b.slice('2:', ':').subtract(b.slice(':-2', ':')));
        a.slice(0).addAssign(a.sum({ axis: 0 }));
        np.runtime.flush();
      }
      await a.data();
    },
    { ...config, fusion },
  );
}

const options = loadAddon() === null ? { skip: 'the addon did not load' } : {};

for (const fusion of [true, false]) {
  t.test(`sweeps, fusion ${fusion ? 'on' : 'off'}: edges and gates`, options, async (t) => {
    const log = await sweeps(fusion);
    const { problems, summary } = verify(log);
    t.same(problems, []);
    t.ok(summary.pairs > 100, `${summary.pairs} pairs`);
    const replays = all(log, 'replay');
    t.ok(
      replays.some((r) => r.link !== 0),
      'a launch follows another point by point',
    );
    const [graph] = all(log, 'graph').filter((g) => g.graph === replays.at(-1)?.graph);
    const [link] = all(log, 'link');
    // Some follow from others by way of a third node.
    const edges = fewOf(graph.edges).filter((i) => isMissed(replace(log, graph, { ...graph, edges: without(graph.edges, i) })));
    t.ok(edges.length >= 2, `${edges.length} of at most ${FEW} edges are missed when they are deleted`);
    const gates = fewOf(link.gates).filter((i) => isMissed(replace(log, link, { ...link, gates: without(link.gates, i) })));
    t.ok(gates.length >= 2, `${gates.length} of at most ${FEW} gates are missed when they are deleted`);
    t.ok(isMissed(replace(log, link)), 'the link is gone');
  });
}

t.test('what a launch of a graph says of itself', options, async (t) => {
  const log = await sweeps(true);
  const linked = all(log, 'replay').filter((r) => r.link !== 0);
  const [one] = linked;
  t.ok(isMissed(replace(log, one, { ...one, wait: 0 })), 'it does not wait for what came before the one that it follows');
  t.ok(isMissed(replace(log, one, { ...one, link: 0 })), 'nothing orders it behind the one before');
  const first = log.indexOf(one);
  const before = log.slice(0, first).findLastIndex((e) => e.event === 'replay');
  t.ok(isMissed([...log.slice(0, before), ...log.slice(before + 1)]), 'the one that it follows is no graph');
  const graph = all(log, 'graph')[0];
  t.ok(
    verify(replace(log, graph)).problems.some((p) => p.kind === 'task'),
    'its graph is not in the log',
  );
});

for (const [name, program] of Object.entries(programs)) {
  for (const fusion of [true, false]) {
    t.test(`${name}, fusion ${fusion ? 'on' : 'off'}: clean`, options, async (t) => {
      const log = await spied(program, { ...config, fusion });
      t.same(verify(log).problems, []);
      t.ok(all(log, 'replay').length > 0, 'programs were compiled');
    });
  }
}

t.test('no launch follows another point by point where a graph has no points', options, async (t) => {
  const log = await sweeps(true);
  const [graph] = all(log, 'graph').filter(({ graph }) => graph === all(log, 'replay').at(-1)?.graph);
  const found = verify(replace(log, graph, { ...graph, nodes: null, edges: [] })).problems.filter(({ kind }) => kind === 'order');
  t.match(found[0]?.message, /has link \d+, but graph \d+ has no nodes/);
});

t.test('a launch that follows another in its result and in its scratch memory has one gate', options, async (t) => {
  for (const memories of [1, 2]) {
    const log = await spied(
      async () => {
        const x = np.arange(500).add(1);
        np.runtime.flush();
        for (let i = 0; i < 12; i++) {
          const sum = x.sum();
          np.runtime.flush();
          sum.dispose();
        }
        await x.data();
      },
      { ...config, memories, small: 0 },
    );
    t.same(verify(log).problems, [], `${memories} memories`);
    t.ok(
      all(log, 'link').some(({ gates }) => JSON.stringify(gates) === '[[0,0]]'),
      'the result and the scratch memory are those of the launch before',
    );
  }
});
