/** Where elements lie: positions in words' or elements' numbers, modulo 2^32, which wraps for negative strides as it should. */
import { P, type ProgramText } from './text.js';

/** Coordinates of element `e` of axes [low, high) of the domain, last axis fastest, by axis; only of those asked for. */
export function coordinates(text: ProgramText, e: string, low: number, high: number): string[] {
  const found: string[] = [];
  let rest = e;
  for (let axis = high - 1; axis >= low; axis--) {
    const size = P(text.parameters.domain + axis);
    found[axis] = axis === low ? rest : text.let(`${rest} % ${size}`, 'i');
    if (axis > low) rest = text.let(`${rest} / ${size}`, 'q');
  }
  return found;
}

/** The element of an argument at a point of its axes. */
export function elementOf(text: ProgramText, arg: number, point: readonly string[]): string {
  const { base, strides } = text.parameters.args[arg];
  const { rank } = text.kernel.args[arg];
  const terms = Array.from({ length: rank }, (_, axis) => ` + ${point[axis]} * ${P(strides + axis)}`);
  return text.let(`${P(base)}${terms.join('')}`, 'a');
}
