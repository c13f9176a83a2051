/**
 * Complex systems as real ones of twice the size, which the factorizations are for: each element a + bi is the block
 *
 *     a  -b
 *     b   a       and each element of a vector two neighbours, so that orders that fill in little remain such orders.
 *
 * A Hermitian positive definite matrix becomes a symmetric positive definite one, a singular one a singular one. The conjugate transpose's
 * blocks are the transposes of the blocks.
 */
import { complex, type NDArray, stack } from '../../array/index.js';
import { takenAt } from '../arrange.js';
import { CsrArray } from '../csr.js';
import { hostStructure, type Structure } from '../structure.js';
import { inDType, isComplex, partsOf } from '../values.js';

/** Where the entries of the real matrix are in its values: real parts, imaginary ones and their negatives, one behind the other. */
function blocksOf(structure: Structure): { shape: [number, number]; ptr: Int32Array; col: Int32Array; places: Int32Array } {
  const { shape, ptr, col } = hostStructure(structure);
  const count = col.length;
  const made = { ptr: new Int32Array(2 * shape[0] + 1), col: new Int32Array(4 * count), places: new Int32Array(4 * count) };
  let at = 0;
  const put = (column: number, place: number): void => {
    made.col[at] = column;
    made.places[at++] = place;
  };
  for (let i = 0; i < shape[0]; i++) {
    for (const half of [0, 1]) {
      for (let k = ptr[i]; k < ptr[i + 1]; k++) {
        put(2 * col[k], half === 0 ? k : count + k);
        put(2 * col[k] + 1, half === 0 ? 2 * count + k : k);
      }
      made.ptr[2 * i + half + 1] = at;
    }
  }
  return { shape: [2 * shape[0], 2 * shape[1]], ...made };
}

/** The real matrix of twice the size. */
export function realForm(A: CsrArray): CsrArray {
  const { places, ...pattern } = blocksOf(CsrArray.structureOf(A));
  const [re, im] = partsOf(CsrArray.valuesOf(A));
  return takenAt(pattern, stack([re, im, im.negative()]).ravel(), places);
}

/** The real and the imaginary parts of rows in turn: (2 n, k) of (n, k). */
export function interleaved(b: NDArray): NDArray {
  const [n, k] = b.shape;
  const [re, im] = isComplex(b) ? partsOf(b) : [b, b.multiply(0)];
  return stack([re, im], { axis: 1 }).reshape([2 * n, k]);
}

/** The complex matrix (n, k) of a real one (2 n, k) with parts of rows in turn. */
export function joinedRows(x: NDArray): NDArray {
  const [n, k] = x.shape;
  const both = x.reshape([n / 2, 2, k]);
  return complex(both.slice(':', 0), both.slice(':', 1));
}

/** Real and imaginary columns beside each other, (n, 2 k), as right-hand sides of a real matrix. */
export function besideEachOther(b: NDArray): NDArray {
  return stack(partsOf(b), { axis: 1 }).reshape([b.shape[0], 2 * b.shape[1]]);
}

/** The complex matrix (n, k) of a real one (n, 2 k) with real and imaginary columns. */
export function joinedColumns(x: NDArray): NDArray {
  const k = x.shape[1] / 2;
  return complex(x.slice(':', `:${k}`), x.slice(':', `${k}:`));
}

/** In double precision. */
export function doubled(x: NDArray): NDArray {
  return inDType(x, (isComplex(x) ? 'complex128' : 'float64') as never);
}
