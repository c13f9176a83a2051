/** Room `graph`: events, explicit tasks, and task graphs compiled into actors (thesis chapter 6). */
import './declared.js';

export { COMMAND, KIND, type NativeMachine } from './addon.js';
export type { RegisteredTask } from './bodies.js';
export { CompiledGraph, type GraphLaunch, type GraphNode, TaskGraph } from './builder.js';
export { Event, type EventState, UserEvent } from './event.js';
export { Allocation, type CopyRange } from './memory.js';
export type { TaskRuntimeOptions } from './options.js';
export { createTaskRuntime, TaskRuntime } from './runtime.js';
