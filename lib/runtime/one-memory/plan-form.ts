/**
 * The replay form of a plan over one memory: a launch for each step, a block for each slot that the steps use. Blocks that die hand
 * their memory to later ones (`blocks.ts`).
 */
import { Generations } from '../../base/index.js';
import { type Footprint, makeFootprint, type Placement, together } from '../../dependence/index.js';
import type { Plan, Step } from '../../fusion/index.js';
import { none, subPartition } from '../../partition/index.js';
import { ONE_POINT, type Shape, sizeOf } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import { costOf, type Template } from '../launch/index.js';
import { type BlockForm, type BlockUse, coordinatesOf, type LaunchForm, NO_CROSSINGS, type ReplayForm } from '../replay/index.js';
import { isInline, RANGES_A_PROCESSOR } from '../tiering/index.js';
import type { Blocks } from './blocks.js';
import { itemsOf, type Use, usesOf } from './items.js';

interface PlanForm extends ReplayForm {
  /** By block: its slot. */
  readonly slots: readonly number[];
}

export function formOfPlan(
  plan: Plan,
  templates: readonly Template[],
  tasks: readonly Task[],
  roots: readonly Root[],
  { donor, transfers }: Blocks,
  procs: number,
): PlanForm {
  const slots = [...new Set(plan.steps.flatMap((step: Step) => [...step.writes, ...step.reads]))];
  const blockOf = new Map(slots.map((slot, i) => [slot, i]));
  const numberOf = (slot: number): number => blockOf.get(slot) ?? -1;
  const blocks = slots.map((slot): BlockForm => {
    const { bytes, dtype, view } = roots[slot];
    return { bytes, coordinates: coordinatesOf(dtype.size, view.shape), donor: numberOf(donor[slot]), scratch: null };
  });
  const place = { low: 0, high: procs, rank: 0, of: 1 };
  const launches = templates.map((template, i): LaunchForm => {
    const items = itemsOf(template, procs * RANGES_A_PROCESSOR);
    const used = usesOf(template.step, items, tasks).map((use): BlockUse => {
      const { slot } = use.binding;
      const writes = use.privilege !== 'read';
      const late = items.finish && use.atFinish;
      const units = use.atFinish && writes ? null : footprintOf(use, items.launch, roots[slot]);
      return { block: numberOf(slot), writes, units, end: late ? footprintOf(use, ONE_POINT, roots[slot]) : null };
    });
    return {
      ...template,
      small: isInline(template),
      cost: costOf(template.step.kernel, template.elements),
      pointers: template.pointers.map((pointer) => ({ ...pointer, block: numberOf(pointer.block) })),
      ranges: items.ranges,
      finish: items.finish,
      uses: used,
      place,
      told: { event: 'step', step: template.step, passes: transfers.filter(({ step }) => step === i) },
    };
  });
  return { blocks, launches, slots, ...NO_CROSSINGS };
}

/** Launch domains, and uses of roots, that are remembered. */
const KEPT = 8192;
const placements = new Generations<string, Placement>(KEPT);
const footprints = new Generations<string, Footprint>(KEPT);

function footprintOf({ binding, tiles }: Use, launch: Shape, { view }: Root): Footprint {
  const sub = subPartition(binding.view, sizeOf(launch) === 1 ? none : tiles);
  const key = `${sub.id};${launch.join()};${view.id}`;
  let found = footprints.get(key);
  if (found === undefined) footprints.set(key, (found = makeFootprint(sub, placementOf(launch), view.shape)));
  return found;
}

/** Points without places: one memory has all of them. */
function placementOf(launch: Shape): Placement {
  const key = launch.join();
  let found = placements.get(key);
  if (found === undefined) placements.set(key, (found = together(launch, 0)));
  return found;
}
