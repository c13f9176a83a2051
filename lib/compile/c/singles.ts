/**
 * Folds over rows of one element each, side by side: an accumulator takes its values in order and waits for each addition, while the other
 * accumulators' additions go on. One loop has as many as a processor has registers for.
 */
import type { Kernel } from '../../ir/index.js';
import { COMBINE, type FoldSite } from './folds.js';
import { memoryType } from './types.js';

/** Accumulators in a loop. */
const TOGETHER = 16;

type Single = FoldSite & { readonly statement: { readonly kind: 'foldOuter' } };

function groups(sites: readonly FoldSite[]): Single[][] {
  const singles = sites.filter((site): site is Single => site.statement.kind === 'foldOuter');
  const found: Single[][] = [];
  for (let at = 0; at < singles.length; at += TOGETHER) found.push(singles.slice(at, at + TOGETHER));
  return found;
}

/** The functions that fold a block's values, for a kernel over rows of one element each. */
export function singleFunctions(kernel: Kernel, sites: readonly FoldSite[]): string[] {
  if (kernel.rank !== kernel.rowRank) return [];
  return groups(sites).flatMap((group, g) => [
    `static __attribute__((noinline)) void singles${g}(${['int64_t n', ...group.map(parameters)].join(', ')}) {`,
    ...group.map(({ number, acc }) => `  ${memoryType(acc)} acc${number} = *row${number};`),
    '  for (int64_t i = 0; i < n; i++) {',
    ...group.map(
      ({ number, acc, statement }) =>
        `    acc${number} = ${COMBINE[statement.op]}(acc${number}, (${memoryType(acc)})x${number}[i]);`,
    ),
    '  }',
    ...group.map(({ number }) => `  *row${number} = acc${number};`),
    '}',
  ]);
}

function parameters({ number, value, acc }: Single): string {
  return `${memoryType(acc)} *row${number}, const ${memoryType(value)} *x${number}`;
}

/** The calls of these functions, for blocks of so many elements. */
export function singleCalls(kernel: Kernel, sites: readonly FoldSite[], count: string): string[] {
  if (kernel.rank !== kernel.rowRank) return [];
  return groups(sites).map(
    (group, g) => `singles${g}(${[count, ...group.map((s) => `row${s.number}, ${s.strip}`)].join(', ')});`,
  );
}
