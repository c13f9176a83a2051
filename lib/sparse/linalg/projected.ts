/**
 * Eigenvalues of the small matrix that a basis projects an operator to, and the restart: an orthonormal basis W of the invariant subspace of chosen
 * ones. Of a Hermitian matrix W is eigenvectors; of any other leading Schur vectors, which stay accurate where eigenvectors nearly coincide. The
 * Schur vectors of a real matrix are complex; the ones of a set closed under conjugation span a real space, whose projector Q Qᴴ is real, and
 * W is made of its columns.
 */
import { asarray, complex, linalg, type NDArray } from '../../array/index.js';
import { eigenvectors, moveFirst, type Square, schur } from '../../array/linalg/host.js';

/** An eigenvalue. */
export interface Value {
  readonly re: number;
  readonly im: number;
}

/** A matrix on the host, row-major. */
export interface Block {
  readonly rows: number;
  readonly columns: number;
  readonly re: Float64Array;
  /** Null for a real matrix. */
  readonly im: Float64Array | null;
}

/** Eigenvalues, eigenvectors of length 1 as columns, and restarts. */
export interface Projected {
  readonly values: readonly Value[];
  readonly vectors: Block;
  /** The place of each eigenvalue's conjugate, its own of a real one, for a real matrix that is not symmetric; else null. */
  readonly partners: readonly number[] | null;
  /** The chosen eigenvalues' invariant subspace: W, and Wᴴ H W. */
  restart(chosen: readonly number[]): { readonly w: Block; readonly h: Block };
}

export function blockOf(rows: number, columns: number, isComplex: boolean): Block {
  const part = (): Float64Array => new Float64Array(rows * columns);
  return { rows, columns, re: part(), im: isComplex ? part() : null };
}

/** An array of a matrix. */
export function arrayOf({ rows, columns, re, im }: Block): NDArray {
  const part = (of: Float64Array): NDArray => asarray(of).reshape([rows, columns]);
  return im === null ? part(re) : complex(part(re), part(im));
}

/** Columns of a matrix, in an order. */
export function columnsOf({ rows, columns, re, im }: Block, chosen: readonly number[]): Block {
  const taken = blockOf(rows, chosen.length, im !== null);
  for (let i = 0; i < rows; i++)
    chosen.forEach((j, k) => {
      taken.re[i * chosen.length + k] = re[i * columns + j];
      if (im !== null && taken.im !== null) taken.im[i * chosen.length + k] = im[i * columns + j];
    });
  return taken;
}

/** Of a Hermitian matrix. */
export async function projectedHermitian(h: Block): Promise<Projected> {
  const found = linalg.eigh(arrayOf(h));
  const [values, parts] = await Promise.all([found.eigenvalues.data(), found.eigenvectors.data()]);
  const vectors = blockOf(h.rows, h.columns, h.im !== null);
  fill(vectors, parts as Float64Array);
  return {
    values: Array.from(values, (re) => ({ re: Number(re), im: 0 })),
    vectors,
    partners: null,
    restart: (chosen) => {
      const diagonal = blockOf(chosen.length, chosen.length, h.im !== null);
      chosen.forEach((i, k) => {
        diagonal.re[k * (chosen.length + 1)] = Number(values[i]);
      });
      return { w: columnsOf(vectors, chosen), h: diagonal };
    },
  };
}

/** Takes an array's values in; parts of complex ones are by turns. */
export function fill({ re, im }: Block, values: ArrayLike<number>): void {
  for (let k = 0; k < re.length; k++) {
    re[k] = values[im === null ? k : 2 * k];
    if (im !== null) im[k] = values[2 * k + 1];
  }
}

/** Of any square matrix. Throws `ConvergenceError`. */
export function projectedGeneral(h: Block, operation: string): Projected {
  const n = h.rows;
  const { t, q } = schur({ n, re: h.re.slice(), im: h.im?.slice() ?? new Float64Array(n * n) }, operation);
  const found = eigenvectors(t, q, new Float64Array(n).fill(1));
  const values = Array.from({ length: n }, (_, i) => ({ re: t.re[i * (n + 1)], im: t.im[i * (n + 1)] }));
  const partners = h.im === null ? conjugatesOf(values) : null;
  return {
    values: partners === null ? values : values.map(({ re, im }, i) => ({ re, im: partners[i] === i ? 0 : im })),
    vectors: { rows: n, columns: n, re: found.re, im: found.im },
    partners,
    restart: (chosen) => {
      moveFirst(t, q, chosen);
      return h.im === null ? realSubspace(h, q, chosen.length) : complexSubspace(t, q, chosen.length);
    },
  };
}

/** The place of the value that is nearest to each one's conjugate: of a real one, up to rounding, its own. */
function conjugatesOf(values: readonly Value[]): readonly number[] {
  return values.map((value, i) => {
    const away = (k: number): number => Math.hypot(values[k].re - value.re, values[k].im + value.im);
    return values.reduce((best, _, k) => (away(k) < away(best) ? k : best), i);
  });
}

function complexSubspace(t: Square, q: Square, count: number): { w: Block; h: Block } {
  const first = Array.from({ length: count }, (_, i) => i);
  const whole = ({ n, re, im }: Square): Block => ({ rows: n, columns: n, re, im });
  const { re, im } = columnsOf(whole(t), first);
  const top = (part: Float64Array | null): Float64Array => (part ?? new Float64Array(0)).slice(0, count * count);
  return { w: columnsOf(whole(q), first), h: { rows: count, columns: count, re: top(re), im: top(im) } };
}

function realSubspace(h: Block, q: Square, count: number): { w: Block; h: Block } {
  const { n } = q;
  const rows = realBasis(projectorOf(q, count), n, count);
  const w = blockOf(n, count, false);
  const projected = blockOf(count, count, false);
  rows.forEach((row, k) => {
    const image = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      w.re[i * count + k] = row[i];
      image[i] = inner(h.re.subarray(i * n, (i + 1) * n), row);
    }
    rows.forEach((other, i) => {
      projected.re[i * count + k] = inner(other, image);
    });
  });
  return { w, h: projected };
}

/** Q Qᴴ of the leading columns, which is real. */
function projectorOf({ n, re, im }: Square, count: number): Float64Array {
  const projector = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let k = 0; k < count; k++) sum += re[i * n + k] * re[j * n + k] + im[i * n + k] * im[j * n + k];
      projector[i * n + j] = sum;
    }
  }
  return projector;
}

/**
 * Orthonormal vectors that span a projector's space: a column over the root of its diagonal element has length 1, and without its
 * part the projector has a rank less. The largest diagonal element is at least the rank's share of the rows.
 */
function realBasis(projector: Float64Array, n: number, rank: number): Float64Array[] {
  const found: Float64Array[] = [];
  while (found.length < rank) {
    let at = 0;
    for (let i = 1; i < n; i++) if (projector[i * (n + 1)] > projector[at * (n + 1)]) at = i;
    const v = projector.slice(at * n, (at + 1) * n);
    for (const other of found) {
      const part = inner(other, v);
      for (let i = 0; i < n; i++) v[i] -= part * other[i];
    }
    const length = Math.sqrt(inner(v, v));
    for (let i = 0; i < n; i++) v[i] /= length;
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) projector[i * n + j] -= v[i] * v[j];
    found.push(v);
  }
  return found;
}

function inner(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
