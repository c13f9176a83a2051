/**
 * Folds of few long rows, of which an invocation each would leave a GPU idle: eight invocations take the lanes of a run and leave eight accumulators, one
 * combines these, and one for each row takes the results of its runs from left to right. So the order is that of `ir/folds.ts`, as where an invocation takes
 * a whole row (`inner.ts`).
 *
 *     dispatch   an item                    scratch memory afterwards, of a row of 2,000 elements
 *     lanes      a lane of a run of a row   a a a a a a a a   b b b b b b b b
 *     tree       a run of a row             A . . . . . . .   B . . . . . . .
 *     join       a row                      the result: A combined with B
 */
import { BLOCK, LANES } from '../../../ir/index.js';
import { coordinates } from './address.js';
import { emitElement } from './element.js';
import { type Fold, laneTree, partialsOf, placeOf, read, storeResult, write } from './folds.js';
import { WORD } from './parameters.js';
import { P, type ProgramText } from './text.js';

/** Elements of a row from which on it is worth two dispatches more, at least. */
const LONG = BLOCK / 2;
/** Rows from which on there are enough of them for an invocation each. */
const MANY = 2048;

/** Runs of a row that is taken by its lanes; 0 where an invocation takes a whole row. */
export function runsOfLongRows(folds: readonly (Fold | null)[], rows: number, inner: number): number {
  const isFold = folds.length > 0 && folds.every((fold) => fold?.statement.kind === 'foldInner');
  return isFold && rows < MANY && inner >= LONG ? Math.ceil(inner / BLOCK) : 0;
}

/** A lane of a run an item; P[first] runs a row. */
export function emitLanes(text: ProgramText, folds: readonly Fold[]): void {
  const { rank, rowRank } = text.kernel;
  text.items('t', P(WORD.items), () => {
    text.add(
      `let run = t / ${LANES}u;`,
      `let row = run / ${P(WORD.first)};`,
      `let c = run % ${P(WORD.first)} * ${BLOCK}u;`,
      `let left = ${P(WORD.inner)} - c;`,
      `let end = c + (left < ${BLOCK}u ? left : ${BLOCK}u);`,
    );
    const outer = rowRank > 0 ? coordinates(text, 'row', 0, rowRank) : [];
    for (const { number, how } of folds) text.add(`var acc${number} = ${how.identity};`);
    text.block(`for (j: u32 = c + t % ${LANES}u; j < end; j += ${LANES}u)`, () => {
      emitElement(text, [...outer, ...coordinates(text, 'j', rowRank, rank).slice(rowRank)], {
        fold: (number, _, value) => {
          const { how } = folds[number];
          text.add(`acc${number} = ${how.combined(`acc${number}`, how.taken(value))};`);
        },
      });
    });
    for (const fold of folds) write(text, fold, placeOf(text, fold, partialsOf(text, fold), 't'), `acc${fold.number}`);
  });
}

/** A run an item: its lanes, combined, take the place of the first of them. */
export function emitTree(text: ProgramText, fold: Fold): void {
  text.items('run', P(WORD.items), () => {
    const base = partialsOf(text, fold);
    const tree = laneTree(text, fold, (l) => read(text, fold, placeOf(text, fold, base, `(run * ${LANES}u + ${l})`)));
    write(text, fold, placeOf(text, fold, base, `run * ${LANES}u`), tree);
  });
}

/** A row an item: the results of its P[first] runs, from left to right. */
export function emitJoin(text: ProgramText, fold: Fold): void {
  const { how, statement } = fold;
  const { rowRank } = text.kernel;
  text.items('row', P(WORD.items), () => {
    const outer = rowRank > 0 ? coordinates(text, 'row', 0, rowRank) : [];
    const at = (run: string): string =>
      placeOf(text, fold, partialsOf(text, fold), `(row * ${P(WORD.first)} + ${run}) * ${LANES}u`);
    text.add(`var total = ${read(text, fold, at('0u'))};`);
    text.block(`for (k: u32 = 1u; k < ${P(WORD.first)}; k += 1u)`, () =>
      text.add(`total = ${how.combined('total', read(text, fold, at('k')))};`),
    );
    storeResult(text, statement.arg, how.rounded('total'), outer);
  });
}
