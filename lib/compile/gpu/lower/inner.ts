/** Folds of rows: an invocation takes a row, in runs, with eight accumulators of its own; argFolds in order. */
import type { DType } from '../../../dtype/index.js';
import { BLOCK, identityOf, LANES } from '../../../ir/index.js';
import { coordinates } from './address.js';
import { emitElement, type Folding } from './element.js';
import { type Fold, laneTree, storeResult } from './folds.js';
import { operatorText } from './operators.js';
import { WORD } from './parameters.js';
import { P, type ProgramText } from './text.js';
import { literal, typeOf } from './types.js';
import { wideText } from './values.js';

type ArgFold = Extract<Folding, { kind: 'argFold' }>;

/** `value` becomes the extreme of its row so far if it is better, or the first NaN. */
function takeExtreme(text: ProgramText, number: number, op: ArgFold['op'], value: string, dtype: DType): void {
  const kept = `kept${number}`;
  const better = operatorText(op === 'argmin' ? 'lt' : 'gt', dtype, typeOf(dtype), value, kept);
  const isNan = (of: string): string => operatorText('isnan', dtype, typeOf(dtype), of);
  const nan = dtype.kind === 'float' ? ` || ${isNan(value)} != 0u && ${isNan(kept)} == 0u` : '';
  text.block(`if (j == 0u || ${better} != 0u${nan})`, () => text.add(`best${number} = j;`, `${kept} = ${value};`));
}

/** A row an item. */
export function emitRows(text: ProgramText, folds: readonly (Fold | null)[], extremes: readonly (ArgFold | null)[]): void {
  const { rank, rowRank } = text.kernel;
  const kept = folds.filter((fold) => fold !== null);
  for (const { number, how } of kept) text.add(`array acc${number}: ${how.type}[${LANES}];`);
  text.items('row', P(WORD.items), () => {
    const outer = rowRank > 0 ? coordinates(text, 'row', 0, rowRank) : [];
    for (const { number, how } of kept) text.add(`var total${number} = ${how.identity};`);
    extremes.forEach((extreme, number) => {
      if (extreme === null) return;
      const dtype = extremeDType(text, number);
      text.add(`var best${number} = 0u;`, `var kept${number} = ${literal(typeOf(dtype), identityOf('sum', dtype))};`);
    });
    text.block(`for (c: u32 = 0u; c < ${P(WORD.inner)}; c += ${BLOCK}u)`, () => {
      for (const { number, how } of kept) for (let l = 0; l < LANES; l++) text.add(`acc${number}[${l}u] = ${how.identity};`);
      text.add(`let left = ${P(WORD.inner)} - c;`, `let end = c + (left < ${BLOCK}u ? left : ${BLOCK}u);`);
      text.block('for (j: u32 = c; j < end; j += 1u)', () => {
        const point = rank > rowRank ? [...outer, ...coordinates(text, 'j', rowRank, rank).slice(rowRank)] : outer;
        emitElement(text, point, {
          fold: (number, statement, value) => {
            if (statement.kind === 'argFold') {
              takeExtreme(text, number, statement.op, text.let(wideText(value)), extremeDType(text, number));
              return;
            }
            const fold = folds[number];
            const acc = `acc${number}[j % ${LANES}u]`;
            if (fold !== null) text.add(`${acc} = ${fold.how.combined(acc, fold.how.taken(value))};`);
          },
        });
      });
      for (const fold of kept) {
        const own = laneTree(text, fold, (l) => `acc${fold.number}[${l}]`);
        const total = `total${fold.number}`;
        text.add(`if (c == 0u) { ${total} = ${own}; } else { ${total} = ${fold.how.combined(total, own)}; }`);
      }
    });
    for (const { number, how, statement } of kept) {
      storeResult(text, statement.arg, how.rounded(`total${number}`), outer);
    }
    extremes.forEach((extreme, number) => {
      if (extreme !== null) storeResult(text, extreme.arg, `to_i64(best${number})`, outer);
    });
  });
}

/** The dtype of the values of folding statement `number`. */
function extremeDType({ kernel }: ProgramText, number: number): DType {
  const found = kernel.loops.flatMap((loop) =>
    loop.statements.filter((s) => s.kind !== 'store').map((s) => loop.nodes[s.value].dtype),
  );
  return found[number];
}
