"""NAS Parallel Benchmark MG: four V-cycles for a 3-D Poisson problem with periodic borders, on twenty charges."""
from side import serve

CYCLES = 4
A = [-8 / 3, 0, 1 / 6, 1 / 12]
C = [-3 / 8, 1 / 32, -1 / 64, 0]
LESS, HERE, MORE = slice(None, -2), slice(1, -1), slice(2, None)


def with_numpy(n):
    import numpy as np

    def wrap(x):
        x[:, :, 0], x[:, :, -1] = x[:, :, -2], x[:, :, 1]
        x[:, 0], x[:, -1] = x[:, -2], x[:, 1]
        x[0], x[-1] = x[-2], x[1]

    def inner(x):
        return x[HERE, HERE, HERE]

    def beside(x, less, here, more):
        faces = x[here, less] + x[here, more] + x[less, here] + x[more, here]
        edges = x[less, less] + x[less, more] + x[more, less] + x[more, more]
        return faces, edges

    def residual(u, v, r):
        faces, edges = beside(u, LESS, HERE, MORE)
        second = edges[:, :, HERE] + faces[:, :, LESS] + faces[:, :, MORE]
        third = edges[:, :, LESS] + edges[:, :, MORE]
        inner(r)[:] = inner(v) - A[0] * inner(u) - A[2] * second - A[3] * third
        wrap(r)

    def smooth(r, u):
        faces, edges = beside(r, LESS, HERE, MORE)
        first = r[HERE, HERE, LESS] + r[HERE, HERE, MORE] + faces[:, :, HERE]
        second = edges[:, :, HERE] + faces[:, :, LESS] + faces[:, :, MORE]
        inner(u)[:] = inner(u) + C[0] * inner(r) + C[1] * first + C[2] * second
        wrap(u)

    def restrict(r, s):
        less, here, more = slice(1, -2, 2), slice(2, None, 2), slice(3, None, 2)
        faces, edges = beside(r, less, here, more)
        point = r[here, here]
        first = point[:, :, less] + point[:, :, more] + faces[:, :, here]
        second = faces[:, :, less] + faces[:, :, more] + edges[:, :, here]
        third = edges[:, :, less] + edges[:, :, more]
        inner(s)[:] = 0.5 * point[:, :, here] + 0.25 * first + 0.125 * second + 0.0625 * third
        wrap(s)

    def interpolate(z, u):
        between, exact = slice(1, -2, 2), slice(2, None, 2)
        low, high = LESS, HERE
        across = z[high, high] + z[high, low]
        down = z[high, high] + z[low, high]
        both = across + (z[low, high] + z[low, low])
        for i, j, line, weight in [
            (exact, exact, z[high, high], 1),
            (exact, between, across, 0.5),
            (between, exact, down, 0.5),
            (between, between, both, 0.25),
        ]:
            u[i, j, exact] += weight * line[:, :, high]
            u[i, j, between] += weight / 2 * (line[:, :, high] + line[:, :, low])
        wrap(u)

    def cycle(us, rs, v):
        top = len(us) - 1
        for k in range(top, 0, -1):
            restrict(rs[k], rs[k - 1])
        us[0][:] = 0
        smooth(rs[0], us[0])
        for k in range(1, top + 1):
            if k < top:
                us[k][:] = 0
            interpolate(us[k - 1], us[k])
            residual(us[k], v if k == top else rs[k], rs[k])
            smooth(rs[k], us[k])

    def charges():
        mask = np.uint64(2**46 - 1)
        count = n**3
        x = np.empty(count, dtype=np.uint64)
        x[0] = (5**13 * 314159265) % 2**46
        have, factor = 1, 5**13
        while have < count:
            more = min(have, count - have)
            x[have : have + more] = (x[:more] * np.uint64(factor)) & mask
            have, factor = have + more, factor * factor % 2**46
        order = np.argsort(x)
        grid = np.zeros(count)
        grid[order[:10]], grid[order[-10:]] = -1, 1
        v = np.zeros((n + 2, n + 2, n + 2))
        inner(v)[:] = grid.reshape(n, n, n)
        wrap(v)
        return v

    levels = n.bit_length() - 1
    us, rs = ([np.zeros((2 ** (k + 1) + 2,) * 3) for k in range(levels)] for _ in range(2))
    v = charges()

    def run():
        us[-1][:] = 0
        residual(us[-1], v, rs[-1])
        for _ in range(CYCLES):
            cycle(us, rs, v)
            residual(us[-1], v, rs[-1])

    return run, lambda: [np.sqrt((inner(rs[-1]) ** 2).sum() / n**3), us[-1][1, 1, 1]], None


serve(numpy=with_numpy)
