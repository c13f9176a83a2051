/**
 * Numbers that programs and the addon's machine share: opcodes of operations are generated (`native/block/operations.h`), other lists stand
 * in `native/block/opcodes.h`.
 */
import { invariant } from '../../base/index.js';
import { type Access, type FoldOp, operationNames, type Statement } from '../../ir/index.js';

/** Operations that are no operators, by their names in the addon; of operands alone, with forms of their own, of uniform values only. */
export const STRUCTURAL = {
  uniform: 'Uniform',
  select: 'Select',
  cast: 'Cast',
  copy: 'Copy',
  index: 'Index',
  gather: 'Gather',
  segfold: 'SegFold',
  segment: 'Segment',
  outer: 'Outer',
  segload: 'SegLoad',
  repeat: 'Repeat',
  const: 'Const',
  scalar: 'Scalar',
  loadfull: 'LoadFull',
} as const;

const numbers = new Map<string, number>([...operationNames, ...Object.keys(STRUCTURAL)].map((op, i) => [op, i]));

/** The number of an operation. */
export function opcode(op: string): number {
  const found = numbers.get(op);
  invariant(found !== undefined, `operation '${op}' has no number in the block tier`);
  return found;
}

export const MAGIC = 0x4d4b4231;
export const MAX_RANK = 16;
/** Most statements of a loop. */
export const MAX_STATEMENTS = 1024;
/** Most entries of any list in a program, and so the longest instruction. */
export const MAX_COUNT = 1 << 16;

export const FOLDS: readonly FoldOp[] = ['sum', 'prod', 'min', 'max', 'any', 'all'];
export const ACCESSES: readonly Access[] = ['elementwise', 'whole', 'full', 'rows', 'columns', 'bins'];
export const STRUCTURES = ['map', 'full', 'inner', 'outer'] as const;

const KINDS = ['store', 'fold', 'foldInner', 'foldOuter', 'argmin', 'argmax', 'scatter'];

export function statementCode(s: Statement): number {
  return KINDS.indexOf(s.kind === 'argFold' ? s.op : s.kind);
}

/** Where an operand is: the low bits of its word. */
export const PLACE = { STRIP: 0, UNIFORM: 1, LOAD: 2, OUTPUT: 3 } as const;

/** An operand's word. */
export function word(place: number, index: number): number {
  return (index << 2) | place;
}
