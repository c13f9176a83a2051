"""2-D channel flow: step 12 of "CFD Python" (Barba and Forsyth 2019), periodic in x, walls in y."""
from side import serve

RHO, NU, F, SWEEPS = 1.0, 0.1, 1.0, 10


def with_numpy(n):
    import numpy as np

    dx, dy = 2 / (n - 1), 2 / (n - 1)
    dt = 0.1 * dx * dx / NU
    u, v, p = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
    y = np.linspace(0, 2, n).reshape(n, 1)
    x = np.linspace(0, 2, n)
    u[1:-1] = (np.sin(np.pi * x) * y * (2 - y))[1:-1]

    # West, centre and east columns: the inside, then the two that wrap around.
    inside = (slice(0, -2), slice(1, -1), slice(2, None))
    last = (slice(-2, -1), slice(-1, None), slice(0, 1))
    first = (slice(-1, None), slice(0, 1), slice(1, 2))
    mid, up, down = slice(1, -1), slice(2, None), slice(0, -2)

    def build_up_b(u, v):
        b = np.zeros((n, n))
        for w, c, e in (inside, last, first):
            ux = (u[mid, e] - u[mid, w]) / (2 * dx)
            vy = (v[up, c] - v[down, c]) / (2 * dy)
            uy = (u[up, c] - u[down, c]) / (2 * dy)
            vx = (v[mid, e] - v[mid, w]) / (2 * dx)
            b[mid, c] = RHO * (1 / dt * (ux + vy) - ux * ux - 2 * (uy * vx) - vy * vy)
        return b

    def pressure(p, b):
        for _ in range(SWEEPS):
            pn = p.copy()
            for w, c, e in (inside, last, first):
                p[mid, c] = ((pn[mid, e] + pn[mid, w]) * dy**2 + (pn[up, c] + pn[down, c]) * dx**2) / (
                    2 * (dx**2 + dy**2)
                ) - dx**2 * dy**2 / (2 * (dx**2 + dy**2)) * b[mid, c]
            p[-1] = p[-2]
            p[0] = p[1]

    def run():
        un, vn = u.copy(), v.copy()
        pressure(p, build_up_b(un, vn))
        for w, c, e in (inside, last, first):
            uc, vc = un[mid, c], vn[mid, c]
            u[mid, c] = (
                uc
                - uc * dt / dx * (uc - un[mid, w])
                - vc * dt / dy * (uc - un[down, c])
                - dt / (2 * RHO * dx) * (p[mid, e] - p[mid, w])
                + NU * (dt / dx**2 * (un[mid, e] - 2 * uc + un[mid, w]) + dt / dy**2 * (un[up, c] - 2 * uc + un[down, c]))
                + F * dt
            )
            v[mid, c] = (
                vc
                - uc * dt / dx * (vc - vn[mid, w])
                - vc * dt / dy * (vc - vn[down, c])
                - dt / (2 * RHO * dy) * (p[up, c] - p[down, c])
                + NU * (dt / dx**2 * (vn[mid, e] - 2 * vc + vn[mid, w]) + dt / dy**2 * (vn[up, c] - 2 * vc + vn[down, c]))
            )
        u[0] = 0
        u[-1] = 0
        v[0] = 0
        v[-1] = 0

    return run, lambda: [u.sum(), np.abs(v).sum(), np.abs(p).sum(), u[n // 2, n // 3]], None


serve(numpy=with_numpy)
