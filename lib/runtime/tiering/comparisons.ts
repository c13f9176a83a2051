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

/** Of a root: its uses, as far as they were not overwritten. */
interface Uses {
  readonly reads: readonly RectSet[];
  readonly writes: readonly RectSet[];
}
const NONE: Uses = { reads: [], writes: [] };

/** Uses of roots that have to be compared: reads with writes, and writes with both. */
export function comparisonsOf({ steps }: Plan, slots: readonly Root[]): number {
  const uses = new Map<number, Uses>();
  const of = (slot: number): Uses => uses.get(slot) ?? NONE;
  let comparisons = 0;
  for (const step of steps) {
    step.bindings.forEach(({ slot }, k) => {
      comparisons += of(slot).writes.length + (writes(step, k) ? of(slot).reads.length : 0);
    });
    step.bindings.forEach(({ slot, view }, k) => {
      const written = uses.has(slot) && writes(step, k) ? solid(view, slots[slot].view) : null;
      if (written !== null) uses.set(slot, without(of(slot), written));
    });
    step.bindings.forEach(({ slot, view }, k) => {
      const { reads, writes: written } = of(slot);
      const left: RectSet = [boxOf(view, slots[slot].view).rect];
      uses.set(slot, writes(step, k) ? { reads, writes: [...written, left] } : { reads: [...reads, left], writes: written });
    });
  }
  return comparisons;
}

/** Whether an argument of a step is written. Of an opaque step the arguments of a root are not told apart. */
function writes({ kernel, bindings, writes: written }: Step, k: number): boolean {
  return kernel === null ? written.includes(bindings[k].slot) : kernel.args[k].privilege !== 'read';
}

/** The rest of uses when a rectangle is overwritten. */
function without({ reads, writes: earlier }: Uses, written: Rect): Uses {
  const left = (uses: readonly RectSet[]): readonly RectSet[] =>
    uses.map((set) => leftBehind(set, written)).filter((set) => set.length > 0);
  return { reads: left(reads), writes: left(earlier) };
}

const boxOf = (view: View, root: View): ReturnType<typeof rectInRoot> =>
  rectInRoot(view, rectOfShape(view.shape), root.shape, true);

/** The rectangle that a view is all of; null for other views. */
function solid(view: View, root: View): Rect | null {
  const { rect, exact } = boxOf(view, root);
  return exact ? rect : null;
}
