/** Programs that simulate: differential equations, walks, chains, games. */
import * as np from '../../../lib/array/index.js';

/** A decay by Euler's steps, beside its solution. */
export async function euler() {
  const [h, steps] = [0.05, 60];
  let y = np.ones(4);
  const rate = np.array([0.5, 1, 2, 4]);
  for (let k = 0; k < steps; k++) {
    y = y.subtract(rate.multiply(h).multiply(y));
  }
  return [y, np.exp(rate.negative().multiply(h * steps))];
}

/** A swing by Runge and Kutta's steps, many at once. */
export async function pendulum() {
  const h = 0.05;
  const slope = (y: np.NDArray) => {
    return np.stack([y.slice(1), np.sin(y.slice(0)).multiply(-9.81)]);
  };
  let y = np.stack([np.linspace(0.1, 3, 12), np.zeros(12)]);
  for (let k = 0; k < 40; k++) {
    const k1 = slope(y);
    const k2 = slope(y.add(k1.multiply(h / 2)));
    const k3 = slope(y.add(k2.multiply(h / 2)));
    const k4 = slope(y.add(k3.multiply(h)));
    y = y.add(
      k1
        .add(k2.multiply(2))
        .add(k3.multiply(2))
        .add(k4)
        .multiply(h / 6),
    );
  }
  return y;
}

/** Lorenz's attractor, by small steps. */
export async function lorenz() {
  let p = np.array([1, 1, 1]);
  const path = np.zeros([60, 3]);
  for (let k = 0; k < 60; k++) {
    path.slice(k).assign(p);
    const [x, y, z] = [p.slice(0), p.slice(1), p.slice(2)];
    p = p.add(
      np
        .stack([
          y.subtract(x).multiply(10),
          x.multiply(np.subtract(28, z)).subtract(y),
          x.multiply(y).subtract(z.multiply(8 / 3)),
        ])
        .multiply(0.01),
    );
  }
  return path;
}

/** Predators and prey, in turns. */
export async function predators() {
  let [prey, hunters] = [np.linspace(5, 15, 6), np.full(6, 4)];
  for (let k = 0; k < 50; k++) {
    prey = prey.add(prey.multiply(0.02).multiply(np.subtract(1.1, hunters.multiply(0.4))));
    hunters = hunters.add(hunters.multiply(0.02).multiply(prey.multiply(0.1).subtract(0.4)));
  }
  return [prey, hunters];
}

/** Heat along a rod, whose ends are kept cold, by an implicit step. */
export async function heatRod() {
  const n = 20;
  const r = 0.7;
  const a = np
    .diag(np.full(n, 1 + 2 * r))
    .subtract(np.diag(np.full(n - 1, r), 1))
    .subtract(np.diag(np.full(n - 1, r), -1));
  let u = np.sin(np.linspace(0, 1, n).multiply(np.pi));
  for (let k = 0; k < 10; k++) {
    u = np.linalg.solve(a, u);
  }
  return u;
}

/** A population's fate by its rate of growth. */
export async function logisticMap() {
  const rate = np.linspace(2.5, 4, 40);
  let x = np.full(40, 0.5);
  for (let k = 0; k < 30; k++) {
    x = rate.multiply(x).multiply(np.subtract(1, x));
  }
  return x;
}

/** A linear congruential generator, and a circle's area by its points. */
export async function randomNumbers() {
  const n = 400;
  let state = np.arange(1, n + 1, { dtype: np.uint64 });
  for (let k = 0; k < 5; k++) {
    state = state.multiply(1103515245).add(12345).remainder(2147483648);
  }
  const x = state.astype(np.float64).divide(2147483648);
  for (let k = 0; k < 3; k++) {
    state = state.multiply(1103515245).add(12345).remainder(2147483648);
  }
  const y = state.astype(np.float64).divide(2147483648);
  return [np.mean(x.pow(2).add(y.pow(2)).less(1)).multiply(4), x];
}

/** Walks of steps up and down: where they end, and how far they came. */
export async function walk() {
  const steps = np.where(np.sin(np.arange(200, { dtype: np.float64 }).multiply(10000)).greater(0), 1, -1).reshape([4, 50]);
  const path = np.cumsum(steps, { axis: 1 });
  return [path.slice(':', -1), np.max(np.abs(path), { axis: 1 }), np.sum(path.equal(0), { axis: 1 })];
}

/** Numbers of a triangle's density: those above it are left out. */
export async function rejection() {
  const x = np.arange(300, { dtype: np.float64 }).multiply(0.618033988749895).remainder(1);
  const y = np.arange(300, { dtype: np.float64 }).multiply(0.754877666246693).remainder(1);
  const kept = x.get(y.less(x));
  return [np.mean(kept), np.countNonzero(y.less(x)), np.mean(kept.pow(2))];
}

/** A chain's distribution after many steps, and the one that stays. */
export async function markov() {
  const p = np.array([
    [0.9, 0.075, 0.025],
    [0.15, 0.8, 0.05],
    [0.25, 0.25, 0.5],
  ]);
  const start = np.array([0, 1, 0]);
  const m = p.T.subtract(np.eye(3));
  m.slice(2).assign(1);
  return [start.matmul(np.linalg.matrixPower(p, 50)), np.linalg.solve(m, np.array([0, 0, 1]))];
}

/** The rank of pages by their links. */
export async function pageRank() {
  const links = np.array(
    [
      [0, 1, 1, 0],
      [1, 0, 0, 1],
      [0, 1, 0, 1],
      [1, 0, 1, 0],
    ],
    { dtype: np.float64 },
  );
  const m = links.divide(np.sum(links, { axis: 1, keepdims: true }));
  let rank = np.full(4, 0.25);
  for (let k = 0; k < 40; k++) {
    rank = rank
      .matmul(m)
      .multiply(0.85)
      .add(0.15 / 4);
  }
  return rank;
}

/** Healthy, ill and recovered, by days. */
export async function epidemic() {
  let [s, i, r] = [0.99, 0.01, 0];
  const curve = np.zeros([60, 3]);
  for (let day = 0; day < 60; day++) {
    const [caught, well] = [0.4 * s * i, 0.1 * i];
    s = s - caught;
    i = i + caught - well;
    r = r + well;
    curve.slice(day, 0).assign(s);
    curve.slice(day, 1).assign(i);
    curve.slice(day, 2).assign(r);
  }
  return curve;
}

/** The minimum of a valley, by gradients with momentum. */
export async function descent() {
  let x = np.array([-1.2, 1]);
  let v = np.zeros(2);
  for (let k = 0; k < 200; k++) {
    const dx = x
      .slice(0)
      .multiply(-400)
      .multiply(x.slice(1).subtract(x.slice(0).pow(2)))
      .subtract(np.subtract(1, x.slice(0)).multiply(2));
    const dy = x.slice(1).subtract(x.slice(0).pow(2)).multiply(200);
    v = v.multiply(0.9).subtract(np.stack([dx, dy]).multiply(0.0005));
    x = x.add(v);
  }
  return x;
}

/** Rule 110, from one cell. */
export async function elementaryAutomaton() {
  let cells = np.zeros(60, { dtype: np.int64 });
  cells.slice(-2).assign(1);
  const rule = np.bitwiseRightShift(110, np.arange(8, { dtype: np.int64 })).bitwiseAnd(1);
  const rows = [cells];
  for (let k = 0; k < 25; k++) {
    cells = rule.get(np.roll(cells, 1).multiply(4).add(cells.multiply(2)).add(np.roll(cells, -1)));
    rows.push(cells);
  }
  return np.stack(rows);
}
