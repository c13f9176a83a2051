/** Task kinds that fold the entries of each row (thesis section 7.2.1), over the row bounds as `kernels.ts` has them. */
import { type DType, int32, int64 } from '../dtype/index.js';
import { input, type KernelBuilder, kernel, output, type Value, whole } from '../ir/index.js';
import type { Constraint } from '../partition/index.js';
import { defineKind, type TaskKind } from '../task/index.js';
import { perDType } from './vectors.js';

const OUT = 0;
const LOW = 1;
const HIGH = 2;
const COL = 3;
const VAL = 4;

const images: readonly Constraint[] = [
  { kind: 'align', a: OUT, b: LOW },
  { kind: 'align', a: OUT, b: HIGH },
  { kind: 'image', from: LOW, until: HIGH, to: COL },
  { kind: 'image', from: LOW, until: HIGH, to: VAL },
];

/** A kind of arguments result, low, high, columns, values, and one int64 scalar. */
function rowKind(
  name: string,
  value: (b: KernelBuilder, low: Value, high: Value, dtype: DType) => Value,
): (dtype: DType) => TaskKind {
  return perDType((dtype) =>
    defineKind({
      name: `csr_${name}_${dtype.name}`,
      args: [
        { privilege: 'write', access: 'elementwise' },
        { privilege: 'read', access: 'elementwise' },
        { privilege: 'read', access: 'elementwise' },
        { privilege: 'read', access: 'whole' },
        { privilege: 'read', access: 'whole' },
      ],
      constraints: images,
      body: {
        kind: 'kernel',
        kernel: () => {
          const args = [output(dtype, 1), input(int32, 1), input(int32, 1), whole(int32, 1), whole(dtype, 1)];
          return kernel(1, args, [int64], (b) => {
            const [low, high] = [b.cast(b.load(LOW), int64), b.cast(b.load(HIGH), int64)];
            b.store(OUT, value(b, low, high, dtype));
          });
        },
      },
    }),
  );
}

/** d[i] = Σ val[k] where col[k] = i + shift; the scalar is the shift. */
export const diagonalKind = rowKind('diagonal', (b, low, high, dtype) => {
  const column = b.add(b.index(0), b.scalar(0));
  return b.segfold('sum', low, high, (s) =>
    s.select(s.eq(s.cast(s.load(COL), int64), s.outer(column)), s.load(VAL), s.const(0, dtype)),
  );
});

/** s[i] = Σ val[k]; the scalar is not read. */
export const rowSumKind = rowKind('row_sum', (b, low, high) => b.segfold('sum', low, high, (s) => s.load(VAL)));

function extremeKind(op: 'min' | 'max'): (dtype: DType) => TaskKind {
  return rowKind(`row_${op}`, (b, low, high, dtype) => {
    const found = b.segfold(op, low, high, (s) => s.load(VAL));
    const isFull = b.eq(b.sub(high, low), b.scalar(0));
    return b.select(isFull, found, b.binary(op, found, b.const(0, dtype)));
  });
}

/** The extreme of a row's elements, zeros without an entry among them; the scalar is the number of columns. */
export const rowExtremeKind = { min: extremeKind('min'), max: extremeKind('max') } as const;
