"""Functions of graphs by SciPy."""
from side import serve


def graphs(n):
    import numpy as np
    import scipy.sparse as sp
    import scipy.sparse.csgraph as cg

    g = sp.csr_array(sp.random_array((n, n), density=5 / n, rng=np.random.default_rng(1)))
    found = []

    def run():
        distances = cg.dijkstra(g, indices=[0, 1, 2])
        tree = cg.minimum_spanning_tree(g)
        components, _ = cg.connected_components(g, connection="strong")
        order = cg.breadth_first_order(g, 0, return_predecessors=False)
        matched = cg.maximum_bipartite_matching(g, perm_type="column")
        found[:] = [distances[np.isfinite(distances)].sum(), tree.sum(), components, len(order), (matched >= 0).sum()]

    return run, lambda: found, None


serve(graphs=graphs)
