/** Launches of a kernel that moves elements of a size, whatever their type, between row-major boxes in memory. */
import { invariant } from '../../base/index.js';
import type { Device, Executable } from '../../device/index.js';
import { type DType, int32, int64, uint8 } from '../../dtype/index.js';
import { unitsOf } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import { type Rect, rectSize } from '../../partition/index.js';
import { rowMajor } from '../../shape/index.js';
import { copyKinds } from '../copy.js';
import { Executables } from '../executables.js';
import type { Queue } from './queue.js';

const BY_SIZE = new Map<number, DType>([uint8, int32, int64].map((dtype) => [dtype.size, dtype]));

/** Elements in memory: those of `rect`, row-major, the first one at `address`. */
export interface Box {
  readonly address: number;
  readonly rect: Rect;
}

export class Moves {
  readonly #queue: Queue;
  readonly #executables: Executables;
  readonly #kernels = new Map<string, Executable>();

  constructor(device: Device, queue: Queue) {
    this.#queue = queue;
    this.#executables = new Executables(device);
  }

  /** Copies the elements of `rect`, of `size` bytes each, after launch `wait`. The launch's number. */
  run(from: Box, to: Box, rect: Rect, size: number, wait: number): number {
    const executable = this.#kernel(size, rect.low.length);
    const { layout, kernel } = executable;
    const shape = shapeOf(rect);
    const units = unitsOf(shape, kernel.rowRank, 'map');
    const record = new Float64Array(RECORD.PARAMS + layout.length);
    record[RECORD.LENGTH] = record.length;
    record[RECORD.KERNEL] = executable.number(rectSize(rect));
    record[RECORD.UNITS] = units.count;
    record[RECORD.TILE] = Math.max(1, units.count);
    record[RECORD.WAIT] = wait;
    shape.forEach((n, i) => (record[RECORD.PARAMS + layout.domain + i] = n));
    [from, to].forEach((box, k) => {
      const strides = rowMajor(shapeOf(box.rect));
      strides.forEach((s, i) => (record[RECORD.PARAMS + layout.args[k].strides + i] = s));
      const first = rect.low.reduce((n, low, i) => n + (low - box.rect.low[i]) * strides[i], 0);
      record[RECORD.PARAMS + layout.args[k].pointer] = box.address + size * first;
    });
    this.#queue.push(record);
    return this.#queue.last;
  }

  #kernel(size: number, rank: number): Executable {
    const key = `${size},${rank}`;
    let found = this.#kernels.get(key);
    if (found === undefined) {
      const dtype = BY_SIZE.get(size);
      invariant(dtype !== undefined, `elements have 1, 4 or 8 bytes, not ${size}`);
      const { body } = copyKinds[dtype.code];
      invariant(body.kind === 'kernel', 'copies are kernels');
      this.#kernels.set(key, (found = this.#executables.of(body.kernel(rank))));
    }
    return found;
  }
}

function shapeOf(rect: Rect): number[] {
  return rect.low.map((low, i) => rect.high[i] - low);
}
