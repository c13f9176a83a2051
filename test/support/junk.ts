/** Arguments that make no sense, and some that do: drawn anew for each call, as calls may write to them. */
import * as np from '../../lib/array/index.js';
import { mostOf } from '../../lib/base/index.js';
import * as sparse from '../../lib/sparse/index.js';
import { type Door, valueOf } from './declared.js';
import type { Draw } from './random.js';

/** Thrown by getters and functions of arguments: the caller's own error may pass through. */
export class OwnError extends Error {}

function fail(): never {
  throw new OwnError('thrown by an argument');
}

function cyclic(): unknown[] {
  const list: unknown[] = [1];
  list.push(list);
  return list;
}

function detached(): ArrayBufferView {
  const values = new Float64Array(4);
  structuredClone(values.buffer, { transfer: [values.buffer] });
  return values;
}

function deep(depth: number): unknown {
  let list: unknown = [1];
  for (let i = 0; i < depth; i++) list = [list];
  return list;
}

const numbers = [0, 1, -1, 2, 3, 0.5, -0, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 2 ** 40, -(2 ** 40), 1e308];
const texts = ['', 'x', 'float64', '1:2', 'axis', '__proto__', '\u0000', 'ij,jk->ik', '--procs 1', '-width'];

const makers: readonly ((draw: Draw) => unknown)[] = [
  () => undefined,
  () => null,
  (draw) => draw.pick(numbers),
  (draw) => draw.pick(numbers),
  (draw) => BigInt(draw.int(5)) - 2n,
  () => 2n ** 70n,
  (draw) => draw.pick(texts),
  () => true,
  () => Symbol('junk'),
  () => new Date(Number.NaN),
  () => new Map([[1, 2]]),
  () => new Set([1]),
  () => /x/,
  () => Promise.resolve(1),
  () => cyclic(),
  () => deep(100),
  () => new Array(5),
  () => Object.assign(new Array(3), { 0: 1, 2: 3 }),
  () => [[1, 2], [3]],
  () => ['a', null],
  () => [undefined],
  () => [2, 2],
  () => [],
  () => [Number.NaN, -1],
  () => [1n, 2n],
  () => detached(),
  () => new SharedArrayBuffer(16),
  () => new Int32Array(new SharedArrayBuffer(16)),
  () => new Uint8Array(4),
  () => new DataView(new ArrayBuffer(8)),
  () => new ArrayBuffer(8),
  () => new BigInt64Array(2),
  () => Buffer.from('ab'),
  () => new Proxy({}, {}),
  () => new Proxy({}, { get: fail }),
  () => new Proxy([1, 2], { get: fail }),
  () => Object.defineProperty({}, 'axis', { get: fail, enumerable: true }),
  () => ({ valueOf: fail, toString: fail }),
  () => ({ length: 3 }),
  () => ({ axis: 0 }),
  () => ({ axis: Symbol('x') }),
  () => ({ dtype: 'int32' }),
  () => ({ out: 3 }),
  () => ({ view: {}, shape: [2], dtype: np.float64 }),
  () => ({ constructor: 3 }),
  () => Object.create(null),
  () => (): unknown => 1,
  () => (): unknown => fail(),
  () => np.ones([2, 2]),
  () => np.arange(3),
  () => np.asarray(5),
  () => np.zeros([0, 3]),
  () => np.asarray([true, false]),
  () => np.arange(6, { dtype: 'int64' }).reshape([2, 3]),
  () => np.ones(3).slice('::-1'),
  () => np.ones([1]).broadcastTo([3]),
  () => sparse.eye(2),
  () => np.random.generator(1),
  () => np.NDArray.prototype,
  () => np.float64,
  () => globalThis,
];

/** One argument. */
export function junk(draw: Draw): unknown {
  return draw.pick(makers)(draw);
}

/** Arguments of a call: nonsense, now and then with as much sense as the declaration asks for, so that functions begin. */
export function argumentsFor(door: Door, draw: Draw): unknown[] {
  const { declaration } = door;
  const kinds = declaration?.kinds ?? [];
  const count = Math.min(declaration === undefined ? 2 : mostOf(declaration), kinds.length + 1, 6);
  const sense = draw.int(3);
  return Array.from({ length: draw.int(count + 2) }, (_, i) => {
    const kind = kinds[Math.min(i, kinds.length - 1)];
    if (sense === 0 || kind === undefined) return junk(draw);
    for (let k = 0; k < 40; k++) {
      const value = junk(draw);
      if (accepts(kind.is, value)) return value;
    }
    return kind.optional === true ? undefined : valueOf(kind);
  });
}

function accepts(is: (given: unknown) => boolean, value: unknown): boolean {
  try {
    return is(value);
  } catch {
    return true;
  }
}
