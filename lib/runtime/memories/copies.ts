/**
 * Carries out the operations that coherence decides before a task: copies between instances, and folds (`folds.ts`). Each becomes
 * launches, which the launch map notes.
 */
import { invariant } from '../../base/index.js';
import type { Instance, Operation } from '../../dependence/index.js';
import { type Rect, rectSize } from '../../partition/index.js';
import type { Engine, Engines } from './engines.js';
import { Folds } from './folds.js';
import type { Holdings } from './holdings.js';
import type { LaunchMap } from './launch-map.js';
import type { Launches } from './launches.js';
import type { Transfers } from './transfers.js';

export class Copies {
  readonly #launches: Launches;
  readonly #order: LaunchMap;
  readonly #engines: Engines;
  readonly #transfers: Transfers;
  readonly #folds: Folds;

  constructor(engines: Engines, transfers: Transfers, launches: Launches, holdings: Holdings, order: LaunchMap) {
    this.#engines = engines;
    this.#transfers = transfers;
    this.#launches = launches;
    this.#order = order;
    this.#folds = new Folds(engines, launches, holdings);
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
        return this.#folds.run(op, (item) => before(item, this.#engines.host));
    }
  }

  /** `before`: the launch that it waits for, of an engine's queue. */
  #copy(root: number, from: Instance, to: Instance, rect: Rect, before: (engine: Engine) => number): number {
    const engine = this.#engines.of(to.memory);
    if (engine !== this.#engines.of(from.memory)) return this.#transfers.copy(from, to, rect, this.#launches.list.rootOf(root));
    const move = engine.move(from.rect, to.rect, rect, from.bytes / rectSize(from.rect));
    return engine.launch(this.#launches.run(this.#launches.list.copy(from, to, rect, move), before(engine)));
  }
}
