"""Programs that simulate: differential equations, walks, chains, games."""

import numpy as np


def euler():
    """A decay by Euler's steps, beside its solution."""
    h, steps = 0.05, 60
    y = np.ones(4)
    rate = np.array([0.5, 1.0, 2.0, 4.0])
    for k in range(steps):
        y = y - h * rate * y
    return y, np.exp(-rate * (h * steps))


def pendulum():
    """A swing by Runge and Kutta's steps, many at once."""
    h = 0.05

    def slope(y):
        return np.stack([y[1], -9.81 * np.sin(y[0])])

    y = np.stack([np.linspace(0.1, 3, 12), np.zeros(12)])
    for k in range(40):
        k1 = slope(y)
        k2 = slope(y + h / 2 * k1)
        k3 = slope(y + h / 2 * k2)
        k4 = slope(y + h * k3)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return y


def lorenz():
    """Lorenz's attractor, by small steps."""
    p = np.array([1.0, 1.0, 1.0])
    path = np.zeros((60, 3))
    for k in range(60):
        path[k] = p
        x, y, z = p[0], p[1], p[2]
        p = p + 0.01 * np.stack([10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z])
    return path


def predators():
    """Predators and prey, in turns."""
    prey, hunters = np.linspace(5, 15, 6), np.full(6, 4.0)
    for k in range(50):
        prey = prey + 0.02 * prey * (1.1 - 0.4 * hunters)
        hunters = hunters + 0.02 * hunters * (0.1 * prey - 0.4)
    return prey, hunters


def heat_rod():
    """Heat along a rod, whose ends are kept cold, by an implicit step."""
    n = 20
    r = 0.7
    a = np.diag(np.full(n, 1 + 2 * r)) - np.diag(np.full(n - 1, r), 1) - np.diag(np.full(n - 1, r), -1)
    u = np.sin(np.pi * np.linspace(0, 1, n))
    for k in range(10):
        u = np.linalg.solve(a, u)
    return u


def logistic_map():
    """A population's fate by its rate of growth."""
    rate = np.linspace(2.5, 4, 40)
    x = np.full(40, 0.5)
    for k in range(30):
        x = rate * x * (1 - x)
    return x


def random_numbers():
    """A linear congruential generator, and a circle's area by its points."""
    n = 400
    state = np.arange(1, n + 1, dtype=np.uint64)
    for k in range(5):
        state = (state * 1103515245 + 12345) % 2147483648
    x = state.astype(np.float64) / 2147483648
    for k in range(3):
        state = (state * 1103515245 + 12345) % 2147483648
    y = state.astype(np.float64) / 2147483648
    return 4 * np.mean(x**2 + y**2 < 1), x


def walk():
    """Walks of steps up and down: where they end, and how far they came."""
    steps = np.where(np.sin(1e4 * np.arange(200, dtype=np.float64)) > 0, 1, -1).reshape((4, 50))
    path = np.cumsum(steps, axis=1)
    return path[:, -1], np.max(np.abs(path), axis=1), np.sum(path == 0, axis=1)


def rejection():
    """Numbers of a triangle's density: those above it are left out."""
    x = (np.arange(300, dtype=np.float64) * 0.618033988749895) % 1
    y = (np.arange(300, dtype=np.float64) * 0.754877666246693) % 1
    kept = x[y < x]
    return np.mean(kept), np.count_nonzero(y < x), np.mean(kept**2)


def markov():
    """A chain's distribution after many steps, and the one that stays."""
    p = np.array([[0.9, 0.075, 0.025], [0.15, 0.8, 0.05], [0.25, 0.25, 0.5]])
    start = np.array([0.0, 1.0, 0.0])
    m = p.T - np.eye(3)
    m[2] = 1
    return start @ np.linalg.matrix_power(p, 50), np.linalg.solve(m, np.array([0.0, 0.0, 1.0]))


def page_rank():
    """The rank of pages by their links."""
    links = np.array([[0, 1, 1, 0], [1, 0, 0, 1], [0, 1, 0, 1], [1, 0, 1, 0]], dtype=np.float64)
    m = links / np.sum(links, axis=1, keepdims=True)
    rank = np.full(4, 0.25)
    for k in range(40):
        rank = 0.15 / 4 + 0.85 * (rank @ m)
    return rank


def epidemic():
    """Healthy, ill and recovered, by days."""
    s, i, r = 0.99, 0.01, 0.0
    curve = np.zeros((60, 3))
    for day in range(60):
        caught, well = 0.4 * s * i, 0.1 * i
        s = s - caught
        i = i + caught - well
        r = r + well
        curve[day, 0] = s
        curve[day, 1] = i
        curve[day, 2] = r
    return curve


def descent():
    """The minimum of a valley, by gradients with momentum."""
    x = np.array([-1.2, 1.0])
    v = np.zeros(2)
    for k in range(200):
        dx = -400 * x[0] * (x[1] - x[0] ** 2) - 2 * (1 - x[0])
        dy = 200 * (x[1] - x[0] ** 2)
        v = 0.9 * v - 0.0005 * np.stack([dx, dy])
        x = x + v
    return x


def elementary_automaton():
    """Rule 110, from one cell."""
    cells = np.zeros(60, dtype=np.int64)
    cells[-2] = 1
    rule = (110 >> np.arange(8, dtype=np.int64)) & 1
    rows = [cells]
    for k in range(25):
        cells = rule[4 * np.roll(cells, 1) + 2 * cells + np.roll(cells, -1)]
        rows.append(cells)
    return np.stack(rows)
