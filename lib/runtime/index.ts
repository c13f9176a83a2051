/** Room `runtime`: configuration, scheduling, statistics: the only mutable global state. */
export { type Config, defaults, parseConfig, parseSetting, type SettingName, settings } from './config.js';
export { createRuntime, type Policies, runtime, useRuntime } from './current.js';
export { configure } from './door/settings.js';
export { hostDevice } from './host-device.js';
export type { PredictedRoot, TraceReport } from './issue/index.js';
export { Runtime } from './runtime.js';
export type { Stats } from './stats.js';
