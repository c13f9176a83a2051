/**
 * The plan cache's entry for one canonical form: the slots to leave out (they get no memory), and a program for each such choice. A slot's
 * state changes in one direction only, so that choices settle (new clusters open all slots once more that are not stored):
 *
 *     open ──► out           it was dead; or it was consumed in its group, and liveness was unknown, or the form came again
 *     open, out ──► stored   it was used after its window
 *
 * A slot that is out and can be computed later (`deferrable`) is left out whether it is dead or not. The other slots, *conditional* ones,
 * are left out of windows in which all of them are dead; a window in which one lives stores them all, by a second program.
 */
import type { Candidate, CutWindow } from '../../fusion/index.js';
import type { Root } from '../../store/index.js';
import type { PredictedWindow } from '../issue/index.js';
import type { Program } from '../launch/index.js';

/** Tasks that compute some of the deferred slots, and the slots that these tasks read. */
export interface Slices {
  readonly tasks: readonly number[];
  readonly inputs: readonly number[];
}

/** A choice and its program. */
export interface Specialization {
  /** Slots that get no memory, and their bytes. */
  readonly leftOut: readonly number[];
  readonly bytes: number;
  /** The left-out slots that need not be dead: they are deferred where they are not. */
  readonly deferred: readonly number[];
  /** Slots that deferred ones are computed from. */
  readonly inputs: readonly number[];
  /** The deferred slots with held memory (given back by hand), where other written roots' memory goes with the garbage; null for none. */
  readonly apart: Slices | null;
  /** Slots that tasks write; the ones of them that are not deferred; the ones that get memory which is given back by hand. */
  readonly written: readonly number[];
  readonly kept: readonly number[];
  readonly stored: readonly number[];
  readonly program: Program;
}

/** The state of a window's roots on which the choice depends. */
export interface Situation {
  readonly slots: readonly Root[];
  /** Whether no use of this root can follow the window. */
  readonly isDead: (root: Root) => boolean;
  /** Tasks that were issued already may use roots of this window again. */
  readonly followed: boolean;
  readonly window: number;
  /** Dead roots were looked for: every other root lives, or survived a collection. */
  readonly asked: boolean;
}

/** A window that was cut: its candidates, and the producers that tasks gather through. */
type Cut = Pick<CutWindow, 'candidates' | 'gatheredThrough'>;

const OPEN = 0;
const OUT = 1;
const STORED = 2;

export class CachedForm {
  candidates: readonly Candidate[] = [];
  /** The solver's levels of tasks; whether the candidates are still the ones of the clusters before. */
  levels: readonly number[] | null = null;
  outdated = false;
  /** Counts changes of the tasks that are planned: stored slots through which nothing is gathered any more. */
  revision = 0;
  /** The revision that the solver was asked for last. */
  askedFor = -1;
  #gatheredThrough: ReadonlySet<number> = new Set();
  /** A window had this form since forms were last evicted (`fusion/canonical.ts`). */
  wasUsed = false;
  /** The predicted window of this form; null until one is expected. */
  expected: PredictedWindow | null = null;
  /** The form of the window that follows, and the trust in that (`predictor.ts`). */
  readonly sequel: { form: CachedForm | null; trust: number } = { form: null, trust: 0 };
  /** By slot. */
  readonly #deferrable: boolean[] = [];
  readonly #state: number[] = [];
  #specializations: Specialization[] = [];
  /** Candidates that are open. */
  #open: readonly number[] = [];
  /** Candidates that are left out only of windows in which they are dead. */
  #conditional: readonly number[] = [];
  /** The specializations that leave out all slots that are out, and only the deferrable ones; null when they have to be made. */
  #full: Specialization | null = null;
  #safe: Specialization | null = null;
  /** Conditional slots that lived when liveness was last asked for. */
  #missed: readonly number[] = [];
  /** The first window; whether a later one has come, so that consumed slots are taken for temporaries. */
  #first = 0;
  #guessed = false;
  /** Windows with enough bytes in open candidates to look for dead roots, and the number of such windows at which to look next. */
  #uncertain = 0;
  #askAt = 1;

  /** `guess`: dead roots were not looked for, so that consumed slots are taken for dead. */
  constructor(cut: Cut, deferrable: (candidate: Candidate) => boolean, guess: boolean) {
    this.recut(cut, deferrable);
    if (guess) this.#guess();
    this.#stateChanged();
  }

  /** Has the next window of this form planned anew, by the solver's answer. */
  improve(levels: readonly number[]): void {
    this.levels = levels;
    this.#outdate();
  }

  #outdate(): void {
    this.outdated = true;
    this.expected = null;
    this.#specializations = [];
    this.#full = this.#safe = null;
  }

  /** Whether a slot is stored. */
  isKept(slot: number): boolean {
    return this.#state[slot] === STORED;
  }

  /** Takes the candidates of new clusters. Stored slots stay stored. */
  recut({ candidates, gatheredThrough }: Cut, deferrable: (candidate: Candidate) => boolean): void {
    this.candidates = candidates;
    this.#gatheredThrough = gatheredThrough;
    this.#outdate();
    this.outdated = false;
    for (const candidate of candidates) {
      const { slot } = candidate;
      this.#deferrable[slot] = deferrable(candidate);
      if (this.#state[slot] !== STORED) this.#state[slot] = OPEN;
    }
    this.#guessed = false;
    this.#stateChanged();
  }

  /**
   * Whether to look for dead roots before a window is launched, since `worth` bytes of memory may be saved. Conditional slots are asked for
   * each time; open slots ever more seldom, for they may live on in every window. `sees`: liveness can be found out now; otherwise the
   * question counts as not asked.
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

  /** The specialization for a window; null when it has to be made (`choice`, `add`). */
  find(now: Situation): Specialization | null {
    this.learn(now);
    if (this.outdated) return null;
    for (const slot of this.#conditional) if (!now.isDead(now.slots[slot])) return this.#withoutAnswer(now);
    if (this.#missed.length > 0) this.#missed = [];
    return this.#full ?? this.#known(this.choice(now));
  }

  /** The specialization for a window in which a conditional slot is not known to be dead. */
  #withoutAnswer(now: Situation): Specialization | null {
    if (now.asked) {
      const missed = this.#conditional.filter((slot) => !now.isDead(now.slots[slot]));
      // A slot that lives once may have survived a collection by chance; one that lives twice in a row is used by the program.
      for (const slot of missed) if (this.#missed.includes(slot)) this.store(slot);
      this.#missed = missed;
    }
    return this.#safe ?? this.#known(this.choice(now));
  }

  /** Takes consumed, deferrable slots for dead: one that lives is computed later. */
  #guess(): void {
    for (const { slot, consumed } of this.candidates) {
      if (consumed && this.#deferrable[slot] && this.#state[slot] === OPEN) this.#state[slot] = OUT;
    }
  }

  /** The form was evicted: objects that still hold it must not hold, through its sequel, all forms that followed. */
  beForgotten(): void {
    this.sequel.form = null;
    this.sequel.trust = 0;
  }

  /** Learns from a window: dead slots are left out from now on; slots that later tasks use are stored. */
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

  /** Slots to leave out now: all that are out, or only the deferrable ones when a conditional slot is alive. */
  choice(now: Situation): readonly number[] {
    const out = this.#slotsThatAre(OUT);
    const all = out.every((slot) => this.#deferrable[slot] || now.isDead(now.slots[slot]));
    return all ? out : this.#deferrableOf(out);
  }

  /** Whether a slot that is left out has to be dead. */
  mustBeDead(slot: number): boolean {
    return !this.#deferrable[slot];
  }

  /** The specialization of a choice, if there is one; `find` returns it directly from now on. */
  #known(leftOut: readonly number[]): Specialization | null {
    const found = this.exactly(leftOut);
    if (found !== null) this.#adopt(found);
    return found;
  }

  /** The specialization that leaves out exactly these slots, if it was made. */
  exactly(leftOut: readonly number[]): Specialization | null {
    return this.#specializations.find((v) => sameNumbers(v.leftOut, leftOut)) ?? null;
  }

  add(specialization: Specialization): void {
    this.#specializations.push(specialization);
    this.#adopt(specialization);
  }

  #adopt(specialization: Specialization): void {
    const out = this.#slotsThatAre(OUT);
    if (sameNumbers(specialization.leftOut, out)) this.#full = specialization;
    if (sameNumbers(specialization.leftOut, this.#deferrableOf(out))) this.#safe = specialization;
  }

  #deferrableOf(slots: readonly number[]): number[] {
    return slots.filter((slot) => this.#deferrable[slot]);
  }

  /** The slot was used after its window: from now on it is stored. */
  store(slot: number): void {
    if (this.#state[slot] === STORED) return;
    this.#state[slot] = STORED;
    // It is in memory from now on, so that nothing is saved by gathers through its producer.
    if (this.#gatheredThrough.has(slot)) {
      this.revision++;
      this.#outdate();
    }
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

/** Bytes of slots that no later window uses and that are not reported dead. */
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
