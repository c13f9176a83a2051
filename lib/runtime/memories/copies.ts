/**
 * Carries out the operations that coherence decides before a task: copies between instances, and folds, for which partial results are
 * brought together in the memory of the instance that gets the elements. Each becomes launches, which the launch map notes.
 */
import { invariant, OutOfMemoryError } from '../../base/index.js';
import { type Instance, makeInstance, type Operation, passingId } from '../../dependence/index.js';
import type { Device } from '../../device/index.js';
import { RECORD } from '../../native/index.js';
import { localView, type Rect, rectOfShape, rectSize } from '../../partition/index.js';
import { Executables } from '../launch/index.js';
import type { Engine, Engines } from './engines.js';
import type { Holdings } from './holdings.js';
import type { LaunchMap } from './launch-map.js';
import type { Launches } from './launches.js';
import type { Move } from './listed-launch.js';
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
        return [this.#fold(op, before(0, this.#engines.host))];
    }
  }

  /** `before`: the launch that it waits for, of an engine's queue. */
  #copy(root: number, from: Instance, to: Instance, rect: Rect, before: (engine: Engine) => number): number {
    const engine = this.#engines.of(to.memory);
    if (engine !== this.#engines.of(from.memory)) return this.#transfers.copy(from, to, rect, this.#launches.list.rootOf(root));
    const move = engine.moves.of(from.rect, to.rect, rect, from.bytes / rectSize(from.rect));
    return engine.launch(this.#launches.run(this.#launches.list.copy(from, to, rect, move), before(engine)));
  }

  /** Brings all partial results together and makes elements of them. */
  #fold(op: Fold, wait: number): number {
    const { how: rows, buffers, into } = op;
    invariant(rows instanceof PartialRows, 'what points of kernels leave behind is partial results');
    const scratch = this.#take({ low: [0], high: [rows.rows] }, rows.itemSize, into.memory);
    let last = wait;
    for (const buffer of buffers) last = this.#gather(rows, buffer, scratch, wait);
    const launch = this.#launches.run(this.#launches.list.fold(op, rows, scratch, this.#finishOf(rows, into)), last);
    this.#holdings.free(scratch);
    return launch;
  }

  /** Copies rows of partial results to where all of them are. */
  #gather(rows: PartialRows, from: Instance, to: Instance, wait: number): number {
    const { size } = rows.dtype;
    const width = rows.itemSize / size;
    const elements = ({ low, high }: Rect): Rect => ({ low: [low[0] * width], high: [high[0] * width] });
    const move = this.#engines.of(to.memory).moves.of(elements(from.rect), elements(to.rect), elements(from.rect), size);
    return this.#launches.run(this.#launches.list.copy(from, to, from.rect, move), wait);
  }

  /** Memory for all partial results, for the time of a fold. */
  #take(rect: Rect, itemSize: number, memory: number): Instance {
    const scratch = makeInstance(passingId(), itemSize, memory, rect);
    if (this.#holdings.allocate(scratch, false)) return scratch;
    throw new OutOfMemoryError(
      `folding a reduction: ${scratch.bytes} bytes for its partial results were refused; use smaller arrays`,
    );
  }

  /** The launch that makes elements of all rows: it has no units, only the kernel's `finish`. */
  #finishOf({ kernel, rows, domain, view, root }: PartialRows, into: Instance): Move {
    const executable = this.#executables.of(kernel);
    const { layout } = executable;
    const record = new Float64Array(RECORD.PARAMS + layout.length);
    record[RECORD.LENGTH] = record.length;
    record[RECORD.TILE] = 1;
    domain.forEach((n, i) => (record[RECORD.PARAMS + layout.domain + i] = n));
    const { strides, offset } = localView(view, rectOfShape(view.shape), root, into.rect);
    const { sizes } = layout.args[0];
    strides.forEach((s, i) => {
      if (sizes >= 0) record[RECORD.PARAMS + sizes + i] = view.shape[i];
      record[RECORD.PARAMS + layout.args[0].strides + i] = s;
    });
    const source = { at: RECORD.PARAMS + layout.partials[0].slot, offset: 0 };
    const target = { at: RECORD.PARAMS + layout.args[0].pointer, offset: offset * kernel.args[0].dtype.size };
    return { record, executable, elements: rows, pointers: [source, target] };
  }
}
