/** Random matrices of every dtype that `linalg` takes, for tests of laws. */
import * as np from '../../lib/array/index.js';

export type Sort = 'float64' | 'float32' | 'complex128' | 'complex64';

/** Draws from one seed. */
export interface Matrices {
  /** An integer from `least` to `most`. */
  size(least: number, most: number): number;
  /** A matrix of elements from -1 to 1, of the sort. */
  matrix(rows: number, columns: number): np.NDArray;
  square(n: number): np.NDArray;
  /** As complex128, or float64 of real sorts. */
  wide(x: np.NDArray): np.NDArray;
}

export function matrices(seed: number, sort: Sort): Matrices {
  let state = BigInt(seed) * 0x9e3779b97f4a7c15n + BigInt(sort.length);
  const next = (): number => {
    state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
    return Number(state >> 11n) / 2 ** 53;
  };
  const real = (rows: number, columns: number): np.NDArray =>
    np.reshape(np.asarray(Float64Array.from({ length: rows * columns }, () => 2 * next() - 1)), [rows, columns]);
  const isComplex = sort.startsWith('complex');
  const matrix = (rows: number, columns: number): np.NDArray => {
    if (!isComplex) return np.astype(real(rows, columns), sort);
    const i = np.asarray({ re: 0, im: 1 });
    return np.astype(np.add(real(rows, columns), np.multiply(real(rows, columns), i)), sort);
  };
  return {
    size: (least, most) => least + Math.floor(next() * (most - least + 1)),
    matrix,
    square: (n) => matrix(n, n),
    wide: (x) => np.astype(x, String(x.dtype.name).startsWith('complex') ? 'complex128' : 'float64'),
  };
}

/** The largest length of an element; 0 of none. */
export async function worst(x: np.NDArray): Promise<number> {
  return x.size === 0 ? 0 : Number(await np.max(np.abs(x)).item());
}
