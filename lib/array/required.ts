/**
 * Results that exist only under a condition that tasks compute: a smallest element exists if a mask selects any, values are written if there
 * are as many as a mask chooses. Where the condition does not hold, readers throw.
 */
import { bool, type DType, int64 } from '../dtype/index.js';
import { fullIn, kernel, output, whole } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import { defineKind, type TaskKind } from '../task/index.js';
import { allocate, type NDArray } from './ndarray.js';
import { ravel, reshape } from './reshape.js';
import { byRank } from './ufunc.js';

const kinds = new Map<string, TaskKind>();

/** The elements of `result`; readers throw `IndexError`, of an operation and with a message, if `holds`, a 0-d int64, is 0. */
export function required(result: NDArray, holds: NDArray, operation: string, message: string): NDArray {
  const { shape } = result.view;
  const line = ravel(result);
  const out = allocate(result.dtype, [line.size]);
  if (line.size > 0) runtime().launch(kindOf(operation, message, result.dtype), [line.size], [line, holds, out]);
  return reshape(out, shape);
}

function kindOf(operation: string, message: string, dtype: DType): TaskKind {
  const key = `${dtype.name} ${operation} ${message}`;
  let kind = kinds.get(key);
  if (kind === undefined) kinds.set(key, (kind = makeKind(operation, message, dtype)));
  return kind;
}

/** Beyond every axis. */
const OUTSIDE = 2 ** 52;

function makeKind(operation: string, message: string, dtype: DType): TaskKind {
  return defineKind({
    name: operation,
    outside: `${operation}: ${message}`,
    args: [
      { privilege: 'read', access: 'whole' },
      { privilege: 'read', access: 'full' },
      { privilege: 'write', access: 'elementwise' },
    ],
    body: {
      kind: 'kernel',
      kernel: byRank((rank) =>
        kernel(rank, [whole(dtype, 1), fullIn(int64), output(dtype, rank)], [], (b) => {
          const fails = b.cast(b.eq(b.load(1), b.const(0, int64)), bool);
          b.store(2, b.gather(0, b.select(fails, b.const(OUTSIDE, int64), b.index(0))));
        }),
      ),
    },
  });
}
