/** Room `taskbench`, and `maniple/taskbench`: the Task Bench benchmark on this runtime, and METG. */
export { type BenchFlags, type DependenceType, KERNELS, type KernelName, parseFlags, type Spec, TYPES } from './flags.js';
export { type DroppedEdge, MODES, type Mode, type RunOptions } from './program.js';
export { formatReport, makeReport, type Report, type ReportOptions } from './report.js';
export { type Curve, readResults } from './results.js';
export { BenchRun } from './run.js';
export { plotSvg } from './svg.js';
export { type Curves, metg, type Point, STATISTICS, type Statistic, type Sweep, type SweepOptions, sweep } from './sweep.js';
