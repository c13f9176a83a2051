/** Real matrices from collections, read as a line-by-line reader reads them; skipped where the files are not at hand. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as sparse from '../../../lib/sparse/index.js';
import { product, randomVector, residualNorm } from '../../support/sparse.js';

const folder = fileURLToPath(new URL('../../../../../shared/data/matrices/', import.meta.url));
const skip = existsSync(folder) ? false : `no matrices at ${folder}`;

interface Plain {
  shape: [number, number];
  row: number[];
  col: number[];
  data: number[];
}

/** Splits lines and words; mirrors symmetric entries; then sorts by row and column. */
function readPlainly(path: string): Plain {
  const [header, ...rest] = readFileSync(path, 'latin1').split('\n');
  const lines = rest.filter((l) => l.trim() !== '' && !l.startsWith('%')).map((l) => l.trim().split(/\s+/).map(Number));
  const entries: number[][] = [];
  for (const [i, j, v = 1] of lines.slice(1)) {
    entries.push([i - 1, j - 1, v]);
    if (header.includes('symmetric') && i !== j) entries.push([j - 1, i - 1, v]);
  }
  entries.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const column = (k: number): number[] => entries.map((e) => e[k]);
  return { shape: [lines[0][0], lines[0][1]], row: column(0), col: column(1), data: column(2) };
}

const names = ['LFAT5', 'karate', 'west0067', 'jagmesh7', 'cryg2500', 'bcsstk13'];

t.test('entries and products', { skip }, async (t) => {
  for (const name of names) {
    const plain = readPlainly(`${folder}${name}.mtx`);
    const A = await sparse.readMatrixMarket(`${folder}${name}.mtx`);
    t.same(A.shape, plain.shape, name);
    t.same(Array.from(await A.indices.data(), Number), plain.col, `${name}: columns`);
    t.same(Array.from(await A.data.data(), Number), plain.data, `${name}: values`);
    const x = randomVector(A.shape[1], 3);
    const y = await A.matmul(np.asarray(x)).data();
    t.same(Float64Array.from(y, Number), product(plain, x), `${name}: product`);
  }
});

t.test('a solve converges by the true residual, or says that it does not', { skip }, async (t) => {
  const plain = readPlainly(`${folder}bcsstk13.mtx`);
  const A = sparse.csrArray(plain);
  const b = new Float64Array(A.shape[0]).fill(1);
  const diagonal = A.diagonal();
  const solve = async (tol: number): Promise<sparse.Solution & { exact: number }> => {
    const solution = await sparse.cg(A, np.asarray(b), { tol, checkEvery: 10, M: (r) => r.divide(diagonal) });
    return { ...solution, exact: residualNorm(plain, Float64Array.from(await solution.x.data(), Number), b) };
  };
  const within = await solve(1e-10);
  t.same([within.converged, within.reason], [true, 'converged']);
  t.ok(within.exact <= 1.01e-10 * Math.hypot(...b), `${within.exact}`);
  const beyond = await solve(1e-13);
  t.same([beyond.converged, beyond.reason], [false, 'stagnation'], 'no float64 vector has so small a residual');
  t.ok(beyond.iterations < 10 * A.shape[0], `${beyond.iterations} iterations`);
  t.ok(Math.abs(beyond.exact / beyond.trueResidual - 1) < 0.1, `${beyond.exact} and ${beyond.trueResidual}`);
  t.ok(beyond.exact <= 1e-9 * Math.hypot(...b), 'the best of its iterates');
});

t.test('a stiff beam, and the graph Laplacian of the karate club with one on its diagonal', { skip }, async (t) => {
  const club = readPlainly(`${folder}karate.mtx`);
  const laplacian: Plain = { shape: club.shape, row: [...club.row], col: [...club.col], data: club.data.map((v) => -v) };
  for (let i = 0; i < club.shape[0]; i++) {
    laplacian.row.push(i);
    laplacian.col.push(i);
    laplacian.data.push(1 + club.row.filter((r) => r === i).length);
  }
  for (const plain of [readPlainly(`${folder}LFAT5.mtx`), laplacian]) {
    const A = sparse.csrArray(plain);
    const b = product(plain, randomVector(A.shape[0], 5));
    const diagonal = A.diagonal();
    const { x, converged } = await sparse.cg(A, np.asarray(b), { tol: 1e-10, M: (r) => r.divide(diagonal) });
    t.ok(converged);
    t.ok(residualNorm(plain, Float64Array.from(await x.data(), Number), b) <= 1e-7 * Math.hypot(...b));
  }
});
