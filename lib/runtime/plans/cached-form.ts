/**
 * What is known of the windows of one canonical form: which slots are left out (get no memory), and a program for each such
 * choice. The choice learns, and only in one direction, so that it settles:
 *
 *     open ──► out       it was dead; or it was consumed in its group, and nobody could say, or the form came again
 *     open, out ──► stored   somebody used it after all
 *
 * A slot that is out and can be computed later (`deferrable`) is left out whether it is dead or not. The others are left out of
 * windows in which all of them are dead; a window in which one is not keeps all of them, by a second program.
 */
import type { Candidate } from '../../fusion/index.js';
import type { Root } from '../../store/index.js';
import type { PredictedWindow } from '../issue/index.js';
import type { Program } from '../launch/index.js';

/** Some of the deferred slots, the tasks that compute them, and the slots that those read. */
export interface Slices {
  readonly targets: readonly number[];
  readonly tasks: readonly number[];
  readonly inputs: readonly number[];
}

/** A choice and its program. */
export interface Specialization {
  /** Slots that get no memory, and their bytes. */
  readonly leftOut: readonly number[];
  readonly bytes: number;
  /** Those among them that have to be dead; those that are deferred when they are not. */
  readonly dead: readonly number[];
  readonly deferred: readonly number[];
  /** Slots that deferred ones are computed from. */
  readonly inputs: readonly number[];
  /** The deferred ones whose deaths are waited for, where other roots of the window go with the garbage; null for none. */
  readonly apart: Slices | null;
  /** Slots that tasks write; those among them that are not deferred; that have memory which is given back by hand. */
  readonly written: readonly number[];
  readonly kept: readonly number[];
  readonly stored: readonly number[];
  readonly program: Program;
}

/** What a window's roots say about the choice. */
export interface Situation {
  readonly slots: readonly Root[];
  /** Nobody can use this root after the window. */
  readonly isDead: (root: Root) => boolean;
  /** Tasks that were issued already may use roots of this window again. */
  readonly followed: boolean;
  readonly window: number;
  /** Dead roots were looked for: what is not dead lives, or survived a collection. */
  readonly asked: boolean;
}

const OPEN = 0;
const OUT = 1;
const STORED = 2;

export class CachedForm {
  readonly candidates: readonly Candidate[];
  /** What windows of this form are, for the next one; null until they are expected. */
  expected: PredictedWindow | null = null;
  /** What came behind them, and how often more than another did (`predictor.ts`). */
  readonly sequel: { form: CachedForm | null; trust: number } = { form: null, trust: 0 };
  /** By slot. */
  readonly #deferrable: boolean[] = [];
  readonly #state: number[] = [];
  readonly #specializations: Specialization[] = [];
  /** Candidates that nothing is known of. */
  #open: readonly number[] = [];
  /** Those that are left out when they are dead. */
  #conditional: readonly number[] = [];
  /** The programs that leave out all that is out, and what can be deferred; null when they have to be made. */
  #full: Specialization | null = null;
  #safe: Specialization | null = null;
  /** Conditional slots that were not dead when that was last asked. */
  #missed: readonly number[] = [];
  /** The first window; whether a later one has come, so that what is consumed is taken for a temporary. */
  #first = 0;
  #guessed = false;
  /** Windows with open candidates that would be worth asking for, and at how many of them that is done next. */
  #uncertain = 0;
  #askAt = 1;

  /** `guess`: nobody looked for dead roots, so that what is consumed is taken for dead. */
  constructor(candidates: readonly Candidate[], deferrable: (candidate: Candidate) => boolean, guess: boolean) {
    this.candidates = candidates;
    for (const candidate of candidates) {
      const { slot } = candidate;
      this.#deferrable[slot] = deferrable(candidate);
      this.#state[slot] = OPEN;
    }
    if (guess) this.#guess();
    this.#stateChanged();
  }

  /**
   * Whether to find out who is dead before a window is launched: memory of `worth` bytes may be saved. What is left out only
   * when it is dead is asked for each time; what is open ever more seldom, for it may live on in every window. `sees`: it can
   * be found out; else the question stands.
   */
  asks(now: Situation, worth: number, sees: boolean): boolean {
    this.learn(now);
    let bytes = unknownBytes(this.#conditional, now);
    if (bytes >= worth) return true;
    if (this.#open.length === 0) return false;
    bytes += unknownBytes(this.#open, now);
    if (bytes < worth || this.#uncertain + 1 < this.#askAt) {
      if (bytes >= worth) this.#uncertain++;
      return false;
    }
    if (sees) this.#askAt = 2 * ++this.#uncertain;
    return true;
  }

  /** The variant for a window; null when it has to be made (`choice`, `add`). */
  find(now: Situation): Specialization | null {
    this.learn(now);
    for (const slot of this.#conditional) if (!now.isDead(now.slots[slot])) return this.#withoutAnswer(now);
    if (this.#missed.length > 0) this.#missed = [];
    return this.#full ?? this.#known(this.choice(now));
  }

  /** The variant for a window in which what must be dead is not. */
  #withoutAnswer(now: Situation): Specialization | null {
    if (now.asked) {
      const missed = this.#conditional.filter((slot) => !now.isDead(now.slots[slot]));
      // Once is what a collection happened to leave; twice in a row is how the program is.
      for (const slot of missed) if (this.#missed.includes(slot)) this.store(slot);
      this.#missed = missed;
    }
    return this.#safe ?? this.#known(this.choice(now));
  }

  /** Takes what is consumed for dead: if it lives and can be computed later, no harm is done. */
  #guess(): void {
    for (const { slot, consumed } of this.candidates) {
      if (consumed && this.#deferrable[slot] && this.#state[slot] === OPEN) this.#state[slot] = OUT;
    }
  }

  /** Nobody looks for it any more: what holds it still must not hold all that came behind it. */
  beForgotten(): void {
    this.sequel.form = null;
    this.sequel.trust = 0;
  }

  /** What has died is left out; what later windows use is not. */
  learn(now: Situation): void {
    const { slots } = now;
    if (this.#first === 0) this.#first = now.window;
    let changed = now.window !== this.#first && !this.#guessed;
    if (changed) {
      this.#guessed = true;
      this.#guess();
    }
    for (const slot of this.#open) {
      if (!now.isDead(slots[slot])) continue;
      this.#state[slot] = OUT;
      changed = true;
    }
    if (changed) this.#stateChanged();
    if (!now.followed) return;
    for (const { slot } of this.candidates) {
      if (this.#state[slot] === OUT && slots[slot].mark !== now.window) this.store(slot);
    }
  }

  /** Slots to leave out now: all that are out, or those that can be deferred when one of the others is alive. */
  choice(now: Situation): readonly number[] {
    const out = this.#slotsThatAre(OUT);
    const all = out.every((slot) => this.#deferrable[slot] || now.isDead(now.slots[slot]));
    return all ? out : this.#deferrableOf(out);
  }

  /** Whether a slot that is left out has to be dead. */
  mustBeDead(slot: number): boolean {
    return !this.#deferrable[slot];
  }

  /** The variant of a choice, if there is one; it becomes the one to look at first. */
  #known(leftOut: readonly number[]): Specialization | null {
    const found = this.exactly(leftOut);
    if (found !== null) this.#adopt(found);
    return found;
  }

  /** The variant that leaves out these slots and no others, if it was made. */
  exactly(leftOut: readonly number[]): Specialization | null {
    return this.#specializations.find((v) => sameNumbers(v.leftOut, leftOut)) ?? null;
  }

  add(specialization: Specialization): void {
    this.#specializations.push(specialization);
    this.#adopt(specialization);
  }

  /** Keeps a variant that only serves windows whose choice is given. */
  addExact(specialization: Specialization): void {
    this.#specializations.push(specialization);
  }

  #adopt(specialization: Specialization): void {
    const out = this.#slotsThatAre(OUT);
    if (sameNumbers(specialization.leftOut, out)) this.#full = specialization;
    if (sameNumbers(specialization.leftOut, this.#deferrableOf(out))) this.#safe = specialization;
  }

  #deferrableOf(slots: readonly number[]): number[] {
    return slots.filter((slot) => this.#deferrable[slot]);
  }

  /** Somebody used the slot after its window: from now on it is stored. */
  store(slot: number): void {
    if (this.#state[slot] === STORED) return;
    this.#state[slot] = STORED;
    this.#stateChanged();
  }

  #stateChanged(): void {
    this.#full = this.#safe = null;
    this.#open = this.#slotsThatAre(OPEN);
    this.#conditional = this.#slotsThatAre(OUT).filter((slot) => !this.#deferrable[slot]);
  }

  #slotsThatAre(state: number): number[] {
    return this.candidates.flatMap(({ slot }) => (this.#state[slot] === state ? [slot] : []));
  }
}

/** Bytes of slots that no later window uses and nobody has reported dead. */
function unknownBytes(slots: readonly number[], now: Situation): number {
  let bytes = 0;
  for (const slot of slots) {
    const root = now.slots[slot];
    if (!root.dead && root.mark === now.window) bytes += root.bytes;
  }
  return bytes;
}

function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((n, i) => n === b[i]);
}
