"""Programs of tables and images: statistics, groups, fits, filters."""

import numpy as np


def standard_scores():
    """Columns of mean 0 and deviation 1."""
    x = (np.arange(40, dtype=np.float64) ** 1.3).reshape((10, 4)) % 5
    z = (x - x.mean(axis=0)) / x.std(axis=0)
    return z, z.mean(axis=0).round(12), z.std(axis=0)


def summary():
    """Mean, median, quartiles and range of columns."""
    x = (np.arange(60, dtype=np.float64) * 7 % 13).reshape((15, 4))
    quartiles = np.percentile(x, [25, 50, 75], axis=0)
    return x.mean(axis=0), np.median(x, axis=0), quartiles, np.ptp(x, axis=0), x.var(axis=0, ddof=1)


def outliers():
    """Values far outside of the quartiles."""
    x = np.concatenate([np.sin(np.arange(40, dtype=np.float64)), np.array([5.0, -7.0])])
    q1, q3 = np.quantile(x, 0.25), np.quantile(x, 0.75)
    far = (x < q1 - 1.5 * (q3 - q1)) | (x > q3 + 1.5 * (q3 - q1))
    return np.flatnonzero(far), np.mean(x[~far])


def ranking():
    """Places by points, the best first, and the three best."""
    points = np.array([71, 88, 64, 95, 77, 52, 90], dtype=np.int64)
    order = np.argsort(-points)
    rank = np.zeros(7, dtype=np.int64)
    rank[order] = np.arange(1, 8, dtype=np.int64)
    return order[:3], rank, points[order]


def grades():
    """Points by classes, and how many are in each."""
    points = np.array([55, 93, 70, 84, 61, 78, 99, 47], dtype=np.float64)
    grade = np.digitize(points, np.array([60.0, 70.0, 80.0, 90.0]))
    return grade, np.bincount(grade, minlength=5), np.array([0.0, 1.0, 2.0, 3.0, 4.0])[grade]


def groups():
    """Sums, counts and means of groups."""
    key = np.arange(30, dtype=np.int64) ** 2 % 4
    value = np.cos(np.arange(30, dtype=np.float64))
    total = np.zeros(4)
    np.add.at(total, key, value)
    count = np.sum(key[:, None] == np.arange(4, dtype=np.int64), axis=0)
    return total, count, np.where(count > 0, total / np.maximum(count, 1), 0.0)


def frequencies():
    """How often each value comes, the most often first."""
    x = np.arange(50, dtype=np.int64) ** 2 % 11
    values, counts = np.unique_counts(x)
    order = np.argsort(-counts, stable=True)
    return values[order], counts[order], counts / x.size


def histogram():
    """Counts of equal bins, and their shares."""
    x = np.sin(np.arange(100, dtype=np.float64)) * 3
    counts, edges = np.histogram(x, bins=8)
    return counts, edges, counts / np.sum(counts)


def one_hot():
    """Classes as rows of zeros and a one, and back."""
    label = np.arange(12, dtype=np.int64) * 5 % 4
    hot = np.eye(4)[label]
    return hot, np.argmax(hot, axis=1), hot.sum(axis=0)


def confusion():
    """How often each class was taken for each."""
    truth, guess = np.arange(40, dtype=np.int64) % 3, (np.arange(40, dtype=np.int64) * 2) % 5 % 3
    table = np.zeros((3, 3), dtype=np.int64)
    np.add.at(table, (truth, guess), 1)
    return table, np.trace(table) / np.sum(table)


def line_fit():
    """A line of least squares, with its residuals."""
    x = np.linspace(0, 5, 20)
    y = 2.5 * x - 1 + 0.1 * np.sin(9 * x)
    a = np.stack([x, np.ones(20)], axis=1)
    solution, _, _, s = np.linalg.lstsq(a, y)
    return solution, s, y - a @ solution


def principal_components():
    """Directions of most variance, up to their signs."""
    t = np.arange(50, dtype=np.float64)
    x = np.stack([np.sin(t), 2 * np.sin(t) + 0.3 * np.cos(t), np.cos(3 * t)], axis=1)
    y = x - x.mean(axis=0)
    values, vectors = np.linalg.eigh(y.T @ y / 49)
    return values[::-1], np.abs(vectors[:, ::-1])


def low_rank():
    """The best approximation of rank 2, and its error."""
    i = np.arange(12, dtype=np.float64)
    a = 1 / (1 + i[:, None] + i)
    u, s, vh = np.linalg.svd(a, full_matrices=False)
    b = u[:, :2] * s[:2] @ vh[:2]
    return b, np.linalg.norm(a - b)


def clusters():
    """Two steps of k-means from given centers, until they stay."""
    t = np.arange(30, dtype=np.float64)
    points = np.stack([np.sin(t) + t // 10 * 4, np.cos(t) - t // 10 * 3], axis=1)
    centers = points[:3].copy() + np.array([[0.0, 0.0], [3.0, -2.0], [8.0, -6.0]])
    label = np.zeros(30, dtype=np.int64)
    for k in range(8):
        distance = np.sum((points[:, None, :] - centers) ** 2, axis=2)
        label = np.argmin(distance, axis=1)
        hot = (label[:, None] == np.arange(3, dtype=np.int64)).astype(np.float64)
        centers = hot.T @ points / np.maximum(hot.sum(axis=0), 1)[:, None]
    return label, centers


def neighbours():
    """The nearest neighbours of points."""
    t = np.arange(20, dtype=np.float64)
    points = np.stack([np.cos(t * 1.7), np.sin(t * 0.9)], axis=1)
    away = np.sqrt(np.sum((points[:, None] - points) ** 2, axis=-1))
    away[np.eye(20) == 1] = np.inf
    return np.argsort(away, axis=1)[:, :3], np.min(away, axis=1)


def logistic_regression():
    """A line between two classes, by gradients."""
    t = np.arange(40, dtype=np.float64)
    x = np.stack([np.sin(t), np.cos(t * 1.3), np.ones(40)], axis=1)
    y = (x[:, 0] + 0.5 * x[:, 1] > 0.1).astype(np.float64)
    w = np.zeros(3)
    for k in range(60):
        p = 1 / (1 + np.exp(-(x @ w)))
        w -= 0.5 * (x.T @ (p - y)) / 40
    return w, np.mean((x @ w > 0) == (y == 1))


def blur():
    """An image by means of three by three, its border repeated."""
    image = (np.arange(144, dtype=np.float64) * 7 % 31).reshape((12, 12))
    wide = np.pad(image, 1, mode="edge")
    total = np.zeros((12, 12))
    for i in range(3):
        for j in range(3):
            total += wide[i : i + 12, j : j + 12]
    return total / 9


def edges():
    """Sobel's gradients of an image, and where they are steep."""
    i = np.arange(14, dtype=np.float64)
    image = np.where((i[:, None] - 7) ** 2 + (i - 6) ** 2 < 16, 1.0, 0.0)
    gx = image[:-2, 2:] + 2 * image[1:-1, 2:] + image[2:, 2:] - image[:-2, :-2] - 2 * image[1:-1, :-2] - image[2:, :-2]
    gy = image[2:, :-2] + 2 * image[2:, 1:-1] + image[2:, 2:] - image[:-2, :-2] - 2 * image[:-2, 1:-1] - image[:-2, 2:]
    steep = np.hypot(gx, gy)
    return steep, np.count_nonzero(steep > 2)


def equalization():
    """An image whose grey values are spread evenly."""
    image = (np.arange(100, dtype=np.int64) ** 2 // 40 % 64).reshape((10, 10))
    count = np.bincount(image.ravel(), minlength=64)
    share = np.cumsum(count) / image.size
    return np.round(share * 63).astype(np.int64)[image]


def threshold():
    """An image in black and white, and the box around what is white."""
    i = np.arange(20, dtype=np.float64)
    image = np.exp(-((i[:, None] - 8) ** 2 + (i - 11) ** 2) / 20)
    white = image > 0.5
    rows, columns = np.flatnonzero(np.any(white, axis=1)), np.flatnonzero(np.any(white, axis=0))
    return white, np.min(rows), np.max(rows), np.min(columns), np.max(columns), np.mean(image[white])


def missing():
    """Means of columns with missing values, which take their place."""
    x = (np.arange(24, dtype=np.float64) * 5 % 7).reshape((6, 4))
    x[x == 3] = np.nan
    means = np.nanmean(x, axis=0)
    return means, np.where(np.isnan(x), means, x), np.sum(np.isnan(x), axis=0)


def sliding_maximum():
    """The greatest of windows, and a table's greatest by blocks."""
    x = np.sin(np.arange(30, dtype=np.float64) ** 1.5)
    y = x.copy()
    for k in range(1, 5):
        y = np.maximum(y[:-1], x[k:])
    return y, x.reshape((5, 6)).max(axis=1)


def distances():
    """Distances of cities on a sphere, as a symmetric table."""
    latitude = np.radians(np.array([52.5, 48.9, 40.7, 35.7, -33.9]))
    longitude = np.radians(np.array([13.4, 2.4, -74.0, 139.7, 151.2]))
    a = np.sin((latitude[:, None] - latitude) / 2) ** 2
    b = np.cos(latitude[:, None]) * np.cos(latitude) * np.sin((longitude[:, None] - longitude) / 2) ** 2
    return 2 * 6371 * np.arcsin(np.sqrt(a + b))
