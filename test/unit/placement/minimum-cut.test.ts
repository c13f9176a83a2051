/** Cheapest cuts of random graphs, against all cuts there are. */
import t from 'tap';
import { MinimumCut } from '../../../lib/placement/minimum-cut.js';
import { random } from '../../fuzz/program.js';

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly cost: number;
}

const costOf = (edges: readonly Edge[], onSink: (node: number) => boolean): number =>
  edges.reduce((sum, { from, to, cost }) => sum + (!onSink(from) && onSink(to) ? cost : 0), 0);

t.test('a cut is the cheapest, and of these the one with most nodes on the side of the source', async (t) => {
  const next = random(7);
  const below = (n: number): number => Math.floor(next() * n);
  for (let g = 0; g < 400; g++) {
    const nodes = 2 + below(7);
    const edges = Array.from({ length: below(24) }, () => ({ from: below(nodes), to: below(nodes), cost: below(6) }));
    const cut = new MinimumCut();
    for (let i = 2; i < nodes; i++) cut.node();
    for (const { from, to, cost } of edges) cut.edge(from, to, cost);
    const side = cut.solve();
    t.same([side[MinimumCut.SOURCE], side[MinimumCut.SINK]], [0, 1]);
    let [least, fewest] = [Number.POSITIVE_INFINITY, nodes];
    for (let bits = 0; bits < 1 << (nodes - 2); bits++) {
      const onSink = (node: number): boolean => node === 1 || (node > 1 && ((bits >> (node - 2)) & 1) === 1);
      const cost = costOf(edges, onSink);
      const count = Array.from({ length: nodes }, (_, node) => node).filter(onSink).length;
      if (cost < least || (cost === least && count < fewest)) [least, fewest] = [cost, count];
    }
    t.equal(
      costOf(edges, (node) => side[node] === 1),
      least,
      `graph ${g}`,
    );
    t.equal(
      side.reduce((sum, n) => sum + n, 0),
      fewest,
      `graph ${g}`,
    );
  }
});

t.test('a long chain is cut where it is cheapest', async (t) => {
  const cut = new MinimumCut();
  let last = MinimumCut.SOURCE;
  for (let i = 0; i < 20_000; i++) {
    const node = cut.node();
    cut.edge(last, node, i === 12_345 ? 3 : 5);
    last = node;
  }
  cut.edge(last, MinimumCut.SINK, 4);
  const side = cut.solve();
  t.same([side[2 + 12_344], side[2 + 12_345]], [0, 1]);
});
