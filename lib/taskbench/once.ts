/** One run with the iterations that the flags name, as the public benchmark's programs do it; any kernel will do. */
import type { RunOptions } from './program.js';
import { BenchRun } from './run.js';
import { type Statistic, summarize } from './statistic.js';

export interface OnceOptions extends RunOptions {
  /** Runs after a first one that is not counted. */
  readonly repeats: number;
  readonly statistic: Statistic;
}

/** Seconds of a run. Throws as `BenchRun` does. */
export async function runOnce(options: OnceOptions): Promise<number> {
  const run = new BenchRun(options);
  try {
    run.run();
    return summarize(
      Array.from({ length: options.repeats }, () => run.run()),
      options.statistic,
    );
  } finally {
    await run.close();
  }
}
