"""NumPy's numbers of its distributions: run it to write distributions.json anew, which test/unit/array/numpy-distributions.test.ts compares with."""

import json
import os

import numpy as np

# The name in JavaScript, NumPy's, the arguments, and how many numbers.
DRAWS = [
    ("laplace", "laplace", [1, 2], 9),
    ("logistic", "logistic", [1, 2], 9),
    ("gumbel", "gumbel", [0, 1], 9),
    ("rayleigh", "rayleigh", [2], 9),
    ("weibull", "weibull", [1.5], 9),
    ("pareto", "pareto", [3], 9),
    ("power", "power", [3], 9),
    ("chisquare", "chisquare", [3], 9),
    ("standardT", "standard_t", [4], 9),
    ("f", "f", [3, 4], 9),
    ("wald", "wald", [2, 3], 9),
    ("standardCauchy", "standard_cauchy", [], 9),
    ("standardExponential", "standard_exponential", [], 9),
    ("standardGamma", "standard_gamma", [2], 9),
    ("lognormal", "lognormal", [0, 1], 9),
    ("triangular", "triangular", [0, 1, 4], 9),
    ("geometric", "geometric", [0.4], 9),
    ("geometric", "geometric", [0.1], 9),
    ("geometric", "geometric", [1], 3),
    ("negativeBinomial", "negative_binomial", [5, 0.3], 9),
    ("logseries", "logseries", [0.9], 50),
    ("zipf", "zipf", [1.5], 50),
    ("zipf", "zipf", [2000], 3),
    ("vonmises", "vonmises", [1, 2], 50),
    ("vonmises", "vonmises", [1, 1e-6], 9),
    ("vonmises", "vonmises", [3, 1e7], 9),
    ("vonmises", "vonmises", [1, 0], 9),
    ("noncentralChisquare", "noncentral_chisquare", [3, 2], 9),
    ("noncentralChisquare", "noncentral_chisquare", [0.5, 2], 9),
    ("noncentralChisquare", "noncentral_chisquare", [3, 0], 9),
    ("noncentralF", "noncentral_f", [3, 4, 2], 9),
    ("dirichlet", "dirichlet", [[1, 2, 3]], 4),
    ("dirichlet", "dirichlet", [[0.05, 0.02, 0.03]], 9),
    ("hypergeometric", "hypergeometric", [15, 15, 15], 50),
    ("hypergeometric", "hypergeometric", [5, 3, 4], 50),
    ("hypergeometric", "hypergeometric", [5, 3, 7], 20),
    ("hypergeometric", "hypergeometric", [100, 300, 12], 200),
    ("hypergeometric", "hypergeometric", [300, 100, 350], 200),
    ("hypergeometric", "hypergeometric", [100000, 3000000, 5000], 1000),
    ("hypergeometric", "hypergeometric", [900000000, 1000, 1000], 100),
    ("hypergeometric", "hypergeometric", [10, 0, 5], 3),
    ("hypergeometric", "hypergeometric", [0, 30, 15], 3),
    ("hypergeometric", "hypergeometric", [0, 0, 0], 3),
    ("multivariateHypergeometric", "multivariate_hypergeometric", [[16, 8, 4], 6], 20),
    ("multivariateHypergeometric", "multivariate_hypergeometric", [[16, 8, 4], 20], 20),
    ("multivariateHypergeometric", "multivariate_hypergeometric", [[160, 0, 800, 400], 600], 20),
    ("multivariateHypergeometric", "multivariate_hypergeometric", [[16, 8], 0], 2),
    ("multivariateHypergeometric", "multivariate_hypergeometric", [[7], 3], 2),
]
# Those that the module's stream has, too.
SHARED = [
    ("poisson", "poisson", [0], 3),
    ("poisson", "poisson", [4], 9),
    ("poisson", "poisson", [10], 100),
    ("poisson", "poisson", [400], 200),
    ("binomial", "binomial", [10, 0.3], 9),
    ("binomial", "binomial", [10, 0], 3),
    ("binomial", "binomial", [10, 1], 3),
    ("binomial", "binomial", [100, 0.95], 9),
    ("binomial", "binomial", [1000, 0.3], 300),
    ("binomial", "binomial", [100000, 0.7], 1000),
    ("beta", "beta", [0.5, 0.5], 9),
    ("beta", "beta", [0.001, 0.002], 9),
    ("beta", "beta", [2, 5], 9),
    ("multinomial", "multinomial", [20, [0.2, 0.3, 0.5]], 4),
    ("multinomial", "multinomial", [3, [0.9, 0.1, 0]], 4),
]


def plain(x):
    return np.ravel(x).tolist()


# Parameters that are arrays: the name in JavaScript, NumPy's, and the arguments.
ARRAYS = [
    ("poisson", "poisson", [[0.5, 4, 40]], (2, 3)),
    ("poisson", "poisson", [[0.5, 4, 40]], None),
    ("binomial", "binomial", [[10, 1000, 1], 0.3], None),
    ("binomial", "binomial", [1, [0.1, 0.5, 0.9]], (4, 3)),
    ("exponential", "exponential", [[1, 2, 3]], None),
    ("gamma", "gamma", [[0.5, 2, 3], [1, 10, 100]], None),
    ("beta", "beta", [[0.5, 2, 3], 2], None),
]
ARRAYS_OF_GENERATOR = [
    ("geometric", "geometric", [[0.1, 0.5, 1]], None),
    ("chisquare", "chisquare", [[1, 2, 3]], (2, 3)),
    ("triangular", "triangular", [[0, 1, 2], 3, 4], None),
    ("vonmises", "vonmises", [0, [0, 1e-6, 2, 1e7]], None),
    ("f", "f", [[1, 2], 3], None),
    ("laplace", "laplace", [[0, 100], [1, 2]], (3, 2)),
    ("logistic", "logistic", [5, [0, 1, 2]], None),
    ("gumbel", "gumbel", [[0, 100, 200], 2], None),
    ("rayleigh", "rayleigh", [[0, 1, 10]], None),
    ("normal", "normal", [[0, 100], [1, 0]], None),
    ("wald", "wald", [[1, 2, 3], 4], None),
    ("weibull", "weibull", [[1, 2, 3]], None),
    ("hypergeometric", "hypergeometric", [[10, 100, 5], [20, 300, 5], [5, 150, 9]], (4, 3)),
]

out = {"generator": [], "legacy": [], "integers": []}
for seed in [1, 42]:
    for own, name, given, size in DRAWS + SHARED:
        drawn = getattr(np.random.default_rng(seed), name)(*given, size=size)
        out["generator"].append([own, seed, given, size, plain(drawn)])
    for own, name, given, size in SHARED:
        drawn = getattr(np.random.RandomState(seed), name)(*given, size=size)
        out["legacy"].append([own, seed, given, size, plain(drawn)])
    for own, name, given, size in ARRAYS + ARRAYS_OF_GENERATOR:
        drawn = getattr(np.random.default_rng(seed), name)(*given, size=size)
        out["generator"].append([own, seed, given, size, plain(drawn)])
    for own, name, given, size in ARRAYS:
        drawn = getattr(np.random.RandomState(seed), name)(*given, size=size)
        out["legacy"].append([own, seed, given, size, plain(drawn)])
    rng = np.random.default_rng(seed)
    covariance = [[2, 1, 0.5], [1, 2, 0.3], [0.5, 0.3, 1]]
    drawn = rng.multivariate_normal([0, 1, 2], covariance, 3, method="cholesky")
    out["generator"].append(["multivariateNormal", seed, [[0, 1, 2], covariance], {"shape": 3, "method": "cholesky"}, plain(drawn)])
    for n in [6, 20]:
        drawn = np.random.default_rng(seed).multivariate_hypergeometric([16, 8, 4], n, 20, method="count")
        out["generator"].append(["multivariateHypergeometric", seed, [[16, 8, 4], n], {"shape": 20, "method": "count"}, plain(drawn)])
    for dtype in ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]:
        for low, high in [(0, 6), (5, 120), (0, 1), (0, min(int(np.iinfo(dtype).max) + 1, 2**40))]:
            drawn = np.random.default_rng(seed).integers(low, high, 21, dtype=dtype)
            out["integers"].append([seed, low, high, dtype, plain(drawn)])
    out[f"float32 {seed}"] = plain(np.random.default_rng(seed).random(9, dtype=np.float32))
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "distributions.json"), "w") as file:
    json.dump(out, file, separators=(",", ":"))
    file.write("\n")
