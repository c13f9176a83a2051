/**
 * The steps of launches that are not complete, and the errors that they leave in roots: when a launch fails, its tasks' results are
 * poisoned, and so are all results computed from them, task by task in the order of issue (unrelated tasks of the same launch stay well),
 * until they are overwritten. Readers of a poisoned root throw its error.
 */
import type { ManipleError } from '../../base/index.js';
import { isForeign } from '../../device/index.js';
import type { Step } from '../../fusion/index.js';
import { STATUS } from '../../ir/index.js';
import { recorder } from '../../profile/index.js';
import type { Root } from '../../store/index.js';
import { lostError, Window } from '../issue/index.js';
import { groupsOf } from './groups.js';
import type { Progress } from './machine-queues.js';
import { carryPoison, firstOf, usesPoison } from './poison.js';
import type { Peek } from './recomputed.js';
import { failureOf, failureOfStep, type StepFailure } from './step-failure.js';

const MANY = 512;
const NOTHING: ReadonlySet<Entry> = new Set();
const NO_WINDOW = Window.of([]);

/** The root that a transfer moves elements of, null where it is not known; `away`: from the host to the transfer's device. */
interface Moved {
  readonly root: Root | null;
  readonly away: boolean;
  error: ManipleError | null;
  /** The reader that it moves them to, which gets errors in the root's place. */
  readonly reader: { error: ManipleError | null } | null;
}

/** The launches of a program by step. */
export interface StepLaunches {
  readonly steps: readonly Step[];
  /** By launch: the number of its step; -1 for one of no step. Left out where each step is one launch. */
  readonly of?: Int32Array | undefined;
}

/** Launches of one step, or of as many steps, one each. */
interface Entry {
  readonly first: number;
  readonly launch: number;
  /** The launches' steps, and the window of their tasks. */
  readonly window: Window;
  readonly steps: readonly Step[];
  /** As `StepLaunches.of`. */
  readonly of?: Int32Array | undefined;
  /** By step; null while there are none. */
  errors: Map<Step, StepFailure> | null;
  /** For a transfer. */
  readonly moved?: Moved;
  /** Windows are counted in the order of their launches. */
  readonly turn: number;
}

export class FailureLog {
  readonly #device: Pick<Progress, 'completed' | 'help' | 'isOver' | 'failures' | 'reason'>;
  readonly #peek: Peek;
  #open: Entry[] = [];
  /** Failures that have not been carried on yet, as pairs of launch and status. */
  #failures: readonly number[] = [];
  /** A transfer of an unknown root that failed, and its status. */
  #distrusted: readonly number[] = [];
  /** A launch uses a poisoned root: its results have to be looked at although it did not fail. */
  #tainted = false;
  /** Some root was poisoned once: until then roots need not be looked at. */
  #poisoned = false;
  /** Launches of other queues than the host's device's are noted. */
  #foreign = false;
  /** The window of the last entry, and how many came so far. */
  #serial = 0;
  #turn = 0;
  /** Entries at which the complete ones are let go of: more where the host is that far ahead, so that each is looked at a few times. */
  #many = MANY;

  /** `peek`: contents of roots that are in memory, to find the indices that are outside. */
  constructor(device: Pick<Progress, 'completed' | 'help' | 'isOver' | 'failures' | 'reason'>, peek: Peek = () => null) {
    this.#device = device;
    this.#peek = peek;
  }

  /** A step was launched, as one launch or as the launches from `first` to `launch`. */
  note(launch: number, window: Window, step: Step, first = launch): void {
    recorder()?.launched(first, step, () => groupsOf(window.tasks, [step]));
    this.#push({ first, launch, window, steps: [step], errors: null, turn: this.#turnOf(window) });
  }

  /** All launches of a program were made, from launch `first` on. Not noted where all launches are over and nothing ever failed. */
  noteProgram(first: number, window: Window, { steps, of }: StepLaunches): void {
    const recording = recorder();
    if (of === undefined) recording?.launched(first, steps, () => groupsOf(window.tasks, steps));
    else steps.forEach((step, k) => recording?.launched(first + of.indexOf(k), step, () => groupsOf(window.tasks, [step])));
    if (this.isAtEase || steps.length === 0) return;
    const launch = first + (of ?? steps).length - 1;
    this.#push({ first, launch, window, steps, of, errors: null, turn: this.#turnOf(window) });
  }

  /**
   * A launch moves elements of a root between memories; `away`: from the host to the device that runs it. Where it fails, the root is
   * poisoned at this place of the program; but elements that go to a device which is lost are still where they were. Of an unknown root
   * (null), no contents can be trusted then.
   */
  noteTransfer(launch: number, root: Root | null, away: boolean): void {
    this.#noteMoved(launch, { root, away, error: null, reader: null });
  }

  /** A launch brings elements of a root to a reader: an error of the root at this place of the program is the reader's, and so is its own. */
  noteRead(launch: number, root: Root, reader: { error: ManipleError | null }): void {
    reader.error = root.error;
    this.#noteMoved(launch, { root, away: false, error: null, reader });
  }

  #noteMoved(launch: number, moved: Moved): void {
    this.#push({ first: launch, launch, window: NO_WINDOW, steps: [], errors: null, moved, turn: this.#turn });
  }

  /** Whether all launches are over and nothing ever failed, so that launches need not be noted; a profile wants all of them. */
  get isAtEase(): boolean {
    return !this.#poisoned && this.#device.isOver() && recorder() === null;
  }

  /** The number of a window, which is the last so far. */
  #turnOf({ serial }: Window): number {
    if (serial !== this.#serial) this.#turn++;
    this.#serial = serial;
    return this.#turn;
  }

  #push(entry: Entry): void {
    this.#open.push(entry);
    if (isForeign(entry.launch)) this.#foreign = true;
    if (!this.#tainted && this.#poisoned) this.#tainted = meetsPoison(entry);
    if (this.#open.length < this.#many) return;
    this.settle();
    this.#many = Math.max(MANY, 2 * this.#open.length);
  }

  /** Takes note of failures so far, and forgets complete launches. */
  settle(): void {
    const open = this.#open;
    if (open.length === 0 && this.#device.isOver()) return;
    const complete = this.#device.completed();
    // Before failures are asked for: a launch's failures are known when it is complete.
    const over = this.#foreign ? new Set(open.filter(({ launch }) => isForeign(launch) && this.#device.help(launch))) : NOTHING;
    // The device reports a failure once: failures of an interrupted call are still here.
    const fresh = this.#device.failures();
    if (fresh.length > 0) this.#failures = [...this.#failures, ...fresh];
    const failures = this.#failures;
    const strays = failures.length > 0 ? this.#attribute(failures) : failures;
    if (failures.length > 0 || this.#tainted) {
      for (const { window, steps, errors, moved, turn } of this.#open) {
        if (moved !== undefined) carryMoved(moved);
        for (const step of steps) carryPoison(window.tasks, step, errors?.get(step) ?? null, turn);
      }
      this.#tainted = this.#open.some(meetsPoison);
    }
    if (this.#foreign) {
      this.#open = open.filter((entry) => entry.launch > complete && !over.has(entry));
      this.#foreign = this.#open.some(({ launch }) => isForeign(launch));
    } else if (open.length > 0 && open[open.length - 1].launch <= complete) this.#open = [];
    else this.#open = open.filter((e) => e.launch > complete);
    this.#failures = strays;
  }

  /** A launch failed after which no contents can be trusted. */
  get hasStrays(): boolean {
    return this.#stray.length > 0;
  }

  /**
   * Throws for a launch that failed and is no task's, such as a copy between memories: no contents can be trusted then. One on a lost device has
   * left nothing but there, and transfers from there fail for roots and readers of their own.
   */
  checkStrays(): void {
    const [launch, status] = this.#stray;
    if (launch !== undefined)
      throw failureOf(status, `launch ${launch}, which moves contents between memories`, this.#reason(launch));
    this.#failures = [];
  }

  /** The first such launch and its status. */
  get #stray(): readonly number[] {
    const at = this.#failures.findIndex((status, i) => i % 2 === 1 && status !== STATUS.DEVICE_LOST);
    return at < 0 ? this.#distrusted : this.#failures.slice(at - 1, at + 1);
  }

  /** Notes failures so far, when all submitted launches are complete; launches that were noted and not submitted are forgotten. */
  recover(): void {
    this.settle();
    this.#open = [];
    this.#failures = [];
    this.#distrusted = [];
    this.#tainted = false;
  }

  /** Some root is poisoned. */
  notePoison(): void {
    this.#poisoned = true;
  }

  /** A root is read that has no contents. */
  noteLost(root: Root): void {
    this.notePoison();
    root.error ??= lostError('launch');
  }

  /** A step is over that no launch ran: it failed with `failure`, or carries on the errors in its tasks' roots. */
  carry(window: Window, step: Step, failure: ManipleError | null): void {
    if (failure !== null) this.#poisoned = true;
    if (this.#poisoned) carryPoison(window.tasks, step, failure === null ? null : () => failure, this.#turnOf(window));
  }

  /** Returns the failures of launches that were not noted, or not yet. */
  #attribute(failures: readonly number[]): number[] {
    const strays: number[] = [];
    for (let i = 0; i < failures.length; i += 2)
      if (!this.#fail(failures[i], failures[i + 1])) strays.push(failures[i], failures[i + 1]);
    return strays;
  }

  /** False for a launch that was not noted, or not yet. */
  #fail(launch: number, status: number): boolean {
    this.#poisoned = true;
    const entry = this.#open.find((e) => e.first <= launch && launch <= e.launch);
    if (entry === undefined) return false;
    const { moved } = entry;
    if (moved !== undefined) {
      if (status === STATUS.DEVICE_LOST && moved.away) return true;
      if (moved.root === null) this.#distrusted = [launch, status];
      else moved.error = failureOf(status, 'a copy of an array between devices', this.#reason(launch));
      return true;
    }
    const step = stepOf(entry, launch);
    if (step === undefined) return false;
    entry.errors ??= new Map();
    entry.errors.set(step, failureOfStep({ status, launch, reason: this.#reason(launch) }, entry.window.tasks, step, this.#peek));
    return true;
  }

  #reason(launch: number): string | null {
    return this.#device.reason?.(launch) ?? null;
  }
}

function stepOf({ first, steps, of }: Entry, launch: number): Step | undefined {
  if (of !== undefined) return steps[of[launch - first]];
  return steps[steps.length === 1 ? 0 : launch - first];
}

function carryMoved({ root, error, reader }: Moved): void {
  if (root === null) return;
  if (reader === null) root.error ??= error;
  else reader.error = firstOf(reader.error, root.error) ?? error;
}

/** Whether a launch uses a root with an error. */
function meetsPoison({ window, steps }: Entry): boolean {
  const { tasks } = window;
  for (const step of steps) {
    for (const t of step.tasks) if (usesPoison(tasks[t])) return true;
    for (const way of step.through) if (way.some((t) => usesPoison(tasks[t]))) return true;
  }
  return false;
}
