/** Results of a measurement: the times of each side, and the sides that could not run. */
/** One side's times, in seconds a run. */
export interface Timing {
  readonly label: string;
  /** The first run, before any warm-up. */
  readonly first: number;
  readonly median: number;
  /** Half the distance between the quartiles, as a share of the median. */
  readonly spread: number;
  readonly samples: readonly number[];
  readonly bytes: number | null;
}

export interface Skipped {
  readonly label: string;
  readonly reason: string;
}

export interface Measured {
  readonly name: string;
  readonly size: number;
  readonly ours: Timing;
  readonly rivals: readonly Timing[];
  readonly skipped: readonly Skipped[];
}
