"""The 2-D star stencil of radius 2 of the Parallel Research Kernels, fifty iterations a run."""
from side import serve

RADIUS, ITERATIONS = 2, 50


def with_numpy(n):
    import numpy as np

    r, last = RADIUS, n - RADIUS
    index = np.arange(n, dtype=np.float64)
    grid = index[:, None] + index
    out = np.zeros((n, n))

    def run():
        for _ in range(ITERATIONS):
            for k in range(1, r + 1):
                weight = 1 / (2 * k * r)
                out[r:last, r:last] += weight * (grid[r:last, r + k : last + k] - grid[r:last, r - k : last - k])
                out[r:last, r:last] += weight * (grid[r + k : last + k, r:last] - grid[r - k : last - k, r:last])
            grid[:] += 1

    return run, lambda: [np.abs(out[r:last, r:last]).sum() / (n - 2 * r) ** 2, grid[0, 0]], None


serve(numpy=with_numpy)
