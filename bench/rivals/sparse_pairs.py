"""Products and sums of sparse matrices by SciPy; structures are found anew each time."""
from side import serve


def program(compute, anew):
    def prepare(n):
        import numpy as np
        import scipy.sparse as sp

        r = sp.csr_array(sp.random_array((n, n), density=5 / n, rng=np.random.default_rng(1)))
        last = [None]

        def run():
            last[0] = compute(sp.csr_array(sp.vstack([r])) if anew else r)

        def result():
            run()
            return [last[0].sum(), last[0].max(), last[0].trace()]

        return run, result, None

    return prepare


def product(r):
    return r @ r


def total(r):
    return r + r.T.tocsr()


serve(
    sparse_product=program(product, False),
    sparse_product_anew=program(product, True),
    sparse_sum=program(total, False),
    sparse_sum_anew=program(total, True),
)
