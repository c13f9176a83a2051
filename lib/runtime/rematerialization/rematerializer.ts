/**
 * Deferred results: roots that were left out of their window and may be used after all. A deferred root is *materialized* before a use: its
 * slice is launched as a window of its own. Before a task changes contents that recipes read, the old contents are kept:
 *
 *     t = a * 2; u = t + 1; read u      t is left out: recipe { t = a * 2 }, which reads version v of a
 *     a += 1                            launches a' = a; a += 1: v is a' now. If a is large, t is materialized, unless it is dead
 *     read t                            launches t = a' * 2
 *
 * Small roots' memory goes with the garbage, and so do unused recipes and copies. A dead root with memory that is given back by hand keeps
 * it, if recipes read the root, until the roots deferred to these recipes are dead or materialized.
 */
import { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Window } from '../issue/index.js';
import { copyKinds } from '../launch/index.js';
import type { CachedForm, Specialization } from '../plans/index.js';
import { Recipe, Version } from './recipe.js';

/** A window that defers fewer roots than this had better store them, where they depend on a root that is changed again and again. */
const WORTH_COPYING = 4;
/** Bytes of a root that cost less to copy than a collection costs that may find them unneeded. */
const CHEAP_COPY = 1 << 20;

interface RematerializerHost {
  /** Whether a root's memory is given back by hand. */
  held(root: Root): boolean;
  /** Launches tasks as a window of its own; `scratch` roots are dead after it. */
  launch(tasks: readonly Task[], scratch: readonly Root[]): void;
  /** Takes back a dead root's memory, which no recipe reads any more. */
  release(root: Root): void;
  /** Looks for dead roots. */
  findDead(): void;
}

export class Rematerializer {
  readonly #host: RematerializerHost;
  /** Deferred roots with memory that would be given back by hand. */
  readonly #roots = new Set<Root>();
  materialized = 0;

  constructor(host: RematerializerHost) {
    this.#host = host;
  }

  /**
   * Notes the results that a window is about to defer; `isDead`: roots that the program cannot reach. For deferred slots without roots the
   * window has the recipe.
   */
  note(form: CachedForm, specialization: Specialization, window: Window, isDead: (root: Root) => boolean): void {
    const { apart } = specialization;
    let recipe: Recipe | null = null;
    let lasting: Recipe | null = null;
    const slots: readonly (Root | undefined)[] = window.slots;
    const { deferred } = specialization;
    if (window.kept !== null) {
      window.recipe = new Recipe(form, specialization, window);
      return;
    }
    for (let i = 0; i < deferred.length; i++) {
      const root = slots[deferred[i]];
      if (root === undefined) {
        window.recipe ??= recipe ??= new Recipe(form, specialization, window);
        continue;
      }
      if (isDead(root)) continue;
      if (!this.#host.held(root)) {
        root.recipe = recipe ??= new Recipe(form, specialization, window);
        continue;
      }
      if (lasting === null) {
        lasting =
          apart === null
            ? (recipe ??= new Recipe(form, specialization, window))
            : new Recipe(form, specialization, window, apart);
        // Before a root can be forgotten: an interruption keeps more memory than need be, and never less.
        for (const version of lasting.versions) version.dependents++;
      }
      lasting.held++;
      this.#roots.add(root);
      root.recipe = lasting;
    }
  }

  /** Forgets a root's recipe: its contents will not be asked for, or are computed. */
  forget(root: Root): void {
    const { recipe } = root;
    root.recipe = null;
    if (!(recipe instanceof Recipe) || !this.#roots.delete(root) || --recipe.held > 0) return;
    for (const version of recipe.versions) {
      version.dependents--;
      if (version.root.dead && !this.keeps(version.root)) this.#host.release(version.root);
    }
  }

  /** Whether recipes read this root's contents. */
  keeps(root: Root): boolean {
    const { version } = root;
    return version !== null && (version.dependents > 0 || !this.#host.held(root));
  }

  /** Computes a deferred root's contents; the next window of its form stores them. */
  materialize(root: Root): void {
    const { recipe } = root;
    if (!(recipe instanceof Recipe)) return;
    recipe.form.store(recipe.slots.indexOf(root));
    const { tasks, scratch } = recipe.tasksFor(root);
    // Its inputs are kept until the launch is numbered.
    root.recipe = null;
    this.#host.launch(tasks, scratch);
    root.recipe = recipe;
    this.forget(root);
    this.materialized++;
  }

  /** Materializes deferred roots that tasks use, except roots that they overwrite first. */
  beforeUse(roots: readonly Root[], tasks: readonly Task[]): void {
    for (const root of roots) {
      if (overwrites(tasks, root)) this.forget(root);
      else this.materialize(root);
    }
  }

  /** Whether some of these roots have contents that recipes may read. */
  concerns(slots: readonly (Root | undefined)[], written: readonly number[]): boolean {
    for (let i = 0; i < written.length; i++) {
      const root = slots[written[i]];
      if (root !== undefined && root.version !== null) return true;
    }
    return false;
  }

  /** Whether copies suffice to keep the contents of these roots for recipes. */
  takesCopies(slots: readonly (Root | undefined)[], written: readonly number[]): boolean {
    return written.every((slot) => {
      const root = slots[slot];
      return root === undefined || root.version === null || root.bytes <= CHEAP_COPY;
    });
  }

  /** Keeps, for recipes, the contents of roots that are about to be changed. Returns copies to launch before the tasks that change them. */
  beforeWrites(roots: readonly Root[]): Task[] {
    if (roots.some((root) => this.#isDear(root) && (root.version?.dependents ?? 0) > 0)) this.#host.findDead();
    const copies: Task[] = [];
    for (const root of roots) {
      const { version } = root;
      if (!(version instanceof Version)) continue;
      if (this.#isDear(root)) this.#materializeWhatReads(version);
      else if (this.keeps(root)) copies.push(copied(root, version));
      root.version = null;
    }
    return copies;
  }

  /** Whether a root is too large to be copied for recipes. */
  #isDear(root: Root): boolean {
    return root.bytes > CHEAP_COPY && this.#host.held(root);
  }

  #materializeWhatReads(version: Version): void {
    if (version.dependents === 0) return;
    for (const root of [...this.#roots]) {
      if (root.recipe instanceof Recipe && root.recipe.versions.includes(version)) this.materialize(root);
    }
  }

  /** Materializes roots with recipes that keep dead roots' memory from being given back. */
  relieve(): void {
    for (const root of [...this.#roots]) {
      if (root.recipe instanceof Recipe && root.recipe.versions.some((v) => v.root.dead)) this.materialize(root);
    }
  }

  /** Dead roots that are kept for recipes. */
  kept(): Root[] {
    const versions = [...this.#roots].flatMap((root) => (root.recipe instanceof Recipe ? root.recipe.versions : []));
    return versions.map((version) => version.root).filter((root) => root.dead);
  }
}

/** The task that gives a version a root of its own. */
function copied(root: Root, version: Version): Task {
  const copy = new Root(root.dtype, root.view.shape);
  copy.version = version;
  copy.dead = true;
  version.root = copy;
  for (const [form, specialization] of version.readers) {
    if (specialization.deferred.length < WORTH_COPYING) for (const slot of specialization.deferred) form.store(slot);
  }
  const { view } = root;
  return { kind: copyKinds[root.dtype.code], domain: view.shape, roots: [root, copy], views: [view, copy.view], scalars: [] };
}

/** Whether the first task that uses a root overwrites all of it. */
function overwrites(tasks: readonly Task[], root: Root): boolean {
  const { kind, roots, views } = tasks[tasks.findIndex((t) => t.roots.includes(root))];
  return roots.every((r, k) => r !== root || (kind.args[k].privilege === 'write' && views[k] === root.view));
}
