/** Room `profile`: notes of what a program's runtime does and when, which `maniple profile` and `maniple doctor` put into pages and advice. */
export { type Apart, type Group, type GroupTask, Recorder, recorder, type Span, startRecorder } from './recorder.js';
