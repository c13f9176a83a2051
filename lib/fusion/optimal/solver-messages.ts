/** Messages between `Optimizer` and its thread: plain data, which both of them copy. */
import type { Question } from './question.js';

/** The questions of a window's parts. */
export interface Asked {
  readonly id: number;
  readonly questions: readonly Question[];
}

/** The answers to the questions of a window's parts; levels that are null: no better clustering of the part. */
export interface Reply {
  readonly id: number;
  /** For each question, levels. */
  readonly levels?: unknown;
  /** The time that the thread was busy with it. */
  readonly seconds?: number;
  /** Why there is no answer; whether the solver is not installed. */
  readonly problem?: string;
  readonly absent?: boolean;
}
