/**
 * The format of a log: one JSON object a line, in the order in which the runtime decided. It names everything by number: roots by id,
 * tasks from 0 in the order in which the program issued them, launches by the device's number.
 *
 *     {"event":"begin","version":10,"device":"cpu","procs":3,"fusion":true,"memories":1,"hosts":1}
 *     {"event":"root","root":7,"dtype":"float64","shape":[1000]}
 *     {"event":"task","task":4,"kind":"add","body":"kernel","domain":[1000],"args":[…]}
 *     {"event":"window","first":4,"end":6,"eliminated":[8]}
 *     {"event":"allocate","root":7,"address":140001,"bytes":8192,"ready":3,"small":false}
 *     {"event":"launch","launch":5,"wait":3,"tasks":[4,5],"reads":[6],"writes":[7],"scratch":[]}
 *     {"event":"release","root":7,"address":140001,"bytes":8192,"lastUse":5}
 *     {"event":"end","live":0,"reachable":[]}
 *
 * With several memories roots lie in instances, and launches are points, copies and folds:
 *
 *     {"event":"instance","instance":3,"memory":1,"low":[512],"high":[1000],"address":140001,"bytes":4096,"ready":0}
 *     {"event":"point","launch":6,"wait":5,"tasks":[4,5],"from":512,"to":1000,"uses":[…],"scratch":[]}
 *     {"event":"copy","launch":7,"wait":6,"from":3,"to":2,"low":[512],"high":[513]}
 *     {"event":"runs","launch":8,"wait":6,"root":7,"from":9,"into":11,"first":0,"end":2}
 *     {"event":"fold","launch":9,"wait":8,"root":7,"from":11,"into":2,"shape":[],"strides":[],"offset":0}
 *
 * A program that is compiled to actors comes as a graph, once; a launch of it is followed by the launches of its steps:
 *
 *     {"event":"graph","graph":1,"sizes":[2048,2048],"nodes":[{"step":0,"processor":0,"from":0,"to":1024,…}],"edges":[[0,2]]}
 *     {"event":"link","link":2,"gates":[[2,0],[-1,1]]}
 *     {"event":"replay","graph":1,"launch":10,"wait":7,"link":2}
 *
 * With several memories its steps are points, copies and folds, one launch each, which all wait for the same launch; only the graph's
 * edges order them among each other:
 *
 *     {"event":"graph","graph":1,"sizes":[4,4,1],"nodes":[{"step":0,"kind":"copy","processor":2,…},…],"edges":[[0,2]]}
 *
 * Memories behind the host's are those of accelerators. Launch n of the q-th of them has the number q · 2^44 + n. A launch may follow launches of
 * other queues: it begins when these, and all before them in their queues, are complete. Copies between memories with queues of their own
 * are launches of an accelerator's queue, and so are reads that the host does not wait for; other downloads of values have no line.
 *
 *     {"event":"copy","launch":17592186044417,"wait":0,"follows":[6],"from":3,"to":9,"low":[0],"high":[512]}
 *
 * Small roots share chunks. Their releases stand before the chunk's, root by root. The last line seals the file: a digest of all bytes
 * before it, which tells damage from a wrong decision.
 *
 *     {"event":"seal","lines":812,"sha256":"9f86…"}
 */

/** Raised with every change of the format. */
export const LOG_VERSION = 12;

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
  readonly access: 'elementwise' | 'whole' | 'full' | 'rows' | 'columns' | 'bins';
  /** Whether a launch may turn out not to need it: its elements reach the task's results through selections alone. */
  readonly optional?: boolean;
}

export interface LogTask {
  readonly event: 'task';
  readonly task: number;
  readonly kind: string;
  /** `kernel`: may be fused. */
  readonly body: 'kernel' | 'js' | 'c' | 'function' | 'native';
  readonly domain: readonly number[];
  readonly args: readonly LogArg[];
  /** Whether a library says which elements each point uses: it fuses with no task, whatever its body. */
  readonly index?: boolean;
}

export interface LogLaunch {
  readonly event: 'launch';
  /** The device's number; 0 for a JavaScript body, which the host runs at this place in the log. */
  readonly launch: number;
  /** The launch that it waits for, with all below; 0 for none. */
  readonly wait: number;
  readonly tasks: readonly number[];
  /**
   * `columns`: its indices are the first axis of its tasks' domains; `rows`: they are all axes but the first of the tasks that have one
   * more than the rest. An index runs everything at all indices that begin, or end, with it.
   */
  readonly split?: 'columns' | 'rows';
  /** Tasks that compute the values that they gather: each with the producers that it computes again, its own number first. */
  readonly through?: readonly (readonly number[])[];
  /** Roots that the launch reads in memory; `writes`: roots that it writes there. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Memory for partial results, its own until it is complete: address, bytes. */
  readonly scratch: readonly (readonly [number, number])[];
}

/** How a point uses a root. */
export interface LogUse extends LogView {
  readonly root: number;
  readonly instance: number;
  readonly reads: boolean;
  readonly writes: boolean;
  /** Rows of partial results that it leaves in the instance, in place of elements. */
  readonly rows: readonly [number, number] | null;
  /** Where values, or a library, decide which elements it touches: the box of the root that holds these elements. */
  readonly low?: readonly number[];
  readonly high?: readonly number[];
}

/** A launch over separate memories. */
interface LogOrdered {
  readonly launch: number;
  readonly wait: number;
  /** Launches of other queues that it follows. */
  readonly follows?: readonly number[];
}

/** A launch of a step's tasks over the indices [from, to) of its domain, row-major; 0 for a JavaScript body. */
export interface LogPoint extends LogOrdered {
  readonly event: 'point';
  readonly tasks: readonly number[];
  readonly from: number;
  readonly to: number;
  readonly uses: readonly LogUse[];
  readonly scratch: readonly (readonly [number, number])[];
}

/** Elements of a box that an instance has. */
export interface LogPiece {
  readonly instance: number;
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** A box of a view's indices. */
export interface LogBox {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** A node of a graph: the part of a step that an actor runs at a time. */
export interface LogNode {
  readonly step: number;
  /** With several memories a step is a launch, of this kind. */
  readonly kind?: 'point' | 'copy' | 'runs' | 'fold';
  readonly processor: number;
  /** The range of the step's size that it computes; an empty one only orders nodes, or ends the step. */
  readonly from: number;
  readonly to: number;
  /** It ends the step: results of folds and 0-d ones are stored. */
  readonly finishes: boolean;
  /** By argument of a task that is no kernel, the box of the view that it uses; null for all. None where there are no boxes. */
  readonly boxes: readonly (LogBox | null)[];
}

export type LogEvent =
  | {
      readonly event: 'begin';
      readonly version: number;
      readonly device: string;
      readonly procs: number;
      readonly fusion: boolean;
      readonly memories: number;
      /** Memories of the host; each of the others has a queue of its own, from 1. */
      readonly hosts: number;
    }
  | { readonly event: 'root'; readonly root: number; readonly dtype: string; readonly shape: readonly number[] }
  | LogTask
  /** Tasks `first` to `end - 1` were planned together; the eliminated roots got no memory for the launch that ends their use. */
  | { readonly event: 'window'; readonly first: number; readonly end: number; readonly eliminated: readonly number[] }
  /** The window's launching ended in an error: tasks that were not launched poison their results. */
  | { readonly event: 'failed'; readonly first: number; readonly end: number }
  | LogLaunch
  /**
   * A compiled program: its actors' nodes, and pairs of nodes, the earlier first. Without nodes (null) its steps run in order. `sizes`:
   * by step, how many indices its nodes share out: of its domain, row-major; of a task that is no kernel, and with several memories,
   * units.
   */
  | {
      readonly event: 'graph';
      readonly graph: number;
      readonly sizes: readonly number[];
      readonly nodes: readonly LogNode[] | null;
      readonly edges: readonly (readonly [number, number])[];
    }
  /** Pairs: a node of the program that was launched right before, or -1 for all of it, and a node that waits for it. */
  | { readonly event: 'link'; readonly link: number; readonly gates: readonly (readonly [number, number])[] }
  /** A launch of a program; its steps' launches follow, numbered from `launch`. `link` 0: nothing but `wait` holds it back. */
  | {
      readonly event: 'replay';
      readonly graph: number;
      readonly launch: number;
      readonly wait: number;
      readonly link: number;
    }
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
  /** Memory for small roots. It is released when all roots in it were. */
  | { readonly event: 'chunk'; readonly address: number; readonly bytes: number; readonly ready: number }
  | { readonly event: 'chunkRelease'; readonly address: number; readonly bytes: number; readonly lastUse: number }
  /** Memory returned to the system when launches up to `completed` were complete. */
  | { readonly event: 'free'; readonly address: number; readonly bytes: number; readonly completed: number }
  /** The host filled a root, and read a view of one, when launches up to `completed` were complete. */
  | { readonly event: 'upload'; readonly root: number; readonly completed: number; readonly instance?: number }
  | ({
      readonly event: 'read';
      readonly root: number;
      readonly completed: number;
      readonly pieces?: readonly LogPiece[];
      /** The launch of an accelerator's queue that brings the contents to the host's program, and launches of other queues that it follows. */
      readonly launch?: number;
      readonly follows?: readonly number[];
    } & LogView)
  /** Memory for a box of some root, or for rows of partial results; used when launch `ready` is complete. */
  | ({
      readonly event: 'instance';
      readonly memory: number;
      readonly address: number;
      readonly bytes: number;
      readonly ready: number;
      /** It is in a chunk, which is given back when all in it is garbage. */
      readonly small?: true;
    } & LogPiece)
  | {
      readonly event: 'instanceFree';
      readonly instance: number;
      readonly address: number;
      readonly bytes: number;
      readonly lastUse: number;
    }
  | LogPoint
  | (LogOrdered & {
      readonly event: 'copy';
      readonly from: number;
      readonly to: number;
      readonly low: readonly number[];
      readonly high: readonly number[];
    })
  /** Folds runs of 1,024 partial results of one number, the last run of fewer, which are in `from`: into a row each of `into`. */
  | (LogOrdered & {
      readonly event: 'runs';
      readonly root: number;
      readonly from: number;
      readonly into: number;
      readonly first: number;
      readonly end: number;
    })
  /** Makes the elements of a view of the columns of `from` for these elements: of all rows of partial results, or the results of all runs. */
  | (LogOrdered &
      LogView & {
        readonly event: 'fold';
        readonly root: number;
        readonly from: number;
        readonly into: number;
      })
  /** Launches up to this one are complete: later ones need not wait for them. */
  | { readonly event: 'complete'; readonly launch: number }
  /** The root's instances wait for a new root, or are given back. */
  | { readonly event: 'leave'; readonly root: number }
  /** Bytes in use, and the large roots that handles are left of (null: not watched). */
  | { readonly event: 'end'; readonly live: number; readonly reachable: readonly number[] | null };

/** Events of the host and of memory: neither of the stream of tasks nor of its launches. */
export type HostEvent = Exclude<
  LogEvent,
  {
    event:
      | 'begin'
      | 'root'
      | 'task'
      | 'window'
      | 'failed'
      | 'launch'
      | 'point'
      | 'copy'
      | 'runs'
      | 'fold'
      | 'end'
      | 'graph'
      | 'link'
      | 'replay';
  }
>;
