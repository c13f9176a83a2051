/**
 * The addon's part for explicit tasks and compiled graphs. Events, graphs and buffers are numbers here; the room's public classes for
 * them are in its other files.
 *
 * A command, as written to `NativeMachine.commands`, back to back (`COMMAND` names the slots):
 *
 *     0 kind   1 resource   2 … 6 operands   7 n   8 … 8+n−1 the events it waits for
 *
 * An event below 0 counts back from the last event of this batch: −1 is the one before. `submit` writes the commands' events to `events`:
 * one for each, and behind a launch's its postconditions'.
 */
import { DeviceError } from '../base/index.js';
import { addonProblem, loadAddon } from '../native/index.js';

export const COMMAND = { KIND: 0, RESOURCE: 1, A: 2, B: 3, C: 4, D: 5, E: 6, COUNT: 7, PRE: 8 } as const;
export const KIND = {
  MERGE: 0,
  USER: 1,
  /** a: address of a native body; b: its argument */
  TASK: 2,
  /** a: from, b: offset, c: to, d: offset, e: bytes */
  COPY: 3,
  /** a: buffer */
  ALLOCATE: 4,
  FREE: 5,
  /** a: graph; the events are its external preconditions, then the launch's own preconditions */
  LAUNCH: 6,
  /** a: token; runs on the owner's thread */
  OWNER: 7,
  /** a: token; runs on whichever thread hosts the resource */
  MODULE: 8,
} as const;

/** Columns of a node: kind, resource, five operands. */
export const NODE_COLUMNS = 7;
export const NODE = {
  /** a: native body, b: argument */
  TASK: 0,
  /** a: token */
  SCRIPT: 1,
  /** as `KIND.COPY` */
  COPY: 2,
  PRECONDITION: 3,
  POSTCONDITION: 4,
  /** a: asynchronous device, b: argument, c: 1 when it is control independent */
  ASYNC: 5,
} as const;

/** States of an event, of which 2 is poisoned. */
export const PENDING = 0;
export const DONE = 1;
/** Results of `wait`. */
export const WAIT = { DONE: 0, STOPPED: 1, TIME_OVER: 2, IDLE: 3 } as const;

/** Results of `rest`: there is work; look again now and then; `woken` will be called. */
export const REST = { WORK: 0, LOOK_AGAIN: 1, UNTIL_CALLED: 2 } as const;

/** Statuses of the native machinery. */
export const STATUS = { OUT_OF_MEMORY: -1, CANCELLED: -2, DEVICE: -3, NO_HOST: -4, HOST_GONE: -5 } as const;

export interface NativeMachine {
  readonly id: number;
  readonly commands: Float64Array;
  readonly events: Float64Array;
  /** Issues the first `count` commands; returns how many events it wrote. */
  submit(count: number): number;
  state(event: number): number;
  /** The status that poisoned an event; 0 when it is not poisoned. */
  statusOf(event: number): number;
  /** Triggers a user event, poisoned when `status` is not 0; false when it was triggered before. */
  trigger(event: number, status: number): boolean;
  /** This thread hosts until the event is complete, the machine is stopped, or the time is over. */
  wait(event: number, milliseconds: number): number;
  /** Asks for a notice of the event's completion. */
  notify(event: number): void;
  /** This thread works until there is a notice, there has been nothing to do for a while, or the time is over: a `WAIT`. */
  work(milliseconds: number): number;
  /** Says that this thread does not work for now; the event loop is kept alive until `woken` is called. */
  rest(): number;
  /** The events of all notices that are due, each once. */
  notices(): Float64Array;
  buffer(bytes: number): number;
  addressOf(buffer: number): number;
  /** A compiled graph, or 0 when there is a cycle. `edges` are pairs of node numbers. */
  compile(nodes: Float64Array, edges: Int32Array): number;
  /** Messages that a launch of the graph sends between resources. */
  messages(graph: number): number;
  retire(graph: number): void;
  addModule(specifier: string): void;
  /** Whether every serving worker has imported every module. */
  modulesImported(): boolean;
  failureText(status: number): string;
  /** Operations that are not complete. */
  live(): number;
  /** The most operations that there has been room for at a time. */
  slots(): number;
  /** Workers that serve. */
  hosts(): number;
  /** Ends `serveGraph` on every worker; returns when it has. */
  stop(): void;
}

export interface GraphAddon {
  /** Binds the calling thread to a processor; false where that cannot be done. */
  pinThread(processor: number): boolean;
  /**
   * `run(token, poisoned)` runs a body on this thread and returns its status; when poisoned it only forgets it. `woken` is
   * called when this thread rests and there is a notice or work for it.
   */
  createMachine(
    processors: number,
    channels: number,
    slots: number,
    run: (token: number, poisoned: boolean) => number,
    woken: () => void,
  ): NativeMachine;
  /** Serves as processor `index`; returns 0 when the machine stopped, 1 when there are more modules than `imported`. */
  serveGraph(machine: number, index: number, imported: number, run: (token: number) => number): number;
  graphModules(machine: number): string[];
  /** Keeps the text of a failure; returns the status that stands for it. */
  graphFailure(machine: number, text: string): number;
}

/** The addon, or `DeviceError`: events and compiled graphs are native. */
export function graphAddon(): GraphAddon {
  const addon = loadAddon() as unknown as Partial<GraphAddon> | null;
  if (addon?.createMachine !== undefined) return addon as GraphAddon;
  const why = addon === null ? addonProblem() : 'the addon is older than this maniple: run `node native/install.mjs`';
  throw new DeviceError(`explicit tasks and task graphs need the native addon; ${why}`);
}

/**
 * Tokens from here on name a module's body: `MODULE_TOKEN · (1 + module) + argument`. Arguments may be addresses (48 bits), and
 * tokens are exact floats: that leaves room for `MOST_MODULES`.
 */
export const MODULE_TOKEN = 2 ** 48;
export const MOST_MODULES = 2 ** 53 / MODULE_TOKEN - 2;
