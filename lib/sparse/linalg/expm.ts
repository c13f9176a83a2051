/**
 * The exponential of a sparse matrix by Padé approximants, scaling and squaring (Al-Mohy and Higham 2009, algorithm 6.1; Higham 2008, algorithm 10.21 for
 * triangles). How often the matrix is halved follows from norms of its powers, which of badly scaled matrices are far below powers of its norm: too many
 * squarings would lose digits.
 */
import { abs, exp, type NDArray, sinh, where } from '../../array/index.js';
import { ArgumentError } from '../../base/index.js';
import { float64 } from '../../dtype/index.js';
import { takesMatrices } from '../any-format.js';
import { add } from '../arithmetic.js';
import { checkSquare, expandRows } from '../coordinates.js';
import { CSR, CsrArray } from '../csr.js';
import { eliminateZeros, triu, withDiagonal } from '../parts.js';
import { diagonal } from '../reductions.js';
import { hostStructure } from '../structure.js';
import { isComplex } from '../values.js';
import { splu } from './direct.js';
import { identityLike, inFloats } from './matrix-functions.js';
import { norm } from './norm.js';
import { onenormest } from './onenormest.js';
import { linearOperator } from './operator.js';
import { solveColumns } from './sparse-lu.js';

/** A finite 1-norm. Rejects with `ArgumentError`. */
export async function oneNorm(name: string, A: CsrArray): Promise<number> {
  if (A.shape[0] === 0) return 0;
  const size = Number(await norm(A, { ord: 1 }).item());
  if (!Number.isFinite(size))
    throw new ArgumentError(`${name}: the matrix has an element that is not finite, or its sums overflow`);
  return size;
}

/** By order: coefficients of the approximant, the bound of the norms, and the reciprocal of the first coefficient of the backward error. */
const APPROXIMANTS = {
  3: { coefficients: [120, 60, 12, 1], bound: 1.495585217958292e-2, error: 100800 },
  5: { coefficients: [30240, 15120, 3360, 420, 30, 1], bound: 2.53939833006323e-1, error: 10059033600 },
  7: {
    coefficients: [17297280, 8648640, 1995840, 277200, 25200, 1512, 56, 1],
    bound: 9.504178996162932e-1,
    error: 4487938430976000,
  },
  9: {
    coefficients: [17643225600, 8821612800, 2075673600, 302702400, 30270240, 2162160, 110880, 3960, 90, 1],
    bound: 2.097847961257068,
    error: 5.91438478187741e21,
  },
  13: {
    coefficients: [
      64764752532480000, 32382376266240000, 7771770303897600, 1187353796428800, 129060195264000, 10559470521600, 670442572800,
      33522128640, 1323241920, 40840800, 960960, 16380, 182, 1,
    ],
    bound: 4.25,
    error: 1.132507756060211e35,
  },
} as const;
type Order = keyof typeof APPROXIMANTS;

/** Up to so many rows norms of products are computed, and not estimated. */
const SMALL = 200;

/** Powers of a matrix, and how large they are: the roots of their norms. */
class Powers {
  readonly #name: string;
  readonly A: CsrArray;
  readonly #made = new Map<number, CsrArray>();
  readonly #sizes = new Map<number, number>();

  constructor(name: string, A: CsrArray) {
    [this.#name, this.A] = [name, A];
  }

  /** An even power up to the eighth. */
  of(power: number): CsrArray {
    let found = this.#made.get(power);
    if (found === undefined) {
      found =
        power === 2 ? this.A.matmul(this.A) : this.of(power - 2 * Math.ceil(power / 6)).matmul(this.of(2 * Math.ceil(power / 6)));
      this.#made.set(power, found);
    }
    return found;
  }

  /** ‖A^p‖^(1/p). */
  async size(power: number): Promise<number> {
    let size = this.#sizes.get(power);
    if (size === undefined) {
      size = (await this.#norm(power)) ** (1 / power);
      this.#sizes.set(power, size);
    }
    return size;
  }

  async #norm(power: number): Promise<number> {
    if (power <= 6) return oneNorm(this.#name, this.of(power));
    const [left, right] = [this.of(4), this.of(power - 4)];
    const { shape, dtype } = this.A;
    if (shape[0] <= SMALL) return oneNorm(this.#name, left.matmul(right));
    const [first, second] = [left.H, right.H];
    const operator = linearOperator({
      shape,
      dtype,
      matvec: (x) => left.matmul(right.matmul(x)),
      rmatvec: (y) => second.matmul(first.matmul(y)),
      matmat: (x) => left.matmul(right.matmul(x)),
      rmatmat: (y) => second.matmul(first.matmul(y)),
    });
    return onenormest(operator);
  }

  /** The logarithm to base 2 of the 1-norm of |A|^p, by products with a vector that is scaled. */
  async logNorm(power: number): Promise<number> {
    const sizes = CsrArray.withValues(this.A, abs(CsrArray.valuesOf(this.A)));
    let row = sizes.sum(0);
    let logarithm = 0;
    for (let k = 1; ; k++) {
      const largest = Number(await row.max().item());
      if (largest === 0) return Number.NEGATIVE_INFINITY;
      logarithm += Math.log2(largest);
      if (k === power) return logarithm;
      row = sizes.rmatvec(row.divide(largest));
    }
  }
}

/** By how many halvings more an approximant is accurate, of a matrix that is halved already. */
async function furtherHalvings(powers: Powers, size: number, order: Order, halved = 0): Promise<number> {
  if (size === 0) return 0;
  const logarithm = (await powers.logNorm(2 * order + 1)) - (2 * order + 1) * halved;
  const relative = logarithm - (Math.log2(size) - halved) - Math.log2(APPROXIMANTS[order].error);
  return relative === Number.NEGATIVE_INFINITY ? 0 : Math.max(0, Math.ceil((relative + 53) / (2 * order)));
}

/** The order of the approximant, and how often the matrix is halved before. */
async function chosen(powers: Powers, size: number): Promise<readonly [order: Order, halvings: number]> {
  const [four, six] = [await powers.size(4), await powers.size(6)];
  for (const order of [3, 5] as const)
    if (Math.max(four, six) < APPROXIMANTS[order].bound && (await furtherHalvings(powers, size, order)) === 0) return [order, 0];
  const eight = await powers.size(8);
  const third = Math.max(six, eight);
  for (const order of [7, 9] as const)
    if (third < APPROXIMANTS[order].bound && (await furtherHalvings(powers, size, order)) === 0) return [order, 0];
  const least = Math.min(third, Math.max(eight, await powers.size(10)));
  const halvings = least === 0 ? 0 : Math.max(0, Math.ceil(Math.log2(least / APPROXIMANTS[13].bound)));
  return [13, halvings + (await furtherHalvings(powers, size, 13, halvings))];
}

/** A sum of matrices times numbers. */
function weighted(terms: readonly (readonly [CsrArray, number])[]): CsrArray {
  return terms.map(([A, by]) => A.multiply(by)).reduce((a, b) => add(a, b) as CsrArray);
}

/** U and V with exp(A) near (V - U)⁻¹ (V + U), of the matrix halved so often. */
function parts(powers: Powers, order: Order, halvings: number): readonly [U: CsrArray, V: CsrArray] {
  const { A } = powers;
  const c = APPROXIMANTS[order].coefficients as readonly number[];
  const one = identityLike(A, A.shape[0]);
  const scaled = (power: number): CsrArray => (power === 0 ? one : powers.of(power).multiply(2 ** (-halvings * power)));
  const even = (from: number, powersOf: readonly number[]): CsrArray => weighted(powersOf.map((p) => [scaled(p), c[p + from]]));
  const own = A.multiply(2 ** -halvings);
  if (order !== 13) {
    const used = [8, 6, 4, 2, 0].filter((p) => p < order);
    return [own.matmul(even(1, used)), even(0, used)];
  }
  const high = (from: number): CsrArray =>
    scaled(6).matmul(weighted([6, 4, 2].map((p): [CsrArray, number] => [scaled(p), c[6 + p + from]])));
  return [own.matmul(add(high(1), even(1, [6, 4, 2, 0])) as CsrArray), add(high(0), even(0, [6, 4, 2, 0])) as CsrArray];
}

/** sinh(x) / x. */
function sinhc(x: NDArray): NDArray {
  const isSmall = abs(x).less(0.0135);
  const square = x.multiply(x);
  const series = square.divide(42).add(1).multiply(square).divide(20).add(1).multiply(square).divide(6).add(1);
  const safe = where(isSmall, 1, x);
  return where(isSmall, series, sinh(safe).divide(safe));
}

/** Squares the exponential of an upper triangle, halved so often; the diagonal and the one above it are computed anew each time. */
function squaredTriangle(X: CsrArray, T: CsrArray, halvings: number): CsrArray {
  const [own, above] = [diagonal(T), diagonal(T, 1)];
  const [left, right] = [own.slice(':-1'), own.slice('1:')];
  const mean = left.add(right).divide(2);
  const half = left.subtract(right).divide(2);
  let found = X;
  for (let k = halvings; k >= 0; k--) {
    const scale = 2 ** -k;
    if (k < halvings) found = found.matmul(found);
    found = withDiagonal(found, exp(own.multiply(scale)));
    if (k === halvings || above.size === 0) continue;
    found = withDiagonal(
      found,
      above
        .multiply(scale)
        .multiply(exp(mean.multiply(scale)))
        .multiply(sinhc(half.multiply(scale))),
      1,
    );
  }
  return found;
}

/** Whether no entry is below the diagonal. */
function isUpper(A: CsrArray): boolean {
  const pattern = hostStructure(CsrArray.structureOf(A));
  const row = expandRows(pattern);
  return pattern.col.every((j, k) => j >= row[k]);
}

async function exponential(name: string, A: CsrArray): Promise<CsrArray> {
  const n = A.shape[0];
  const size = await oneNorm(name, A);
  if (size === 0) return identityLike(A, n);
  const powers = new Powers(name, A);
  const [order, halvings] = await chosen(powers, size);
  const [U, V] = parts(powers, order, halvings);
  const isTriangle = isUpper(A);
  let found = solveColumns(name, await splu(add(V, U.multiply(-1)) as CsrArray), add(V, U) as CsrArray);
  // Pivots beside the diagonal leave rounding below it.
  if (isTriangle) found = triu(found);
  if (order === 13 && isTriangle) return eliminateZeros(squaredTriangle(found, A, halvings));
  for (let k = 0; k < halvings; k++) found = found.matmul(found);
  return found;
}

/**
 * The exponential of a sparse square matrix, as a sparse one, by Padé approximants, scaling and squaring (Al-Mohy and Higham 2009). Its entries are where
 * powers of the matrix have some, so that it is sparse for blocks and triangles alone: `expmMultiply` is the product with a vector without it.
 * Rejects with `ShapeError`, and with `ArgumentError` for elements that are not finite.
 *
 * @example
 * const A = sparse.csrArray([[0, 1], [0, 0]]);
 * await (await sparse.linalg.expm(A)).toDense().tolist(); // [[1, 1], [0, 1]]
 */
export const expm = takesMatrices(
  'expm',
  CSR,
)(async (A: CsrArray): Promise<CsrArray> => {
  checkSquare('expm', A);
  const own = inFloats(A.snapshot());
  const wide = own.astype((isComplex(own) ? 'complex128' : float64) as never);
  const isLower = !isUpper(wide) && isUpper(wide.transpose());
  const found = isLower ? (await exponential('expm', wide.transpose())).transpose() : await exponential('expm', wide);
  return found.dtype === own.dtype ? found : found.astype(own.dtype as never);
});
