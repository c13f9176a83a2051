/** Room `spy`: a log of the runtime's decisions, and a verifier that recomputes which of them were necessary. */
export type { LogArg, LogBox, LogEvent, LogLaunch, LogNode, LogPoint, LogTask, LogUse, LogView } from './log.js';
export type { ProblemKind } from './problem.js';
export { readLog } from './reader.js';
export type { Report } from './report.js';
export { verify } from './verify.js';
export { type Ending, SpyWriter } from './writer.js';
