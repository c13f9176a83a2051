"""Black-Scholes as NumPy, numexpr and Numba users write it."""
from side import serve, spread


def options(n):
    s = 50 + 100 * spread(n, 0.6180339887498949, 0.1)
    x = 50 + 100 * spread(n, 0.7548776662466927, 0.3)
    t = 0.1 + 2 * spread(n, 0.5698402909980532, 0.5)
    r = 0.01 + 0.04 * spread(n, 0.8191725133961645, 0.7)
    v = 0.1 + 0.4 * spread(n, 0.6710436067037893, 0.9)
    return s, x, t, r, v


def finish(run, n, moved):
    last = [None]

    def keep():
        last[0] = run()

    def result():
        call, put = last[0]
        return [call.sum(), put.sum(), call[0], call[n // 2], put[n - 1]]

    return keep, result, moved


def with_numpy(n):
    import numpy as np

    A1, A2, A3, A4, A5 = 0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429
    RSQRT2PI = 0.39894228040143267793994605993438

    def cnd(d):
        K = 1.0 / (1.0 + 0.2316419 * np.absolute(d))
        c = RSQRT2PI * np.exp(-0.5 * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))))
        return np.where(d > 0, 1.0 - c, c)

    def black_scholes(S, X, T, R, V):
        sqrt_t = np.sqrt(T)
        d1 = (np.log(S / X) + (R + 0.5 * V * V) * T) / (V * sqrt_t)
        d2 = d1 - V * sqrt_t
        cnd_d1 = cnd(d1)
        cnd_d2 = cnd(d2)
        T3 = np.exp(-R * T)
        call = S * cnd_d1 - X * T3 * cnd_d2
        put = X * T3 * (1.0 - cnd_d2) - S * (1.0 - cnd_d1)
        return call, put

    data = options(n)
    return finish(lambda: black_scholes(*data), n, 7 * 8 * n)


def with_numexpr(n):
    import numexpr as ne

    poly = "(k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429)))))"

    def cnd(d):
        k = ne.evaluate("1.0 / (1.0 + 0.2316419 * abs(d))")
        c = ne.evaluate("0.3989422804014327 * exp(-0.5 * d * d) * " + poly)
        return ne.evaluate("where(d > 0, 1.0 - c, c)")

    def black_scholes(S, X, T, R, V):
        d1 = ne.evaluate("(log(S / X) + (R + 0.5 * V * V) * T) / (V * sqrt(T))")
        d2 = ne.evaluate("d1 - V * sqrt(T)")
        n1, n2 = cnd(d1), cnd(d2)
        T3 = ne.evaluate("exp(-R * T)")
        call = ne.evaluate("S * n1 - X * T3 * n2")
        put = ne.evaluate("X * T3 * (1.0 - n2) - S * (1.0 - n1)")
        return call, put

    data = options(n)
    return finish(lambda: black_scholes(*data), n, 7 * 8 * n)


def with_numba(n):
    import math

    import numba
    import numpy as np

    @numba.njit
    def cnd(d):
        k = 1.0 / (1.0 + 0.2316419 * abs(d))
        poly = k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
        c = 0.39894228040143267793994605993438 * math.exp(-0.5 * d * d) * poly
        return 1.0 - c if d > 0 else c

    @numba.njit(parallel=True)
    def black_scholes(S, X, T, R, V):
        call = np.empty_like(S)
        put = np.empty_like(S)
        for i in numba.prange(S.size):
            sqrt_t = math.sqrt(T[i])
            d1 = (math.log(S[i] / X[i]) + (R[i] + 0.5 * V[i] * V[i]) * T[i]) / (V[i] * sqrt_t)
            d2 = d1 - V[i] * sqrt_t
            n1, n2 = cnd(d1), cnd(d2)
            t3 = math.exp(-R[i] * T[i])
            call[i] = S[i] * n1 - X[i] * t3 * n2
            put[i] = X[i] * t3 * (1.0 - n2) - S[i] * (1.0 - n1)
        return call, put

    data = options(n)
    return finish(lambda: black_scholes(*data), n, 7 * 8 * n)


serve(numpy=with_numpy, numexpr=with_numexpr, numba=with_numba)
