/**
 * The table of operations: the element-wise operators of the kernel language, one row each, in files by topic. `row.ts` defines a row;
 * everything that lists operations is made from here.
 */
import { arithmeticOfOne, arithmeticOfTwo } from './arithmetic.js';
import { elementaryOfOne, elementaryOfTwo } from './elementary.js';
import { logicOfOne, logicOfTwo } from './logic.js';
import type { Operation } from './row.js';

const ofOne = { ...arithmeticOfOne, ...elementaryOfOne, ...logicOfOne };
const ofTwo = { ...arithmeticOfTwo, ...elementaryOfTwo, ...logicOfTwo };

export type UnaryOp = keyof typeof ofOne;
export type BinaryOp = keyof typeof ofTwo;

/** Operations of one operand. */
export const unaryOperations: Readonly<Record<UnaryOp, Operation>> = ofOne;
/** Operations of two operands. */
export const binaryOperations: Readonly<Record<BinaryOp, Operation>> = ofTwo;

const all = new Map<string, Operation>(Object.entries({ ...ofOne, ...ofTwo }));

/** Names in the order of their numbers in block programs. */
export const operationNames: readonly (UnaryOp | BinaryOp)[] = [...all.keys()] as (UnaryOp | BinaryOp)[];

/** The row of a node's `op`; undefined for nodes that are no operators. */
export function operationOf(op: string): Operation | undefined {
  return all.get(op);
}

/** Whether GPUs compute an operation on float32 by a function whose bits are their own. */
export const isFunctionOnGpu = (op: string): boolean => typeof all.get(op)?.gpu?.float32 === 'number';

export function isUnary(op: string): op is UnaryOp {
  return op in ofOne;
}

export function isBinary(op: string): op is BinaryOp {
  return op in ofTwo;
}

export type { Elementary } from './elementary.js';
export { type CType, type GpuForm, type JsType, type Operation, type PairBound, type Strip, stripOf } from './row.js';
