/** Issue: the tasks of libraries, the window that they fill or that was predicted, and where it is cut. */
export { checkAuthored } from './authored-task.js';
export { type Operand, runBody } from './body.js';
export { DeviceScope } from './device-scope.js';
export { Entry } from './entry.js';
export { ExplicitTraces } from './explicit-traces.js';
export { checkElements, PiecewiseUpload, type Put } from './piecewise.js';
export { type Launch, type PredictedRoot, PredictedWindow } from './predicted-window.js';
export { Scopes } from './scopes.js';
export { checkIntact, closedError, interruptedBy, lostError, machineOf, mark, poison } from './tasks.js';
export { type TraceReport, Tracing } from './tracing.js';
export { Window } from './window.js';
export { WindowBuilder } from './window-builder.js';
