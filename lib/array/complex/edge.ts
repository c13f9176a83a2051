/** Complex arrays at the edge of JavaScript: their elements as typed arrays, as numbers { re, im }, and as text. */
import { needHeap, ShapeError } from '../../base/index.js';
import { complex128, type DType, type TypedArray } from '../../dtype/index.js';
import type { Complex } from '../convert.js';
import { writeNpy } from '../formats/npy.js';
import { extrasOf, type Layout, layoutOf, reprOf, strOf } from '../print.js';
import { formatter, scalarText } from '../print-number.js';
import { type PrintOptions, printOptions } from '../print-options.js';
import { data, dataSync } from '../read.js';
import { slice } from '../slice.js';
import { defineForms } from './calls.js';
import type { ComplexArray } from './complex-array.js';
import { joined } from './parts.js';

/** Parts in turn: re, im, re, im, … */
function interleaved(re: TypedArray, im: TypedArray): TypedArray {
  const both = new (re.constructor as Float64ArrayConstructor)(2 * re.length);
  for (let i = 0; i < re.length; i++) {
    both[2 * i] = re[i] as number;
    both[2 * i + 1] = im[i] as number;
  }
  return both;
}

type NestedComplex = Complex | NestedComplex[];

/** Bytes of an element { re, im } in nested Arrays. */
const COMPLEX_BYTES = 80;

function nested(values: TypedArray, shape: readonly number[]): NestedComplex {
  needHeap('tolist', values.length / 2, COMPLEX_BYTES);
  let next = 0;
  const build = (axis: number): NestedComplex => {
    if (axis < shape.length) return Array.from({ length: shape[axis] }, () => build(axis + 1));
    next += 2;
    return { re: values[next - 2] as number, im: values[next - 1] as number };
  };
  return build(0);
}

function chosen(z: ComplexArray, operation: string, at: readonly (number | undefined)[]): ComplexArray {
  const index = at.filter((i): i is number => i !== undefined);
  const one = index.length === 0 ? z : (joined(slice(z.re, ...index), slice(z.im, ...index)) as ComplexArray);
  if (one.size !== 1)
    throw new ShapeError(`${operation}: expected exactly one element, got an array of shape (${one.shape}); use tolist or data`);
  return one;
}

const dataOf = async (z: ComplexArray): Promise<TypedArray> => {
  const [re, im] = await Promise.all([data(z.re), data(z.im)]);
  return interleaved(re, im);
};
const dataOfSync = (z: ComplexArray): TypedArray => interleaved(dataSync(z.re), dataSync(z.im));
const first = (values: TypedArray): Complex => nested(values, []) as Complex;

/** Texts of elements as NumPy writes them: `1.+2.j`. */
function cells(z: ComplexArray): string[] {
  const [re, im] = [z.re, z.im].map((part) => Array.from(dataSync(part) as Float64Array));
  const [real, imaginary] = [formatter(re, z.re.dtype, z.ndim === 0), formatter(im.map(Math.abs), z.re.dtype, z.ndim === 0)];
  const signed = im.map((v) => {
    const text = imaginary(Math.abs(v)).trimStart();
    const digits = text.trimEnd();
    return `${v < 0 || Object.is(v, -0) ? '-' : '+'}${digits}j${text.slice(digits.length)}`;
  });
  const width = signed.reduce((w, text) => Math.max(w, text.length), 0);
  return re.map((v, i) => real(v) + signed[i].padStart(width));
}

const layout = (z: ComplexArray): Layout =>
  layoutOf(z.shape, (shorten) => cells(joined(shorten(z.re), shorten(z.im)) as ComplexArray));

/** A lone number as Python writes it: `(1+2j)`. */
function alone({ re, im }: Complex, dtype: DType): string {
  const text = (v: number): string => scalarText(v, dtype).replace(/\.0$/, '');
  const sign = im < 0 || Object.is(im, -0) ? '-' : '+';
  const imaginary = `${text(Math.abs(im))}j`;
  return re === 0 && !Object.is(re, -0) ? `${sign === '-' ? '-' : ''}${imaginary}` : `(${text(re)}${sign}${imaginary})`;
}

defineForms(() => ({
  save: writeNpy as never,
  data: dataOf,
  dataSync: dataOfSync,
  item: async (z: ComplexArray, i?: number, j?: number) => first(await dataOf(chosen(z, 'item', [i, j]))),
  itemSync: (z: ComplexArray, i?: number, j?: number) => first(dataOfSync(chosen(z, 'itemSync', [i, j]))),
  tolist: async (z: ComplexArray) => nested(await dataOf(z), z.shape),
  tolistSync: (z: ComplexArray) => nested(dataOfSync(z), z.shape),
  array2string: (z: ComplexArray, settings?: PrintOptions) => printOptions(settings ?? {}, () => strOf(z.size, layout(z))),
  arrayRepr: (z: ComplexArray) => reprOf(z.size, layout(z), extrasOf(z, z.dtype === complex128)),
  arrayStr: (z: ComplexArray) => (z.ndim === 0 ? alone(first(dataOfSync(z)), z.re.dtype) : strOf(z.size, layout(z))),
}));
