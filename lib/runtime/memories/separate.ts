/**
 * Takes work that is done once out of a step with many points: stores of 0-d values that were fused with a larger domain. They become a
 * step of one point behind it, since its points read the old values.
 */
import { restrict } from '../../compile/index.js';
import { keptImages, type Step } from '../../fusion/index.js';
import type { Kernel, Statement } from '../../ir/index.js';
import { none } from '../../partition/index.js';
import { ONE_POINT, sizeOf } from '../../shape/index.js';

/** The steps that together have the effect of a step, in order. */
export function separate(step: Step): Step[] {
  const { kernel } = step;
  if (kernel === null || sizeOf(step.launch) <= 1 || kernel.loops.length > 1) return [step];
  const once = (s: Statement): boolean => s.kind === 'store' && kernel.args[s.arg].access === 'full';
  if (!kernel.loops[0].statements.some(once)) return [step];
  const many = part(step, kernel, (s) => !once(s));
  const single = part(step, kernel, once);
  const alone: Step = {
    ...single,
    kernel: { ...(single.kernel ?? kernel), rank: 0, rowRank: 0 },
    domain: [],
    launch: ONE_POINT,
    tiles: none,
    unitsPerPoint: 1,
  };
  return [{ ...many, keys: [] }, alone];
}

function part(step: Step, whole: Kernel, keep: (s: Statement) => boolean): Step {
  const { kernel, args } = restrict(whole, keep);
  const bindings = args.map((k) => step.bindings[k]);
  const slots = (which: (privilege: string) => boolean): number[] => [
    ...new Set(bindings.filter((_, k) => which(kernel.args[k].privilege)).map((b) => b.slot)),
  ];
  const images = keptImages(step.images, args, () => false);
  return { ...step, kernel, bindings, images, reads: slots((p) => p !== 'write'), writes: slots((p) => p !== 'read') };
}
