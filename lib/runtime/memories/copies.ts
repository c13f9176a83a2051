/** Copies between instances: launches of a kernel that moves elements of a size, whatever their type. */
import { invariant } from '../../base/index.js';
import type { Instance, Operation } from '../../dependence/index.js';
import type { Device, Executable } from '../../device/index.js';
import { type DType, int32, int64, uint8 } from '../../dtype/index.js';
import { unitsOf } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import { type Rect, rectSize } from '../../partition/index.js';
import { rowMajor } from '../../shape/index.js';
import { copyKinds } from '../copy.js';
import { Executables } from '../executables.js';
import type { Holdings } from './holdings.js';
import type { Order } from './order.js';
import type { Queue } from './queue.js';

const BY_SIZE = new Map<number, DType>([uint8, int32, int64].map((dtype) => [dtype.size, dtype]));

export class Copies {
  readonly #device: Device;
  readonly #queue: Queue;
  readonly #holdings: Holdings;
  readonly #order: Order;
  readonly #executables: Executables;
  readonly #kernels = new Map<string, Executable>();
  /** Rectangles copied so far, and their bytes. */
  count = 0;
  bytes = 0;

  constructor(device: Device, queue: Queue, holdings: Holdings, order: Order) {
    this.#device = device;
    this.#queue = queue;
    this.#holdings = holdings;
    this.#order = order;
    this.#executables = new Executables(device);
  }

  /** Does what coherence wants done before a task. */
  run(operations: readonly Operation[]): void {
    for (const op of operations) {
      invariant(op.kind !== 'fold', 'no task of a library reduces into elements that points share');
      const items = op.kind === 'acquire' ? op.instances.length : op.pieces.length;
      const launches: number[] = [];
      for (let i = 0; i < items; i++) {
        const wait = this.#order.launchBefore(i, op.waits);
        if (op.kind === 'acquire') launches.push(wait);
        else launches.push(this.#copy(op.instances[op.pieces[i].from], op.instances[op.pieces[i].to], op.pieces[i].rect, wait));
      }
      this.#order.note(op.number, launches);
    }
  }

  #copy(from: Instance, to: Instance, rect: Rect, wait: number): number {
    const size = from.bytes / rectSize(from.rect);
    const { record, pointers, elements, executable } = this.#record(from.rect, to.rect, rect, size);
    const at = this.#queue.push(record);
    const { records } = this.#device;
    records[at + RECORD.KERNEL] = executable.number(elements);
    records[at + RECORD.WAIT] = Math.max(wait, this.#holdings.ready(from), this.#holdings.ready(to));
    records[at + pointers[0]] = from.address + size * offsetIn(from.rect, rect);
    records[at + pointers[1]] = to.address + size * offsetIn(to.rect, rect);
    const launch = this.#queue.last;
    this.#holdings.use(from, launch, false);
    this.#holdings.use(to, launch, true);
    this.count++;
    this.bytes += elements * size;
    return launch;
  }

  #record(from: Rect, to: Rect, rect: Rect, size: number) {
    const executable = this.#kernel(size, rect.low.length);
    const { layout, kernel } = executable;
    const shape = shapeOf(rect);
    const units = unitsOf(shape, kernel.rowRank, 'map');
    const record = new Float64Array(RECORD.PARAMS + layout.length);
    record[RECORD.LENGTH] = record.length;
    record[RECORD.UNITS] = units.count;
    record[RECORD.TILE] = Math.max(1, units.count);
    shape.forEach((n, i) => (record[RECORD.PARAMS + layout.domain + i] = n));
    [from, to].forEach((box, k) => {
      rowMajor(shapeOf(box)).forEach((s, i) => (record[RECORD.PARAMS + layout.args[k].strides + i] = s));
    });
    const pointers = layout.args.map((a) => RECORD.PARAMS + a.pointer);
    return { record, pointers, elements: rectSize(rect), executable };
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

/** Where a box's first element is in a row-major instance. */
function offsetIn(instance: Rect, rect: Rect): number {
  const strides = rowMajor(shapeOf(instance));
  return rect.low.reduce((n, low, i) => n + (low - instance.low[i]) * strides[i], 0);
}
