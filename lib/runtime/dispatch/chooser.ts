/**
 * Chooses how a window is launched: its canonical form, and the specialization of it, once deferred roots that it uses are computed, the
 * contents that recipes read are kept, and there is room for its results.
 */
import { Canonical, type Optimizer } from '../../fusion/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import type { Window } from '../issue/index.js';
import type { Execution } from '../launch/index.js';
import { type Reclaimer, WORTH_A_COLLECTION } from '../memory/index.js';
import { type Chosen, PlanCache, Predictor, type Rules, type Situation, type Specialization } from '../plans/index.js';
import type { Rematerializer } from '../rematerialization/index.js';
import type { Counters } from '../stats.js';
import { costs, Hotness } from '../tiering/index.js';
import type { Lifetimes } from './lifetimes.js';
import { Wanderers } from './wanderers.js';

const NO_ROOTS: readonly Root[] = [];

/** The parts that choices depend on. */
interface Parts {
  readonly execution: Execution;
  readonly reclaimer: Reclaimer;
  readonly counters: Counters;
  readonly rematerializer: Rematerializer;
  readonly lifetimes: Lifetimes;
  /** Looks for better plans; null where none are wanted. */
  readonly optimizer: Optimizer | null;
}

export class Chooser {
  readonly form: Canonical;
  predictor = this.#newPredictor();
  /** The windows that are launched are known to come again. */
  comesAgain = false;
  /** The window takes the plan of its extent class. */
  #shares = false;
  #known: PlanCache;
  /** Of windows without a plan; null where all are planned. */
  #hotness: Hotness | null;
  #wanderers = new Wanderers();
  readonly #rules: Rules;
  readonly #parts: Parts;
  readonly #launchBetween: (tasks: readonly Task[], scratch: readonly Root[]) => void;
  /** Of the window that is being launched. */
  readonly #now = {
    slots: NO_ROOTS,
    isDead: (root: Root): boolean => root.dead && root.mark === this.#parts.lifetimes.window,
    followed: false,
    window: 0,
    asked: false,
  };

  /** `launchBetween` launches tasks that the runtime itself issues. */
  constructor(rules: Rules, parts: Parts, launchBetween: (tasks: readonly Task[], scratch: readonly Root[]) => void) {
    this.#rules = rules;
    this.form = new Canonical(rules.oneMemory);
    this.#parts = parts;
    this.#launchBetween = launchBetween;
    this.#known = this.#newCache();
    this.#hotness = rules.hesitates ? new Hotness() : null;
  }

  #newCache(): PlanCache {
    const { execution, counters, optimizer } = this.#parts;
    return new PlanCache(this.#rules, execution, counters, optimizer);
  }

  #newPredictor(): Predictor {
    return new Predictor((form, window) => this.#known.improve(form, window));
  }

  /** Whether a root is dead, and no window after the one that is being launched uses it. */
  get isDead(): (root: Root) => boolean {
    return this.#now.isDead;
  }

  /** Tasks that were issued already come after the next window. */
  set followed(followed: boolean) {
    this.#now.followed = followed;
  }

  /** Forgets the window that was launched. */
  clear(): void {
    this.form.clear();
    this.#now.slots = NO_ROOTS;
    this.#shares = false;
  }

  /** Forgets all plans and predictions, after an interruption. */
  restart(): void {
    this.clear();
    this.#known = this.#newCache();
    this.#hotness = this.#rules.hesitates ? new Hotness() : null;
    this.#wanderers = new Wanderers();
    this.predictor = this.#newPredictor();
    this.comesAgain = false;
  }

  /** The specialization of the form as it is now, without the slots of dead roots. */
  exactly(tasks: readonly Task[], isDead: (root: Root) => boolean): Pick<Chosen, 'specialization' | 'known'> {
    return this.#known.exactly(this.form, tasks, isDead);
  }

  /** Whether the window has no plan, and one would not pay yet. */
  hesitates({ tasks }: Window): boolean {
    if (this.#hotness === null || this.comesAgain) return false;
    if (this.#known.knows(this.form)) return false;
    return !this.#hotness.worthPlanning(this.form, tasks) && !this.#parts.reclaimer.isShort(costs.unplannedBytes);
  }

  /** Whether a window without a plan takes the plan of its extent class, or makes one that pays for the class. */
  shares({ tasks }: Window): boolean {
    const { form } = this;
    const pays = (hash: number): boolean => this.#hotness?.worthPlanning({ hash, slots: form.slots }, tasks) ?? false;
    return (this.#shares = this.#known.shares(form, tasks, pays));
  }

  /** The specialization to launch for a window that matched its prediction; null where it takes the general path. */
  chooseExpected({ expected, slots, kept }: Window): Chosen | null {
    const form = this.predictor.next;
    if (form === null || expected === null || form.expected !== expected) return null;
    const { reclaimer } = this.#parts;
    const now = this.#situation(slots);
    if (reclaimer.mayAsk && form.asks(now, WORTH_A_COLLECTION, reclaimer.sees)) reclaimer.want();
    const chosen = this.#known.again(form, this.#situation(slots));
    if (chosen === null) return null;
    const bytes = bytesToGet(chosen.specialization, slots);
    reclaimer.beforeGetting(bytes);
    if (reclaimer.isShort(bytes)) return null;
    const { written } = chosen.specialization;
    // A deferred slot without a root has no contents that a recipe could read.
    if (!this.#parts.rematerializer.concerns(slots, kept === null ? written : chosen.specialization.kept)) return chosen;
    if (!this.#parts.rematerializer.takesCopies(slots, written)) return null;
    this.#keepVersions(slots, written);
    return this.#known.again(form, this.#situation(slots));
  }

  /** Makes the window's form, and its slots with it; deferred roots that it uses are materialized first. */
  encode(window: Window): void {
    const { form } = this;
    this.#encode(window);
    if (form.deferred.length > 0) {
      const { deferred } = form;
      form.clear();
      this.#parts.rematerializer.beforeUse(deferred, window.tasks);
      this.#encode(window);
    }
    if (this.#shares) this.shares(window);
  }

  /** Makes the form as it is, or the apart form of a window that is ever elsewhere. */
  #encode(window: Window): void {
    const { form } = this;
    window.encode(form);
    if (!form.spreads || !form.moves || this.#known.knows(form)) return;
    if (!this.#wanderers.goesOn(form.gist, form.hash)) return;
    form.clear();
    window.encode(form, true);
  }

  /**
   * Chooses the specialization to launch for a window that has its form, after looking for dead roots, if these matter, and making room.
   */
  chooseWithRoom(window: Window): Chosen {
    const { reclaimer } = this.#parts;
    const { sees } = reclaimer;
    const now = this.#situation(window.slots);
    if (reclaimer.mayAsk && this.#known.asks(this.form, now, WORTH_A_COLLECTION, sees, this.#shares)) reclaimer.want();
    const chosen = this.choose(window);
    const bytes = bytesToGet(chosen.specialization, window.slots);
    reclaimer.beforeGetting(bytes);
    if (!reclaimer.isShort(bytes)) return chosen;
    this.form.clear();
    reclaimer.makeRoom(bytes);
    this.encode(window);
    return { ...this.choose(window), known: chosen.known };
  }

  choose({ tasks, slots }: Window): Chosen {
    const now = this.#situation(slots);
    return this.#shares ? this.#known.chooseShared(this.form, tasks, now) : this.#known.choose(this.form, tasks, now);
  }

  #situation(slots: readonly Root[]): Situation {
    const now = this.#now;
    now.slots = slots;
    now.window = this.#parts.lifetimes.window;
    now.asked = this.#parts.reclaimer.knows;
    return now;
  }

  /** Keeps contents that recipes read and the window is about to change, and makes its form again. */
  keepAndEncode(window: Window, written: readonly number[]): void {
    this.form.clear();
    this.#keepVersions(window.slots, written);
    this.encode(window);
  }

  /** Keeps contents that recipes read and a window is about to change. Materialization may launch windows and change the window's slots. */
  #keepVersions(slots: readonly Root[], written: readonly number[]): void {
    const { execution } = this.#parts;
    const roots: Root[] = [];
    for (const slot of written) {
      // A slot without a root has no contents.
      const root: Root | undefined = slots[slot];
      if (root !== undefined && root.version !== null) roots.push(root);
    }
    const needed = this.#parts.rematerializer.beforeWrites(roots);
    const copies = needed.filter(({ roots: [from, to] }) => execution.copy?.(from, to) !== true);
    if (copies.length > 0) this.#launchBetween(copies, NO_ROOTS);
    // Recipes may be found dead while memory for their copies is looked for.
    for (const {
      roots: [, copy],
    } of needed)
      if (!this.#parts.rematerializer.keeps(copy)) execution.release(copy);
  }
}

/** Bytes of memory that the window's roots are about to get. */
function bytesToGet({ stored }: Specialization, slots: readonly Root[]): number {
  let bytes = 0;
  for (const slot of stored) if (slots[slot].address === 0) bytes += slots[slot].bytes;
  return bytes;
}
