/** The process's runtime: made at first use, from `MANIPLE_CONFIG` and `configure`. */
import { ConfigError, invariant, noteCopy, optimizeLater, setFlagsThrough } from '../base/index.js';
import type { Mapper } from '../dependence/index.js';
import {
  type Accelerator,
  CpuDevice,
  type Device,
  JsDevice,
  NullDevice,
  PlayedAccelerator,
  WebGpuAccelerator,
} from '../device/index.js';
import { loadAddon, type Weak, warnOfAddon } from '../native/index.js';
import type { Wish } from '../placement/index.js';
import { type Config, defaults, givenOf, parseConfig } from './config.js';
import { hostDevice } from './host-device.js';
import { FinalizerWeak } from './memory/index.js';
import { Runtime } from './runtime.js';

let current: Runtime | null = null;
let wanted: Partial<Config> = {};
let wantedPolicies: Policies = {};

/** The process's runtime. Throws `ConfigError` when MANIPLE_CONFIG cannot be read, `DeviceError` for an absent device. */
export function runtime(): Runtime {
  return current ?? (current = first());
}

/** The process's runtime, as it was wanted. */
function first(): Runtime {
  const made = createRuntime({ ...parseConfig(process.env.MANIPLE_CONFIG ?? ''), ...wanted }, wantedPolicies);
  noteCopy();
  return made;
}

/** Policies of a runtime, beside its settings. */
export interface Policies {
  /** With separate memories: where points run, how large instances are, the instances that are reused, the sources of copies. */
  readonly mapper?: (memories: number) => Mapper;
  /**
   * With accelerators: the device for a task of a window, by its position; 0 is the host's, -1 leaves it to the runtime. A function of its
   * arguments.
   */
  readonly place?: Wish;
}

/**
 * Settings and policies for the process's runtime, to be called before its first use. Throws `ConfigError` afterwards.
 *
 *     configure({ procs: 4 });
 */
export function configure(config: Partial<Config>, policies: Policies = {}): void {
  if (current !== null) throw new ConfigError('configure: the runtime is in use; call it before the first array is made');
  wanted = { ...wanted, ...givenOf(config) };
  wantedPolicies = { ...wantedPolicies, ...policies };
}

/**
 * A runtime of its own, with threads and memory that are its own until `close()`, also where nothing refers to it any more. Arrays belong
 * to the runtime that was current when they were made. Throws `ConfigError` for settings that exclude
 * each other or a BLAS that cannot be used, `DeviceError` for an absent device. A library that knows better where its data should be
 * extends `Mapper` and overrides the decisions that it takes over; results never depend on it, and impossible answers (a memory that is not
 * there, an instance without room) are `ArgumentError`s at reads of the results that were being launched:
 *
 *     class Turned extends Mapper {
 *       override place(launch: Shape): Int32Array {
 *         return super.place(launch).reverse();
 *       }
 *     }
 *     createRuntime({ memories: 4 }, { mapper: (memories) => new Turned(memories) });
 */
export function createRuntime(config: Partial<Config> = {}, policies: Policies = {}): Runtime {
  const full = { ...defaults(), ...givenOf(config) };
  const device = createDevice(full);
  optimizeForThis(device);
  const made = new Runtime(full, device, weakFor(device), { ...policies, accelerators: acceleratorsOf(full) });
  devices.set(made, device);
  return made;
}

/** V8 optimizes later from the first runtime on. Where the addon is in use, it sets V8's flags. */
function optimizeForThis(device: Device): void {
  const addon = device.name === 'cpu' ? loadAddon() : null;
  if (addon !== null) setFlagsThrough((flags) => addon.engineFlags(flags));
  optimizeLater();
}

const devices = new WeakMap<Runtime, Device>();

/** The device of a runtime that was made here: for tests of its memory. */
export function deviceOf(of: Runtime): Device {
  const device = devices.get(of);
  invariant(device !== undefined, 'the runtime was made by createRuntime');
  return device;
}

/** Replaces the process's runtime; returns the one before. For tests and tools. */
export function useRuntime(next: Runtime | null): Runtime | null {
  const before = current;
  current = next;
  return before;
}

/**
 * The machine's accelerators: with device `webgpu` the GPU; and played ones, each played by a device of its own, one without dtypes of 8
 * bytes and one with all of them by turns; these compile each kernel late.
 */
function acceleratorsOf({ played, ...config }: Config): Accelerator[] {
  const least = config.deviceLeast || undefined;
  const host = { ...config, played };
  const beside = { name: `${hostDevice(config.device)} ${config.procs}`, make: () => createDevice(host) };
  const found: Accelerator[] =
    config.device === 'webgpu'
      ? [new WebGpuAccelerator(0, { fastMath: config.fastMath, emulates: config.float64 === 'emulate', least, beside })]
      : [];
  for (let i = 0; i < played; i++) {
    const player = createDevice({ ...host, procs: 1 });
    found.push(new PlayedAccelerator(found.length, player, { wide: i % 2 === 1, compiling: i % 2, least }));
  }
  return found;
}

function createDevice(config: Config): Device {
  const host = hostDevice(config.device);
  if (host === 'null') return new NullDevice(config.procs);
  if (host === 'js') {
    if (config.device !== 'js') warnOfAddon();
    return new JsDevice(config.procs);
  }
  return new CpuDevice({ procs: config.procs, tier: config.tier, fastMath: config.fastMath, blas: config.blas });
}

function weakFor(device: Device): Weak | null {
  if (device.name === 'null') return null;
  return loadAddon()?.weak() ?? new FinalizerWeak();
}
