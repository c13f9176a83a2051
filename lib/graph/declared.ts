/** The arguments of the explicit model's methods. `TaskRuntime.launch`, which programs call by the million, looks at its own. */
import {
  ANYTHING,
  declareMethods,
  FLAG,
  FUNCTION,
  INTEGER,
  instanceOf,
  type Kind,
  kind,
  listOf,
  type OptionKinds,
  optional,
  options,
  PATH,
  TEXT,
} from '../base/index.js';
import { CompiledGraph, type GraphNode, TaskGraph } from './builder.js';
import { TASK } from './calls.js';
import { Event, UserEvent } from './event.js';
import { Allocation, type CopyRange } from './memory.js';
import { TaskRuntime } from './runtime.js';

const EVENTS: Kind<readonly Event[]> = listOf(instanceOf('an event', Event));
const ALLOCATION = instanceOf('an allocation', Allocation);
const NODE: Kind<GraphNode> = kind(
  'a node of a graph',
  (given) => typeof given === 'object' && given !== null && (given as Partial<GraphNode>).graph instanceof TaskGraph,
);
const NODES = listOf(NODE);
const RANGE: OptionKinds<CopyRange> = { fromOffset: INTEGER, toOffset: INTEGER, bytes: INTEGER };
const LAUNCH: OptionKinds<{ readonly after?: readonly Event[]; readonly preconditions?: readonly Event[] }> = {
  after: EVENTS,
  preconditions: EVENTS,
};

type Program = Pick<
  TaskRuntime,
  | 'register'
  | 'registerModule'
  | 'registerNative'
  | 'allocate'
  | 'free'
  | 'copy'
  | 'merge'
  | 'userEvent'
  | 'batch'
  | 'graph'
  | 'live'
  | 'close'
>;
declareMethods<Program>(TaskRuntime, {
  register: [TEXT, FUNCTION],
  registerModule: [TEXT, PATH, TEXT],
  registerNative: [TEXT, INTEGER],
  allocate: [INTEGER, optional(EVENTS)],
  free: [ALLOCATION, optional(EVENTS)],
  copy: [ALLOCATION, ALLOCATION, options(RANGE), optional(EVENTS)],
  merge: [EVENTS],
  userEvent: [],
  batch: [FUNCTION],
  graph: [],
  live: [],
  close: [],
});

declareMethods<TaskGraph>(TaskGraph, {
  task: [INTEGER, TASK, ANYTHING, optional(NODES)],
  copy: [ALLOCATION, ALLOCATION, options(RANGE), optional(NODES)],
  async: [INTEGER, INTEGER, INTEGER, FLAG, optional(NODES)],
  precondition: [],
  postcondition: [NODES],
  edge: [NODE, NODE],
  compile: [],
});

declareMethods<Pick<CompiledGraph, 'launch' | 'dispose'>>(CompiledGraph, { launch: [options(LAUNCH)], dispose: [] });
declareMethods<Pick<Event, 'wait' | 'done'>>(Event, { wait: [], done: [] });
declareMethods<Pick<UserEvent, 'trigger' | 'poison'>>(UserEvent, { trigger: [], poison: [optional(ANYTHING)] });
declareMethods<Pick<Allocation, 'view'>>(Allocation, { view: [] });
