/**
 * Carries out the operations that coherence decides before a task: copies between instances, and folds, for which partial results are
 * brought together in the memory of the instance that gets the elements. Each becomes launches, which the launch map notes.
 */
import { invariant, OutOfMemoryError } from '../../base/index.js';
import { type Instance, makeInstance, type Operation, passingId } from '../../dependence/index.js';
import type { Device } from '../../device/index.js';
import { RECORD } from '../../native/index.js';
import { intersect, localView, type Rect, rectOf, rectSize } from '../../partition/index.js';
import type { View } from '../../shape/index.js';
import { Executables } from '../launch/index.js';
import type { Engine, Engines } from './engines.js';
import type { Holdings } from './holdings.js';
import type { LaunchMap } from './launch-map.js';
import type { Launches } from './launches.js';
import type { Elements, Move } from './listed-launch.js';
import { PartialRows } from './partials.js';
import type { Transfers } from './transfers.js';

type Fold = Extract<Operation, { kind: 'fold' }>;

export class Copies {
  readonly #launches: Launches;
  readonly #holdings: Holdings;
  readonly #order: LaunchMap;
  readonly #engines: Engines;
  readonly #transfers: Transfers;
  readonly #executables: Executables;

  constructor(device: Device, engines: Engines, transfers: Transfers, launches: Launches, holdings: Holdings, order: LaunchMap) {
    this.#engines = engines;
    this.#transfers = transfers;
    this.#launches = launches;
    this.#holdings = holdings;
    this.#order = order;
    this.#executables = new Executables(device);
  }

  /** Launches operations that are waited for at once, and notes nothing of them. Throws `OutOfMemoryError`. */
  carryOut(operations: readonly Operation[]): void {
    for (const op of operations) this.#launch(op);
  }

  /** Launches operations, which later ones wait for. Throws `OutOfMemoryError`. */
  run(operations: readonly Operation[]): void {
    const { host } = this.#engines;
    for (const op of operations) {
      const before = host.queue.last;
      const launches = this.#launch(op);
      // Boxes may be packed and unpacked on the host.
      this.#order.note(op.number, launches, host.queue.last > before ? [host.queue.last] : []);
    }
  }

  #launch(op: Operation): number[] {
    const before = (item: number, { number }: Engine): number => this.#order.launchBefore(item, op.waits, number);
    invariant(op.kind !== 'give' && op.kind !== 'combine', 'kernels leave partial results, and one process has all memories');
    switch (op.kind) {
      case 'acquire':
        return op.instances.map(({ memory }, i) => {
          const engine = this.#engines.of(memory);
          return engine.launch(before(i, engine));
        });
      case 'copy':
        return op.pieces.map(({ from, to, rect }, i) =>
          this.#copy(op.root, op.instances[from], op.instances[to], rect, (engine) => before(i, engine)),
        );
      case 'fold':
        return this.#fold(op, (item) => before(item, this.#engines.host));
    }
  }

  /** `before`: the launch that it waits for, of an engine's queue. */
  #copy(root: number, from: Instance, to: Instance, rect: Rect, before: (engine: Engine) => number): number {
    const engine = this.#engines.of(to.memory);
    if (engine !== this.#engines.of(from.memory)) return this.#transfers.copy(from, to, rect, this.#launches.list.rootOf(root));
    const move = engine.moves.of(from.rect, to.rect, rect, from.bytes / rectSize(from.rect));
    return engine.launch(this.#launches.run(this.#launches.list.copy(from, to, rect, move), before(engine)));
  }

  /** Brings the partial results of each tile together and makes elements of them. `before`: the launch that an item waits for. */
  #fold(op: Fold, before: (item: number) => number): number[] {
    const { how: rows, buffers, tiles } = op;
    invariant(rows instanceof PartialRows, 'what points of kernels leave behind is partial results');
    const parts = Array.from({ length: op.span.count }, (_, item) =>
      tiles === null ? rows.whole : rectOf(tiles.partition, [item], rows.view.shape),
    );
    // All or none, so that nothing is launched of a fold that is refused.
    const scratch = this.#takeAll(
      parts.map((part, item) => ({ rect: boxOf(rows, part), memory: op.intoAt(item).memory })),
      rows,
    );
    const launches = parts.map((part, item): number => {
      const wait = before(item);
      let last = wait;
      for (const buffer of buffers) last = this.#gather(buffer, scratch[item], rows, wait);
      const view = partOf(rows.view, part);
      const move = this.#finishOf(rows, part, op.intoAt(item));
      return this.#launches.run(this.#launches.list.fold(op, item, view, scratch[item], move), last);
    });
    for (const instance of scratch) this.#holdings.free(instance);
    return launches;
  }

  /** Copies the columns that an instance is for from rows of partial results. */
  #gather(from: Instance, to: Instance, { itemSize }: PartialRows, wait: number): number {
    const rect = intersect(from.rect, to.rect);
    const move = this.#engines.of(to.memory).moves.of(from.rect, to.rect, rect, itemSize);
    return this.#launches.run(this.#launches.list.copy(from, to, rect, move), wait);
  }

  #takeAll(wanted: readonly { readonly rect: Rect; readonly memory: number }[], { itemSize }: PartialRows): Instance[] {
    const taken: Instance[] = [];
    try {
      for (const { rect, memory } of wanted) taken.push(this.#take(rect, itemSize, memory));
      return taken;
    } catch (error) {
      for (const instance of taken) this.#holdings.free(instance);
      throw error;
    }
  }

  /** Memory for all partial results, for the time of a fold. */
  #take(rect: Rect, itemSize: number, memory: number): Instance {
    const scratch = makeInstance(passingId(), itemSize, memory, rect);
    if (this.#holdings.allocate(scratch, false)) return scratch;
    throw new OutOfMemoryError(
      `folding a reduction: ${scratch.bytes} bytes for its partial results were refused; use smaller arrays`,
    );
  }

  /** The launch that makes elements of all rows, for a part of the view: it has no units, only the kernel's `finish`. */
  #finishOf(partials: PartialRows, part: Rect, into: Instance): Move {
    const { kernel, rows, view, root } = partials;
    const executable = this.#executables.of(kernel);
    const { layout } = executable;
    const record = new Float64Array(RECORD.PARAMS + layout.length);
    record[RECORD.LENGTH] = record.length;
    record[RECORD.TILE] = 1;
    partials.domainOf(part).forEach((n, i) => (record[RECORD.PARAMS + layout.domain + i] = n));
    const { shape, strides, offset } = localView(view, part, root, into.rect);
    const { sizes } = layout.args[0];
    strides.forEach((s, i) => {
      if (sizes >= 0) record[RECORD.PARAMS + sizes + i] = shape[i];
      record[RECORD.PARAMS + layout.args[0].strides + i] = s;
    });
    const source = { at: RECORD.PARAMS + layout.partials[0].slot, offset: 0 };
    const target = { at: RECORD.PARAMS + layout.args[0].pointer, offset: offset * kernel.args[0].dtype.size };
    return { record, executable, elements: rows, pointers: [source, target] };
  }
}

/** All rows of partial results, and the columns of a part of the view. */
function boxOf(partials: PartialRows, part: Rect): Rect {
  const [from, to] = partials.columnsOf(part);
  return { low: [0, from], high: [partials.rows, to] };
}

/** A part of a view, of a root that is there as a whole. */
function partOf({ strides, offset }: View, { low, high }: Rect): Elements {
  return {
    shape: low.map((n, axis) => high[axis] - n),
    strides,
    offset: low.reduce((sum, n, axis) => sum + n * strides[axis], offset),
  };
}
