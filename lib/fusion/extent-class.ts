/**
 * The extent class of a window: its canonical form with symbols for extents. Windows of one class run the same operations on arrays whose
 * sizes are equal, or differ, in the same places, so that they have the same clusters, kernels and candidates; only sizes and strides differ.
 *
 *     x: 700   y = x * 2; s = sum(y)        x: 900   y = x * 2; s = sum(y)        one class      x: n   MUL x y   SUM y s
 *
 * Symbols stand for extents of `LITERAL` and more, each with its order of magnitude, as rules of fusion and costs have limits. A window has a
 * class if dependences in it do not depend on extents: it writes whole arrays, and reads these as a whole, or broadcast. A slot's views have numbers in
 * order of first use.
 */
import { type Machine, pointsWanted } from '../partition/index.js';
import type { Shape, View } from '../shape/index.js';
import { placeOf, type Root } from '../store/index.js';
import type { Task } from '../task/index.js';
import { canBeSingle } from './single.js';

/** Extents below this one are in the class as they are: 1 is broadcast, 0 has no units, rows of few elements have plans of their own. */
const LITERAL = 32;
/** Words for magnitudes: an extent's logarithm to the base of 4. */
const MAGNITUDES = 32;
/** Different extents in a window that has a class, but for its last task's: they are looked up one by one. */
const MOST_EXTENTS = 64;

/** Flags of a slot. */
const [WRITTEN, IN_PART] = [1, 2];

export class ExtentClass {
  words = new Int32Array(256);
  length = 0;
  hash = 0;
  /** By slot: the root's own view, and further views that tasks have of it. */
  views: View[][] = [];
  readonly #machine: Machine;
  readonly #held: (root: Root) => boolean;
  #extents: number[] = [];
  #flags: number[] = [];

  /** `held`: whether a root's memory is given back by hand. */
  constructor(machine: Machine, held: (root: Root) => boolean) {
    this.#machine = machine;
    this.#held = held;
  }

  /** Makes the class of tasks whose roots carry their slots. False where the window has none. */
  encode(tasks: readonly Task[]): boolean {
    this.length = 0;
    this.hash = 0x2545f491;
    this.views = [];
    this.#extents = [];
    this.#flags = [];
    for (let t = 0; t < tasks.length; t++) if (!this.#task(tasks[t])) return false;
    return this.#extents.length > 0;
  }

  #task(task: Task): boolean {
    const { kind, domain, roots, views, scalars } = task;
    if (!canBeSingle(task) || this.#extents.length > MOST_EXTENTS) return false;
    this.#put(kind.id);
    this.#put(scalars.length);
    this.#shape(domain);
    this.#put(pointsWanted(domain, this.#machine));
    for (let k = 0; k < roots.length; k++) {
      if (!this.#argument(roots[k], views[k], kind.args[k].privilege !== 'read')) return false;
    }
    return true;
  }

  /** False where dependences through the slot may depend on extents. */
  #argument(root: Root, view: View, isWritten: boolean): boolean {
    const { slot } = root;
    this.#put(slot);
    if (slot === this.views.length) {
      if (root.key !== null) return false;
      this.views.push([root.view]);
      this.#flags.push(0);
      this.#put(placeOf(root));
      this.#put(this.#held(root) ? 1 : 0);
      this.#shape(root.view.shape);
    }
    // A 0-d root is one value, however it is broadcast.
    if (root.view.shape.length > 0) {
      const flags = this.#flags[slot] | (isWritten ? WRITTEN : 0) | (isBroadcast(view, root.view) ? 0 : IN_PART);
      if (flags === (WRITTEN | IN_PART) || (isWritten && view !== root.view)) return false;
      this.#flags[slot] = flags;
    }
    const own = this.views[slot];
    const number = own.indexOf(view);
    this.#put(number < 0 ? own.length : number);
    if (number >= 0) return true;
    own.push(view);
    this.#shape(view.shape);
    for (let i = 0; i < view.shape.length; i++) this.#put(view.strides[i] === 0 ? 1 : 0);
    return true;
  }

  #shape(shape: Shape): void {
    this.#put(shape.length);
    for (let i = 0; i < shape.length; i++) this.#put(this.#symbolOf(shape[i]));
  }

  #symbolOf(extent: number): number {
    if (extent < LITERAL) return extent;
    const extents = this.#extents;
    let symbol = extents.indexOf(extent);
    if (symbol < 0) symbol = extents.push(extent) - 1;
    return LITERAL + MAGNITUDES * symbol + Math.floor(Math.log2(extent) / 2);
  }

  #put(word: number): void {
    if (this.length === this.words.length) {
      const words = new Int32Array(2 * this.length);
      words.set(this.words);
      this.words = words;
    }
    this.words[this.length++] = word;
    this.hash = Math.imul(this.hash ^ word, 0x01000193);
  }
}

/** Whether a view has all elements of a root in order, each once or repeated along further axes. */
function isBroadcast(view: View, root: View): boolean {
  if (view === root) return true;
  if (view.offset !== root.offset) return false;
  let axis = 0;
  for (let i = 0; i < view.shape.length; i++) {
    if (view.strides[i] === 0 || view.shape[i] === 1) continue;
    while (axis < root.shape.length && root.shape[axis] === 1) axis++;
    if (axis === root.shape.length || root.shape[axis] !== view.shape[i] || root.strides[axis] !== view.strides[i]) return false;
    axis++;
  }
  while (axis < root.shape.length && root.shape[axis] === 1) axis++;
  return axis === root.shape.length;
}
