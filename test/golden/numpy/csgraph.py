"""What SciPy gives for graphs: run it to write csgraph.json anew. Infinite distances are null; test/unit/sparse/csgraph.test.ts makes the same calls."""

import json
import os

import numpy as np
import scipy.sparse as sp
import scipy.sparse.csgraph as cg

rng = np.random.default_rng(11)


def plain(x):
    x = np.asarray(x.toarray() if sp.issparse(x) else x)
    return [[float(v) if np.isfinite(v) else None for v in row] for row in x] if x.ndim == 2 else [float(v) if np.isfinite(v) else None for v in x]


def answers(a, lifted):
    A, P = sp.csr_array(a), sp.csr_array(lifted)
    found = {}
    for directed in [True, False]:
        for connection in ["weak", "strong"]:
            count, labels = cg.connected_components(A, directed=directed, connection=connection)
            found[f"components {directed} {connection}"] = [int(count), plain(labels)]
        for name, walk in [("breadth", cg.breadth_first_order), ("depth", cg.depth_first_order)]:
            found[f"{name} {directed}"] = [plain(x) for x in walk(A, 1, directed=directed)]
        for unweighted in [True, False]:
            options = {"directed": directed, "unweighted": unweighted}
            found[f"dijkstra {directed} {unweighted}"] = plain(cg.dijkstra(A, **options))
            found[f"floyd {directed} {unweighted}"] = plain(cg.floyd_warshall(A, **options))
    found["limit"] = plain(cg.dijkstra(A, indices=[2, 0], limit=5))
    found["bellman"] = plain(cg.bellman_ford(P))
    found["johnson"] = plain(cg.johnson(P, indices=1))
    found["tree"] = plain(cg.minimum_spanning_tree(A))
    for normed in [True, False]:
        for out in [True, False]:
            lap, diag = cg.laplacian(A, normed=normed, use_out_degree=out, return_diag=True)
            found[f"laplacian {normed} {out}"] = [plain(lap), plain(diag)]
    found["symmetrized"] = plain(cg.laplacian(A, symmetrized=True))
    order = cg.reverse_cuthill_mckee(A)
    rows, columns = np.nonzero((a + a.T)[np.ix_(order, order)])
    found["bandwidth"] = int(np.abs(rows - columns).max(initial=0))
    found["pairs"] = int((cg.maximum_bipartite_matching(A) >= 0).sum())
    for name, tree in [("breadth", cg.breadth_first_tree), ("depth", cg.depth_first_tree)]:
        for directed in [True, False]:
            found[f"{name} tree {directed}"] = plain(tree(A, 1, directed=directed))
    for directed in [True, False]:
        steps = cg.dijkstra(A, directed=directed, return_predecessors=True)[1]
        found[f"walked {directed}"] = plain(cg.construct_dist_matrix(A, steps, directed=directed, null_value=-1))
    found["nearest"] = [plain(x) for x in cg.dijkstra(A, indices=[0, 2], min_only=True, return_predecessors=True)]
    found["dense"] = plain(cg.csgraph_to_dense(cg.csgraph_from_dense(a, null_value=3), null_value=-1))
    for directed in [True, False]:
        found[f"yen {directed}"] = plain(cg.yen(A, 0, a.shape[0] - 1, 6, directed=directed))
    found["flow"] = int(cg.maximum_flow(sp.csr_array(a.astype(np.int32)), 0, a.shape[0] - 1).flow_value)
    found["rank"] = int(cg.structural_rank(A))
    full = a + np.eye(a.shape[0], dtype=int)
    for maximize in [True, False]:
        rows, columns = cg.min_weight_full_bipartite_matching(sp.csr_array(full[1:]), maximize=maximize)
        found[f"matching {maximize}"] = int(full[1:][rows, columns].sum())
    return found


graphs = []
for size, density in [(1, 1), (5, 0.3), (9, 0.15), (12, 0.25), (14, 0.1), (8, 0.6)]:
    a = np.where(rng.random((size, size)) < density, rng.integers(1, 9, (size, size)), 0)
    height = rng.integers(0, 5, size)
    # Weights below 0 without a cycle that is: a difference of heights is added along each edge.
    lifted = np.where(a != 0, a + height[:, None] - height[None, :], 0)
    if size > 1:
        graphs.append({"graph": a.tolist(), "lifted": lifted.tolist(), "answers": answers(a, lifted)})

with open(os.path.join(os.path.dirname(__file__), "csgraph.json"), "w") as file:
    json.dump(graphs, file)
    file.write("\n")
