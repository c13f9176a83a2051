/** Room `taskbench`, and `maniple/taskbench`: the Task Bench benchmark on this runtime, and METG. */
export { type Counts, countRun, describe, describeRun } from './describe.js';
export { type BenchFlags, type DependenceType, KERNELS, type KernelName, parseFlags, type Spec, TYPES } from './flags.js';
export { type OnceOptions, runOnce } from './once.js';
export { type DroppedEdge, MODES, type Mode, type RunOptions } from './program.js';
export { formatReport, makeReport, type Report, type ReportOptions } from './report.js';
export { type Curve, readResults } from './results.js';
export { BenchRun } from './run.js';
export { STATISTICS, type Statistic } from './statistic.js';
export { plotSvg } from './svg.js';
export { type Curves, metg, type Point, type Sweep, type SweepOptions, sweep } from './sweep.js';
