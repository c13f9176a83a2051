/**
 * Folds of kernels with a known extent (`exact.ts`). There is one unit of one block: its values are in strips, from which the header's
 * functions fold them in the same tree as always, with sizes that are literals.
 */
import type { Extent } from '../../ir/index.js';
import type { Emission } from './emission.js';
import { COMBINE, type FoldSite, innerFold } from './folds.js';
import { inOrder, nest } from './nest.js';
import { singleCalls } from './singles.js';
import { indent } from './text.js';
import { memoryType } from './types.js';

/** The sizes of a domain of R row axes. */
interface Sizes {
  readonly rows: number;
  readonly inner: number;
}

function sizesOf({ kernel }: Emission, { domain }: Extent): Sizes {
  const product = (sizes: readonly number[]): number => sizes.reduce((a, b) => a * b, 1);
  return { rows: product(domain.slice(0, kernel.rowRank)), inner: product(domain.slice(kernel.rowRank)) };
}

/** The lines at the end of `run` that fold the strips. */
export function exactFolds(emission: Emission, extent: Extent): string[] {
  const { kernel, sites } = emission;
  const sizes = sizesOf(emission, extent);
  const total = `${sizes.rows * sizes.inner}`;
  return [
    ...sites.flatMap((site) => foldLines(emission, site, extent, sizes)),
    ...(kernel.rank === kernel.rowRank ? singleCalls(kernel, sites, total) : []),
  ];
}

function foldLines(emission: Emission, site: FoldSite, extent: Extent, { rows, inner }: Sizes): string[] {
  const { kernel } = emission;
  const { statement, number, acc, name, strip, identity, partial } = site;
  const type = memoryType(acc);
  if (statement.kind === 'fold') return [`*(${type} *)mk_pointer(P[${partial}]) = mk_fold_${name}(${strip}, ${rows * inner});`];
  if (statement.kind === 'foldOuter') {
    const lines = [
      `${type} *row${number} = mk_pointer(P[${partial}]);`,
      `for (int64_t i = 0; i < ${inner}; i++) row${number}[i] = ${identity};`,
    ];
    if (kernel.rank === kernel.rowRank) return lines;
    return [...lines, `mk_columns_${name}(row${number}, ${strip}, 0, ${inner}, ${rows * inner});`];
  }
  const shape = extent.domain.slice(0, kernel.rowRank);
  const to = memoryType(kernel.args[statement.arg].dtype);
  return [
    '{',
    ...indent([
      `${to} r[${rows}];`,
      ...innerFold(site, rows, inner),
      `${to} *out = mk_pointer(P[${emission.layout.args[statement.arg].pointer}]);`,
      ...nest(shape, 1, (place) => [`out[${place(extent.strides[statement.arg])}] = r[${place(inOrder(shape))}];`]),
    ]),
    '}',
  ];
}

/** The lines of `finish` that bring results from their accumulators to their arguments. */
export function exactResults(emission: Emission, extent: Extent): string[] {
  return emission.sites.flatMap((site) => resultLines(emission, site, extent));
}

function resultLines({ kernel, layout }: Emission, { statement, acc, identity, partial }: FoldSite, extent: Extent): string[] {
  const { dtype } = kernel.args[statement.arg];
  const out = `(${memoryType(dtype)} *)mk_pointer(P[${layout.args[statement.arg].pointer}])`;
  const from = `(const ${memoryType(acc)} *)mk_pointer(P[${partial}])`;
  if (statement.kind === 'fold') return [`*${out} = *${from};`];
  if (statement.kind !== 'foldOuter') return [];
  const shape = extent.domain.slice(kernel.rowRank);
  return [
    '{',
    ...indent([
      `${memoryType(dtype)} *out = ${out};`,
      `const ${memoryType(acc)} *row = ${from};`,
      ...nest(shape, 1, (place) => {
        const value = `${COMBINE[statement.op]}((${memoryType(acc)})${identity}, row[${place(inOrder(shape))}])`;
        return [`out[${place(extent.strides[statement.arg])}] = ${value};`];
      }),
    ]),
    '}',
  ];
}
