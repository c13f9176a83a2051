/** Functions of graphs: distances from three nodes, a spanning tree, components, a walk and a matching of a random graph. */
import * as np from 'maniple';
import * as sparse from 'maniple/sparse';
import { program } from '../harness/program.js';

const { csgraph } = sparse;

export default await program(import.meta, {
  name: 'graphs',
  unit: 'nodes',
  size: 10_000,
  async prepare(n) {
    const G = sparse.randomArray([n, n], { density: 5 / n, rng: 1 });
    await np.runtime.fence();
    const found = [0, 0, 0, 0, 0];
    return {
      async run() {
        const distances = csgraph.dijkstra(G, { indices: [0, 1, 2] });
        const tree = csgraph.minimumSpanningTree(G);
        const { nComponents } = csgraph.connectedComponents(G, { connection: 'strong' });
        const { nodeArray } = csgraph.breadthFirstOrder(G, 0);
        const matched = csgraph.maximumBipartiteMatching(G, { permType: 'column' });
        found[0] = Number(await np.where(np.isfinite(distances), distances, 0).sum().item());
        found[1] = Number(await tree.sum().item());
        found[2] = nComponents;
        found[3] = (await nodeArray.data()).length;
        found[4] = Number(await matched.greaterEqual(0).sum().item());
      },
      result: async () => found,
    };
  },
});
