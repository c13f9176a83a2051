/**
 * Full folds, without barriers: eight invocations take the lanes of a unit and leave eight accumulators. A level's invocations combine
 * these by the tree where they read them, as values of the next run (`ir/folds.ts`), until one run is left.
 */
import { BLOCK, LANES } from '../../../ir/index.js';
import { coordinates } from './address.js';
import { emitElement } from './element.js';
import { type Fold, laneTree, partialsOf, placeOf, read, storeResult, write } from './folds.js';
import { WORD } from './parameters.js';
import { P, type ProgramText } from './text.js';

/** A lane of a unit an item. */
export function emitUnits(text: ProgramText, folds: readonly Fold[]): void {
  text.items('t', P(WORD.items), () => {
    text.add(
      `let u = t / ${LANES}u;`,
      `let strip = u % ${P(WORD.strips)};`,
      `let row = u / ${P(WORD.strips)} * ${P(WORD.per)};`,
      `let start = row * ${P(WORD.inner)} + strip * ${BLOCK}u;`,
      `let left = ${P(WORD.strips)} > 1u ? ${P(WORD.inner)} - strip * ${BLOCK}u : (${P(WORD.rows)} - row) * ${P(WORD.inner)};`,
      `let most = ${P(WORD.strips)} > 1u ? ${BLOCK}u : ${P(WORD.per)} * ${P(WORD.inner)};`,
      'let end = left < most ? left : most;',
    );
    for (const { number, how } of folds) text.add(`var acc${number} = ${how.identity};`);
    text.block(`for (j: u32 = t % ${LANES}u; j < end; j += ${LANES}u)`, () => {
      const point = coordinates(text, text.let('start + j', 'e'), 0, text.kernel.rank);
      emitElement(text, point, {
        fold: (number, _, value) => {
          const { how } = folds[number];
          text.add(`acc${number} = ${how.combined(`acc${number}`, how.taken(value))};`);
        },
      });
    });
    for (const fold of folds) write(text, fold, placeOf(text, fold, partialsOf(text, fold), 't'), `acc${fold.number}`);
  });
}

/** Eight accumulators from index `first` on behind word `base`, combined. */
function group(text: ProgramText, fold: Fold, base: string, first: string): string {
  return laneTree(text, fold, (l) => read(text, fold, placeOf(text, fold, base, `(${first} + ${l})`)));
}

/** Runs of up to BLOCK of P[first] partial results behind word P[second]; a lane an item, its accumulator goes behind word P[third]. */
export function emitLevel(text: ProgramText, fold: Fold): void {
  text.items('t', P(WORD.items), () => {
    text.add(`let run = t / ${LANES}u * ${BLOCK}u;`, `let left = ${P(WORD.first)} - run;`);
    text.add(`let end = left < ${BLOCK}u ? left : ${BLOCK}u;`, `var acc = ${fold.how.identity};`);
    text.block(`for (j: u32 = t % ${LANES}u; j < end; j += ${LANES}u)`, () => {
      const value = group(text, fold, P(WORD.second), text.let(`(run + j) * ${LANES}u`, 'p'));
      text.add(`acc = ${fold.how.combined('acc', value)};`);
    });
    write(text, fold, placeOf(text, fold, P(WORD.third), 't'), 'acc');
  });
}

/** The result, of the one run that is left behind word P[second]; P[first] is 0 where the domain has no element. */
export function emitResult(text: ProgramText, fold: Fold): void {
  const { how, statement } = fold;
  text.block('if (group == 0u && local == 0u)', () => {
    text.add(`var result = ${how.identity};`);
    text.block(`if (${P(WORD.first)} > 0u)`, () => text.add(`result = ${group(text, fold, P(WORD.second), '0u')};`));
    storeResult(text, statement.arg, how.rounded('result'), []);
  });
}
