import numpy as np


def program():
    n = 1_000_000
    prime = np.ones(n + 1, bool)
    prime[:2] = False
    for p in range(2, 1001):
        if prime[p]:
            prime[p * p :: p] = False
    primes = np.flatnonzero(prime)
    return [primes.size, int(primes[-1]), int(np.diff(primes).max())]
