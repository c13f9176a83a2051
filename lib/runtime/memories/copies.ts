/**
 * Carries out the operations that coherence decides before a task: copies between instances, and folds (`folds.ts`). Each becomes
 * launches, which the launch map notes.
 */
import { invariant } from '../../base/index.js';
import type { Instance, Operation } from '../../dependence/index.js';
import { type Rect, rectSize } from '../../partition/index.js';
import type { Engine } from './engines.js';
import { Folds } from './folds.js';
import type { Parts } from './parts.js';

type Means = Pick<Parts, 'engines' | 'transfers' | 'launches' | 'holdings' | 'order'>;

export class Copies {
  readonly #with: Means;
  readonly #folds: Folds;

  constructor(parts: Means) {
    this.#with = parts;
    this.#folds = new Folds(parts);
  }

  /** Launches operations that are waited for at once, and notes nothing of them. Throws `OutOfMemoryError`. */
  carryOut(operations: readonly Operation[]): void {
    for (const op of operations) this.#launch(op);
  }

  /** Launches operations, which later ones wait for. Throws `OutOfMemoryError`. */
  run(operations: readonly Operation[]): void {
    const { host } = this.#with.engines;
    for (const op of operations) {
      const before = host.queue.last;
      const launches = this.#launch(op);
      // Boxes may be packed and unpacked on the host.
      this.#with.order.note(op.number, launches, host.queue.last > before ? [host.queue.last] : []);
    }
  }

  #launch(op: Operation): number[] {
    const before = (item: number, { number }: Engine): number => this.#with.order.launchBefore(item, op.waits, number);
    invariant(op.kind !== 'give' && op.kind !== 'combine', 'kernels leave partial results, and one process has all memories');
    switch (op.kind) {
      case 'acquire':
        return op.instances.map(({ memory }, i) => {
          const engine = this.#with.engines.of(memory);
          return engine.launch(before(i, engine));
        });
      case 'copy':
        return op.pieces.map(({ from, to, rect }, i) =>
          this.#copy(op.root, op.instances[from], op.instances[to], rect, (engine) => before(i, engine)),
        );
      case 'fold':
        return this.#folds.run(op, (item) => before(item, this.#with.engines.host));
    }
  }

  /** `before`: the launch that it waits for, of an engine's queue. */
  #copy(root: number, from: Instance, to: Instance, rect: Rect, before: (engine: Engine) => number): number {
    const engine = this.#with.engines.of(to.memory);
    if (engine !== this.#with.engines.of(from.memory))
      return this.#with.transfers.copy(from, to, rect, this.#with.launches.list.rootOf(root));
    const move = engine.move(from.rect, to.rect, rect, from.bytes / rectSize(from.rect));
    return engine.launch(this.#with.launches.run(this.#with.launches.list.copy(from, to, rect, move), before(engine)));
  }
}
