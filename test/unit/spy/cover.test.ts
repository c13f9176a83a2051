/** Steps of graphs, points and releases: each index is computed once, each root gives its memory back. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { loadAddon } from '../../../lib/native/index.js';
import { gapOf } from '../../../lib/spy/cover.js';
import { type LogEvent, type LogNode, type ProblemKind, verify } from '../../../lib/spy/index.js';
import { loops } from '../../support/loops.js';
import { spied } from '../../support/spied.js';

type Of<E extends LogEvent['event']> = Extract<LogEvent, { event: E }>;
const kinds = (log: readonly LogEvent[]): Set<ProblemKind> => new Set(verify(log).problems.map((p) => p.kind));
const skip = loadAddon() === null ? 'the addon did not load' : false;

t.test('ranges', async (t) => {
  const range = (from: number, to: number) => ({ from, to });
  t.equal(gapOf([range(4, 8), range(0, 4), range(3, 3)], 8), null);
  t.match(gapOf([range(0, 4), range(5, 8)], 8), /4 to 4 of 8 are left out/);
  t.match(gapOf([range(0, 5), range(4, 8)], 8), /4 of 8 comes twice/);
  t.match(gapOf([range(0, 4)], 8), /4 to 7 of 8 are left out/);
  t.match(gapOf([range(0, 9)], 8), /8 is beyond the 8/);
  t.match(gapOf([], 1), /0 to 0 of 1 are left out/);
  t.equal(gapOf([], 0), null);
});

for (const memories of [1, 3]) {
  t.test(`nodes of graphs, ${memories} memories`, { skip }, async (t) => {
    const config = { memories, grain: 1, tracing: 'off', procs: 3, tier: 'block', graphs: 'on', inline: false } as const;
    let spoilt = 0;
    for (const name of ['stencil', 'sums that the next round reads', 'rows and columns']) {
      const log = await spied(async () => void (await loops[name](6)), config);
      t.same(kinds(log), new Set(), name);
      log.forEach((event, i) => {
        if (event.event !== 'graph' || event.nodes === null) return;
        const { nodes } = event;
        const changed = (next: readonly LogNode[]): Set<ProblemKind> => kinds(log.with(i, { ...event, nodes: next }));
        t.ok(changed([]).has('cover'), `${name}: no nodes`);
        for (const [n, node] of [...nodes.entries()].slice(0, 6)) {
          if (node.to === node.from) continue;
          spoilt++;
          const cut = changed(nodes.with(n, { ...node, to: node.to - 1 })).has('cover');
          const late = changed(nodes.with(n, { ...node, from: node.from + 1 })).has('cover');
          const other = changed(nodes.with(n, { ...node, step: node.step + 1 })).has('cover');
          if (!cut || !late || !other) t.fail(`${name}: node ${n} of graph ${event.graph}: ${cut} ${late} ${other}`);
        }
      });
    }
    t.ok(spoilt > 20, `${spoilt} nodes`);
  });
}

t.test('points', async (t) => {
  const config = { memories: 3, grain: 1, tracing: 'off', procs: 2, graphs: 'off', device: 'js' } as const;
  let points = 0;
  for (const name of ['stencil', 'rows and columns', 'conjugate gradients']) {
    const log = await spied(async () => void (await loops[name](3)), { ...config, procs: 1 });
    t.same(kinds(log), new Set(), name);
    log.forEach((event, i) => {
      if (event.event !== 'point' || event.to === event.from || points % 19 > 0) return void points++;
      points++;
      const changed = (change: Partial<Of<'point'>>): boolean => kinds(log.with(i, { ...event, ...change })).has('cover');
      if (!changed({ to: event.to - 1 }) || !changed({ from: event.from + 1 })) t.fail(`${name}: ${JSON.stringify(event)}`);
    });
  }
  t.ok(points > 50, `${points} points`);
});

t.test('releases, root by root, of chunks too', async (t) => {
  const log = await spied(
    async () => {
      let x = np.arange(900);
      for (let i = 0; i < 8; i++) {
        const next = np.scope(() => np.take(x, [i]).add(x).copy());
        np.runtime.flush();
        x.dispose();
        x = next;
      }
      await x.data();
    },
    { small: 128 },
  );
  t.same(kinds(log), new Set());
  const small = new Set(log.flatMap((e) => (e.event === 'allocate' && e.small ? [e.root] : [])));
  const ended = new Set<number>();
  log.forEach((event, i) => {
    if (event.event !== 'release' || !small.has(event.root)) return;
    const chunk = log.findIndex(
      (e, k) => k > i && e.event === 'chunkRelease' && e.address <= event.address && event.address < e.address + e.bytes,
    );
    if (chunk < 0) return;
    ended.add(event.root);
    t.ok(kinds(log.filter((_, k) => k !== i)).has('memory'), `root ${event.root} is not given back`);
  });
  t.ok(ended.size >= 4, `${ended.size} roots in chunks`);
});
