/**
 * The cost of compiling a program to a graph: each use of a root is compared with the earlier uses of which a part was not overwritten
 * since (`replay/history.ts`, which compares points; here whole steps are counted).
 *
 *     y = f(x)   x[1:9] = …   x[0] = x[8]   x[9] = x[1]   y = f(x)      the last use of x is compared with the five before it,
 *                                                                      and not with the first: all elements were overwritten since
 */
import { leftBehind, type RectSet } from '../../dependence/index.js';
import type { Plan, Step } from '../../fusion/index.js';
import { type Rect, rectInRoot, rectOfShape } from '../../partition/index.js';
import type { View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import { costs } from './costs.js';

/** Of a root: its uses, as far as they were not overwritten. */
interface Uses {
  readonly reads: RectSet[];
  readonly writes: RectSet[];
}

/** The comparisons of a program, counted only as far as the runs so far pay for: most programs of new forms come a few times. */
export class Comparisons {
  #counted = 0;
  #isWhole = false;

  /** Whether so many runs, beside the ones that each graph waits for, pay for the comparisons of a plan's steps. */
  pay(runs: number, plan: Plan, slots: readonly Root[]): boolean {
    const most = plan.steps.length * (costs.comparisons + runs / costs.comparisonRuns);
    if (!this.#isWhole && this.#counted <= most) {
      this.#counted = comparisonsOf(plan, slots, 2 * most);
      this.#isWhole = this.#counted <= 2 * most;
    }
    return this.#counted <= most;
  }
}

/** Uses of roots that have to be compared: reads with writes, and writes with both. Beyond `most` they are not counted to the end. */
function comparisonsOf({ steps }: Plan, slots: readonly Root[], most: number): number {
  const uses = new Map<number, Uses>();
  let comparisons = 0;
  for (const step of steps) {
    if (comparisons > most) break;
    const { bindings } = step;
    const boxes = bindings.map(({ slot, view }) => boxOf(view, slots[slot].view));
    // All of a step's arguments are compared with the steps before it, and not with each other.
    for (let k = 0; k < bindings.length; k++) {
      const known = uses.get(bindings[k].slot);
      if (known !== undefined) comparisons += known.writes.length + (writes(step, k) ? known.reads.length : 0);
    }
    for (let k = 0; k < bindings.length; k++) {
      const known = uses.get(bindings[k].slot);
      if (known === undefined || !boxes[k].exact || !writes(step, k)) continue;
      overwrite(known.reads, boxes[k].rect);
      overwrite(known.writes, boxes[k].rect);
    }
    for (let k = 0; k < bindings.length; k++) {
      const { slot } = bindings[k];
      let known = uses.get(slot);
      if (known === undefined) uses.set(slot, (known = { reads: [], writes: [] }));
      (writes(step, k) ? known.writes : known.reads).push([boxes[k].rect]);
    }
  }
  return comparisons;
}

/** Whether an argument of a step is written. Of an opaque step the arguments of a root are not told apart. */
function writes({ kernel, bindings, writes: written }: Step, k: number): boolean {
  return kernel === null ? written.includes(bindings[k].slot) : kernel.args[k].privilege !== 'read';
}

/** Leaves the rest of uses when a rectangle is overwritten. */
function overwrite(uses: RectSet[], written: Rect): void {
  let kept = 0;
  for (let i = 0; i < uses.length; i++) {
    const left = leftBehind(uses[i], written);
    if (left.length > 0) uses[kept++] = left;
  }
  uses.length = kept;
}

/** The rectangle around a view of a root, which is `exact` where the view has all of it. */
const boxOf = (view: View, root: View): ReturnType<typeof rectInRoot> =>
  rectInRoot(view, rectOfShape(view.shape), root.shape, true);
