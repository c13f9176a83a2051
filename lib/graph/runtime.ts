/**
 * The explicit model of thesis 6.2 (Fig. 6.3): tasks, memory and copies, each predicated on events and returning one.
 * Processor 0 is the thread that made the runtime: it works whenever it waits.
 */
import { availableParallelism } from 'node:os';
import { ArgumentError, DisposedError, declareChecked, describe, refusedCall, TaskError } from '../base/index.js';
import type { NativePool } from '../native/index.js';
import { DONE, graphAddon, KIND, type NativeMachine, PENDING, WAIT } from './addon.js';
import { Bodies, moduleToken, type RegisteredTask } from './bodies.js';
import { TaskGraph } from './builder.js';
import { checkCount, isTask, LAUNCH } from './calls.js';
import { Commands } from './commands.js';
import { Event, type EventHost, type EventState, UserEvent } from './event.js';
import { Failures } from './failures.js';
import { Allocation, type CopyRange, copyOperands } from './memory.js';
import type { TaskRuntimeOptions } from './options.js';
import { Settler } from './settler.js';
import { poolFor } from './threads.js';
import { importBody } from './worker.js';

const BATCH_SLOTS = 1 << 16;

/**
 * Makes a runtime of its own threads. Throws `DeviceError` where there is no addon, `ArgumentError` for bad counts.
 *
 * @example
 * const rt = createTaskRuntime({ procs: 1 });
 * const hello = rt.register('hello', (name) => `hello ${name}`);
 * rt.launch(0, hello, 'two', [rt.launch(0, hello, 'one')]).wait();
 * rt.live(); // 0
 * await rt.close();
 */
export function createTaskRuntime(options: TaskRuntimeOptions = {}): TaskRuntime {
  return new TaskRuntime(options.procs ?? availableParallelism(), options.channels ?? 1, options.pin ?? false);
}

/**
 * Threads that run tasks once events are complete: `createTaskRuntime` makes one. A failed task poisons its event and what comes behind it.
 *
 * @example
 * const rt = createTaskRuntime({ procs: 1 });
 * const [source, target] = [rt.allocate(16), rt.allocate(16)];
 * const fill = rt.register('fill', (value) => new Float64Array(source.view()).fill(value));
 * const filled = rt.launch(0, fill, 2.5, [source.ready]);
 * await rt.copy(source, target, {}, [filled]).done();
 * [...new Float64Array(target.view())]; // [2.5, 2.5]
 * await rt.close();
 */
export class TaskRuntime implements EventHost {
  readonly procs: number;
  readonly channels: number;
  readonly machine: NativeMachine;
  readonly commands: Commands;
  readonly bodies: Bodies;
  readonly #failures: Failures;
  readonly #pool: NativePool;
  readonly #settler: Settler;
  #batch: Event[] | null = null;
  #nextChannel = 0;
  #closed = false;

  constructor(procs: number, channels: number, pin: boolean) {
    this.procs = checkCount('procs', procs);
    this.channels = checkCount('channels', channels);
    this.#failures = new Failures((status) => this.machine.failureText(status));
    this.bodies = new Bodies(this.#failures);
    this.machine = graphAddon().createMachine(
      procs,
      channels,
      BATCH_SLOTS,
      (token, poisoned) => this.bodies.run(token, poisoned),
      () => this.#settler.woken(),
    );
    this.#settler = new Settler(this.machine);
    this.commands = new Commands(this.machine);
    this.#pool = poolFor(this.machine, procs - 1, pin);
    if (pin) graphAddon().pinThread(0);
    this.#pool.start();
  }

  /** The resource of local bodies. */
  get ownerResource(): number {
    return this.procs + this.channels;
  }

  /** The worker threads; for tests of their death. */
  get threads(): NativePool['threads'] {
    return this.#pool.threads;
  }

  /** Registers a function of this program; it runs on this thread. */
  register<Args = void>(name: string, body: (args: Args) => void): RegisteredTask<Args> {
    return { name, kind: 'local', number: 0, body };
  }

  /** Registers a function that a module exports; every processor imports it. Its argument is a number. */
  async registerModule(name: string, url: string | URL, exported: string): Promise<RegisteredTask<number>> {
    const specifier = `${String(url)}#${exported}`;
    const number = this.bodies.modules;
    this.bodies.addModule(await importBody(specifier));
    this.machine.addModule(specifier);
    while (!this.machine.modulesImported()) await new Promise((resolve) => setTimeout(resolve, 1));
    return { name, kind: 'module', number, body: null };
  }

  /** Registers a native function, `int32_t (void*)`, by address; its argument is a number or address. */
  registerNative(name: string, address: number): RegisteredTask<number> {
    return { name, kind: 'native', number: address, body: null };
  }

  /** Launches a task once all of `pre` are complete. Local bodies run on processor 0 only. */
  launch<Args>(processor: number, task: RegisteredTask<Args>, args: Args, pre: readonly Event[] = []): Event {
    // biome-ignore lint/complexity/noArguments: their number, without an Array of them
    if (arguments.length > 4 || !isTask(task) || !Array.isArray(pre))
      // biome-ignore lint/complexity/noArguments: as above
      throw refusedCall('launch', LAUNCH, arguments.length, [processor, task, args, pre]);
    const resource = this.resourceOf(processor, task);
    const kind = task.kind === 'native' ? KIND.TASK : task.kind === 'module' ? KIND.MODULE : KIND.OWNER;
    if (task.kind === 'native') return this.#issue(kind, resource, [task.number, args as number], pre);
    const token =
      task.kind === 'module'
        ? moduleToken(task as RegisteredTask<never>, args)
        : this.bodies.call(task as RegisteredTask<never>, args, false);
    return this.#issue(kind, resource, [token], pre);
  }

  /** Memory of `bytes`, allocated once all of `pre` are complete. */
  allocate(bytes: number, pre: readonly Event[] = []): Allocation {
    if (!Number.isInteger(bytes) || bytes < 0)
      throw new ArgumentError(`allocate: bytes must be a non-negative integer (got ${bytes})`);
    const buffer = this.machine.buffer(bytes);
    return new Allocation(this.machine, buffer, bytes, this.#issue(KIND.ALLOCATE, 0, [buffer], pre));
  }

  /** Gives memory back once all of `pre` are complete, poisoned or not. */
  free(allocation: Allocation, pre: readonly Event[] = []): Event {
    return this.#issue(KIND.FREE, 0, [allocation.give()], [allocation.ready, ...pre]);
  }

  /** Copies between allocations on a channel. */
  copy(from: Allocation, to: Allocation, range: CopyRange = {}, pre: readonly Event[] = []): Event {
    return this.#issue(KIND.COPY, this.nextChannel(), copyOperands(from, to, range), [from.ready, to.ready, ...pre]);
  }

  /** Complete when all of `events` are. */
  merge(events: readonly Event[]): Event {
    return this.#issue(KIND.MERGE, 0, [], events);
  }

  /** An event that the program triggers. */
  userEvent(): UserEvent {
    return this.#issue(KIND.USER, 0, [], [], new UserEvent(this)) as UserEvent;
  }

  /** Issues everything that `fn` launches in one call; their events may not be asked before it returns. */
  batch<T>(fn: () => T): T {
    if (this.#batch !== null) return fn();
    this.#batch = [];
    try {
      return fn();
    } finally {
      this.#flush();
      this.#batch = null;
    }
  }

  /** A graph to fill, compile and launch many times. */
  graph(): TaskGraph {
    return new TaskGraph(this);
  }

  /** Operations that are not complete yet. */
  live(): number {
    return this.machine.live();
  }

  /** Stops the threads. Operations that are not complete never will be. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#pool.stop();
    this.#settler.close();
    await this.#pool.close();
  }

  // For the room's other files.

  /** The resource for a processor and a body. Throws `ArgumentError`. */
  resourceOf(processor: number, task: RegisteredTask<never> | RegisteredTask<unknown> | { name: string; kind: string }): number {
    if (!Number.isInteger(processor) || processor < 0 || processor >= this.procs) {
      throw new ArgumentError(`launch: there are processors 0 … ${this.procs - 1} (got ${describe(processor)})`);
    }
    if (task.kind !== 'local') return processor;
    if (processor === 0) return this.ownerResource;
    throw new ArgumentError(
      `launch: task '${task.name}' is a function of this program, which runs on processor 0 (got ${processor}); registerModule takes any`,
    );
  }

  nextChannel(): number {
    this.#nextChannel = (this.#nextChannel + 1) % this.channels;
    return this.procs + this.#nextChannel;
  }

  /** Issues a launch of a compiled graph; returns its event and its postconditions'. */
  launchGraph(graph: number, external: readonly Event[], pre: readonly Event[], postconditions: number): Event[] {
    const events = Array.from({ length: 1 + postconditions }, () => new Event(this));
    this.#issue(KIND.LAUNCH, 0, [graph], [...external, ...pre], events[0], events.slice(1));
    return events;
  }

  #issue(
    kind: number,
    resource: number,
    operands: readonly number[],
    pre: readonly Event[],
    event = new Event(this),
    more: readonly Event[] = [],
  ): Event {
    if (this.#closed) throw new DisposedError('this task runtime was closed; make another');
    for (const e of pre)
      if (e?.host !== this)
        throw new ArgumentError('launch: an event of another runtime; wait for it and trigger a user event of this one');
    if (!this.commands.fits(pre.length, 1 + more.length)) this.#flush();
    const references = pre.map((e) => this.#refer(e));
    const a = this.commands.begin(kind, resource, references, 1 + more.length);
    for (let i = 0; i < operands.length; i++) this.commands.set(a + i, operands[i]);
    const batch = this.#batch;
    if (batch !== null) {
      batch.push(event, ...more);
      return event;
    }
    const ids = this.commands.flush();
    event.assign(ids[0]);
    for (let i = 0; i < more.length; i++) more[i].assign(ids[1 + i]);
    return event;
  }

  #refer(event: Event): number {
    if (event.issued) return event.id;
    const index = this.#batch?.lastIndexOf(event) ?? -1;
    if (index >= 0) return this.commands.reference(index);
    throw new ArgumentError('launch: an event of a batch that failed');
  }

  #flush(): void {
    const ids = this.commands.flush();
    const batch = this.#batch ?? [];
    for (let i = 0; i < batch.length; i++) batch[i].assign(ids[i]);
    if (this.#batch !== null) this.#batch = [];
  }

  // EventHost.

  stateOf(id: number): EventState {
    const state = this.machine.state(id);
    return state === PENDING ? 'pending' : state === DONE ? 'done' : 'poisoned';
  }

  errorOf(id: number): Error | null {
    const status = this.machine.statusOf(id);
    return status === 0 ? null : this.#failures.errorFor(status);
  }

  waitFor(event: Event): void {
    this.#checkWait();
    for (;;) {
      const left = this.machine.wait(event.id, Infinity);
      if (left === WAIT.STOPPED) throw new DisposedError('wait: the task runtime was closed before the event was complete');
      if (left === WAIT.DONE) break;
    }
    this.#throwIfPoisoned(event);
  }

  async settle(event: Event): Promise<void> {
    if (this.machine.state(event.id) === PENDING) {
      this.#checkWait();
      await this.#settler.settle(event.id);
    }
    this.#throwIfPoisoned(event);
  }

  trigger(event: UserEvent, error: unknown): void {
    const status = error === null ? 0 : this.#failures.add(error);
    if (!this.machine.trigger(event.id, status)) throw new ArgumentError('trigger: this event was triggered before');
  }

  #checkWait(): void {
    if (this.bodies.running) throw new TaskError("a task's body cannot wait for an event: launch another task that waits for it");
  }

  #throwIfPoisoned(event: Event): void {
    const error = this.errorOf(event.id);
    if (error !== null) throw error;
  }
}

declareChecked<Pick<TaskRuntime, 'launch'>>(TaskRuntime, { launch: LAUNCH });
