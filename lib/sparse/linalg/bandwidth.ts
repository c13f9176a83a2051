/** Where a matrix's entries are, beside its diagonal. */
import { takesMatrices } from '../any-format.js';
import { CSR, CsrArray } from '../csr.js';
import { hostStructure } from '../structure.js';

/**
 * How many diagonals below and above the main one have entries, stored zeros among them: `[below, above]`.
 *
 * @example
 * sparse.linalg.spbandwidth(sparse.csrArray([[1, 2, 3], [0, 4, 5], [6, 0, 7]])); // [2, 2]
 */
export const spbandwidth = takesMatrices('spbandwidth', CSR)((A: CsrArray): readonly [number, number] => bandwidthOf(A));

function bandwidthOf(A: CsrArray): readonly [number, number] {
  const { shape, ptr, col } = hostStructure(CsrArray.structureOf(A));
  let [below, above] = [0, 0];
  for (let i = 0; i < shape[0]; i++) {
    for (let k = ptr[i]; k < ptr[i + 1]; k++) {
      below = Math.max(below, i - col[k]);
      above = Math.max(above, col[k] - i);
    }
  }
  return [below, above];
}

/**
 * Whether a matrix is a lower triangle, and whether it is an upper one: `[lower, upper]`. Stored zeros count as entries.
 *
 * @example
 * sparse.linalg.isSptriangular(sparse.csrArray([[1, 0], [2, 3]])); // [true, false]
 */
export const isSptriangular = takesMatrices(
  'isSptriangular',
  CSR,
)((A: CsrArray): readonly [boolean, boolean] => {
  const [below, above] = bandwidthOf(A);
  return [above === 0, below === 0];
});
