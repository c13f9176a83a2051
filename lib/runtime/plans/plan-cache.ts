/** The plan cache: for each canonical form its choices of slots to leave out, and the programs made for them. */
import { invariant, now } from '../../base/index.js';
import {
  type Candidate,
  type Canonical,
  type CutWindow,
  cutWindow,
  FormCache,
  type Optimizer,
  type Places,
  type Plan,
  type Planning,
  questionOf,
  sliceOf,
} from '../../fusion/index.js';
import { recorder } from '../../profile/index.js';
import type { Root } from '../../store/index.js';
import type { Task } from '../../task/index.js';
import { checkIntact, type Window } from '../issue/index.js';
import type { Execution } from '../launch/index.js';
import type { Counters } from '../stats.js';
import { CachedForm, type Situation, type Slices, type Specialization } from './cached-form.js';
import { SharedPlans } from './shared-plans.js';

export interface Rules extends Planning {
  /** Whether roots with memory that is given back by hand may be deferred: their deaths are noticed. */
  readonly defersHeld: boolean;
  /** Whether plans are kept for the next window of their form; slots' states are kept in any case. */
  readonly remembers: boolean;
  /** Whether windows are launched task by task until a plan pays. */
  readonly hesitates: boolean;
}

/** A window's form, and the specialization to launch for it. */
export interface Chosen {
  readonly form: CachedForm;
  readonly specialization: Specialization;
  /** It had been made before. */
  readonly known: boolean;
  /** The form is that of the window's extent class, and not its own. */
  readonly isShared?: boolean;
}

export class PlanCache {
  readonly #rules: Rules;
  readonly #execution: Execution;
  readonly #counters: Counters;
  readonly #optimizer: Optimizer | null;
  readonly #forms = new FormCache<CachedForm>((form) => form.beForgotten());
  readonly #shared: SharedPlans | null;

  /** `optimizer`: looks for better plans; null where none are wanted. */
  constructor(rules: Rules, execution: Execution, counters: Counters, optimizer: Optimizer | null) {
    this.#rules = rules;
    this.#shared = rules.oneMemory ? new SharedPlans(rules) : null;
    this.#optimizer = optimizer;
    this.#execution = execution;
    this.#counters = counters;
  }

  /**
   * Whether to look for dead roots before a choice: `worth` bytes of memory may be saved, or nothing is known of the form. `sees`: liveness
   * can be found out now; `shares`: the window takes the plan of its class.
   */
  asks(canonical: Canonical, now: Situation, worth: number, sees: boolean, shares: boolean): boolean {
    const form = shares ? this.#shared?.found?.form : this.#forms.find(canonical);
    return form?.asks(now, worth, sees) ?? true;
  }

  /** Whether something is known of windows of this form. */
  knows(canonical: Canonical): boolean {
    return this.#forms.find(canonical) !== undefined;
  }

  /** The specialization to launch for the tasks of a canonical form; planned if it is new. */
  choose(canonical: Canonical, tasks: readonly Task[], now: Situation): Chosen {
    const found = this.#forms.find(canonical);
    const again = found === undefined ? null : this.again(found, now);
    return again ?? this.#plan(canonical, tasks, found, !now.asked, (form) => learnt(form, now));
  }

  /** The specialization to launch for a window of a known form; null where it has to be made. */
  again(form: CachedForm, now: Situation): Chosen | null {
    // Predicted windows are not looked up.
    form.wasUsed = true;
    const specialization = this.#rules.remembers ? form.find(now) : null;
    return specialization === null ? null : { form, specialization, known: true };
  }

  /** Whether a window takes the plan of its extent class, or makes it: `SharedPlans.has`. */
  shares(canonical: Canonical, tasks: readonly Task[], pays: (hash: number) => boolean): boolean {
    return this.#shared?.has(canonical, tasks, pays) ?? false;
  }

  /** The specialization to launch for a window that shares plans; one that is new to its class is planned. */
  chooseShared(canonical: Canonical, tasks: readonly Task[], now: Situation): Chosen {
    const shared = this.#shared;
    invariant(shared !== null, 'plans are shared');
    const { found } = shared;
    const known = found?.form.find(now) ?? null;
    if (found !== null && known !== null) {
      checkIntact(tasks);
      const { bases, slots } = canonical;
      const program = this.#execution.prepare(shared.planOf(found, known, tasks), tasks, slots, bases, false);
      return {
        form: found.form,
        specialization: { ...known, bytes: bytesOf(known.leftOut, slots), program },
        known: true,
        isShared: true,
      };
    }
    return this.#plan(canonical, tasks, found?.form, !now.asked, (form) => learnt(form, now), shared);
  }

  /** The specialization that leaves out exactly the roots which `leaves` names. */
  exactly(canonical: Canonical, tasks: readonly Task[], leaves: (root: Root) => boolean): Chosen {
    const { slots } = canonical;
    const choice = (f: CachedForm): number[] => f.candidates.flatMap(({ slot }) => (leaves(slots[slot]) ? [slot] : []));
    const found = this.#forms.find(canonical);
    const specialization = this.#rules.remembers ? (found?.exactly(choice(found)) ?? null) : null;
    if (found !== undefined && specialization !== null) return { form: found, specialization, known: true };
    return this.#plan(canonical, tasks, found, false, choice);
  }

  /** Windows of this form come again: asks for a better plan, if there may be one. The window's roots carry their slots. */
  improve(form: CachedForm, { tasks, slots, places }: Window): void {
    const { revision } = form;
    if (this.#optimizer === null || form.askedFor === revision) return;
    if (!this.#optimizer.takes) {
      this.#optimizer.whenAnswered(() => {
        form.expected = null;
      });
      return;
    }
    // A question names roots by their slots.
    if (places !== null) return;
    const question = questionOf(tasks, slots, this.#rules, (slot) => form.isKept(slot));
    if (question === null) return;
    // An answer for tasks that have changed since is none; the question for the tasks that replaced them is asked when the form is expected again.
    const isTaken = this.#optimizer.ask(question, (levels) => {
      if (levels !== null && form.revision === revision) form.improve(levels);
    });
    if (isTaken) form.askedFor = revision;
  }

  /** Cuts and plans a window, and makes its form if there is none, or the form of its class; `guess`: as of `CachedForm`. */
  #plan(
    canonical: Canonical,
    tasks: readonly Task[],
    found: CachedForm | undefined,
    guess: boolean,
    choice: (form: CachedForm) => readonly number[],
    shared: SharedPlans | null = null,
  ): Chosen {
    checkIntact(tasks);
    const window = given(canonical, tasks);
    const cut = cutWindow(window.tasks, window.slots, this.#rules, found);
    const deferrable = this.#deferrable(canonical.slots);
    const form = found ?? new CachedForm(cut, deferrable, guess);
    if (form.outdated) form.recut(cut, deferrable);
    if (found === undefined && shared === null) this.#forms.add(canonical, form);
    const specialization = this.#make(form, cut, window, canonical, choice(form));
    if (shared !== null) shared.add(form, specialization);
    else if (this.#rules.remembers) form.add(specialization);
    return { form, specialization, known: false, isShared: shared !== null };
  }

  #deferrable(slots: readonly Root[]): (candidate: Candidate) => boolean {
    const { held, defersHeld } = this.#rules;
    // A slot that its group does not consume is not deferred: that would only postpone its computation.
    return ({ slot, consumed, intact, readsHeld }) => consumed && intact && (held(slots[slot]) ? defersHeld : !readsHeld);
  }

  #make(
    form: CachedForm,
    cut: CutWindow,
    { tasks, slots }: Given,
    { bases, places }: Canonical,
    leftOut: readonly number[],
  ): Specialization {
    const start = now();
    const program = this.#execution.prepare(keepingShared(cut.plan(leftOut), places), tasks, slots, bases, places !== null);
    this.#counters.planSeconds += (now() - start) / 1000;
    recorder()?.span('issue', `plan ${tasks.length} tasks`, start, tasks[0]?.site ?? null);
    const deferred = leftOut.filter((slot) => !form.mustBeDead(slot));
    const held = deferred.filter((slot) => this.#rules.held(slots[slot]));
    const written = writtenBy(tasks);
    const [isDeferred, isLeftOut] = [new Set(deferred), new Set(leftOut)];
    return {
      leftOut,
      bytes: bytesOf(leftOut, slots),
      deferred,
      inputs: slicesOf(form, tasks, slots, deferred).inputs,
      apart:
        held.length > 0 && written.some((slot) => !this.#rules.held(slots[slot])) ? slicesOf(form, tasks, slots, held) : null,
      written,
      kept: written.filter((slot) => !isDeferred.has(slot)),
      stored: written.filter((slot) => !isLeftOut.has(slot) && this.#rules.held(slots[slot])),
      program,
    };
  }
}

/** The slots to leave out, of a form that learns from this window first. */
function learnt(form: CachedForm, now: Situation): readonly number[] {
  form.learn(now);
  return form.choice(now);
}

/** A window as it is planned: with a root for each slot. */
interface Given {
  readonly tasks: readonly Task[];
  readonly slots: readonly Root[];
}

function given({ places, slots }: Canonical, tasks: readonly Task[]): Given {
  return places === null ? { tasks, slots } : places.given(tasks, slots);
}

/** Bytes of the roots in these slots. */
function bytesOf(leftOut: readonly number[], slots: readonly Root[]): number {
  return leftOut.reduce((n, slot) => n + slots[slot].bytes, 0);
}

/** The plan, without the last uses of roots with several slots: their memory is given back behind the window. */
function keepingShared(plan: Plan, places: Places | null): Plan {
  if (places === null) return plan;
  return { ...plan, lastUses: plan.lastUses.map((last) => last.filter((slot) => !places.isShared(slot))) };
}

/** Candidates by their groups; they come ordered by group. */
function byGroup(candidates: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = [];
  for (const candidate of candidates) {
    const last = groups.at(-1);
    if (last?.[0].tasks === candidate.tasks) last.push(candidate);
    else groups.push([candidate]);
  }
  return groups;
}

/** The tasks that compute deferred slots, and their inputs. */
function slicesOf(form: CachedForm, tasks: readonly Task[], slots: readonly Root[], deferred: readonly number[]): Slices {
  const chosen = new Set(deferred);
  const inputs = new Set<number>();
  const needed: number[] = [];
  for (const group of byGroup(form.candidates)) {
    const targets = group.filter((c) => chosen.has(c.slot)).map((c) => slots[c.slot]);
    if (targets.length === 0) continue;
    const slice = sliceOf(tasks, group[0].tasks, new Set(group.map((c) => slots[c.slot])), targets);
    for (const input of slice.inputs) inputs.add(input.slot);
    needed.push(...slice.tasks);
  }
  return { tasks: needed.sort((a, b) => a - b), inputs: [...inputs] };
}

/** Slots that tasks write. */
export function writtenBy(tasks: readonly Task[]): number[] {
  const written = new Set<number>();
  for (const { kind, roots } of tasks) {
    roots.forEach((root, k) => kind.args[k].privilege !== 'read' && written.add(root.slot));
  }
  return [...written];
}
