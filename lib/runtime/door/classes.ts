/**
 * Declares the arguments of methods of the runtime, of builders of kernels and of mappers. The methods that issue tasks, which libraries
 * call by the million, are not here: `launch` checks tasks of kinds that a program defined (`issue/authored-task.ts`).
 */
import {
  BIGINT,
  declareMethods,
  either,
  FUNCTION,
  INTEGER,
  type Kind,
  kind,
  listOf,
  type MethodKinds,
  NULL,
  NUMBER,
  oneOf,
  optional,
  recordOf,
  TEXT,
} from '../../base/index.js';
import { Mapper } from '../../dependence/index.js';
import type { TypedArray } from '../../dtype/index.js';
import * as ir from '../../ir/index.js';
import type { Rect } from '../../partition/index.js';
import { Runtime } from '../runtime.js';
import { authored } from './authored.js';
import { DTYPE, FOLD, INTEGERS, SIZES, STORE } from './kinds.js';

const DATA: Kind<TypedArray> = kind('a typed array', (given) => ArrayBuffer.isView(given) && !(given instanceof DataView));
type Cold =
  | 'create'
  | 'upload'
  | 'uploadPieces'
  | 'read'
  | 'readSync'
  | 'dispose'
  | 'endScope'
  | 'lasting'
  | 'fence'
  | 'fenceSync'
  | 'trace'
  | 'traceReport'
  | 'stats'
  | 'onDevice'
  | 'holds'
  | 'deviceNameOf'
  | 'close';
declareMethods<Pick<Runtime, Cold>>(Runtime, {
  create: [DTYPE, SIZES],
  upload: [DATA, DTYPE, SIZES],
  uploadPieces: [DTYPE, SIZES],
  read: [STORE],
  readSync: [STORE],
  dispose: [STORE],
  endScope: [either(listOf(STORE), NULL)],
  lasting: [FUNCTION],
  fence: [],
  fenceSync: [],
  trace: [TEXT, FUNCTION],
  traceReport: [],
  stats: [],
  onDevice: [TEXT, FUNCTION],
  holds: [TEXT, DTYPE],
  deviceNameOf: [STORE],
  close: [],
});

const VALUE: Kind<ir.Value> = recordOf<ir.Value>('a value that the builder made', { id: INTEGER, dtype: DTYPE });
const VALUES: readonly Kind[] = [VALUE, VALUE];
const ARG = INTEGER;
const UNARY = oneOf(...(Object.keys(ir.unaryOperations) as ir.UnaryOp[]));
const BINARY = oneOf(...(Object.keys(ir.binaryOperations) as ir.BinaryOp[]));
const RUNS: Kind<ir.RowRuns> = recordOf<ir.RowRuns>('runs { table, columns }', { table: ARG, columns: ARG });

/** The methods that all builders have. */
type Common = Omit<ir.SegmentBuilder, 'segment' | 'outer' | 'load'>;
const COMMON: MethodKinds<Common> = {
  const: [either(NUMBER, BIGINT), DTYPE],
  scalar: [INTEGER],
  unary: [UNARY, VALUE],
  binary: [BINARY, ...VALUES],
  select: [VALUE, ...VALUES],
  cast: [VALUE, DTYPE],
  uniform: VALUES,
  gather: [ARG, { ...VALUE, optional: true, many: true }],
  neg: [VALUE],
  abs: [VALUE],
  not: [VALUE],
  sqrt: [VALUE],
  exp: [VALUE],
  log: [VALUE],
  sin: [VALUE],
  cos: [VALUE],
  add: VALUES,
  sub: VALUES,
  mul: VALUES,
  div: VALUES,
  min: VALUES,
  max: VALUES,
  and: VALUES,
  or: VALUES,
  eq: VALUES,
  ne: VALUES,
  lt: VALUES,
  le: VALUES,
  gt: VALUES,
  ge: VALUES,
};
/** Methods that run as `authored` does. */
function asAuthored(Class: { readonly prototype: object }, names: readonly string[]): void {
  const prototype = Class.prototype as Record<string, (this: unknown, ...given: unknown[]) => unknown>;
  for (const name of names) {
    const fn = prototype[name];
    const method = function (this: unknown, ...given: unknown[]): unknown {
      return authored(name, () => fn.apply(this, given));
    };
    prototype[name] = Object.defineProperty(method, 'length', { value: fn.length });
  }
}
asAuthored(ir.SegmentBuilder, [...Object.keys(COMMON), 'load']);
asAuthored(ir.RepeatBuilder, [...Object.keys(COMMON), 'carry', 'outer']);
asAuthored(ir.KernelBuilder, [...Object.keys(COMMON), 'load', 'segfold', 'repeat']);

declareMethods<ir.SegmentBuilder>(ir.SegmentBuilder, { ...COMMON, segment: [], outer: [VALUE], load: [ARG] });
declareMethods<ir.RepeatBuilder>(ir.RepeatBuilder, { ...COMMON, carry: [INTEGER, DTYPE], outer: [VALUE] });
declareMethods<ir.KernelBuilder>(ir.KernelBuilder, {
  ...COMMON,
  load: [ARG],
  index: [INTEGER],
  segfold: [FOLD, VALUE, VALUE, FUNCTION, optional(RUNS)],
  repeat: [listOf(VALUE), VALUE, INTEGER, FUNCTION],
  store: [ARG, VALUE],
  fold: [FOLD, ARG, VALUE],
  foldInner: [FOLD, ARG, VALUE],
  foldOuter: [FOLD, ARG, VALUE],
  scatter: [FOLD, ARG, VALUE, VALUE],
  argFold: [oneOf('argmin', 'argmax'), ARG, VALUE],
});

const RECT: Kind<Rect> = recordOf<Rect>('a rectangle { low, high }', { low: INTEGERS, high: INTEGERS });
const RECTS = listOf(RECT);
declareMethods<Mapper>(Mapper, {
  place: [SIZES],
  home: [],
  extent: [RECT, RECTS],
  reuse: [RECT, RECTS],
  source: [INTEGER, INTEGERS],
});
