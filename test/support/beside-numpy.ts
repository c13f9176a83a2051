/** Calls that a Python program wrote with what NumPy gave for them: made here, and compared. */
import * as np from '../../lib/array/index.js';
import { halfValue } from './half.js';

/** dtype, shape and bytes, little-endian. */
export interface Packed {
  readonly dtype: np.DTypeName | 'complex64' | 'complex128';
  readonly shape: readonly number[];
  readonly data: string;
}

type Step = readonly ['slice', readonly np.SliceIndex[]] | readonly ['transpose', readonly number[]];

export interface NumpyCall {
  readonly id: string;
  readonly name: string;
  readonly args: readonly unknown[];
  readonly options: Readonly<Record<string, unknown>>;
  readonly bases: readonly Packed[];
  /** Units in the last place (of complex numbers, of their lengths), or that a sum's order may show. */
  readonly tolerance: number | 'sums';
  /** The result is the base of the first argument, which the call writes. */
  readonly writes: boolean;
  readonly want?: readonly Packed[];
  readonly error?: string;
}

const SHORT = 2 ** -23;
const LONG = 2 ** -52;
const EPSILON: Readonly<Record<string, number>> = {
  float16: 2 ** -10,
  float32: SHORT,
  float64: LONG,
  complex64: SHORT,
  complex128: LONG,
};
const TINY: Readonly<Record<string, number>> = {
  float16: 2 ** -14,
  float32: 2 ** -126,
  float64: 2 ** -1022,
  complex64: 2 ** -126,
  complex128: 2 ** -1022,
};

/** The elements; of complex numbers the parts in turn. */
function valuesOf(packed: Packed): np.TypedArray {
  const bytes = Uint8Array.from(Buffer.from(packed.data, 'base64'));
  if (packed.dtype === 'float16') return Float32Array.from(new Uint16Array(bytes.buffer), halfValue);
  if (packed.dtype === 'complex64') return new Float32Array(bytes.buffer);
  if (packed.dtype === 'complex128') return new Float64Array(bytes.buffer);
  return new np[packed.dtype].Typed(bytes.buffer);
}

const isComplex = (dtype: string): boolean => dtype.startsWith('complex');

function baseOf(base: Packed): np.NDArray {
  const values = valuesOf(base);
  if (!isComplex(base.dtype)) return np.array(values, { dtype: base.dtype as np.DTypeName }).reshape(base.shape);
  const [re, im] = [0, 1].map((k) => np.array(values.filter((_: unknown, i: number) => i % 2 === k)).reshape(base.shape));
  return np.complex(re, im);
}

function arrayOf(base: np.NDArray, steps: readonly Step[]): np.NDArray {
  return steps.reduce((x, step) => (step[0] === 'slice' ? x.slice(...step[1]) : x.transpose(step[1])), base);
}

/** An argument as it was meant; of options each. */
function argumentOf(written: unknown, bases: readonly np.NDArray[]): unknown {
  if (Array.isArray(written)) return written.map((item) => argumentOf(item, bases));
  if (typeof written !== 'object' || written === null) return written;
  const given = written as { base?: number; steps?: readonly Step[]; number?: string; bigint?: string; complex?: unknown[] };
  if (given.complex !== undefined) {
    const [re, im] = given.complex.map((part) => Number(argumentOf(part, bases)));
    return { re, im };
  }
  if (given.base !== undefined) return arrayOf(bases[given.base], given.steps ?? []);
  if (given.bigint !== undefined) return BigInt(given.bigint);
  if (given.number !== undefined) return Number(given.number);
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, argumentOf(value, bases)]));
}

/** The function of a name such as `linalg.det`, or `add.outer`, which is a method. */
function functionOf(name: string): (...given: unknown[]) => unknown {
  const parts = name.split('.');
  const holder = parts.slice(0, -1).reduce<unknown>((at, part) => (at as Readonly<Record<string, unknown>>)[part], np);
  return (...given) => (holder as Readonly<Record<string, (...given: unknown[]) => unknown>>)[parts[parts.length - 1]](...given);
}

/** A result's arrays: one, several, or those of an object by name. */
function arraysOf(made: unknown): np.NDArray[] {
  if (Array.isArray(made)) return made;
  return 'dtype' in (made as object) ? [made as np.NDArray] : Object.values(made as Readonly<Record<string, np.NDArray>>).flat();
}

/** What is different from what NumPy gave; null if nothing is. */
export async function differenceFrom(call: NumpyCall): Promise<string | null> {
  let found: np.NDArray[];
  let values: np.TypedArray[];
  try {
    const bases = call.bases.map(baseOf);
    const args = call.args.map((written) => argumentOf(written, bases));
    const options = Object.keys(call.options).length === 0 ? [] : [argumentOf(call.options, bases)];
    const made = await functionOf(call.name)(...args, ...options);
    const first = call.args[0] as { readonly base: number };
    found = call.writes ? [bases[first.base]] : arraysOf(made);
    values = await Promise.all(found.map((x) => (x.dtype === np.float16 ? x.astype('float32') : x).data()));
  } catch (error) {
    if (!(error instanceof np.ManipleError)) throw error;
    return call.error === undefined ? `threw ${error.name}: ${error.message}` : null;
  }
  if (call.want === undefined) return `gave an array of shape [${found[0].shape}], NumPy ${call.error}`;
  return call.want.map((want, i) => differenceOf(call, found[i], values[i], want)).find((what) => what !== null) ?? null;
}

function differenceOf(call: NumpyCall, found: np.NDArray, values: np.TypedArray, want: Packed): string | null {
  if (found.dtype.name !== want.dtype) return `dtype ${found.dtype.name}, not ${want.dtype}`;
  if (String(found.shape) !== String(want.shape)) return `shape [${found.shape}], not [${want.shape}]`;
  const wanted = valuesOf(want);
  if (isComplex(want.dtype)) return complexDifference(call, values as Float64Array, wanted as Float64Array, want.dtype);
  for (let i = 0; i < wanted.length; i++) {
    const [a, b] = [values[i], wanted[i]];
    if (Object.is(a, b) || (call.tolerance !== 0 && near(call, Number(a), Number(b), want.dtype))) continue;
    return `element ${i}: ${Object.is(a, -0) ? '-0' : a}, not ${Object.is(b, -0) ? '-0' : b}`;
  }
  return null;
}

/** Complex numbers are near each other where the length of their difference is small beside their own. */
function complexDifference(call: NumpyCall, values: Float64Array, wanted: Float64Array, dtype: string): string | null {
  for (let i = 0; i < wanted.length; i += 2) {
    const [a, b, c, d] = [values[i], values[i + 1], wanted[i], wanted[i + 1]];
    if (Object.is(a, c) && Object.is(b, d)) continue;
    const apart = Math.hypot(a - c, b - d);
    if (call.tolerance !== 0 && near(call, Math.hypot(c, d) + apart, Math.hypot(c, d), dtype)) continue;
    return `element ${i / 2}: ${a} ${b}i, not ${c} ${d}i`;
  }
  return null;
}

function near(call: NumpyCall, a: number, b: number, dtype: string): boolean {
  if (Object.is(a, b) || (a === 0 && b === 0 && call.tolerance === 'sums')) return true;
  if (EPSILON[dtype] === undefined) return false;
  if (call.tolerance !== 'sums') return Math.abs(a - b) <= call.tolerance * EPSILON[dtype] * Math.max(Math.abs(b), TINY[dtype]);
  const terms = call.bases.flatMap((base) =>
    Array.from(valuesOf(base) as Iterable<number | bigint>, Number).filter(Number.isFinite),
  );
  const largest = terms.reduce((m, v) => Math.max(m, Math.abs(v)), 1);
  const epsilon = call.bases.reduce((most, base) => Math.max(most, EPSILON[base.dtype] ?? 0), EPSILON[dtype]);
  return Math.abs(a - b) <= 64 * epsilon * (Math.abs(b) * Math.sqrt(terms.length) + largest ** 2);
}
