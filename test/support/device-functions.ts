/** Functions of device programs (`compile/gpu/library`) as functions in JavaScript, by their interpreter. */
import { link } from '../../lib/compile/gpu/language/link.js';
import { libraryFor } from '../../lib/compile/gpu/library/index.js';
import { float32 } from '../../lib/dtype/index.js';
import { type BinaryOp, operationOf, type UnaryOp } from '../../lib/ir/index.js';
import type { Judge } from './agree.js';
import { functionFrom } from './device-program-interpreter.js';
import { interpret } from './interpret.js';
import type { Functions } from './reference.js';

type OfFloats = (a: number, b?: number) => number;

const known = new Map<string, OfFloats>();

/** The function of float32 with this name, on a device without types of 64 bits. */
export function deviceFunction(name: string): OfFloats {
  const found = known.get(name);
  if (found !== undefined) return found;
  const call = { kind: 'call', type: 'f32', name: `${name}_f32`, args: [] } as const;
  const body = [{ kind: 'let', name: 'result', value: call }] as const;
  const { functions } = link(
    { workgroup: 1, shared: [], functions: [], body },
    libraryFor({ long: false, division: true, subnormals: true }),
  );
  const made = functionFrom(functions, call.name) as OfFloats;
  known.set(name, made);
  return made;
}

/** Functions of kernels as devices have them: elementary ones of float32 are their own, the rest is exact. */
const onDevices: Functions = (op: UnaryOp | BinaryOp, dtype) =>
  dtype === float32 && operationOf(op)?.reference ? deviceFunction(op) : undefined;

/** The interpreter of kernels, with the functions of devices. */
export const deviceJudge: Judge = ({ kernel, scalars }, shape, views) => interpret(kernel, shape, views, scalars, onDevices);
