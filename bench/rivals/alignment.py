"""The best path through a table, row by row."""
from side import serve

GAP = 1


def with_numpy(n):
    import numpy as np

    costs = (np.arange(n * n) % 7).reshape(n, n).astype(np.float64)
    table = np.zeros((n + 1, n + 1))
    table[0] = np.arange(n + 1)

    def run():
        for i in range(1, n + 1):
            skipped = table[i - 1, 1:] + GAP
            matched = table[i - 1, :-1] + costs[i - 1]
            table[i, 1:] = np.minimum(skipped, matched)

    return run, lambda: [table.sum(), table[n, n]], None


serve(numpy=with_numpy)
