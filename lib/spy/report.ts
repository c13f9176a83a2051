/** A verifier's report on a log. */
import type { Problem } from './problem.js';

export interface Report {
  readonly problems: readonly Problem[];
  readonly summary: {
    readonly roots: number;
    readonly tasks: number;
    readonly windows: number;
    /** Windows that failed to launch. */
    readonly failed: number;
    readonly launches: number;
    /** Windows that were carried out as graphs. */
    readonly replays: number;
    /** Most tasks in one launch. */
    readonly fused: number;
    readonly eliminated: number;
    /** Pairs of uses of one root that had to be ordered. */
    readonly pairs: number;
    readonly allocations: number;
    /** Times that memory which launches had used was given out again. */
    readonly recycled: number;
    /** Reads of tasks that their launches did not need. */
    readonly spared: number;
    /** With several memories: copies between instances, and reductions folded. */
    readonly copies: number;
    readonly folds: number;
  };
}
