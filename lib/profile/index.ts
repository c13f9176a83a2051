/** Room `profile`: a record of a program's runtime with times, which `maniple profile` and `maniple doctor` put into pages and advice. */
export { type Apart, type Group, type GroupTask, Recorder, recorder, type Span, startRecorder } from './recorder.js';
