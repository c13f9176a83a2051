/** Einstein's notation: the names of each operand's axes and of the result's. */
import { ArgumentError, ShapeError } from '../../base/index.js';
import { formatShape, type Shape } from '../../shape/index.js';

/** The parts of `ij,jk->ik`: the names of each operand's axes and, where it is given, of the result's. */
export interface Subscripts {
  readonly inputs: readonly string[];
  readonly output: string | null;
}

/** Throws `ArgumentError` for subscripts that name no axes, and unless they are for `count` operands. */
export function parseSubscripts(subscripts: string, count: number): Subscripts {
  const [left, right, ...more] = String(subscripts).replace(/\s+/g, '').split('->');
  const inputs = left.split(',');
  const good = [...inputs, right ?? ''].every((part) => /^[A-Za-z]*(\.\.\.)?[A-Za-z]*$/.test(part));
  if (!good || more.length > 0 || inputs.length !== count) {
    throw new ArgumentError(
      `einsum: expected subscripts of letters for ${count} ${count === 1 ? 'operand' : 'operands'}, such as 'ij,jk->ik', got '${subscripts}'`,
    );
  }
  return { inputs, output: right ?? null };
}

/** The names of an operand's axes: letters, or '.0', '.1', … counted from the last axis that an ellipsis stands for. */
export function labelsOf(part: string, shape: Shape): string[] {
  const ellipsis = shape.length - part.replace('...', '').length;
  if (ellipsis < 0 || (ellipsis > 0 && !part.includes('...')))
    throw new ShapeError(`einsum: '${part}' does not name the axes of an array of shape ${formatShape(shape)}`);
  return spelled(part, ellipsis);
}

function spelled(part: string, ellipsis: number): string[] {
  const [before, after] = part.split('...');
  if (after === undefined) return [...part];
  return [...before, ...Array.from({ length: ellipsis }, (_, i) => `.${ellipsis - 1 - i}`), ...after];
}

/** Without '->': the axes that dots stand for, then letters that occur once, in alphabetical order. */
function implied(inputs: readonly string[]): string {
  const letters = [...inputs.join('').replaceAll('.', '')];
  const once = letters.filter((c) => letters.indexOf(c) === letters.lastIndexOf(c)).sort();
  return (inputs.some((part) => part.includes('...')) ? '...' : '') + once.join('');
}

/** The names of the result's axes; `sizes` has all operands' axes. Throws `ArgumentError`. */
export function wantedLabels({ inputs, output }: Subscripts, sizes: ReadonlyMap<string, number>, subscripts: string): string[] {
  const dots = [...sizes.keys()].filter((label) => label.startsWith('.')).length;
  const wanted = spelled(output ?? implied(inputs), dots);
  const strange = wanted.find((label, i) => !sizes.has(label) || wanted.indexOf(label) < i);
  if (strange !== undefined)
    throw new ArgumentError(
      `einsum: '${strange}' of the result is not, or not once, among the operands' axes in '${subscripts}'`,
    );
  return wanted;
}
