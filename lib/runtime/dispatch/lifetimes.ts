/**
 * The last window that uses a root, and the end of dead roots: the memory of a root without handles is taken back when the last window that
 * uses it is launched, or when the recipes that read it are gone.
 */
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Window } from '../issue/index.js';
import type { Rematerializer } from '../rematerialization/index.js';

/** The mark of roots that live between windows, and a mark that no root has. */
export const BETWEEN = -1;
export const NEVER = -2;

export class Lifetimes {
  /** Number of the window that is launched next; roots carry the number of the last window that uses them. */
  window = 1;
  /** The mark of the roots that may end with the tasks that are being launched; null: of the window. */
  ending: number | null = null;
  readonly #rematerializer: Rematerializer;
  readonly #execution: { release(root: Root): void };

  constructor(rematerializer: Rematerializer, execution: { release(root: Root): void }) {
    this.#rematerializer = rematerializer;
    this.#execution = execution;
  }

  /** No window that is still to come uses the root. */
  isOver(root: Root): boolean {
    return root.mark < this.window;
  }

  /** A root's last handle is gone. */
  died(root: Root): void {
    root.dead = true;
    if (this.isOver(root)) this.#retire(root);
  }

  /** No handle is left of a root that the window uses, no later window uses it, and nothing is computed from it later. */
  isSpent(root: Root): boolean {
    return root.dead && root.mark === (this.ending ?? this.window) && !this.#rematerializer.keeps(root);
  }

  /**
   * Roots of tasks between windows stay while these are launched, even where their last handles and recipes are found gone meanwhile. Returns
   * them with the windows that use them last.
   */
  hold(tasks: readonly Task[]): Map<Root, number> {
    const held = new Map<Root, number>();
    for (const { roots } of tasks)
      for (const root of roots) if (root.mark !== BETWEEN && this.isOver(root)) held.set(root, root.mark);
    for (const root of held.keys()) root.mark = this.window;
    return held;
  }

  /** The tasks were launched: roots carry their own last windows again, and the ones that died meanwhile are retired. */
  letGo(held: ReadonlyMap<Root, number>): void {
    for (const [root, last] of held) {
      root.mark = last;
      if (root.dead) this.#retire(root);
    }
  }

  /** A window was launched. */
  end({ slots, kept }: Window): void {
    const count = kept === null ? slots.length : kept.length;
    let late: Root[] | null = null;
    for (let i = 0; i < count; i++) {
      const root: Root | undefined = slots[kept === null ? i : kept[i]];
      if (root?.dead && root.mark === this.window && !this.#retire(root)) (late ??= []).push(root);
    }
    // Recipes of dead roots behind them kept these.
    if (late !== null) for (const root of late) this.#retire(root);
    this.window++;
  }

  /** Takes back a dead root's recipe and memory; false where recipes read its contents. */
  #retire(root: Root): boolean {
    if (root.recipe !== null) this.#rematerializer.forget(root);
    if (this.#rematerializer.keeps(root)) return false;
    this.#execution.release(root);
    return true;
  }
}
