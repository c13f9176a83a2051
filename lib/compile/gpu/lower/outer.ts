/**
 * Folds over row axes, and scatters: blocks of rows leave partial rows, which are combined in the order of the blocks. An invocation takes a
 * column of a block; of a kernel that scatters a workgroup takes a block: it brings values and bins together in its memory, a few rows at
 * a time, and each invocation folds, in order, into the bins that it owns.
 */
import { coordinates } from './address.js';
import { emitElement } from './element.js';
import { type Fold, partialsOf, placeOf, read, storeResult, write } from './folds.js';
import { WORD } from './parameters.js';
import { P, type ProgramText, WORKGROUP } from './text.js';
import { accumulatorWords } from './types.js';
import { checked } from './values.js';

/** A column of a block of rows an item. */
export function emitColumns(text: ProgramText, folds: readonly Fold[]): void {
  text.items('t', P(WORD.items), () => {
    text.add(`let u = t / ${P(WORD.inner)};`, `let c = t % ${P(WORD.inner)};`);
    blockRows(text);
    for (const { number, how } of folds) text.add(`var acc${number} = ${how.identity};`);
    text.block('for (r: u32 = first; r < last; r += 1u)', () => {
      emitElement(text, coordinates(text, text.let(`r * ${P(WORD.inner)} + c`, 'e'), 0, text.kernel.rank), {
        fold: (number, _, value) => {
          const { how } = folds[number];
          text.add(`acc${number} = ${how.combined(`acc${number}`, how.taken(value))};`);
        },
      });
    });
    for (const fold of folds) write(text, fold, placeOf(text, fold, partialsOf(text, fold), 't'), `acc${fold.number}`);
  });
}

/** The rows [first, last) of block `u`. */
function blockRows(text: ProgramText): void {
  text.add(`let first = u * ${P(WORD.per)};`, `let left = ${P(WORD.rows)} - first;`);
  text.add(`let last = first + (left < ${P(WORD.per)} ? left : ${P(WORD.per)});`);
}

/** How many elements a partial row has: bins, or the columns. */
function widthOf(text: ProgramText, { statement }: Fold): string {
  return statement.kind === 'scatter' ? P(text.parameters.args[statement.arg].sizes) : P(WORD.inner);
}

/** No bin. */
const NONE = '0xffffffffu';

/** A block a workgroup. All axes are rows, so that a column fold has one bin. */
export function emitScatter(text: ProgramText, folds: readonly Fold[]): void {
  for (const { number, how } of folds) {
    text.add(`shared value${number}: ${how.type}[${WORKGROUP}];`, `shared bin${number}: u32[${WORKGROUP}];`);
  }
  text.block(`for (u: u32 = group; u < ${P(WORD.units)}; u += groups)`, () => {
    blockRows(text);
    for (const fold of folds) {
      text.add(`let base${fold.number} = ${rowStart(text, fold)};`);
      text.block(`for (b: u32 = local; b < ${widthOf(text, fold)}; b += ${WORKGROUP}u)`, () =>
        write(text, fold, placeOf(text, fold, `base${fold.number}`, 'b'), text.let(fold.how.identity)),
      );
    }
    text.block(`for (r: u32 = first; r < last; r += ${WORKGROUP}u)`, () => {
      text.block('if (r + local < last)', () => gather(text, folds));
      text.add('barrier;', `let some = last - r < ${WORKGROUP}u ? last - r : ${WORKGROUP}u;`);
      for (const fold of folds) own(text, fold);
      text.add('barrier;');
    });
  });
}

/** The word at which block `u`'s partial row begins. */
function rowStart(text: ProgramText, fold: Fold): string {
  return `${partialsOf(text, fold)} + u * ${widthOf(text, fold)} * ${accumulatorWords(fold.how.type)}u`;
}

/** Row `r + local`: its values and bins, for the workgroup. */
function gather(text: ProgramText, folds: readonly Fold[]): void {
  emitElement(text, coordinates(text, text.let('r + local', 'e'), 0, text.kernel.rank), {
    fold: (number, statement, value, index) => {
      text.add(`value${number}[local] = ${folds[number].how.taken(value)};`);
      if (index === undefined) {
        text.add(`bin${number}[local] = 0u;`);
        return;
      }
      const { ok, at } = checked(text, index, P(text.parameters.args[statement.arg].sizes), true);
      text.add(`if (${ok}) { bin${number}[local] = ${at}; } else { bin${number}[local] = ${NONE}; fail(1); }`);
    },
  });
}

/** Folds the `some` values that are there into the bins of this invocation. */
function own(text: ProgramText, fold: Fold): void {
  const { number, how } = fold;
  text.block('for (k: u32 = 0u; k < some; k += 1u)', () => {
    text.add(`let bin = bin${number}[k];`);
    text.block(`if (bin != ${NONE} && bin % ${WORKGROUP}u == local)`, () => {
      const at = placeOf(text, fold, `base${number}`, 'bin');
      write(text, fold, at, text.let(how.combined(read(text, fold, at), `value${number}[k]`)));
    });
  });
}

/** An element of a result an item: its partial results, in the order of the blocks. */
export function emitBlocks(text: ProgramText, fold: Fold): void {
  const { how, statement } = fold;
  const width = widthOf(text, fold);
  text.items('c', P(WORD.items), () => {
    text.add(`var result = ${how.identity};`);
    text.block(`for (u: u32 = 0u; u < ${P(WORD.units)}; u += 1u)`, () => {
      const at = placeOf(text, fold, partialsOf(text, fold), `(u * ${width} + c)`);
      text.add(`result = ${how.combined('result', read(text, fold, at))};`);
    });
    const { rank, rowRank } = text.kernel;
    const point =
      statement.kind === 'scatter' ? ['c'] : rank > rowRank ? coordinates(text, 'c', rowRank, rank).slice(rowRank) : [];
    storeResult(text, statement.arg, how.rounded('result'), point);
  });
}
