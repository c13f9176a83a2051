/** A plan over one memory, compiled for replay: blocks are the roots of its slots. */
import { OutOfMemoryError } from '../../base/index.js';
import type { Plan } from '../../fusion/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Window } from '../issue/index.js';
import type { Shifts, Template } from '../launch/index.js';
import type { Pool } from '../memory/index.js';
import { transfer } from '../memory/index.js';
import { type Chain, type Means, Replay } from '../replay/index.js';
import { type Blocks, blocksOf } from './blocks.js';
import { formOfPlan } from './plan-form.js';

type IsSpent = (root: Root) => boolean;

export class PlanReplay {
  readonly #pool: Pool;
  readonly #blocks: Blocks;
  /** Slots with a new key partition afterwards. */
  readonly #keys: Plan['steps'][number]['keys'];
  readonly #isSpent: IsSpent;
  /** The report passes blocks on, each at its step. */
  readonly #reported: boolean;
  readonly #replay: Replay;

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
    const replay = Replay.compile(means, form, form.slots);
    return replay === null ? null : new PlanReplay(means, plan, blocks, replay, isSpent);
  }

  private constructor(means: Means, plan: Plan, blocks: Blocks, replay: Replay, isSpent: IsSpent) {
    this.#pool = means.pool;
    this.#blocks = blocks;
    this.#keys = [...new Map(plan.steps.flatMap((step) => step.keys.map((k) => [k.slot, k]))).values()];
    this.#isSpent = isSpent;
    this.#reported = means.report !== null;
    this.#replay = replay;
  }

  /** Whether these roots pass their blocks on as the roots did for which it was compiled. */
  fits(slots: readonly Root[]): boolean {
    for (const { from } of this.#blocks.transfers) if (!this.#isSpent(slots[from])) return false;
    return true;
  }

  /** As `Replay.run`, on the roots of the window; 0 also when memory does not suffice for these. */
  run(window: Window, chain: Chain, shifts: Shifts): number {
    const { slots } = window;
    if (!this.#allocate(slots)) return 0;
    const first = this.#replay.run(window, slots, chain, shifts);
    if (first > 0) this.#conclude(slots);
    return first;
  }

  #allocate(slots: readonly Root[]): boolean {
    try {
      for (const slot of this.#blocks.fresh) if (slots[slot].address === 0) this.#pool.allocate(slots[slot]);
      return true;
    } catch (error) {
      if (error instanceof OutOfMemoryError) return false;
      throw error;
    }
  }

  #conclude(slots: readonly Root[]): void {
    if (!this.#reported) for (const { from, to } of this.#blocks.transfers) transfer(slots[from], slots[to]);
    for (const { slot, key } of this.#keys) if (slots[slot].key !== key) slots[slot].key = key;
    for (const slot of this.#blocks.rest) if (this.#isSpent(slots[slot])) this.#pool.release(slots[slot]);
  }
}
