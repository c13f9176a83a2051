/**
 * How a step becomes an index task: which units of its domain each point computes, and through which sub-partitions it
 * uses its roots. A kernel is cut as the solver cut it, into ranges of whole units, which are the same for any cut: so maps
 * and rows give the same bits wherever a point begins, and folds leave the same partial results (`partials.ts`). Opaque
 * bodies, and kernels that write a root which they use in two ways, are one point.
 */
import type { Grid, Partials, TaskArg } from '../../dependence/index.js';
import type { Binding, ImageOf, Step } from '../../fusion/index.js';
import { type Privilege, structureOf, unitsOf } from '../../ir/index.js';
import { none, type Partition, subPartition } from '../../partition/index.js';
import { ONE_POINT, type Shape, sizeOf, type View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { IndexLaunch } from '../../task/index.js';
import { firstIn, type Range, rangesOf, tilesFor } from '../launch/index.js';
import type { Images, Part } from './images.js';
import { type PartialRows, partialsOf } from './partials.js';
import type { ContentsBook } from './root-contents.js';

/** A root's part in the task: all bindings that use it through one view, or all that do when they could meet. */
interface Requirement {
  readonly slot: number;
  readonly view: View;
  readonly tiles: Partition;
  readonly privilege: Privilege;
  /** The partial results that points leave, where no point can compute an element alone. */
  readonly partials: PartialRows | null;
  /**
   * The image of the elements that each point touches: the requirements, by number, with the values that point at them; null where `tiles`
   * has the elements.
   */
  readonly image: ImageOf | null;
  /** Copies for the step are dropped behind it. */
  readonly ends: boolean;
}

export interface Cut {
  readonly launch: Shape;
  /** The grid of memories that a library laid the launch on; null where the mapper places it. */
  readonly grid: Grid | null;
  /** The units of each point; null where one point has all units. */
  readonly ranges: readonly Range[] | null;
  /** The elements of the domain of each point, row-major. */
  readonly elements: readonly Range[];
  readonly requirements: readonly Requirement[];
  /** By binding. */
  readonly requirementOf: readonly number[];
}

/** The memories that steps are cut for. */
interface Machine {
  /** By one point, where one memory is all that there is for it. */
  readonly alone: boolean;
  /** Partial results that are made elements of in a memory, at least. */
  readonly grain: number;
}

/** `privileges`: of the step's bindings. */
export function cutOf(step: Step, privileges: readonly Privilege[], slots: readonly Root[], { alone, grain }: Machine): Cut {
  if (step.index !== null && step.parts !== null) return shaped(step, step.index, step.parts, privileges);
  const conflicts = conflicting(step.bindings, privileges);
  const ranges = conflicts.size === 0 && !alone ? rangesOf(step) : null;
  const partials = ranges === null ? null : partialsOf(step, ranges, slots, grain);
  return partials === null || ranges === null ? whole(step, privileges, slots, conflicts) : spread(step, ranges, partials);
}

function whole(step: Step, privileges: readonly Privilege[], slots: readonly Root[], conflicts: Set<number>): Cut {
  const made = step.bindings.map(({ slot, view }, k): Requirement => {
    const conflict = conflicts.has(slot);
    const seen = conflict ? slots[slot].view : view;
    return {
      slot,
      view: seen,
      tiles: none,
      privilege: conflict ? 'readwrite' : privileges[k],
      partials: null,
      image: null,
      ends: false,
    };
  });
  return {
    launch: ONE_POINT,
    grid: null,
    ranges: null,
    elements: [{ from: 0, to: sizeOf(step.domain) }],
    ...requirementsOf(made),
  };
}

/** `partials`: by binding. */
function spread(step: Step, ranges: readonly Range[], partials: readonly (PartialRows | null)[]): Cut {
  const made = step.bindings.map(({ slot, view, access }, k): Requirement => {
    const tiles = tilesFor(access, step, step.tiles);
    const rows = partials[k];
    const privilege = rows === null ? (step.kernel?.args[k].privilege ?? 'readwrite') : 'reduce';
    return { slot, view, tiles, privilege, partials: rows, image: access === 'whole' ? step.images[k] : null, ends: false };
  });
  return { launch: step.launch, grid: null, ranges, elements: elementsOf(step, ranges), ...requirementsOf(made) };
}

/**
 * As the library cut it. Boxes are no ranges of the domain: each point stands for an element of a domain of so many, and for the points behind
 * it that have nothing to do.
 */
function shaped(step: Step, index: IndexLaunch, parts: readonly Partition[], privileges: readonly Privilege[]): Cut {
  const made = step.bindings.map(({ slot, view }, k): Requirement => {
    const { ends } = index.args[k];
    return { slot, view, tiles: parts[k], privilege: privileges[k], partials: null, image: null, ends };
  });
  const { boxes } = index;
  const first = boxes.findIndex((box) => box !== null);
  const elements = new Array<Range>(boxes.length);
  // From behind: the next point with a box, or the end.
  for (let p = boxes.length - 1, next = boxes.length; p >= 0; p--) {
    elements[p] = { from: p === first ? 0 : p, to: next };
    if (boxes[p] !== null) next = p;
  }
  return { launch: index.points, grid: index.grid, ranges: null, elements, ...requirementsOf(made) };
}

function elementsOf({ domain, kernel }: Step, ranges: readonly Range[]): Range[] {
  if (kernel === null) return [];
  const units = unitsOf(domain, kernel.rowRank, structureOf(kernel));
  return ranges.map(({ from, to }) => ({ from: firstIn(from, units), to: firstIn(to, units) }));
}

/** Joins equal requirements. A requirement that is an image for only one of them is whole. */
function requirementsOf(all: readonly Requirement[]): { requirements: Requirement[]; requirementOf: number[] } {
  const requirements: Requirement[] = [];
  const requirementOf = all.map((requirement): number => {
    const known = requirements.findIndex(
      (s) => s.slot === requirement.slot && s.view === requirement.view && s.tiles === requirement.tiles,
    );
    if (known < 0) return requirements.push(requirement) - 1;
    const { privilege, image, ends } = requirements[known];
    if (ends !== requirement.ends) requirements[known] = { ...requirements[known], ends: false };
    if (privilege !== requirement.privilege) requirements[known] = { ...requirements[known], privilege: 'readwrite' };
    if (image !== requirement.image) requirements[known] = { ...requirements[known], image: null };
    return known;
  });
  const numbered = requirements.map((requirement): Requirement => {
    if (requirement.image === null) return requirement;
    const { from, until, axis } = requirement.image;
    return { ...requirement, image: { from: requirementOf[from], until: until === null ? null : requirementOf[until], axis } };
  });
  return { requirements: numbered, requirementOf };
}

/** The arguments of a cut's index task for coherence. */
export function argsOf({ requirements, launch }: Cut, slots: readonly Root[], images: Images, book: ContentsBook): TaskArg[] {
  const parts = partsOf(requirements, slots);
  return requirements.map(({ slot, view, privilege, partials, ends }, k): TaskArg => {
    const sub = subPartition(view, images.partitionOf(parts, k, launch));
    const left: { partials?: Partials } = partials === null ? {} : { partials };
    return { root: book.keyOf(slots[slot]), sub, privilege, ends, ...left };
  });
}

function partsOf(requirements: readonly Requirement[], slots: readonly Root[]): Part[] {
  return requirements.map(({ slot, view, tiles, image }) => ({ root: slots[slot], view, tiles, image }));
}

/** Whether it has arguments with images. */
export function hasImages({ requirements }: Cut): boolean {
  return requirements.some(({ image }) => image !== null);
}

/** Appends the partitions of arguments with images. */
export function imagesIn({ requirements, launch }: Cut, slots: readonly Root[], images: Images, out: Partition[]): void {
  const parts = partsOf(requirements, slots);
  requirements.forEach(({ image }, k) => {
    if (image !== null) out.push(images.partitionOf(parts, k, launch));
  });
}

/** Slots that are written, and used through several views: each view has to show the writes through all of them. */
function conflicting(bindings: readonly Binding[], privileges: readonly Privilege[]): Set<number> {
  const found = new Set<number>();
  bindings.forEach(({ slot, view }, k) => {
    if (privileges[k] !== 'read' && bindings.some((b) => b.slot === slot && b.view !== view)) found.add(slot);
  });
  return found;
}
