/** Settings and runtimes as the doors give them: names and values of settings come from the table of `config.ts`. */
import {
  ConfigError,
  describe,
  either,
  FLAG,
  FUNCTION,
  instanceOf,
  isPlain,
  type Kind,
  kind,
  likeliest,
  NULL,
  NUMBER,
  type OptionKinds,
  oneOf,
  optional,
  options,
  TEXT,
  takes,
} from '../../base/index.js';
import { createTaskRuntime as createTasks, type TaskRuntime, type TaskRuntimeOptions } from '../../graph/index.js';
import {
  type Config,
  countsOf,
  defaults as defaultsOf,
  isCount,
  parseConfig as parse,
  parseSetting as parseOne,
  type Setting,
  settings,
} from '../config.js';
import {
  configure as configureIt,
  createRuntime as create,
  runtime as current,
  type Policies,
  useRuntime as use,
} from '../current.js';
import { Runtime } from '../runtime.js';

/** The kind of a setting's value. */
function kindOf(name: keyof Config): Kind<unknown> {
  const setting: Setting = settings[name];
  const taken = setting.takes;
  if (taken === 'count') return kind(countsOf(setting), (given) => isCount(setting, given));
  if (taken === 'path') return TEXT as Kind<unknown>;
  return (taken.length === 2 && taken.includes('on') ? FLAG : oneOf(...taken)) as Kind<unknown>;
}

const names = Object.keys(settings) as (keyof Config)[];
const kinds = new Map(names.map((name) => [name as string, kindOf(name)]));

/** The first mistake of an object of settings; null where there is none. */
function mistake(given: unknown): string | null {
  if (!isPlain(given)) return `expected settings such as { procs: 4 }, got ${describe(given)}`;
  for (const [name, value] of Object.entries(given)) {
    const own = kinds.get(name);
    if (own === undefined) {
      const likely = likeliest(name, names);
      return `no setting is called ${name}${likely === undefined ? '' : `; ${likely} may be what is meant`} (there are ${names.join(', ')})`;
    }
    if (value !== undefined && !own.is(value)) return `${name}: expected ${own.expected}, got ${describe(value)}`;
  }
  return null;
}

const CONFIG: Kind<Partial<Config>> = kind(
  'settings such as { procs: 4 }',
  (given) => mistake(given) === null,
  (operation, given) => new ConfigError(`${operation}: ${mistake(given)}`),
);
const POLICIES: OptionKinds<Policies> = { mapper: FUNCTION, place: FUNCTION };

/**
 * Settings and policies for the process's runtime, to be called before its first use. Throws `ConfigError` afterwards, and for names
 * and values that no setting has.
 *
 * @example
 * try {
 *   configure({ procs: 4 }); // the first line of a program
 * } catch (error) {
 *   error.name; // 'ConfigError'
 * }
 */
export const configure = takes(
  'configure',
  CONFIG,
  options(POLICIES),
)((config: Partial<Config>, policies?: Policies): void => configureIt(config, policies));

/**
 * A runtime of its own; see `current.ts`. Its threads and memory are its own until `close()`, also where nothing refers to it any more.
 * Throws `ConfigError` and `DeviceError`.
 *
 * @example
 * const own = createRuntime({ procs: 1, fusion: false });
 * const x = own.upload(Float64Array.of(1, 2), float64, [2]);
 * Array.from(await own.read(x)); // [1, 2]
 */
export const createRuntime = takes(
  'createRuntime',
  optional(CONFIG),
  options(POLICIES),
)((config?: Partial<Config>, policies?: Policies): Runtime => create(config, policies));

/**
 * The process's runtime. Throws `ConfigError` when MANIPLE_CONFIG cannot be read, `DeviceError` for an absent device.
 *
 * @example
 * const before = runtime().stats().tasks;
 * await np.ones([3]).add(1).data();
 * runtime().stats().tasks > before; // true
 */
export const runtime = takes('runtime')((): Runtime => current());

/**
 * Replaces the process's runtime; returns the one before. For tests and tools.
 *
 * @example
 * const before = useRuntime(createRuntime({ fusion: false }));
 * const sum = await np.ones([3]).add(1).sum().item();
 * useRuntime(before);
 * sum; // 6
 */
export const useRuntime = takes(
  'useRuntime',
  either(instanceOf('a runtime', Runtime), NULL),
)((next: Runtime | null): Runtime | null => use(next));

/**
 * Defaults of the settings, for this machine.
 *
 * @example
 * defaults().fusion; // true
 */
export const defaults = takes('defaults')((): Config => defaultsOf());
/**
 * Reads settings written as flags, e.g. `--procs 4 --fusion off`. Throws `ConfigError`.
 *
 * @example
 * parseConfig('--procs 2 --fusion off'); // { procs: 2, fusion: false }
 */
export const parseConfig = takes('parseConfig', TEXT)((text: string): Partial<Config> => parse(text));
/**
 * One setting from its text. Throws `ConfigError` for unknown names and values.
 *
 * @example
 * parseSetting('procs', '4'); // 4
 * parseSetting('fusion', 'off'); // false
 */
export const parseSetting = takes(
  'parseSetting',
  TEXT,
  TEXT,
)((name: string, value: string): number | string | boolean => parseOne(name, value));

const TASK_OPTIONS: OptionKinds<TaskRuntimeOptions> = { procs: NUMBER, channels: NUMBER, pin: FLAG };
/** Makes a runtime of its own threads. Throws `DeviceError` where there is no addon, `ArgumentError` for bad counts. */
export const createTaskRuntime = takes(
  'createTaskRuntime',
  options(TASK_OPTIONS),
)((given?: TaskRuntimeOptions): TaskRuntime => createTasks(given));
