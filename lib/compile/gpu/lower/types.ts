/** How values of dtypes are held in device programs, and how they lie in memory: elements narrower than a word are parts of one. */
import type { DType } from '../../../dtype/index.js';
import type { Type } from '../language/program.js';
import { pairText } from '../library/double-single.js';

/** The type of a value of a dtype: bools and narrow integers are words, wrapped after each operation. */
export function typeOf(dtype: DType): Type {
  if (dtype.kind === 'float') return dtype.size === 8 ? 'f64' : 'f32';
  const signed = dtype.kind === 'int';
  return dtype.long ? (signed ? 'i64' : 'u64') : signed ? 'i32' : 'u32';
}

/** An expression's result wrapped to a dtype. */
export function wrap(dtype: DType, text: string): string {
  if (dtype.kind === 'bool') return `(${text} & 1u)`;
  if (dtype.size >= 4) return text;
  const spare = 32 - 8 * dtype.size;
  return dtype.kind === 'int' ? `(((${text}) << ${spare}u) >> ${spare}u)` : `((${text}) & ${2 ** (8 * dtype.size) - 1}u)`;
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);
const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

/** A constant of a type. */
export function literal(type: Type, value: number | bigint): string {
  switch (type) {
    case 'f32':
      float[0] = Number(value);
      return `float(${bits[0]}u)`;
    case 'f64':
      double[0] = Number(value);
      return `as_f64(pair(${halves[0]}u, ${halves[1]}u))`;
    case 'pair':
      return pairText(Number(value));
    case 'u32':
      return `${Number(value)}u`;
    case 'i64':
    case 'u64':
      return `${BigInt(value)}${type}`;
    default:
      return `${Number(value)}`;
  }
}

/** An integer of one type as another's; the lower bits are kept. A float64 as its bits or as a pair of float32. */
export function converted(from: Type, to: Type, text: string): string {
  if (from === to) return text;
  if (to === 'pair') return `ds_of_f64(${text})`;
  return from === 'pair' ? `f64_of_ds(${text})` : `to_${to}(${text})`;
}

/** The element at `at`, a name. */
export function loaded(memory: number, dtype: DType, at: string): string {
  const type = typeOf(dtype);
  if (dtype.size === 8) return `as_${type}(pair(load(${memory}, ${at} * 2u), load(${memory}, ${at} * 2u + 1u)))`;
  if (dtype.size === 4) {
    const word = `load(${memory}, ${at})`;
    return type === 'f32' ? `float(${word})` : type === 'i32' ? `signed(${word})` : word;
  }
  const [step, most, log] = dtype.size === 1 ? [3, 3, 2] : [4, 1, 1];
  const spare = 32 - 8 * dtype.size;
  const up = `load(${memory}, ${at} >> ${log}u) << (${spare}u - ((${at} & ${most}u) << ${step}u))`;
  return type === 'i32' ? `(signed(${up}) >> ${spare}u)` : `((${up}) >> ${spare}u)`;
}

/** A value's bits in a word, the lower ones; of types of at most 32 bits. */
export function wordOf(dtype: DType, value: string): string {
  const type = typeOf(dtype);
  if (type === 'u32') return value;
  return dtype.size < 4 ? `(bits(${value}) & ${2 ** (8 * dtype.size) - 1}u)` : `bits(${value})`;
}

/** Where in its word an element narrower than a word begins, in bits. */
export function shiftOf(dtype: DType, at: string): string {
  return dtype.size === 1 ? `((${at} & 3u) << 3u)` : `((${at} & 1u) << 4u)`;
}

/** Statements that store a value, a name, as element `at`, a name. A part of a word is merged with parts that others store. */
export function stored(memory: number, dtype: DType, at: string, value: string): string[] {
  if (dtype.size === 8)
    return [`store(${memory}, ${at} * 2u, low(${value}));`, `store(${memory}, ${at} * 2u + 1u, high(${value}));`];
  if (dtype.size === 4) return [`store(${memory}, ${at}, ${wordOf(dtype, value)});`];
  const shift = shiftOf(dtype, at);
  const mask = `${2 ** (8 * dtype.size) - 1}u << ${shift}`;
  return [`merge(${memory}, ${at} >> ${dtype.size === 1 ? 2 : 1}u, ${mask}, ${wordOf(dtype, value)} << ${shift});`];
}

/** Words of an accumulator in scratch memory. */
export const accumulatorWords = (type: Type): 1 | 2 => (type.endsWith('64') || type === 'pair' ? 2 : 1);

/** The accumulator at word `at`, a name, of scratch memory. */
export function accumulatorAt(memory: number, type: Type, at: string): string {
  const words = `pair(load(${memory}, ${at}), load(${memory}, ${at} + 1u))`;
  if (accumulatorWords(type) === 2) return type === 'pair' ? words : `as_${type}(${words})`;
  const word = `load(${memory}, ${at})`;
  return type === 'f32' ? `float(${word})` : type === 'i32' ? `signed(${word})` : word;
}

export function accumulatorTo(memory: number, type: Type, at: string, value: string): string[] {
  if (accumulatorWords(type) === 2)
    return [`store(${memory}, ${at}, low(${value}));`, `store(${memory}, ${at} + 1u, high(${value}));`];
  return [`store(${memory}, ${at}, ${type === 'u32' ? value : `bits(${value})`});`];
}
