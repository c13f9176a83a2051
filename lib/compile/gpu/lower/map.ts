/** Kernels without folds: an invocation takes an element, or all elements that share a word. */
import { invariant } from '../../../base/index.js';
import { coordinates } from './address.js';
import { emitElement, emitUniformStores } from './element.js';
import { WORD } from './parameters.js';
import { P, type ProgramText } from './text.js';
import { shiftOf, wordOf } from './types.js';

const noFold = (): void => invariant(false, 'a kernel that folds is no map');

/** An element an item. */
export function emitMap(text: ProgramText): void {
  text.items('e', P(WORD.items), () => emitElement(text, coordinates(text, 'e', 0, text.kernel.rank), { fold: noFold }));
}

/**
 * As many elements an item as share a word, where all arguments narrower than a word that are stored are dense and begin at one place in
 * their words: P[first] elements in, of P[second] in all. A word at the end that is not all theirs keeps its other bytes.
 */
export function emitPackedMap(text: ProgramText, args: readonly number[]): void {
  const { dtype } = text.kernel.args[args[0]];
  const per = 4 / dtype.size;
  text.items('w', P(WORD.items), () => {
    for (const arg of args) text.add(`var word${arg} = 0u;`, `var mask${arg} = 0u;`);
    text.block(`for (j: u32 = 0u; j < ${per}u; j += 1u)`, () => {
      text.add(`let e = w * ${per}u + j - ${P(WORD.first)};`);
      text.block(`if (e < ${P(WORD.second)})`, () =>
        emitElement(text, coordinates(text, 'e', 0, text.kernel.rank), {
          fold: noFold,
          store: (arg, value) => {
            const shift = shiftOf(dtype, 'j');
            const all = 2 ** (8 * dtype.size) - 1;
            text.add(
              `word${arg} = (word${arg} & ~(${all}u << ${shift})) | (${wordOf(text.kernel.args[arg].dtype, value)} << ${shift});`,
            );
            text.add(`mask${arg} = mask${arg} | (${all}u << ${shift});`);
          },
        }),
      );
    });
    for (const arg of args) {
      const at = text.let(`(${P(text.parameters.args[arg].base)} - ${P(WORD.first)}) / ${per}u + w`, 'a');
      text.add(`if (mask${arg} == 0xffffffffu) { store(${arg}, ${at}, word${arg}); }`);
      text.add(`else if (mask${arg} != 0u) { store(${arg}, ${at}, (load(${arg}, ${at}) & ~mask${arg}) | word${arg}); }`);
    }
  });
}

/** The arguments narrower than a word that a kernel's elements are stored in, or null where their words cannot be owned together. */
export function packable({ kernel }: ProgramText): readonly number[] | null {
  const stores = kernel.loops.flatMap((loop) => loop.statements.filter((s) => s.kind === 'store'));
  const elements = [...new Set(stores.map((s) => s.arg))].filter((arg) => kernel.args[arg].access === 'elementwise');
  const narrow = elements.filter((arg) => kernel.args[arg].dtype.size < 4);
  if (narrow.length === 0 || narrow.length < elements.length) return null;
  return narrow.every((arg) => kernel.args[arg].dtype.size === kernel.args[narrow[0]].dtype.size) ? narrow : null;
}

/** The uniform stores, by one invocation, behind the other programs. */
export function emitOnce(text: ProgramText): void {
  text.block('if (group == 0u && local == 0u)', () => emitUniformStores(text));
}
