"""NumPy's streams of random numbers of a few seeds: run it to write random.json anew, which test/unit/array/numpy-stream.test.ts compares with."""

import json
import os

import numpy as np

out = {}
for name in ["PCG64", "Philox", "MT19937", "SFC64"]:
    make = getattr(np.random, name)
    for seed in [0, 42, 0xDEADBEAF, [1, 2**70 + 3]]:
        raw = [str(x) for x in make(seed).random_raw(700 if name == "MT19937" else 9)][-9:]
        rng = np.random.Generator(make(seed))
        out[f"{name} {seed}"] = {
            "raw": raw,
            "random": rng.random(5).tolist(),
            "small": rng.integers(10, size=7).tolist(),
            "odd": rng.integers(-3, 2**31 + 11, size=5).tolist(),
            "wide": [str(x) for x in rng.integers(0, 2**52 + 3, size=5)],
            "permutation": rng.permutation(12).tolist(),
            "uniform": rng.uniform(-2, 5, size=3).tolist(),
            "normal": rng.normal(1, 2, size=400).tolist(),
            "exponential": rng.exponential(3, size=300).tolist(),
            "gamma": [rng.gamma(a, 2, size=20).tolist() for a in [0.3, 1, 2.5]],
            "choice": [
                rng.choice(50, 6).tolist(),
                rng.choice(50, 6, replace=False).tolist(),
                rng.choice(20000, 500, replace=False)[:6].tolist(),
                rng.choice(4, 6, p=[0.1, 0.2, 0.3, 0.4]).tolist(),
                rng.choice(4, 3, p=[0.1, 0.2, 0.3, 0.4], replace=False).tolist(),
            ],
            "unshuffled": [
                rng.choice(50, 6, replace=False, shuffle=False).tolist(),
                rng.choice(20000, 500, False, None, 0, False)[:6].tolist(),
                rng.choice(20000, 1500, False, shuffle=False)[:6].tolist(),
                rng.choice(np.arange(12).reshape(3, 4), 2, False, axis=1).tolist(),
                rng.choice(np.arange(12).reshape(3, 4), (2, 2), axis=-1, p=[0.1, 0.2, 0.3, 0.4]).tolist(),
            ],
            "after": rng.random(),
        }
sequence = np.random.SeedSequence(42)
children = sequence.spawn(2) + sequence.spawn(1) + sequence.spawn(1)[0].spawn(2)
out["spawn"] = [child.generate_state(6).tolist() for child in children]
out["state"] = [np.random.SeedSequence(x).generate_state(5).tolist() for x in [0, 1, 2**40, [1, 2, 3, 4, 5, 6]]]
for seed in [0, 42, 2**32 - 1, [1, 2, 3]]:
    r = np.random.RandomState(seed)
    out[f"legacy {seed}"] = {
        "rand": r.rand(5).tolist(),
        "randint": r.randint(10, size=7).tolist(),
        "odd": r.randint(-3, 2**31 + 11, size=5).tolist(),
        "wide": [str(x) for x in r.randint(0, 2**52 + 3, size=5)],
        "permutation": r.permutation(12).tolist(),
        "uniform": r.uniform(-2, 5, size=3).tolist(),
        "normal": r.normal(1, 2, size=401).tolist(),
        "exponential": r.exponential(3, size=300).tolist(),
        "gamma": [r.gamma(a, 2, size=20).tolist() for a in [0.3, 1, 2.5]],
        "choice": [
            r.choice(50, 6).tolist(),
            r.choice(50, 6, replace=False).tolist(),
            r.choice(4, 6, p=[0.1, 0.2, 0.3, 0.4]).tolist(),
            r.choice(4, 3, p=[0.1, 0.2, 0.3, 0.4], replace=False).tolist(),
        ],
        "after": r.randn(3).tolist(),
    }
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "random.json"), "w") as file:
    json.dump(out, file, separators=(",", ":"))
    file.write("\n")
