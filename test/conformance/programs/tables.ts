/** Programs of tables and images: statistics, groups, fits, filters. */
import * as np from '../../../lib/array/index.js';

/** Columns of mean 0 and deviation 1. */
export async function standardScores() {
  const x = np.arange(40, { dtype: np.float64 }).pow(1.3).reshape([10, 4]).remainder(5);
  const z = x.subtract(x.mean({ axis: 0 })).divide(x.std({ axis: 0 }));
  return [z, z.mean({ axis: 0 }).round(12), z.std({ axis: 0 })];
}

/** Mean, median, quartiles and range of columns. */
export async function summary() {
  const x = np.arange(60, { dtype: np.float64 }).multiply(7).remainder(13).reshape([15, 4]);
  const quartiles = np.percentile(x, [25, 50, 75], { axis: 0 });
  return [x.mean({ axis: 0 }), np.median(x, { axis: 0 }), quartiles, np.ptp(x, { axis: 0 }), x.var({ axis: 0, ddof: 1 })];
}

/** Values far outside of the quartiles. */
export async function outliers() {
  const x = np.concatenate([np.sin(np.arange(40, { dtype: np.float64 })), np.array([5, -7])]);
  const [q1, q3] = [np.quantile(x, 0.25), np.quantile(x, 0.75)];
  const far = x.less(q1.subtract(q3.subtract(q1).multiply(1.5))).bitwiseOr(x.greater(q3.add(q3.subtract(q1).multiply(1.5))));
  return [np.flatnonzero(far), np.mean(x.get(far.bitwiseInvert()))];
}

/** Places by points, the best first, and the three best. */
export async function ranking() {
  const points = np.array([71, 88, 64, 95, 77, 52, 90], { dtype: np.int64 });
  const order = np.argsort(points.negative());
  const rank = np.zeros(7, { dtype: np.int64 });
  rank.set(order, np.arange(1, 8, { dtype: np.int64 }));
  return [order.slice(':3'), rank, points.get(order)];
}

/** Points by classes, and how many are in each. */
export async function grades() {
  const points = np.array([55, 93, 70, 84, 61, 78, 99, 47], { dtype: np.float64 });
  const grade = np.digitize(points, np.array([60, 70, 80, 90]));
  return [grade, await np.bincount(grade, { minlength: 5 }), np.array([0, 1, 2, 3, 4]).get(grade)];
}

/** Sums, counts and means of groups. */
export async function groups() {
  const key = np.arange(30, { dtype: np.int64 }).pow(2).remainder(4);
  const value = np.cos(np.arange(30, { dtype: np.float64 }));
  const total = np.zeros(4);
  np.addAt(total, key, value);
  const count = np.sum(key.slice(':', null).equal(np.arange(4, { dtype: np.int64 })), { axis: 0 });
  return [total, count, np.where(count.greater(0), total.divide(np.maximum(count, 1)), 0)];
}

/** How often each value comes, the most often first. */
export async function frequencies() {
  const x = np.arange(50, { dtype: np.int64 }).pow(2).remainder(11);
  const { values, counts } = await np.uniqueCounts(x);
  const order = np.argsort(counts.negative(), { stable: true });
  return [values.get(order), counts.get(order), counts.divide(x.size)];
}

/** Counts of equal bins, and their shares. */
export async function histogram() {
  const x = np.sin(np.arange(100, { dtype: np.float64 })).multiply(3);
  const { counts, edges } = np.histogram(x, { bins: 8 });
  return [counts, edges, counts.divide(np.sum(counts))];
}

/** Classes as rows of zeros and a one, and back. */
export async function oneHot() {
  const label = np.arange(12, { dtype: np.int64 }).multiply(5).remainder(4);
  const hot = np.eye(4).get(label);
  return [hot, np.argmax(hot, { axis: 1 }), hot.sum({ axis: 0 })];
}

/** How often each class was taken for each. */
export async function confusion() {
  const [truth, guess] = [
    np.arange(40, { dtype: np.int64 }).remainder(3),
    np.arange(40, { dtype: np.int64 }).multiply(2).remainder(5).remainder(3),
  ];
  const table = np.zeros([3, 3], { dtype: np.int64 });
  np.addAt(table, [truth, guess], 1);
  return [table, np.trace(table).divide(np.sum(table))];
}

/** A line of least squares, with its residuals. */
export async function lineFit() {
  const x = np.linspace(0, 5, 20);
  const y = x
    .multiply(2.5)
    .subtract(1)
    .add(np.sin(x.multiply(9)).multiply(0.1));
  const a = np.stack([x, np.ones(20)], { axis: 1 });
  const { x: solution, s } = np.linalg.lstsq(a, y);
  return [solution, s, y.subtract(a.matmul(solution))];
}

/** Directions of most variance, up to their signs. */
export async function principalComponents() {
  const t = np.arange(50, { dtype: np.float64 });
  const x = np.stack([np.sin(t), np.sin(t).multiply(2).add(np.cos(t).multiply(0.3)), np.cos(t.multiply(3))], { axis: 1 });
  const y = x.subtract(x.mean({ axis: 0 }));
  const { eigenvalues: values, eigenvectors: vectors } = np.linalg.eigh(y.T.matmul(y).divide(49));
  return [values.slice('::-1'), np.abs(vectors.slice(':', '::-1'))];
}

/** The best approximation of rank 2, and its error. */
export async function lowRank() {
  const i = np.arange(12, { dtype: np.float64 });
  const a = np.divide(1, i.slice(':', null).add(1).add(i));
  const { u, s, vh } = np.linalg.svd(a, { fullMatrices: false });
  const b = u.slice(':', ':2').multiply(s.slice(':2')).matmul(vh.slice(':2'));
  return [b, np.linalg.norm(a.subtract(b))];
}

/** Two steps of k-means from given centers, until they stay. */
export async function clusters() {
  const t = np.arange(30, { dtype: np.float64 });
  const points = np.stack([np.sin(t).add(t.floorDivide(10).multiply(4)), np.cos(t).subtract(t.floorDivide(10).multiply(3))], {
    axis: 1,
  });
  let centers = points
    .slice(':3')
    .copy()
    .add(
      np.array([
        [0, 0],
        [3, -2],
        [8, -6],
      ]),
    );
  let label = np.zeros(30, { dtype: np.int64 });
  for (let k = 0; k < 8; k++) {
    const distance = np.sum(points.slice(':', null, ':').subtract(centers).pow(2), { axis: 2 });
    label = np.argmin(distance, { axis: 1 });
    const hot = label
      .slice(':', null)
      .equal(np.arange(3, { dtype: np.int64 }))
      .astype(np.float64);
    centers = hot.T.matmul(points).divide(np.maximum(hot.sum({ axis: 0 }), 1).slice(':', null));
  }
  return [label, centers];
}

/** The nearest neighbours of points. */
export async function neighbours() {
  const t = np.arange(20, { dtype: np.float64 });
  const points = np.stack([np.cos(t.multiply(1.7)), np.sin(t.multiply(0.9))], { axis: 1 });
  const away = np.sqrt(np.sum(points.slice(':', null).subtract(points).pow(2), { axis: -1 }));
  away.set(np.eye(20).equal(1), np.inf);
  return [np.argsort(away, { axis: 1 }).slice(':', ':3'), np.min(away, { axis: 1 })];
}

/** A line between two classes, by gradients. */
export async function logisticRegression() {
  const t = np.arange(40, { dtype: np.float64 });
  const x = np.stack([np.sin(t), np.cos(t.multiply(1.3)), np.ones(40)], { axis: 1 });
  const y = x.slice(':', 0).add(x.slice(':', 1).multiply(0.5)).greater(0.1).astype(np.float64);
  const w = np.zeros(3);
  for (let k = 0; k < 60; k++) {
    const p = np.divide(1, np.exp(x.matmul(w).negative()).add(1));
    w.subtractAssign(x.T.matmul(p.subtract(y)).multiply(0.5).divide(40));
  }
  return [w, np.mean(x.matmul(w).greater(0).equal(y.equal(1)))];
}

/** An image by means of three by three, its border repeated. */
export async function blur() {
  const image = np.arange(144, { dtype: np.float64 }).multiply(7).remainder(31).reshape([12, 12]);
  const wide = np.pad(image, 1, { mode: 'edge' });
  const total = np.zeros([12, 12]);
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      total.addAssign(wide.slice(`${i}:${i + 12}`, `${j}:${j + 12}`));
    }
  }
  return total.divide(9);
}

/** Sobel's gradients of an image, and where they are steep. */
export async function edges() {
  const i = np.arange(14, { dtype: np.float64 });
  const image = np.where(i.slice(':', null).subtract(7).pow(2).add(i.subtract(6).pow(2)).less(16), 1, 0);
  const gx = image
    .slice(':-2', '2:')
    .add(image.slice('1:-1', '2:').multiply(2))
    .add(image.slice('2:', '2:'))
    .subtract(image.slice(':-2', ':-2'))
    .subtract(image.slice('1:-1', ':-2').multiply(2))
    .subtract(image.slice('2:', ':-2'));
  const gy = image
    .slice('2:', ':-2')
    .add(image.slice('2:', '1:-1').multiply(2))
    .add(image.slice('2:', '2:'))
    .subtract(image.slice(':-2', ':-2'))
    .subtract(image.slice(':-2', '1:-1').multiply(2))
    .subtract(image.slice(':-2', '2:'));
  const steep = np.hypot(gx, gy);
  return [steep, np.countNonzero(steep.greater(2))];
}

/** An image whose grey values are spread evenly. */
export async function equalization() {
  const image = np.arange(100, { dtype: np.int64 }).pow(2).floorDivide(40).remainder(64).reshape([10, 10]);
  const count = await np.bincount(image.ravel(), { minlength: 64 });
  const share = np.cumsum(count).divide(image.size);
  return np.round(share.multiply(63)).astype(np.int64).get(image);
}

/** An image in black and white, and the box around what is white. */
export async function threshold() {
  const i = np.arange(20, { dtype: np.float64 });
  const image = np.exp(i.slice(':', null).subtract(8).pow(2).add(i.subtract(11).pow(2)).negative().divide(20));
  const white = image.greater(0.5);
  const [rows, columns] = [np.flatnonzero(np.any(white, { axis: 1 })), np.flatnonzero(np.any(white, { axis: 0 }))];
  return [white, np.min(rows), np.max(rows), np.min(columns), np.max(columns), np.mean(image.get(white))];
}

/** Means of columns with missing values, which take their place. */
export async function missing() {
  const x = np.arange(24, { dtype: np.float64 }).multiply(5).remainder(7).reshape([6, 4]);
  x.set(x.equal(3), np.nan);
  const means = np.nanmean(x, { axis: 0 });
  return [means, np.where(np.isnan(x), means, x), np.sum(np.isnan(x), { axis: 0 })];
}

/** The greatest of windows, and a table's greatest by blocks. */
export async function slidingMaximum() {
  const x = np.sin(np.arange(30, { dtype: np.float64 }).pow(1.5));
  let y = x.copy();
  for (let k = 1; k < 5; k++) {
    y = np.maximum(y.slice(':-1'), x.slice(`${k}:`));
  }
  return [y, x.reshape([5, 6]).max({ axis: 1 })];
}

/** Distances of cities on a sphere, as a symmetric table. */
export async function distances() {
  const latitude = np.radians(np.array([52.5, 48.9, 40.7, 35.7, -33.9]));
  const longitude = np.radians(np.array([13.4, 2.4, -74, 139.7, 151.2]));
  const a = np.sin(latitude.slice(':', null).subtract(latitude).divide(2)).pow(2);
  const b = np
    .cos(latitude.slice(':', null))
    .multiply(np.cos(latitude))
    .multiply(np.sin(longitude.slice(':', null).subtract(longitude).divide(2)).pow(2));
  return np.arcsin(np.sqrt(a.add(b))).multiply(2 * 6371);
}
