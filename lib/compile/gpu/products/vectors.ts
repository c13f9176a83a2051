/**
 * Products of a matrix with a vector, whose time is reading the matrix. Where its elements along the inner axis are neighbours, a workgroup
 * takes a result, and its invocations share the inner axis; else an invocation takes a result, and reads beside its neighbours.
 */
import { WORD } from '../lower/parameters.js';
import { P, type ProgramText, WORKGROUP } from '../lower/text.js';
import { literal } from '../lower/types.js';
import { added, heldIn, loadHeld, multiplyAdd, storeHeld } from './multiply-add.js';

const RESULT = 2;

/** The results of a product, P[first] of them; the batch. */
function place(text: ProgramText): void {
  text.add(`let across = ${P(WORD.first)};`, 'let one = t % across;', 'let batch = t / across;');
  // Of the two axes of results one has length 1, and its index is 0.
  text.add(`let i = ${P(text.parameters.domain)} == 1u ? 0u : one;`, `let j = ${P(text.parameters.domain)} == 1u ? one : 0u;`);
}

/** Element `k` along the inner axis of an operand. */
function element(text: ProgramText, arg: 0 | 1): string {
  const { base, strides } = text.parameters.args[arg];
  const [outer, across, inner] = arg === 0 ? ['i', strides + 1, strides + 2] : ['j', strides + 2, strides + 1];
  const at = text.let(`${P(base)} + batch * ${P(strides)} + ${outer} * ${P(across)} + k * ${P(inner)}`, 'a');
  return text.let(loadHeld(arg, text.kernel.args[arg].dtype, at), 'x');
}

function accumulate(text: ProgramText, first: string, step: number): void {
  const type = heldIn(text.kernel.args[RESULT].dtype);
  text.add(`var sum = ${literal(type, 0)};`);
  text.block(`for (k: u32 = ${first}; k < ${P(text.parameters.domain + 2)}; k += ${step}u)`, () =>
    text.add(`sum = ${multiplyAdd(type, element(text, 0), element(text, 1), 'sum')};`),
  );
}

function storeSum(text: ProgramText, value: string): void {
  const { base, strides } = text.parameters.args[RESULT];
  const at = text.let(`${P(base)} + batch * ${P(strides)} + i * ${P(strides + 1)} + j * ${P(strides + 2)}`, 'a');
  text.add(...storeHeld(RESULT, text.kernel.args[RESULT].dtype, at, value));
}

/** A result an invocation. */
export function emitColumnSums(text: ProgramText): void {
  text.items('t', P(WORD.items), () => {
    place(text);
    accumulate(text, '0u', 1);
    storeSum(text, 'sum');
  });
}

/** A result a workgroup: the sums of its invocations are added by halves. */
export function emitRowSums(text: ProgramText): void {
  const type = heldIn(text.kernel.args[RESULT].dtype);
  text.add(`shared sums: ${type}[${WORKGROUP}];`);
  text.block(`for (t: u32 = group; t < ${P(WORD.items)}; t += groups)`, () => {
    place(text);
    accumulate(text, 'local', WORKGROUP);
    text.add('sums[local] = sum;', 'barrier;');
    for (let half = WORKGROUP / 2; half >= 1; half /= 2) {
      text.block(`if (local < ${half}u)`, () =>
        text.add(`sums[local] = ${added(type, 'sums[local]', `sums[local + ${half}u]`)};`),
      );
      text.add('barrier;');
    }
    text.block('if (local == 0u)', () => storeSum(text, text.let('sums[0u]', 'x')));
    text.add('barrier;');
  });
}
