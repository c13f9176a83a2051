/** Launches of a kernel that moves elements of a size, of any type, between row-major boxes in memory. */
import { invariant } from '../../base/index.js';
import { type DType, dtypes } from '../../dtype/index.js';
import { type Kernel, unitsOf } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import { type Rect, rectShape, rectSize } from '../../partition/index.js';
import { rowMajor } from '../../shape/index.js';
import { blankRecord, copyKinds, type Executables } from '../launch/index.js';
import type { Move } from './listed-launch.js';

/** Integers alone: JavaScript may change the bits of NaNs on their way. */
const BY_SIZE = new Map<number, DType>(dtypes.filter(({ kind }) => kind === 'int').map((dtype) => [dtype.size, dtype]));

/** The move of the elements of `rect`, of `size` bytes each, from the box `from` to the box `to`. */
export function moveOf(executables: Executables, from: Rect, to: Rect, rect: Rect, size: number): Move {
  const executable = executables.of(kernelFor(size, rect.low.length));
  const { layout, kernel } = executable;
  const shape = rectShape(rect);
  const units = unitsOf(shape, kernel.rowRank, 'map');
  const record = blankRecord(layout.length, units.count, Math.max(1, units.count));
  shape.forEach((n, i) => (record[RECORD.PARAMS + layout.domain + i] = n));
  const pointers = [from, to].map((box, k) => {
    const strides = rowMajor(rectShape(box));
    strides.forEach((s, i) => (record[RECORD.PARAMS + layout.args[k].strides + i] = s));
    const first = rect.low.reduce((n, low, i) => n + (low - box.low[i]) * strides[i], 0);
    return { at: RECORD.PARAMS + layout.args[k].pointer, offset: size * first };
  });
  return { record, executable, elements: rectSize(rect), pointers };
}

function kernelFor(size: number, rank: number): Kernel {
  const dtype = BY_SIZE.get(size);
  invariant(dtype !== undefined, `elements have 1, 2, 4 or 8 bytes, not ${size}`);
  const { body } = copyKinds[dtype.code];
  invariant(body.kind === 'kernel', 'copies are kernels');
  return body.kernel(rank);
}
