/** Which device computes, and where an array is. */
import { DeviceError, FUNCTION, TEXT, takes } from '../base/index.js';
import { runtime } from '../runtime/index.js';
import { copy } from './assign.js';
import { OWN } from './kinds.js';
import { NDArray } from './ndarray.js';

/**
 * Runs `fn` with its operations on the device of this name: `'cpu'`, an accelerator (`'gpu0'`), or the first accelerator of a kind
 * (`'webgpu'`). `'auto'` runs each where it costs least, by the sizes of the work, where its arrays are, and what moving them takes
 * (`--placement` does so for a whole program). An operation that the device cannot run, such as one on float64 where it has no such type, runs on the cpu;
 * `np.runtime.stats().stayed` counts why. `fn` must not be asynchronous. Throws `ArgumentError` when it is, and for a device that the machine has not.
 *
 * @example
 * const y = np.device('cpu', () => np.arange(5).multiply(2).sum());
 */
export const device = takes(
  'device',
  TEXT,
  FUNCTION,
)(<T>(name: string, fn: () => T): T => {
  return runtime().onDevice(name, fn);
});

/**
 * A copy of `x` in the memory of the device of this name. Arrays need not be moved by hand: an operation moves them to where it runs.
 * Throws `ArgumentError` for a device that the machine has not, `DeviceError` for one that cannot hold the array's dtype.
 *
 * @example
 * const y = np.ones(3).to('cpu');
 */
export const to = takes(
  'to',
  OWN,
  TEXT,
)((x: NDArray, name: string): NDArray => {
  if (!runtime().holds(name, x.dtype))
    throw new DeviceError(
      `to: ${name} holds no elements of type ${x.dtype.name}; convert them, for instance with astype('float32')`,
    );
  return runtime().onDevice(name, () => copy(x));
});

declare module './ndarray.js' {
  // biome-ignore lint/suspicious/noExplicitAny: any is the type that is not known
  interface NDArray<D = any, R = any> {
    /** The name of the device with the elements in its memory: `'cpu'`, or an accelerator. Waiting operations are launched first. */
    readonly device: string;
  }
}

Object.defineProperty(NDArray.prototype, 'device', {
  get(this: NDArray): string {
    return runtime().deviceNameOf(this);
  },
  configurable: true,
});
