/** Results that exist only if a mask selects something: a smallest element of none has no value, and its readers throw. */
import { bool, type DType, int64 } from '../../dtype/index.js';
import { fullIn, kernel, output, whole } from '../../ir/index.js';
import { runtime } from '../../runtime/index.js';
import { defineKind, type TaskKind } from '../../task/index.js';
import { allocate, type NDArray } from '../ndarray.js';
import { ravel, reshape } from '../reshape.js';
import { byRank } from '../ufunc.js';

const kinds = new Map<string, TaskKind>();

/** A result of an operation on selected elements; readers throw `IndexError` if `count`, a 0-d int64, is 0. */
export function chosen(result: NDArray, count: NDArray, operation: string): NDArray {
  const { shape } = result.view;
  const line = ravel(result);
  const out = allocate(result.dtype, [line.size]);
  if (line.size > 0) runtime().launch(kindOf(operation, result.dtype), [line.size], [line, count, out]);
  return reshape(out, shape);
}

function kindOf(operation: string, dtype: DType): TaskKind {
  const key = `${operation} ${dtype.name}`;
  let kind = kinds.get(key);
  if (kind === undefined) kinds.set(key, (kind = makeKind(operation, dtype)));
  return kind;
}

/** Beyond every axis. */
const OUTSIDE = 2 ** 52;

function makeKind(operation: string, dtype: DType): TaskKind {
  return defineKind({
    name: operation,
    outside: `${operation}: no elements to choose from, since the mask selects none`,
    args: [
      { privilege: 'read', access: 'whole' },
      { privilege: 'read', access: 'full' },
      { privilege: 'write', access: 'elementwise' },
    ],
    body: {
      kind: 'kernel',
      kernel: byRank((rank) =>
        kernel(rank, [whole(dtype, 1), fullIn(int64), output(dtype, rank)], [], (b) => {
          const isEmpty = b.cast(b.eq(b.load(1), b.const(0, int64)), bool);
          b.store(2, b.gather(0, b.select(isEmpty, b.const(OUTSIDE, int64), b.index(0))));
        }),
      ),
    },
  });
}
