/** A process that looks for a GPU and writes its findings: the adapter and its driver, or the device's error. */
import { ManipleError } from '../../base/index.js';
import { WebGpuAccelerator } from './accelerator.js';

try {
  const gpu = new WebGpuAccelerator(0);
  await gpu.close();
  process.stdout.write(`${gpu.facts.name} (${gpu.facts.description}), arrays of up to ${gpu.largest} bytes`);
} catch (error) {
  if (!(error instanceof ManipleError)) throw error;
  process.stdout.write(`none: ${error.message.replace(/^device webgpu: /, '')}`);
}
