/** Finds which operations a device has as IEEE 754 has them, before its first use; the others become functions. */
import { DeviceError } from '../../base/index.js';
import type { GpuFeatures } from '../../compile/index.js';
import type { Accelerator } from '../machine.js';
import { emulatesFloat64, selfTest } from './self-test.js';

/** A device without types of 64 bits that computes float32 as IEEE 754 has it. */
export const IEEE: GpuFeatures = { long: false, division: true, subnormals: true };

interface Examined {
  readonly name: string;
  readonly fastMath: boolean;
  readonly emulates: boolean;
}

/**
 * The features of a device, which `use` tells it of where they are not `IEEE`. Throws `DeviceError` for one that rewrites sums, or that computes float64
 * as pairs of float32 wrongly where it is asked for that.
 */
export function examine(device: Accelerator, examined: Examined, use: (features: GpuFeatures) => void): GpuFeatures {
  const { name, fastMath, emulates } = examined;
  const features = fastMath ? IEEE : featuresOf(device, name, use);
  if (emulates && !emulatesFloat64(device))
    throw new DeviceError(
      `device webgpu: ${name} does not compute float64 as pairs of float32 to the bits that --float64 emulate promises; leave that setting away`,
    );
  return features;
}

function featuresOf(device: Accelerator, name: string, use: (features: GpuFeatures) => void): GpuFeatures {
  const wrong = selfTest(device);
  if (wrong.size === 0) return IEEE;
  const features = { ...IEEE, division: !wrong.has('division'), subnormals: !wrong.has('subnormal numbers') };
  use(features);
  const still = selfTest(device, wrong);
  if (still.size === 0) return features;
  throw new DeviceError(`device webgpu: ${name} does not compute ${[...still].join(' and ')} of float32 as IEEE 754 has it`);
}
