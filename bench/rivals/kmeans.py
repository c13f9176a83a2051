"""Five rounds of k-means: 8 clusters of points with 4 coordinates."""
from side import serve, spread

CLUSTERS, DIMENSIONS, ROUNDS = 8, 4, 5


def start(n):
    import numpy as np

    factors = (0.6180339887498949, 0.7548776662466927, 0.5698402909980532, 0.8191725133961645)
    points = np.stack([spread(n, factor, 0.1) for factor in factors], axis=1)
    return points, points[:CLUSTERS]


def finish(run):
    last = [None]

    def keep():
        last[0] = run()

    return keep, lambda: last[0].reshape(-1), None


def with_numpy(n):
    import numpy as np

    points, seeds = start(n)

    def run():
        centers = seeds
        for _ in range(ROUNDS):
            distance = ((points[:, None, :] - centers[None]) ** 2).sum(axis=2)
            mine = (distance.argmin(axis=1)[:, None] == np.arange(CLUSTERS)).astype(np.float64)
            centers = (mine.T @ points) / mine.sum(axis=0)[:, None]
        return centers

    return finish(run)


def with_numba(n):
    import numba
    import numpy as np

    points, seeds = start(n)

    @numba.njit(parallel=True)
    def step(points, centers):
        threads = numba.get_num_threads()
        sums = np.zeros((threads, CLUSTERS, DIMENSIONS))
        counts = np.zeros((threads, CLUSTERS))
        for i in numba.prange(points.shape[0]):
            best, least = 0, np.inf
            for c in range(CLUSTERS):
                distance = 0.0
                for d in range(DIMENSIONS):
                    distance += (points[i, d] - centers[c, d]) ** 2
                if distance < least:
                    best, least = c, distance
            t = numba.get_thread_id()
            counts[t, best] += 1
            for d in range(DIMENSIONS):
                sums[t, best, d] += points[i, d]
        return sums.sum(axis=0) / counts.sum(axis=0).reshape(CLUSTERS, 1)

    def run():
        centers = seeds
        for _ in range(ROUNDS):
            centers = step(points, centers)
        return centers

    return finish(run)


serve(numpy=with_numpy, numba=with_numba)
