import numpy as np


def program():
    rng = np.random.default_rng(14)
    X = rng.standard_normal((2000, 40)) @ rng.standard_normal((40, 40))
    X -= X.mean(axis=0)
    eigenvalues, eigenvectors = np.linalg.eigh(np.cov(X, rowvar=False))
    components = X @ eigenvectors[:, ::-1][:, :3]
    return [float(eigenvalues[-1] / eigenvalues.sum()), float(np.abs(components).mean())]
