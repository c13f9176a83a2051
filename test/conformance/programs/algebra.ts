/** Kernels of linear algebra and transforms, as NumPy's users write them. */
import * as np from '../../../lib/array/index.js';

/** A product of matrices, scaled and added. */
export async function gemm() {
  const i = np.arange(20, { dtype: np.float64 });
  const a = i.slice(':', null).multiply(i).add(1).remainder(11).divide(11);
  const b = i.slice(':', null).add(i.multiply(2)).remainder(7).divide(7);
  const c = i.slice(':', null).subtract(i).divide(20);
  return a.matmul(b).multiply(1.5).add(c.multiply(1.2));
}

/** Two outer products added, then a matrix times vectors. */
export async function gemver() {
  const n = 30;
  const i = np.arange(n, { dtype: np.float64 });
  let a = i.slice(':', null).multiply(i).divide(n);
  const [u, v] = [i.divide(n), i.add(1).divide(n).divide(2)];
  a = a.add(np.outer(u, v)).add(np.outer(v, u));
  const x = a.T.matmul(v).multiply(1.2).add(u);
  return a.matmul(x).multiply(1.5);
}

/** The sum of two products with one vector. */
export async function gesummv() {
  const i = np.arange(25, { dtype: np.float64 });
  const [a, b] = [
    i.slice(':', null).multiply(i).add(1).remainder(25).divide(25),
    i.slice(':', null).multiply(i).add(2).remainder(25).divide(25),
  ];
  return a.matmul(i).multiply(1.5).add(b.matmul(i).multiply(1.2));
}

/** A matrix's transpose times its product with a vector. */
export async function atax() {
  const i = np.arange(22, { dtype: np.float64 });
  const a = i
    .slice(':', null)
    .add(np.arange(18, { dtype: np.float64 }))
    .remainder(22)
    .divide(110);
  return a.matmul(np.arange(18, { dtype: np.float64 }).divide(18).add(1)).matmul(a);
}

/** A matrix and its transpose, each times a vector. */
export async function bicg() {
  const [i, j] = [np.arange(22, { dtype: np.float64 }), np.arange(18, { dtype: np.float64 })];
  const a = i.slice(':', null).multiply(j.add(1)).remainder(22).divide(22);
  return [i.matmul(a), a.matmul(j)];
}

/** A symmetric update by two matrices, of the lower triangle. */
export async function syr2k() {
  const i = np.arange(16, { dtype: np.float64 });
  const [a, b] = [
    i.slice(':', null).multiply(i).add(1).remainder(16).divide(16),
    i.slice(':', null).multiply(i).add(2).remainder(12).divide(12),
  ];
  const c = np.tril(a.matmul(b.T).add(b.matmul(a.T)).multiply(1.2));
  return c.add(np.tril(c, -1).T);
}

/** A chain of products of matrices. */
export async function threeProducts() {
  const i = np.arange(12, { dtype: np.float64 });
  const [a, b] = [
    i.slice(':', null).multiply(i).add(1).remainder(12).divide(60),
    i.slice(':', null).multiply(i.add(1)).add(2).remainder(12).divide(60),
  ];
  return [a.matmul(b).matmul(b.matmul(a)), np.linalg.multiDot([a, b, a])];
}

/** A matrix for the last axis of a cube. */
export async function doitgen() {
  const i = np.arange(8, { dtype: np.float64 });
  const a = i.slice(':', null, null).multiply(i.slice(':', null)).add(i).remainder(8).divide(8);
  const c = i.slice(':', null).multiply(i).remainder(8).divide(8);
  return np.einsum('ijk,kl->ijl', a, c);
}

/** Covariances of columns, by their means. */
export async function covariance() {
  const [i, j] = [np.arange(30, { dtype: np.float64 }), np.arange(6, { dtype: np.float64 })];
  const x = i.slice(':', null).multiply(j.add(3)).remainder(17).divide(6);
  const y = x.subtract(x.mean({ axis: 0 }));
  return y.T.matmul(y).divide(30 - 1);
}

/** Correlations of columns, where tiny deviations count as 1. */
export async function correlation() {
  const [i, j] = [np.arange(30, { dtype: np.float64 }), np.arange(6, { dtype: np.float64 })];
  const x = i.slice(':', null).multiply(j).remainder(13).divide(6).add(i.slice(':', null).divide(30));
  const s = x.std({ axis: 0 });
  const y = x.subtract(x.mean({ axis: 0 })).divide(np.sqrt(30).multiply(np.where(s.lessEqual(0.1), 1, s)));
  return y.T.matmul(y);
}

/** A factor of a positive definite matrix, column by column. */
export async function cholesky() {
  const n = 14;
  const i = np.arange(n, { dtype: np.float64 });
  const a = np.exp(np.abs(i.slice(':', null).subtract(i)).negative()).add(np.eye(n));
  for (let k = 0; k < n; k++) {
    a.slice(k, k).assign(np.sqrt(a.slice(k, k)));
    a.slice(`${k + 1}:`, k).divideAssign(a.slice(k, k));
    for (let j = k + 1; j < n; j++) {
      a.slice(`${j}:`, j).subtractAssign(a.slice(`${j}:`, k).multiply(a.slice(j, k)));
    }
  }
  return np.tril(a);
}

/** Both factors of a matrix in its place. */
export async function lu() {
  const n = 16;
  const i = np.arange(n, { dtype: np.float64 });
  const a = np.divide(1, i.slice(':', null).add(i).add(1)).add(np.eye(n));
  for (let k = 0; k < n - 1; k++) {
    a.slice(`${k + 1}:`, k).divideAssign(a.slice(k, k));
    a.slice(`${k + 1}:`, `${k + 1}:`).subtractAssign(np.outer(a.slice(`${k + 1}:`, k), a.slice(k, `${k + 1}:`)));
  }
  return a;
}

/** A lower triangular system, row by row. */
export async function triangularSolve() {
  const n = 18;
  const i = np.arange(n, { dtype: np.float64 });
  const a = np.tril(i.slice(':', null).add(n).subtract(i).add(1).multiply(2).divide(n));
  const x = np.zeros(n);
  for (let k = 0; k < n; k++) {
    x.slice(k).assign(np.subtract(-3, a.slice(k, `:${k}`).matmul(x.slice(`:${k}`))).divide(a.slice(k, k)));
  }
  return x;
}

/** A Toeplitz system by Durbin's recursion. */
export async function durbin() {
  const n = 12;
  const r = np.divide(1, np.arange(n, { dtype: np.float64 }).add(2));
  const y = np.zeros(n);
  y.slice(0).assign(r.slice(0).negative());
  let [alpha, beta] = [r.slice(0).negative(), np.subtract(1, r.slice(0).pow(2))];
  for (let k = 1; k < n; k++) {
    alpha = r
      .slice(k)
      .add(np.dot(r.slice(`:${k}`).slice('::-1'), y.slice(`:${k}`)))
      .negative()
      .divide(beta);
    beta = beta.multiply(np.subtract(1, alpha.pow(2)));
    y.slice(`:${k}`).addAssign(alpha.multiply(y.slice(`:${k}`).slice('::-1')));
    y.slice(k).assign(alpha);
  }
  return y;
}

/** An orthogonal basis of a matrix's columns. */
export async function gramSchmidt() {
  const n = 10;
  const i = np.arange(n, { dtype: np.float64 });
  const a = np.cos(i.slice(':', null).multiply(i)).add(np.eye(n));
  const [q, r] = [np.zeros([n, n]), np.zeros([n, n])];
  for (let k = 0; k < n; k++) {
    const norm = np.sqrt(np.dot(a.slice(':', k), a.slice(':', k)));
    r.slice(k, k).assign(norm);
    q.slice(':', k).assign(a.slice(':', k).divide(norm));
    r.slice(k, `${k + 1}:`).assign(q.slice(':', k).matmul(a.slice(':', `${k + 1}:`)));
    a.slice(':', `${k + 1}:`).subtractAssign(np.outer(q.slice(':', k), r.slice(k, `${k + 1}:`)));
  }
  return [q, r];
}

/** A symmetric system to a tolerance. */
export async function conjugateGradients() {
  const n = 20;
  const i = np.arange(n, { dtype: np.float64 });
  const a = np.where(np.abs(i.slice(':', null).subtract(i)).equal(1), -1, 0).add(np.eye(n).multiply(2.5));
  let [x, r] = [np.zeros(n), np.cos(i)];
  let [p, rr, steps] = [r.copy(), r.matmul(r), 0];
  while (Number(await rr.item()) > 1e-20 && steps < 50) {
    const ap = a.matmul(p);
    const alpha = rr.divide(p.matmul(ap));
    x = x.add(alpha.multiply(p));
    r = r.subtract(alpha.multiply(ap));
    const after = r.matmul(r);
    p = r.add(after.divide(rr).multiply(p));
    rr = after;
    steps += 1;
  }
  return x;
}

/** The largest eigenvalue and its vector. */
export async function powerIteration() {
  const i = np.arange(9, { dtype: np.float64 });
  const a = np.divide(1, np.abs(i.slice(':', null).subtract(i)).add(1));
  let x = np.ones(9);
  for (let k = 0; k < 60; k++) {
    x = a.matmul(x);
    x = x.divide(np.linalg.norm(x));
  }
  return [x, x.matmul(a).matmul(x)];
}

/** A Fourier transform by array operations: radix 2, no reversal. */
export async function stockham() {
  const [n, levels] = [64, 6];
  const x = np
    .cos(np.arange(n, { dtype: np.float64 }))
    .add(np.sin(np.arange(n, { dtype: np.float64 }).multiply(0.3)).multiply({ re: 0, im: 1 }));
  let y = x.reshape([n, 1]);
  for (let level = 0; level < levels; level++) {
    const half = Math.floor(y.shape[0] / 2);
    const turn = np.exp(np.arange(y.shape[1]).multiply(np.pi).divide(y.shape[1]).multiply({ re: -0, im: -1 }));
    const [even, odd] = [y.slice(`:${half}`), y.slice(`${half}:`).multiply(turn)];
    y = np.concatenate([even.add(odd), even.subtract(odd)], { axis: 1 });
  }
  return [y.slice(0), np.fft.fft(x)];
}

/** Self-energies by Green's functions of many energies and momenta. */
export async function scattering() {
  const k = np.arange(4, { dtype: np.float64 });
  const n = np.arange(3, { dtype: np.float64 });
  const g = np.exp(
    k
      .slice(':', null, null, null)
      .add(k.slice(':', null, null))
      .add(n.slice(':', null).multiply(n))
      .multiply({ re: 0, im: 1 }),
  );
  const d = np.exp(
    k
      .slice(':', null, null, null)
      .subtract(k.slice(':', null, null).multiply(2))
      .add(n.slice(':', null))
      .subtract(n)
      .multiply({ re: -0, im: -1 }),
  );
  const sigma = np.zeros([4, 4, 3, 3], { dtype: np.complex128 });
  for (let q = 0; q < 4; q++) {
    for (let w = 0; w < 4; w++) {
      sigma.slice(`${q}:`, `${w}:`).addAssign(
        g
          .slice(`:${4 - q}`, `:${4 - w}`)
          .matmul(d.slice(q, w))
          .matmul(g.slice(`:${4 - q}`, `:${4 - w}`)),
      );
    }
  }
  return sigma;
}

/** A contour integral of resolvents: solved at points of a circle. */
export async function contour() {
  const i = np.arange(6, { dtype: np.float64 });
  const a = np.diag(i).add(np.cos(i.slice(':', null).add(i)).multiply(0.1));
  const found = np.zeros([6, 6], { dtype: np.complex128 });
  for (let k = 0; k < 16; k++) {
    const z = np
      .exp(
        np
          .asarray(k + 0.5)
          .multiply(np.pi)
          .divide(16)
          .multiply({ re: 0, im: 2 }),
      )
      .multiply(2.5);
    found.addAssign(z.multiply(np.linalg.solve(z.multiply(np.eye(6)).subtract(a), np.eye(6))).divide(16));
  }
  return found;
}

/** A matrix in compressed rows times a vector, by sums of segments. */
export async function sparseProduct() {
  const n = 40;
  const columns = np
    .arange(3 * n, { dtype: np.int64 })
    .multiply(7)
    .remainder(n);
  const values = np.cos(np.arange(3 * n, { dtype: np.float64 }));
  const x = np.arange(n, { dtype: np.float64 }).divide(n);
  return np.add.reduceat(
    values.multiply(x.get(columns)),
    Array.from({ length: n }, (_, k) => 3 * k),
  );
}
