/**
 * Settings of the runtime, from `MANIPLE_CONFIG` (written as command-line flags) and `configure`. The table has all of it: names, kinds of
 * values, defaults, and the words of `--help`.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { ConfigError } from '../base/index.js';

export interface Config {
  /** Threads that run points, the calling one included. */
  procs: number;
  /** `auto`: native threads where the addon loads, else emitted JavaScript. */
  device: 'auto' | 'cpu' | 'js' | 'webgpu' | 'null';
  /** `auto`: the block tier at once, compiled C when it is ready. `c` waits for the compiler. */
  tier: 'auto' | 'c' | 'block';
  /** Whether tasks are fused. */
  fusion: boolean;
  /**
   * The tasks of a window that become one kernel: `prefix`, all up to the first that does not fit; `greedy`, all that may come together;
   * `optimal`, as `greedy` until a solver has found better kernels for windows that come again.
   */
  clusters: 'prefix' | 'greedy' | 'optimal';
  /**
   * Whether results are computed where shifted views of them are read, rather than stored and loaded, where that takes less time
   * (`fusion/through-shifts.ts`).
   */
  shifts: boolean;
  /** Tasks that wait before a flush; 0 sizes the window automatically. */
  window: number;
  /** Elements that a point task has at least. */
  grain: number;
  /** Whether windows of small work may be launched on the calling thread. */
  inline: boolean;
  /** Whether dead temporaries are looked for by a minor collection at flushes. */
  scavenge: boolean;
  /** Where repeats in the stream of tasks are looked for: a thread, the calling thread (deterministic), or not. */
  tracing: 'auto' | 'inline' | 'off';
  /**
   * `auto`: windows are solved and fused once that pays, and launched task by task until then; `kept`, or with `graphs` on: at the
   * first of their form; `fresh`: each anew.
   */
  plans: 'auto' | 'kept' | 'fresh';
  /** The programs to compile to graphs when they run again: all for which it pays, all that can be, or none. */
  graphs: 'auto' | 'on' | 'off';
  /** File in which the runtime records its decisions; empty for none. */
  spy: string;
  /** Where float64 is computed with a GPU that has none: on the cpu, or there as pairs of float32. */
  float64: 'cpu' | 'emulate';
  /** The dtype of floats where none is given. */
  dtype: 'float64' | 'float32';
  /** Compiled C may contract and approximate; results are then not the same bits on every tier. */
  fastMath: boolean;
  /**
   * Which BLAS computes dense products on the cpu device, and with its LAPACK, where it has one, factors matrices: `auto` (a known library where
   * the addon's kernels are slower), `any` (the first known library), `none`, or a library's name or path.
   */
  blas: string;
  /** Bytes up to which arrays share chunks of memory: to watch each of them would take as long as a kernel. */
  small: number;
  /** Separate memories that points are spread over, with copies between them. */
  memories: number;
  /** GPUs played by the host's device, which have memories of their own; for tests. */
  played: number;
  /** Bytes of each accelerator's memory that arrays may take, beyond which some come home; 0: all that it has. */
  deviceMemory: number;
  /** Elements of a task from which on it is worth a GPU for its size alone; 0: as many as the GPU's device says. */
  deviceLeast: number;
  /**
   * The tasks that run on a GPU, of the ones that no program placed: `size`, where most of its operands are, and large ones; `measured`, where a window
   * costs least by figures of this machine; `stated`, by figures of a usual one.
   */
  placement: 'size' | 'measured' | 'stated';
}

export interface Setting {
  readonly takes: 'count' | 'path' | readonly string[];
  readonly text: string;
  readonly min?: number;
  readonly max?: number;
}

/** The values of a setting that counts, in words: `an integer of at least 1`. */
export function countsOf({ min = 0, max }: Setting): string {
  return max === undefined ? `an integer of at least ${min}` : `an integer from ${min} to ${max}`;
}

/** Whether a setting that counts takes a number. */
export function isCount({ min = 0, max = Number.MAX_SAFE_INTEGER }: Setting, given: unknown): boolean {
  return Number.isSafeInteger(given) && (given as number) >= min && (given as number) <= max;
}

/** Every setting, by its flag. */
export const settings = {
  procs: { takes: 'count', min: 1, max: 1024, text: 'threads that compute (default: all processors)' },
  device: {
    takes: ['auto', 'cpu', 'js', 'webgpu', 'null'],
    text: 'where kernels run; webgpu: on a GPU, and on the cpu what a GPU cannot run (default: auto)',
  },
  tier: { takes: ['auto', 'c', 'block'], text: 'code that runs kernels on the cpu device (default: auto)' },
  fusion: { takes: ['on', 'off'], text: 'fuse tasks (default: on)' },
  clusters: { takes: ['prefix', 'greedy', 'optimal'], text: 'how tasks are gathered into kernels (default: greedy)' },
  shifts: { takes: ['on', 'off'], text: 'compute results where shifted views of them are read, where that pays (default: on)' },
  window: { takes: 'count', min: 0, text: 'tasks held before a flush, 0: automatic (default)' },
  grain: { takes: 'count', min: 1, text: 'least elements of a point task (default: 16384)' },
  inline: { takes: ['on', 'off'], text: 'run small work on the calling thread (default: on)' },
  scavenge: { takes: ['on', 'off'], text: 'look for dead temporaries at flushes (default: on)' },
  tracing: { takes: ['auto', 'inline', 'off'], text: 'find repeats in the stream of tasks (default: auto, in a thread)' },
  plans: { takes: ['auto', 'kept', 'fresh'], text: 'plan windows when it pays, at first sight, or each anew (default: auto)' },
  graphs: { takes: ['auto', 'on', 'off'], text: 'compile what runs again to graphs of actors (default: auto, where it pays)' },
  spy: { takes: 'path', text: 'record what the runtime decides; `maniple spy FILE` verifies it' },
  dtype: { takes: ['float64', 'float32'], text: 'dtype of floats where a program gives none (default: float64)' },
  float64: {
    takes: ['cpu', 'emulate'],
    text: 'float64 with a GPU that has none: on the cpu (default), or there as pairs of float32, of 48 bits',
  },
  fastMath: { takes: ['on', 'off'], text: 'let compiled C contract multiply and add, and use reciprocals (default: off)' },
  blas: { takes: 'path', text: 'auto, any, none, or the library that computes dense products and factors (default: auto)' },
  small: { takes: 'count', min: 0, text: 'bytes up to which arrays share chunks of memory (default: 65536)' },
  memories: { takes: 'count', min: 1, max: 1_000_000, text: 'separate memories, with copies between them (default: 1)' },
  played: {
    takes: 'count',
    min: 0,
    max: 30,
    text: 'GPUs played by the cpu, for tests: every second one holds float64 (default: 0)',
  },
  deviceMemory: { takes: 'count', min: 0, text: "bytes of a GPU's memory that arrays may take, 0: all that it has (default)" },
  deviceLeast: {
    takes: 'count',
    min: 0,
    text: 'least elements of a task that a GPU takes for its size alone, 1: every task that it can run, 0: where it is faster (default)',
  },
  placement: {
    takes: ['size', 'measured', 'stated'],
    text: 'what a GPU runs: large operations (default), or what costs less there by figures measured on this machine, or by stated ones',
  },
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof settings;

/** The settings of an object that are given: one that is undefined is as if it were left out. */
export function givenOf(config: Partial<Config>): Partial<Config> {
  return Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined));
}

/** Defaults, for this machine. */
export function defaults(): Config {
  return {
    procs: availableParallelism(),
    device: 'auto',
    tier: 'auto',
    fusion: true,
    clusters: 'greedy',
    shifts: true,
    window: 0,
    grain: 16384,
    inline: true,
    scavenge: true,
    tracing: 'auto',
    plans: 'auto',
    graphs: 'auto',
    spy: '',
    float64: 'cpu',
    dtype: 'float64',
    fastMath: false,
    blas: process.env.MANIPLE_BLAS || 'auto',
    small: 65_536,
    memories: 1,
    played: 0,
    deviceMemory: 0,
    deviceLeast: 0,
    placement: 'size',
  };
}

/** Reads settings written as flags, e.g. `--procs 4 --fusion off`. Throws `ConfigError`. */
export function parseConfig(text: string): Partial<Config> {
  const words = text.split(/\s+/).filter((w) => w !== '');
  if (words.length === 0) return {};
  const options = Object.fromEntries(Object.keys(settings).map((name) => [name, { type: 'string' as const }]));
  let values: Record<string, unknown>;
  try {
    values = parseArgs({ args: words, options, strict: true, allowPositionals: false }).values;
  } catch (cause) {
    throw new ConfigError(`MANIPLE_CONFIG: cannot read ${JSON.stringify(text)}: known settings are ${known()}`, { cause });
  }
  const config: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) config[name] = parseSetting(name, String(value));
  return config as Partial<Config>;
}

/** One setting from its text. Throws `ConfigError` for unknown names and values. */
export function parseSetting(name: string, value: string): number | string | boolean {
  if (!Object.hasOwn(settings, name))
    throw new ConfigError(`unknown setting ${JSON.stringify(name)}: known settings are ${known()}`);
  const setting: Setting = settings[name as SettingName];
  if (setting.takes === 'count') {
    const n = Number(value);
    if (value.trim() === '' || !isCount(setting, n))
      throw new ConfigError(`--${name}: expected ${countsOf(setting)}, got ${JSON.stringify(value)}`);
    return n;
  }
  if (setting.takes === 'path') {
    if (value === '' || /\s/.test(value))
      throw new ConfigError(`--${name}: expected a path without spaces, got ${JSON.stringify(value)}`);
    return value;
  }
  if (!setting.takes.includes(value)) {
    throw new ConfigError(`--${name}: expected ${setting.takes.join('|')}, got ${JSON.stringify(value)}`);
  }
  return setting.takes.length === 2 && setting.takes.includes('on') ? value === 'on' : value;
}

function known(): string {
  return Object.keys(settings)
    .map((n) => `--${n}`)
    .join(' ');
}
