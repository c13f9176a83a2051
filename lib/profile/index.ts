/**
 * Room `profile`: a record of a program's runtime with times, which `maniple profile` and `maniple doctor` put into pages and advice; and
 * notes of how far long work has come, which commands show at a terminal.
 */
export { noteProgress, showProgress } from './progress.js';
export {
  type Apart,
  type Group,
  type GroupTask,
  type QueueRun,
  Recorder,
  recorder,
  type Span,
  startRecorder,
} from './recorder.js';
