/**
 * Kernels as C (lib/DESIGN.md, "Kernels"): one file with `run` and `finish`, called as `ir/layout.ts` says. Loops over dense
 * operands are emitted (`loop.ts`); walking units, blocks and views is `native/kernel/kernel.h`'s. The text depends on the
 * kernel alone, so that it serves as the key under which compiled kernels are kept.
 */
import { BLOCK, type Kernel, structureOf } from '../../ir/index.js';
import { analyse, domainLine, type Emission, type EmittedC, scalarLines } from './emission.js';
import { finishLines, instantiations } from './folds.js';
import { emitOrdered, isOrdered } from './ordered.js';
import { runFunction } from './run.js';
import { singleFunctions } from './singles.js';
import { indent } from './text.js';
import { fullStoreLines } from './uniform.js';
import { sideBySide } from './waiting.js';

/** A kernel's C. Deterministic. */
export function emitC(kernel: Kernel): EmittedC {
  if (isOrdered(kernel)) return emitOrdered(kernel);
  const emission = analyse(kernel);
  const pieces = emission.pieces.flat().flatMap((piece) => (piece.inRow === undefined ? [piece] : [piece, piece.inRow]));
  const definitions = pieces.filter((piece) => piece.definition.length > 0);
  const parts = [
    defines(emission),
    instantiations(kernel, emission.sites),
    singleFunctions(kernel, emission.sites),
    ...definitions.map((piece) => piece.definition),
    runFunction(emission),
    finishFunction(emission),
  ];
  const source = parts
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n');
  return { source, run: 'kernel_run', finish: 'kernel_finish', flags: flagsFor(emission) };
}

/** Definitions for the header: the rank of domains (2 at least) and of arguments that are gathered from. */
export function defines(emission: Emission): string[] {
  const { rank, rowRank, args } = emission.kernel;
  const whole = args.map((arg) => (arg.access === 'whole' ? arg.rank : 0));
  const singles = rank === rowRank ? singlesAtOnce(emission) : BLOCK;
  return [
    `#define MK_RANK ${Math.max(2, rank)}`,
    `#define MK_WHOLE ${Math.max(1, ...whole)}`,
    ...(singles < BLOCK ? [`#define MK_SINGLES ${singles}`] : []),
    '#include "kernel.h"',
  ];
}

/** Bytes of strips that stay in the first-level cache, and of elements at a time that are worth a loop's start. */
const CACHED = 1 << 16;
const FEWEST = 128;

/** As many of a kernel's rows of one element at a time as keep its strips in the cache. */
function singlesAtOnce({ kernel, loops, viewed }: Emission): number {
  const structure = structureOf(kernel);
  if (structure !== 'map' && structure !== 'outer') return BLOCK;
  const strips = loops.flatMap(({ loop, strips }) => strips.map((id) => loop.nodes[id].dtype.size));
  const bytes = [...strips, ...viewed.map((arg) => kernel.args[arg].dtype.size)].reduce((sum, size) => sum + size, 0);
  let rows = BLOCK;
  while (rows > FEWEST && rows * bytes > CACHED) rows /= 2;
  return rows;
}

/** Loops of more nodes are not vectorized a second time, for their last elements: that is a third of the compiler's time. */
const LONG_LOOP = 64;

/** Selections in a loop from which on they lead from one to the next. */
const SELECTIONS = 8;
/** Functions that select by more than a comparison, and operations that may select or compare again after them. */
const SELECTING: ReadonlySet<string> = new Set(['min', 'max', 'sign']);
const AGAIN: ReadonlySet<string> = new Set([...SELECTING, 'select', 'eq', 'ne', 'lt', 'le', 'gt', 'ge']);

/**
 * Partial redundancy elimination turns the selections of `mk_pow` and `mk_atan2`, and an extreme of an extreme or its sign, into choices
 * between masks, for which GCC has no vector form, and computes the nodes after a selection once for each outcome; elsewhere it gains some
 * per cent. Vectors that are computed side by side are to stay in that order: expressions that are replaced where they are used (TER) would
 * not.
 */
export function flagsFor({ kernel, loops }: Emission): string[] {
  const masks = kernel.loops.some(({ nodes }) => {
    const count = (test: (op: string) => boolean): number => nodes.filter(({ op }) => test(op)).length;
    if (count((op) => op === 'pow' || op === 'atan2') > 0 || count((op) => op === 'select') >= SELECTIONS) return true;
    return count((op) => SELECTING.has(op)) > 0 && count((op) => AGAIN.has(op)) > 1;
  });
  const waits = loops.some((staged) => staged.stages.some((stage) => sideBySide(staged, stage) > 1));
  const long = kernel.loops.some((loop) => loop.nodes.length > LONG_LOOP);
  return [
    ...(masks ? ['-fno-tree-pre'] : []),
    ...(waits ? ['-fno-tree-ter'] : []),
    ...(long ? ['--param', 'vect-epilogues-nomask=0'] : []),
  ];
}

function finishFunction({ kernel, layout, loops, sites }: Emission): string[] {
  const folds = finishLines(kernel, layout, sites);
  const stores = fullStoreLines(kernel, layout, loops);
  if (folds.length + stores.length === 0) return ['void kernel_finish(double *P) { (void)P; }'];
  const scalars = stores.length > 0 ? scalarLines(kernel, layout) : [];
  const domain = folds.length > 0 ? [domainLine(kernel)] : [];
  return ['void kernel_finish(double *P) {', ...indent([...domain, ...scalars, ...stores, ...folds]), '}'];
}
