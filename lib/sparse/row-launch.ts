/** Launches of the kinds over compressed rows (`kernels.ts`). */
import { NDArray } from '../array/index.js';
import { runtime } from '../runtime/index.js';
import { internView, type Shape } from '../shape/index.js';
import { broadcastView, checkUsable, sliceView } from '../store/index.js';
import type { TaskKind } from '../task/index.js';
import { CsrArray } from './csr.js';
import { typed } from './vectors.js';

/**
 * Launches a kind over the rows of `out`, its first argument, which is given back. `values`: at the matrix's entries; `from`: the matrix's row that
 * is the domain's first.
 */
export function launchRows(
  matrix: CsrArray,
  values: NDArray,
  kind: TaskKind,
  out: NDArray,
  more: readonly NDArray[],
  { from = 0, scalars = [] }: { readonly from?: number; readonly scalars?: readonly (number | bigint)[] } = {},
): NDArray {
  const { indptr, indices, low, high } = CsrArray.structureOf(matrix);
  for (const used of [out, indptr, indices, values, ...more]) checkUsable(used, 'sparse matrix');
  const { dtype, shape } = out;
  const data = typed(values, dtype);
  const bounds = [overDomain(low, shape, from), overDomain(high, shape, from)];
  runtime().launch(kind, shape, [out, ...bounds, indices, data, ...more], scalars);
  return out;
}

/** Row bounds as the domain sees them: its rows only, the same in every column. */
function overDomain(bounds: NDArray, domain: Shape, from: number): NDArray {
  const rows = sliceView(bounds.view, 0, from, domain[0], 1);
  if (domain.length === 1) return view(bounds, rows);
  return view(bounds, broadcastView(internView([domain[0], 1], [1, 0], rows.offset), domain));
}

function view(x: NDArray, v: NDArray['view']): NDArray {
  return v === x.view ? x : new NDArray(x.source, v, x.held);
}
