/** The problems that a verifier finds. */

export type ProblemKind =
  /** Two launches that touch the same elements, one of them writing, and nothing orders them as the program does. */
  | 'order'
  /** A launch that waits for itself or a later one, or numbers that do not count up. */
  | 'cycle'
  /** Tasks of one launch with points that need each other's results. */
  | 'fusion'
  /** A task that was not launched, or twice; a launch with accesses other than its tasks'. */
  | 'task'
  /** A record that contradicts earlier records: a number twice, a view beyond its root, a time that has not come. */
  | 'record'
  /** Indices of a step that no node or point computes, or that several compute. */
  | 'cover'
  /** Contents that are needed and that never reach memory. */
  | 'eliminated'
  /** Contents that were never written. */
  | 'unwritten'
  /** With several memories: a point, copy or fold that does not find its last writer's data, or comes too early. */
  | 'copy'
  /** Memory that two roots have at once, or that one gets before the other's last use is over. */
  | 'memory'
  /** Unreachable memory that was never given back. */
  | 'leak'
  /** A log without an end. */
  | 'incomplete';

export interface Problem {
  readonly kind: ProblemKind;
  readonly message: string;
}

export type Tell = (kind: ProblemKind, message: string) => void;
