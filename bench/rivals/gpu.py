"""Programs in float32 by CuPy, JAX and PyTorch on a GPU, of the sizes that gpu.ts gives: figures of each library that is found, as JSON.

A copy, Black-Scholes and a stencil in gigabytes a second, a product of matrices (no reduced precision) in gigaflops, and conjugate gradients as
microseconds of an iteration. Memory is counted as by bench/micro/gpu-programs.ts.
"""
import json
import sys
import time

A1, A2, A3, A4, A5 = 0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429
RSQRT2PI = 0.3989422804014327
ITERATIONS = 10


def prices(xp, s, x, t, r, v):
    def cnd(d):
        k = 1.0 / (1.0 + 0.2316419 * xp.abs(d))
        c = RSQRT2PI * xp.exp(-0.5 * d * d) * (k * (A1 + k * (A2 + k * (A3 + k * (A4 + k * A5)))))
        return xp.where(d > 0, 1.0 - c, c)

    root = v * xp.sqrt(t)
    d1 = (xp.log(s / x) + (r + 0.5 * v * v) * t) / root
    return s * cnd(d1) - x * xp.exp(-r * t) * cnd(d1 - root)


def neighbours(p):
    return p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:]


def swept(x):
    return (x[1:-1, 1:-1] + neighbours(x)) * 0.2


def iteration(pad, x, r, p, old):
    """An iteration of conjugate gradients on the Poisson matrix of a square grid."""
    q = 4 * p - neighbours(pad(p))
    step = old / (p * q).sum()
    x = x + p * step
    r = r - q * step
    now = (r * r).sum()
    return x, r, r + p * (now / old), now


def solved(one, b):
    x, r, p, old = b * 0, b, b, (b * b).sum()
    for _ in range(ITERATIONS):
        x, r, p, old = one(x, r, p, old)
    return x


def inputs(linspace):
    return [linspace(a, b) for a, b in ((50, 150), (150, 50), (0.1, 2.1), (0.01, 0.05), (0.1, 0.5))]


def seconds(run, wait):
    found = []
    for _ in range(9):
        began = time.perf_counter()
        wait(run())
        found.append(time.perf_counter() - began)
    return sorted(found[2:])[3]


def measured(sizes, xp, ones, linspace, pad, compiled, wait):
    """Figures of one library: `compiled` is its compiler of functions."""
    timed = lambda run: seconds(run, wait)
    n, side, rows, grid = sizes["pricing"], sizes["stencil"], sizes["product"], sizes["gradients"]
    x = ones((sizes["copy"],))
    negative = compiled(lambda x: -x)
    figures = {"copy": 8 * sizes["copy"] / timed(lambda: negative(x)) / 1e9}
    data = inputs(lambda a, b: linspace(a, b, n))
    price = compiled(lambda *of: prices(xp, *of))
    figures["pricing"] = 24 * n / timed(lambda: price(*data)) / 1e9
    field = ones((side + 2, side + 2))
    sweep = compiled(swept)
    figures["stencil"] = 8 * side * side / timed(lambda: sweep(field)) / 1e9
    a = linspace(0, 1, rows * rows).reshape((rows, rows))
    figures["product"] = 2 * rows**3 / timed(lambda: xp.matmul(a, a)) / 1e9
    b = linspace(0, 1, grid * grid).reshape((grid, grid))
    one = compiled(lambda x, r, p, old: iteration(pad, x, r, p, old))
    figures["gradients"] = timed(lambda: solved(one, b)) / ITERATIONS * 1e6
    return figures


def with_cupy(sizes):
    import cupy

    cupy.cuda.Device(0).compute_capability
    wait = lambda _: cupy.cuda.Device(0).synchronize()
    # Its compiler takes functions of elements alone: views and sums run as they are.
    elements = cupy.fuse(lambda *of: prices(cupy, *of))
    figures = measured(
        sizes,
        cupy,
        lambda shape: cupy.ones(shape, dtype=cupy.float32),
        lambda a, b, n: cupy.linspace(a, b, n, dtype=cupy.float32),
        lambda p: cupy.pad(p, 1),
        lambda function: function,
        wait,
    )
    n = sizes["pricing"]
    data = inputs(lambda a, b: cupy.linspace(a, b, n, dtype=cupy.float32))
    figures["pricing"] = 24 * n / seconds(lambda: elements(*data), wait) / 1e9
    return figures


def with_jax(sizes):
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_default_matmul_precision", "highest")
    with jax.default_device(jax.devices("gpu")[0]):
        return measured(
            sizes,
            jnp,
            lambda shape: jnp.ones(shape, dtype=jnp.float32),
            lambda a, b, n: jnp.linspace(a, b, n, dtype=jnp.float32),
            lambda p: jnp.pad(p, 1),
            jax.jit,
            lambda x: x.block_until_ready(),
        )


def with_torch(sizes):
    import torch

    torch.backends.cuda.matmul.allow_tf32 = False
    torch.zeros(1, device="cuda")
    return measured(
        sizes,
        torch,
        lambda shape: torch.ones(shape, dtype=torch.float32, device="cuda"),
        lambda a, b, n: torch.linspace(a, b, n, dtype=torch.float32, device="cuda"),
        lambda p: torch.nn.functional.pad(p, (1, 1, 1, 1)),
        torch.compile,
        lambda _: torch.cuda.synchronize(),
    )


found = {}
for name, run in (("CuPy", with_cupy), ("JAX", with_jax), ("PyTorch", with_torch)):
    try:
        for key, value in run(json.loads(sys.argv[1])).items():
            found[f"{key} by {name}"] = value
    except Exception as problem:
        print(f"{name}: {problem}", file=sys.stderr)
print(json.dumps(found))
