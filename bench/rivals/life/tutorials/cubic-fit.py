import numpy as np


def program():
    rng = np.random.default_rng(16)
    x = np.linspace(-1, 1, 500)
    y = 3 * x**3 - x + 0.1 * rng.standard_normal(500)
    cubic = np.polyfit(x, y, 3)
    roots = np.roots(cubic)
    solved = np.linalg.lstsq(np.vander(x, 4), y, rcond=None)[0]
    agree = np.abs(solved - cubic).max() < 1e-10
    return [*cubic.tolist(), float(np.sort(roots.real)[0]), int(agree)]
