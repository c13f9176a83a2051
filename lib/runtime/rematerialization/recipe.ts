/**
 * Recipes: how to compute the contents of roots that a window left out although the program still holds them. One record for a window: its
 * tasks, and the contents that they read from outside. Deferred roots alone refer to it, so that it dies with them.
 *
 * Contents that recipes read are *versions*. A root with contents that a live recipe reads carries the version; before a task changes the
 * root, the version gets a root of its own with the old contents (`rematerializer.ts`).
 */
import { type Slice, sliceOf } from '../../fusion/index.js';
import { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import { Window } from '../issue/index.js';
import type { CachedForm, Slices, Specialization } from '../plans/index.js';

/**
 * Forms that a version remembers, at most. Contents that ever new forms read hardly change; a forgotten form is noted again when it reads
 * next.
 */
const READERS = 32;

/** Contents that recipes read, and the root that has them now. */
export class Version {
  root: Root;
  /** Recipes that depend on it for roots with memory that is given back by hand. */
  dependents = 0;
  /** The form of the last window that read it, and its specialization; earlier forms, where they differ. */
  #form: CachedForm | null = null;
  #specialization: Specialization | null = null;
  #earlier: Map<CachedForm, Specialization> | null = null;

  constructor(root: Root) {
    this.root = root;
  }

  note(form: CachedForm, specialization: Specialization): void {
    if (this.#form === form) return;
    if (this.#form !== null) this.#earlier = this.readers;
    this.#form = form;
    this.#specialization = specialization;
  }

  /** The forms of the last windows that read it, and the specialization noted with each. */
  get readers(): Map<CachedForm, Specialization> {
    const readers = this.#earlier ?? new Map<CachedForm, Specialization>();
    if (this.#form === null || this.#specialization === null) return readers;
    readers.delete(this.#form);
    readers.set(this.#form, this.#specialization);
    if (readers.size > READERS) {
      const [oldest] = readers.keys();
      readers.delete(oldest);
    }
    return readers;
  }
}

/** The version that is in a root now. */
export function versionOf(root: Root): Version {
  if (root.version instanceof Version) return root.version;
  const version = new Version(root);
  root.version = version;
  return version;
}

/** How to compute the results that a window left out. */
export class Recipe {
  readonly form: CachedForm;
  /** The form's, when the window was launched. */
  readonly #candidates: CachedForm['candidates'];
  readonly #window: Window;
  /** It has all tasks of the window, so that they have their numbers. */
  readonly #whole: boolean;
  /** Slots that the tasks read, and the versions that these had. */
  readonly #inputs: readonly number[];
  readonly versions: readonly Version[];
  /** Deferred roots with memory that would be given back by hand: while there are some, the inputs are kept. */
  held = 0;

  /** `part`: the tasks and roots of the window to keep, for targets that must not keep the rest of it alive. */
  constructor(form: CachedForm, specialization: Specialization, window: Window, part: Slices | null = null) {
    const kept = part === null ? window : only(window, part);
    const { slots } = kept;
    this.form = form;
    this.#candidates = form.candidates;
    this.#window = kept;
    this.#whole = part === null;
    this.#inputs = part === null ? specialization.inputs : part.inputs;
    const versions = new Array<Version>(this.#inputs.length);
    for (let i = 0; i < versions.length; i++) {
      versions[i] = versionOf(slots[this.#inputs[i]]);
      versions[i].note(form, specialization);
    }
    this.versions = versions;
  }

  /** The roots of its tasks, by slot. */
  get slots(): readonly Root[] {
    return this.#window.complete();
  }

  /** Tasks that compute a root, on fresh roots for intermediate results, and these fresh roots. */
  tasksFor(target: Root): { tasks: Task[]; scratch: Root[] } {
    const { tasks, inputs } = this.#slice(target);
    const scratch: Root[] = [];
    const named = new Map<Root, Root>([[target, target]]);
    for (const input of inputs) {
      const k = this.#inputs.findIndex((own) => this.slots[own] === input);
      named.set(input, this.versions[k].root);
    }
    const nameOf = (root: Root): Root => {
      let name = named.get(root);
      if (name === undefined) {
        name = new Root(root.dtype, root.view.shape);
        name.dead = true;
        scratch.push(name);
        named.set(root, name);
      }
      return name;
    };
    const all = this.#window.tasks;
    return { tasks: tasks.map((t) => ({ ...all[t], roots: all[t].roots.map(nameOf) })), scratch };
  }

  #slice(target: Root): Slice {
    const candidates = this.#candidates;
    const slot = this.slots.indexOf(target);
    const own = candidates.find((c) => c.slot === slot);
    if (own === undefined) return { tasks: [], inputs: [] };
    const local = new Set(candidates.filter((c) => c.tasks === own.tasks).map((c) => this.slots[c.slot]));
    const { tasks } = this.#window;
    // A local root is used in its group alone: to look through more tasks finds no more.
    return sliceOf(tasks, this.#whole ? own.tasks : [...tasks.keys()], local, [target]);
  }
}

/** Some tasks of a window, with their roots alone; slots keep their numbers. */
function only(window: Window, { tasks }: Slices): Window {
  const kept = tasks.map((t) => window.tasks[t]);
  const used = new Set(kept.flatMap((task) => task.roots));
  const slots: Root[] = [];
  window.slots.forEach((root, slot) => {
    if (used.has(root)) slots[slot] = root;
  });
  return Window.of(kept, slots);
}
