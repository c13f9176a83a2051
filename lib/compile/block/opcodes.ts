/** Numbers that programs and the addon's machine share: the lists of `native/block/opcodes.h`, in the same order. */
import { invariant } from '../../base/index.js';
import type { Access, FoldOp, Statement } from '../../ir/index.js';

const OPS = [
  'neg',
  'abs',
  'sign',
  'not',
  'bitnot',
  'sqrt',
  'exp',
  'expm1',
  'log',
  'log1p',
  'log2',
  'log10',
  'sin',
  'cos',
  'tan',
  'tanh',
  'sinh',
  'cosh',
  'asin',
  'acos',
  'atan',
  'floor',
  'ceil',
  'trunc',
  'round',
  'isnan',
  'isfinite',
  'isinf',
  'signbit',
  'add',
  'sub',
  'mul',
  'div',
  'floordiv',
  'mod',
  'pow',
  'atan2',
  'copysign',
  'nextafter',
  'min',
  'max',
  'and',
  'or',
  'xor',
  'shl',
  'shr',
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'uniform',
  'select',
  'cast',
  'copy',
  'index',
  'gather',
  'segfold',
  'segment',
  'outer',
  'segload',
  'const',
  'scalar',
  'loadfull',
] as const;

const numbers = new Map<string, number>(OPS.map((op, i) => [op, i]));

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
