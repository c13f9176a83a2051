/**
 * What coherence wants done before a task: copies between instances, and folds, for which partial results are brought together
 * in the memory of the instance that gets the elements. Each becomes launches, whose places `Order` keeps.
 */
import { invariant, OutOfMemoryError } from '../../base/index.js';
import { type Instance, makeInstance, type Operation } from '../../dependence/index.js';
import type { Device } from '../../device/index.js';
import { RECORD } from '../../native/index.js';
import { localView, type Rect, rectOfShape, rectSize } from '../../partition/index.js';
import type { SpyWriter } from '../../spy/index.js';
import { Executables } from '../executables.js';
import type { Queue } from '../queue.js';
import { type Holdings, noteInstance } from './holdings.js';
import { Moves } from './moves.js';
import type { Order } from './order.js';
import { PartialRows } from './partials.js';
import type { Finish, Recording } from './recording.js';

/** Numbers of scratch memory, beyond those of instances. */
const SCRATCH = 2 ** 40;

type Fold = Extract<Operation, { kind: 'fold' }>;

export class Copies {
  readonly #queue: Queue;
  readonly #holdings: Holdings;
  readonly #order: Order;
  readonly #moves: Moves;
  readonly #executables: Executables;
  readonly #spy: SpyWriter | null;
  #scratch = SCRATCH;
  /** Null when nothing is recorded. */
  recording: Recording | null = null;
  /** Rectangles copied so far, and their bytes. */
  count = 0;
  bytes = 0;
  /** Folds so far. */
  folds = 0;

  constructor(device: Device, queue: Queue, holdings: Holdings, order: Order, spy: SpyWriter | null) {
    this.#spy = spy;
    this.#queue = queue;
    this.#holdings = holdings;
    this.#order = order;
    this.#moves = new Moves(device, queue);
    this.#executables = new Executables(device);
  }

  /** So many were made otherwise. */
  note({ copies, bytes, folds }: Recording['traffic']): void {
    this.count += copies;
    this.bytes += bytes;
    this.folds += folds;
  }

  /** Does it. Throws `OutOfMemoryError`. */
  run(operations: readonly Operation[]): void {
    for (const op of operations) this.#order.note(op.number, this.#launches(op));
  }

  #launches(op: Operation): number[] {
    const before = (item: number): number => this.#order.launchBefore(item, op.waits);
    invariant(op.kind !== 'give' && op.kind !== 'combine', 'kernels leave partial results, and one process has all memories');
    switch (op.kind) {
      case 'acquire':
        return op.instances.map((_, i) => before(i));
      case 'copy':
        return op.pieces.map(({ from, to, rect }, i) => this.#copy(op.instances[from], op.instances[to], rect, before(i)));
      case 'fold':
        return [this.#fold(op, before(0))];
    }
  }

  #copy(from: Instance, to: Instance, rect: Rect, wait: number): number {
    const size = from.bytes / rectSize(from.rect);
    const ready = Math.max(wait, from.ready, to.ready);
    const move = this.#moves.of(from.rect, to.rect, rect, size);
    const launch = this.#moves.run(move, from.address, to.address, ready);
    this.recording?.copy(from, to, rect, move);
    this.#spy?.memories({ event: 'copy', launch, wait: ready, from: from.id, to: to.id, low: rect.low, high: rect.high });
    noteInstance(from, launch, false);
    noteInstance(to, launch, true);
    this.count++;
    this.bytes += rectSize(rect) * size;
    return launch;
  }

  /** Brings all partial results together and makes elements of them. */
  #fold(op: Fold, wait: number): number {
    const { how: rows, root, buffers, into } = op;
    invariant(rows instanceof PartialRows, 'what points of kernels leave behind is partial results');
    this.folds++;
    const scratch = this.#take({ low: [0], high: [rows.rows] }, rows.itemSize, into.memory);
    let last = Math.max(wait, scratch.ready, into.ready);
    for (const buffer of buffers) last = this.#gather(rows, buffer, scratch, wait);
    const { shape, strides, offset } = rows.view;
    const launch = this.#finish(op, rows, scratch, last);
    this.#spy?.memories({ event: 'fold', launch, wait: last, root, from: scratch.id, into: into.id, shape, strides, offset });
    this.#holdings.free(scratch);
    return launch;
  }

  /** Copies rows of partial results to where all of them are. */
  #gather(rows: PartialRows, from: Instance, to: Instance, wait: number): number {
    const { size } = rows.dtype;
    const width = rows.itemSize / size;
    const elements = ({ low, high }: Rect): Rect => ({ low: [low[0] * width], high: [high[0] * width] });
    const ready = Math.max(wait, to.ready, from.ready);
    const move = this.#moves.of(elements(from.rect), elements(to.rect), elements(from.rect), size);
    const launch = this.#moves.run(move, from.address, to.address, ready);
    this.recording?.copy(from, to, from.rect, move);
    this.#spy?.memories({ event: 'copy', launch, wait: ready, from: from.id, to: to.id, ...from.rect });
    noteInstance(from, launch, false);
    noteInstance(to, launch, true);
    this.count++;
    this.bytes += from.bytes;
    return launch;
  }

  /** Memory for all partial results, for the time of a fold. */
  #take(rect: Rect, itemSize: number, memory: number): Instance {
    const scratch = makeInstance(this.#scratch++, itemSize, memory, rect);
    if (this.#holdings.allocate(scratch)) return scratch;
    throw new OutOfMemoryError(
      `folding a reduction: ${scratch.bytes} bytes for its partial results were refused; use smaller arrays`,
    );
  }

  /** A launch without units, which does what is left then. */
  #finish(op: Fold, rows: PartialRows, scratch: Instance, wait: number): number {
    const { into } = op;
    const finish = this.#finishOf(rows, into);
    const { record } = finish;
    record[RECORD.WAIT] = wait;
    record[finish.into.at] = into.address + finish.into.offset;
    record[finish.scratchAt] = scratch.address;
    this.#queue.push(record);
    this.recording?.fold(op, rows, scratch, finish);
    const launch = this.#queue.last;
    noteInstance(scratch, launch, false);
    noteInstance(into, launch, true);
    return launch;
  }

  /** The launch that makes elements of all rows, but for where those are. */
  #finishOf({ kernel, rows, domain, view, root }: PartialRows, into: Instance): Finish {
    const executable = this.#executables.of(kernel);
    const { layout } = executable;
    const record = new Float64Array(RECORD.PARAMS + layout.length);
    record[RECORD.LENGTH] = record.length;
    record[RECORD.KERNEL] = executable.number(rows);
    record[RECORD.TILE] = 1;
    domain.forEach((n, i) => (record[RECORD.PARAMS + layout.domain + i] = n));
    const { strides, offset } = localView(view, rectOfShape(view.shape), root, into.rect);
    const { sizes } = layout.args[0];
    strides.forEach((s, i) => {
      if (sizes >= 0) record[RECORD.PARAMS + sizes + i] = view.shape[i];
      record[RECORD.PARAMS + layout.args[0].strides + i] = s;
    });
    const target = { at: RECORD.PARAMS + layout.args[0].pointer, offset: offset * kernel.args[0].dtype.size };
    return { record, executable, rows, into: target, scratchAt: RECORD.PARAMS + layout.partials[0].slot };
  }
}
