/** Functions of device programs (`compile/gpu/library`) as functions in JavaScript, by their interpreter. */
import { link } from '../../lib/compile/gpu/language/link.js';
import { libraryFor } from '../../lib/compile/gpu/library/index.js';
import { emulation } from '../../lib/compile/index.js';
import { float32, float64 } from '../../lib/dtype/index.js';
import { type BinaryOp, isFunctionOnGpu, type UnaryOp } from '../../lib/ir/index.js';
import type { Judge } from './agree.js';
import { functionFrom } from './device-program-interpreter.js';
import { interpret } from './interpret.js';
import type { Functions } from './reference.js';

type OfFloats = (...operands: number[]) => number;

/** A device without types of 64 bits. */
const DEVICE = { long: false, division: true, subnormals: true } as const;

/** Functions of the library by their names, in JavaScript. */
function functionsOf(names: readonly string[]): ((...args: never[]) => unknown)[] {
  const calls = names.map((name) => ({ kind: 'call', type: 'f32', name, args: [] }) as const);
  const body = calls.map((value, k) => ({ kind: 'let', name: `result${k}`, value }) as const);
  const { functions } = link({ workgroup: 1, shared: [], functions: [], body }, libraryFor(DEVICE));
  return names.map((name) => functionFrom(functions, name));
}

const known = new Map<string, OfFloats>();

/** The function of float32 with this name, on a device without types of 64 bits. */
export function deviceFunction(name: string): OfFloats {
  const found = known.get(name);
  if (found !== undefined) return found;
  const made = functionsOf([`${name}_f32`])[0] as OfFloats;
  known.set(name, made);
  return made;
}

type Words = readonly number[];
const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

function wordsOf(value: number): Words {
  double[0] = value;
  return [...halves];
}

function valueOf(words: Words): number {
  halves.set(words);
  return double[0];
}

/** The operation on float64 as pairs of float32. */
export function emulatedFunction(name: string): OfFloats {
  const key = `${name} of pairs`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const exact = name === 'floordiv';
  const [run, into, from] = functionsOf([exact ? 'floordiv_f64' : `${name}_ds`, 'ds_of_f64', 'f64_of_ds']) as ((
    ...of: Words[]
  ) => Words)[];
  const made: OfFloats = (...operands) => {
    const words = operands.map(wordsOf);
    return valueOf(exact ? run(...words) : from(run(...words.map((word) => into(word)))));
  };
  known.set(key, made);
  return made;
}

/** Functions of kernels as devices have them: elementary ones of float32 and arithmetic of float64 are their own, the rest is exact. */
const onDevices: Functions = (op: UnaryOp | BinaryOp, dtype) => {
  if (dtype === float64) return op in emulation.bounds ? emulatedFunction(op) : undefined;
  return dtype === float32 && isFunctionOnGpu(op) ? deviceFunction(op) : undefined;
};

/** The interpreter of kernels, with the functions of devices. */
export const deviceJudge: Judge = ({ kernel, scalars }, shape, views) => interpret(kernel, shape, views, scalars, onDevices);
