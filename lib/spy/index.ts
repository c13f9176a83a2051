/** Room `spy`: a log of what the runtime decided, and a verifier that recomputes what it had to. */
export type { LogArg, LogBox, LogEvent, LogLaunch, LogNode, LogPoint, LogTask, LogUse, LogView } from './log.js';
export type { ProblemKind } from './problem.js';
export { readLog } from './reader.js';
export type { Report } from './report.js';
export { verify } from './verify.js';
export { type Ending, SpyWriter } from './writer.js';
