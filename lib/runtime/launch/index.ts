/** Launches as records: templates of steps, the writers and the queue of records, the failure log. */
export { copyKinds, gatherView } from './copy.js';
export { Executables } from './executables.js';
export { type Execution, emptyOf, type Fetched, type Program } from './execution.js';
export { FailureLog, type StepLaunches } from './failure-log.js';
export { apartIn } from './groups.js';
export { type Progress, Queues } from './machine-queues.js';
export { Queue } from './queue.js';
export { firstIn, type Range, rangesOf, tilesFor } from './ranges.js';
export { type Launched, RecordWriter, type Shifts } from './record-writer.js';
export { type Refusal, type Refused, Refuser } from './refusal.js';
export { order, Steps } from './steps.js';
export {
  blankRecord,
  costOf,
  hasFinish,
  kernelNumber,
  kernelTemplate,
  type ScalarSlot,
  type Template,
  type Writable,
  writeScalars,
} from './template.js';
export { ofRoutine, TemplateCompiler } from './template-compiler.js';
export { UnfusedLauncher } from './unfused-launcher.js';
