/** A plan cut for the memories of a machine: its steps as parts, each with the engine and the points that run it. */
import type { Plan } from '../../fusion/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import { emptyOf, type Program } from '../launch/index.js';
import { cutOf, hasImages } from './cut.js';
import type { Engine, Engines } from './engines.js';
import { Points } from './points.js';
import { separate } from './separate.js';
import type { Part } from './stepwise.js';
import type { PreconditionSets } from './trace-cache.js';

export interface CutProgram extends Program {
  /** By step of the plan: the steps that it became. */
  readonly parts: readonly (readonly Part[])[];
  /** Whether arguments have images. */
  readonly hasImages: boolean;
  readonly sets: PreconditionSets;
  /** Slots that it uses. */
  readonly used: readonly number[];
  /** Slots that it writes, each with the engine that does so last. */
  readonly written: readonly (readonly [slot: number, engine: number])[];
  /** Slots with contents that it leaves valid in a further engine's memory, and the engine. */
  readonly copied: readonly (readonly [slot: number, engine: number])[];
  /** Slots that it reads and that were never written: their tasks were lost when the program was interrupted. */
  readonly empty: readonly number[];
}

export function cutProgram(plan: Plan, tasks: readonly Task[], slots: readonly Root[], engines: Engines): CutProgram {
  const parts = plan.steps.map((whole) =>
    separate(whole).map((step): Part => {
      const privileges = (step.kernel?.args ?? tasks[step.tasks[0]].kind.args).map((a) => a.privilege);
      const engine = engines.all[step.device];
      const cut = cutOf(step, privileges, slots, { alone: engines.hostIsOne || engine.number > 0, grain: engines.grain });
      const on = (which: Engine): Points => new Points(step, cut, privileges, tasks, slots, which);
      if (engine.number === 0) return { step, points: on(engine), instead: null, free: true };
      let instead: Points | null = null;
      const free = step.tasks.every((task) => plan.placed?.free[task]);
      return { step, points: on(engine), instead: () => (instead ??= on(engines.host)), free };
    }),
  );
  const all = parts.flat();
  const sets = all.some(({ points }) => points.inJavaScript) ? null : [];
  const used = [...new Set(plan.steps.flatMap(({ reads, writes }) => [...reads, ...writes]))];
  const written = new Map(all.flatMap(({ step, points }) => step.writes.map((slot) => [slot, points.engine.number] as const)));
  return {
    plan,
    parts,
    sets,
    used,
    written: [...written],
    copied: copiedBy(all),
    hasImages: all.some(({ points }) => hasImages(points.cut)),
    empty: emptyOf(plan, slots),
  };
}

/** The last copies of contents that are not written behind them. */
function copiedBy(parts: readonly Part[]): [slot: number, engine: number][] {
  const copied = new Map<number, number>();
  for (const { step, points } of parts) {
    for (const slot of step.reads) copied.set(slot, points.engine.number);
    for (const slot of step.writes) copied.delete(slot);
  }
  return [...copied];
}
