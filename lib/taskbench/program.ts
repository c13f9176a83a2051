/** The options of a run, and the interface of a program that carries it out in one mode. */
import { FLAG, type Kind, kind, listOf, NUMBER, type OptionKinds, oneOf, recordOf } from '../base/index.js';
import { SPEC, type Spec } from './flags.js';

/** The ways to order tasks: see `machine-program.ts` for the first two, `implicit.ts` for the third. */
export const MODES = ['graph', 'events', 'implicit'] as const;
export type Mode = (typeof MODES)[number];

/**
 * An input edge to leave out, to see that it is noticed. In `implicit` there are no edges to leave out: all tasks of the step are given
 * outputs that no task wrote.
 */
export interface DroppedEdge {
  readonly graph: number;
  readonly step: number;
  readonly point: number;
  readonly from: number;
}

export interface RunOptions {
  readonly mode: Mode;
  readonly procs: number;
  readonly specs: readonly Spec[];
  readonly validate?: boolean;
  /** Tasks issued by one call, in `events`; 128 by default. */
  readonly batch?: number;
  /** Binds thread i to processor i, in `graph` and `events`; true by default. */
  readonly pin?: boolean;
  readonly dropped?: DroppedEdge;
}

export const COUNT: Kind<number> = kind('an integer of at least 1', (given) => Number.isSafeInteger(given) && Number(given) >= 1);
export const RUN_OPTIONS: OptionKinds<RunOptions> = {
  mode: oneOf(...MODES),
  procs: COUNT,
  specs: listOf(SPEC),
  validate: FLAG,
  batch: COUNT,
  pin: FLAG,
  dropped: recordOf<DroppedEdge>('an edge { graph, step, point, from }', {
    graph: NUMBER,
    step: NUMBER,
    point: NUMBER,
    from: NUMBER,
  }),
};

/** All graphs of a run, again and again. */
export interface Program {
  /** Fills all outputs with bytes that no task writes. Done when it returns. */
  clear(): void;
  /** Runs all tasks; returns when they are done, with or without mistakes. */
  run(): void;
  /** Ends the threads. */
  close(): Promise<void>;
}
