/** A plan over one memory, compiled for replay: blocks are the roots of its slots. */
import { OutOfMemoryError } from '../../base/index.js';
import type { Plan } from '../../fusion/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Window } from '../issue/index.js';
import type { Shifts, Template } from '../launch/index.js';
import type { Pool } from '../memory/index.js';
import { noteUse, transfer } from '../memory/index.js';
import { type Binder, type BlockRow, type Chain, type Means, Replay } from '../replay/index.js';
import { type Blocks, blocksOf } from './blocks.js';
import { formOfPlan, type PlanForm } from './plan-form.js';

type IsSpent = (root: Root) => boolean;

/** It binds the slots of windows itself. */
export class PlanReplay implements Binder<Root> {
  readonly #pool: Pool;
  readonly #blocks: Blocks;
  /** Slots with a new key partition afterwards. */
  readonly #keys: Plan['steps'][number]['keys'];
  /** Slots to release afterwards. */
  readonly #rest: readonly number[];
  readonly #isSpent: IsSpent;
  /** The report passes blocks on, each at its step. */
  readonly #reported: boolean;
  readonly #replay: Replay<Root> | null;

  /** Null where the device prepares no programs. */
  static compile(
    means: Means,
    plan: Plan,
    templates: readonly Template[],
    tasks: readonly Task[],
    slots: readonly Root[],
    isSpent: IsSpent,
  ): PlanReplay | null {
    const blocks = blocksOf(plan, slots, isSpent, means.pool.small);
    const form = formOfPlan(plan, templates, tasks, slots, blocks, means.device.procs);
    const made = new PlanReplay(means, plan, blocks, form, isSpent);
    return made.#replay === null ? null : made;
  }

  private constructor(means: Means, plan: Plan, blocks: Blocks, form: PlanForm, isSpent: IsSpent) {
    this.#pool = means.pool;
    this.#blocks = blocks;
    this.#keys = [...new Map(plan.steps.flatMap((step) => step.keys.map((k) => [k.slot, k]))).values()];
    this.#rest = blocks.rest.flat();
    this.#isSpent = isSpent;
    this.#reported = means.report !== null;
    this.#replay = Replay.compile(means, form, form.slots, this);
  }

  /** Whether these roots pass their blocks on as the roots did for which it was compiled. */
  fits(slots: readonly Root[]): boolean {
    for (const { from } of this.#blocks.transfers) if (!this.#isSpent(slots[from])) return false;
    return true;
  }

  /** As `Replay.run`. */
  run(window: Window, chain: Chain, shifts: Shifts): number {
    return this.#replay === null ? 0 : this.#replay.run(window, chain, shifts);
  }

  bind({ slots }: Window): readonly Root[] | null {
    try {
      for (const slot of this.#blocks.fresh) if (slots[slot].address === 0) this.#pool.allocate(slots[slot]);
      return slots;
    } catch (error) {
      if (error instanceof OutOfMemoryError) return null;
      throw error;
    }
  }

  /** Does nothing: roots keep the memory that they were given. */
  unbind(): void {}

  note(slots: readonly Root[], rows: readonly BlockRow[], first: number): void {
    for (let i = 0; i < rows.length; i++) {
      const { at, lastWrite, lastUse } = rows[i];
      const root = slots[at];
      if (lastWrite >= 0) root.lastWrite = first + lastWrite;
      noteUse(root, first + lastUse);
    }
  }

  conclude({ slots }: Window): void {
    if (!this.#reported) for (const { from, to } of this.#blocks.transfers) transfer(slots[from], slots[to]);
    for (const { slot, key } of this.#keys) if (slots[slot].key !== key) slots[slot].key = key;
    for (const slot of this.#rest) if (this.#isSpent(slots[slot])) this.#pool.release(slots[slot]);
  }
}
