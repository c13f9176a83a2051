/**
 * Writes commands for a machine, and submits them: at once, or a batch at a time. Events here are numbers; in a batch,
 * `last(k)` refers to one that the batch will return.
 */
import { invariant } from '../base/index.js';
import { COMMAND, KIND, type NativeMachine } from './addon.js';

const NONE: readonly number[] = [];

export class Commands {
  readonly #machine: NativeMachine;
  readonly #slots: Float64Array;
  readonly #capacity: number;
  #at = 0;
  #count = 0;
  #produced = 0;

  constructor(machine: NativeMachine) {
    this.#machine = machine;
    this.#slots = machine.commands;
    this.#capacity = machine.commands.length;
  }

  /** Events that the batch so far will return. */
  get produced(): number {
    return this.#produced;
  }

  /** Commands written and not submitted. */
  get count(): number {
    return this.#count;
  }

  /** Whether a command with so many preconditions and results still fits. */
  fits(preconditions: number, results: number): boolean {
    return this.#at + COMMAND.PRE + preconditions <= this.#capacity && this.#produced + results <= this.#machine.events.length;
  }

  /** How the next command refers to the batch's event number `index`. */
  reference(index: number): number {
    return index - this.#produced;
  }

  /** Begins a command that waits for the `pre`; returns the slot of its first operand. */
  begin(kind: number, resource: number, pre: readonly number[] = NONE, results = 1): number {
    invariant(this.fits(pre.length, results), 'a batch of commands overflowed');
    const slots = this.#slots;
    const at = this.#at;
    slots[at + COMMAND.KIND] = kind;
    slots[at + COMMAND.RESOURCE] = resource;
    slots[at + COMMAND.COUNT] = pre.length;
    for (let i = 0; i < pre.length; i++) slots[at + COMMAND.PRE + i] = pre[i];
    this.#at = at + COMMAND.PRE + pre.length;
    this.#count++;
    this.#produced += results;
    return at + COMMAND.A;
  }

  /** A task with a native body; returns its event's number in the batch. */
  task(resource: number, body: number, argument: number, pre: readonly number[]): number {
    const a = this.begin(KIND.TASK, resource, pre);
    this.#slots[a] = body;
    this.#slots[a + 1] = argument;
    return this.#produced - 1;
  }

  /** Sets an operand. */
  set(slot: number, value: number): void {
    this.#slots[slot] = value;
  }

  /** Submits the commands written since the last submission; the events are in `NativeMachine.events` until the next submission. */
  flush(): Float64Array {
    if (this.#count > 0) this.#machine.submit(this.#count);
    this.#at = 0;
    this.#count = 0;
    this.#produced = 0;
    return this.#machine.events;
  }
}
