/**
 * The package `webgpu` with a fault, which MANIPLE_TEST_FAULT names: no adapter, an adapter below the limits, shaders that do not compile (those with the
 * constant `BROKEN`, or a function `atan2`), no memory for large buffers of the device behind the first arena, for large uploads or for large
 * downloads, a driver that drops the rounding errors of products, one that compiles no pipeline while the test holds it back (`hold.ts`), or one that
 * finds no adapter until then and tells when its device is destroyed.
 * Processes of tests load it in place of the package (`runFaulty`).
 */
import { writeSync } from 'node:fs';
import { create as really } from 'webgpu';
import { heldBack } from './hold.js';
import { BROKEN } from './vulkan.js';

export { globals } from 'webgpu';

/** The constant's bits in a shader. */
const BITS = `${new Uint32Array(Float32Array.of(BROKEN).buffer)[0]}u`;
/** Bytes of a buffer that is refused. */
const LARGE = 2 ** 20;

const fault = process.env.MANIPLE_TEST_FAULT;

function spoil(device: GPUDevice): GPUDevice {
  const [shader, buffer] = [device.createShaderModule.bind(device), device.createBuffer.bind(device)];
  let arenas = 0;
  if (fault === 'shader')
    device.createShaderModule = ({ code }) =>
      shader({ code: code.includes(BITS) || code.includes('atan2') ? 'no shader' : code });
  if (fault === 'pairs')
    device.createShaderModule = ({ code }) =>
      shader({ code: code.replace(/(fn product_rest_\([^)]*\) -> f32 \{)/, '$1 if (parameters[0].x == 0u) { return 0.0; }') });
  if (fault === 'memory')
    device.createBuffer = (of) =>
      buffer(of.size >= LARGE && (of.usage & GPUBufferUsage.STORAGE) > 0 && arenas++ > 0 ? { ...of, size: 2 ** 50 } : of);
  if (fault === 'download')
    device.createBuffer = (of) =>
      buffer(of.size >= LARGE && (of.usage & GPUBufferUsage.MAP_READ) > 0 ? { ...of, size: device.limits.maxBufferSize } : of);
  if (fault === 'slow') {
    const compile = device.createComputePipelineAsync.bind(device);
    device.createComputePipelineAsync = async (of) => {
      await heldBack();
      return await compile(of);
    };
  }
  if (fault === 'late') {
    const destroy = device.destroy.bind(device);
    device.destroy = () => {
      // A process that exits prints nothing else of a thread.
      writeSync(1, 'ok a device is destroyed\n');
      return destroy();
    };
  }
  if (fault === 'upload') {
    const { queue } = device;
    const write = queue.writeBuffer.bind(queue);
    queue.writeBuffer = (to, at, bytes, from, size) => {
      if (bytes.byteLength < LARGE) write(to, at, bytes, from, size);
      // As it does where it finds no memory for what it sends: it writes nothing, and throws nothing.
      else buffer({ size: device.limits.maxBufferSize, usage: GPUBufferUsage.COPY_SRC });
    };
    Object.defineProperty(device, 'queue', { value: queue });
  }
  return device;
}

export function create(options: string[]): GPU {
  const gpu = really(options);
  const request = gpu.requestAdapter.bind(gpu);
  gpu.requestAdapter = async (how) => {
    if (fault === 'late') await heldBack();
    if (fault === 'adapter') return null;
    const adapter = await request(how);
    if (adapter === null) return null;
    if (fault === 'limits')
      return { info: { device: 'a small GPU' }, limits: { maxStorageBufferBindingSize: 2 ** 20 } } as unknown as GPUAdapter;
    const requestDevice = adapter.requestDevice.bind(adapter);
    adapter.requestDevice = async (what) => spoil(await requestDevice(what));
    return adapter;
  };
  return gpu;
}
