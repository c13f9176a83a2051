"""Products of tensors by NumPy's einsum, its operands in the best order."""
from side import serve, spread

RANK = 32


def contraction(subscripts, chosen, size=None):
    def prepare(n):
        import numpy as np

        cube = spread(n**3, 0.6180339887498949, 0.1).reshape(n, n, n)
        first = spread(n * RANK, 0.7548776662466927, 0.3).reshape(n, RANK)
        second = spread(n * RANK, 0.5698402909980532, 0.5).reshape(n, RANK)
        operands = chosen(cube, first, second)
        last = [None]

        def run():
            last[0] = np.einsum(subscripts, *operands, optimize=True)

        return run, lambda: [last[0].sum(), last[0].max(), last[0].min()], size and size(n)

    return prepare


serve(
    ttv=contraction(
        "ijk,k->ij", lambda b, c, d: (b, c[:, 0].copy()), lambda n: 8 * (n**3 + n**2 + n)
    ),
    innerprod=contraction("ijk,ijk->", lambda b, c, d: (b, b * 0.5), lambda n: 16 * n**3),
    ttm=contraction("ijk,kl->ijl", lambda b, c, d: (b, c)),
    mttkrp=contraction("ijk,jl,kl->il", lambda b, c, d: (b, c, d)),
)
