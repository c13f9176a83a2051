/**
 * Counts the work of the library's code: how often each of its blocks ran, by V8's own coverage. What ran
 * while modules were loaded is counted by function, not by block. Optimization is off in the process, because it would
 * take counters along; so the counts are the same in every run.
 */
import { Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

for (const flag of ['--no-opt', '--no-sparkplug', '--no-maglev', '--no-lazy-feedback-allocation', '--no-flush-bytecode'])
  setFlagsFromString(flag);

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** Runs of blocks in files whose address matches, while `f` ran. */
export function counted(files: RegExp, f: () => void): number {
  take(files);
  f();
  return take(files);
}

/** The counts since they were last taken. */
function take(files: RegExp): number {
  let total = 0;
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error !== null) throw error;
    for (const script of result.filter((s) => files.test(s.url))) {
      for (const fn of script.functions) for (const range of fn.ranges) total += range.count;
    }
  });
  return total;
}
