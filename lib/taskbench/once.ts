/** One run with the iterations that the flags name, as the public benchmark's programs do it; any kernel will do. */
import { givenOptions, type Kind, oneOf, takes } from '../base/index.js';
import { COUNT, RUN_OPTIONS, type RunOptions } from './program.js';
import { BenchRun } from './run.js';
import { STATISTICS, type Statistic, summarize } from './statistic.js';

export interface OnceOptions extends RunOptions {
  /** Runs after a first one that is not counted. */
  readonly repeats: number;
  readonly statistic: Statistic;
}

const ONCE_OPTIONS: Kind<OnceOptions> = givenOptions<OnceOptions>({
  ...RUN_OPTIONS,
  repeats: COUNT,
  statistic: oneOf(...STATISTICS),
});

/**
 * Seconds of a run. Throws as `BenchRun` does.
 *
 * @example
 * const { specs } = parseFlags(['-type', 'stencil_1d', '-width', '4', '-steps', '3', '-kernel', 'compute_bound']);
 * (await runOnce({ mode: 'graph', procs: 1, specs, repeats: 2, statistic: 'minimum' })) > 0; // true
 */
export const runOnce = takes(
  'runOnce',
  ONCE_OPTIONS,
)(async ({ repeats, statistic, ...options }: OnceOptions): Promise<number> => {
  const run = new BenchRun(options);
  try {
    run.run();
    return summarize(
      Array.from({ length: repeats }, () => run.run()),
      statistic,
    );
  } finally {
    await run.close();
  }
});
