/**
 * What a log says: one JSON object a line, in the order in which the runtime decided. It names everything by number:
 * roots by id, tasks from 0 in the order in which the program issued them, launches by the device's number.
 *
 *     {"event":"begin","version":1,"device":"cpu","procs":3,"fusion":true}
 *     {"event":"root","root":7,"dtype":"float64","shape":[1000]}
 *     {"event":"task","task":4,"kind":"add","body":"kernel","domain":[1000],"args":[…]}
 *     {"event":"window","first":4,"end":6,"eliminated":[8]}
 *     {"event":"allocate","root":7,"address":140001,"bytes":8192,"ready":3,"small":false}
 *     {"event":"launch","launch":5,"wait":3,"tasks":[4,5],"reads":[6],"writes":[7],"scratch":[]}
 *     {"event":"release","root":7,"address":140001,"bytes":8192,"lastUse":5}
 *     {"event":"end","live":0,"reachable":[]}
 */

/** Raised with every change of the format. */
export const LOG_VERSION = 1;

/** An affine view of a root, in elements from its start. */
export interface LogView {
  readonly shape: readonly number[];
  readonly strides: readonly number[];
  readonly offset: number;
}

export interface LogArg extends LogView {
  readonly root: number;
  readonly privilege: 'read' | 'write' | 'readwrite' | 'reduce';
  /** How the task reaches the view: see `Access` of `ir`. */
  readonly access: 'elementwise' | 'whole' | 'full' | 'rows' | 'columns';
}

export interface LogTask {
  readonly event: 'task';
  readonly task: number;
  readonly kind: string;
  /** `kernel`: may be fused with others. */
  readonly body: 'kernel' | 'js' | 'c' | 'function' | 'native';
  readonly domain: readonly number[];
  readonly args: readonly LogArg[];
}

export interface LogLaunch {
  readonly event: 'launch';
  /** The device's number; 0 for a JavaScript body, which the host runs at this place in the log. */
  readonly launch: number;
  /** The launch that it waits for, with all below; 0 for none. */
  readonly wait: number;
  readonly tasks: readonly number[];
  /** Roots whose memory the launch reads, and those it writes. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Memory for partial results, its own until it is complete: address, bytes. */
  readonly scratch: readonly (readonly [number, number])[];
}

export type LogEvent =
  | {
      readonly event: 'begin';
      readonly version: number;
      readonly device: string;
      readonly procs: number;
      readonly fusion: boolean;
    }
  | { readonly event: 'root'; readonly root: number; readonly dtype: string; readonly shape: readonly number[] }
  | LogTask
  /** Tasks `first` to `end - 1` were planned together; the eliminated roots got no memory for the launch that ends their use. */
  | { readonly event: 'window'; readonly first: number; readonly end: number; readonly eliminated: readonly number[] }
  /** The window's launching ended in an error: what it did not launch is poisoned. */
  | { readonly event: 'failed'; readonly first: number; readonly end: number }
  | LogLaunch
  /** The root's memory may be written when launch `ready` is complete. Small ones lie in chunks. */
  | {
      readonly event: 'allocate';
      readonly root: number;
      readonly address: number;
      readonly bytes: number;
      readonly ready: number;
      readonly small: boolean;
    }
  /** Launches up to `lastUse` use the memory that is given back. */
  | {
      readonly event: 'release';
      readonly root: number;
      readonly address: number;
      readonly bytes: number;
      readonly lastUse: number;
    }
  /** Memory for small roots; its release ends all that lie in it. */
  | { readonly event: 'chunk'; readonly address: number; readonly bytes: number; readonly ready: number }
  | { readonly event: 'chunkRelease'; readonly address: number; readonly bytes: number; readonly lastUse: number }
  /** Memory returned to the system when launches up to `completed` were complete. */
  | { readonly event: 'free'; readonly address: number; readonly bytes: number; readonly completed: number }
  /** The host filled a root, and read a view of one, when launches up to `completed` were complete. */
  | { readonly event: 'upload'; readonly root: number; readonly completed: number }
  | ({ readonly event: 'read'; readonly root: number; readonly completed: number } & LogView)
  /** Bytes in use, and the large roots that handles are left of (null: not watched). */
  | { readonly event: 'end'; readonly live: number; readonly reachable: readonly number[] | null };
