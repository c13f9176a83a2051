/**
 * Finds a GPU through Dawn, in the owner's thread: npm's `webgpu`, a driver, an adapter with limits that suffice. Each of them may be missing,
 * with a message of its own.
 */
import type { create } from 'webgpu';
import type { AdapterFacts } from './messages.js';

/** The object from `create()` must not be collected while a device lives: it is held for the life of the process. */
const HELD = Symbol.for('maniple.webgpu.instances');
/** Bytes of a storage binding, and storage bindings, at least. */
const LEAST_BINDING = 2 ** 24;
const LEAST_BUFFERS = 4;
/** Bytes of an arena, at most: positions of bytes are 32 bits, and Dawn refuses buffers at a driver's limit. */
const MOST_ARENA = 2 ** 31;

interface Found {
  readonly device: GPUDevice;
  readonly facts: AdapterFacts;
}

type Create = typeof create;

async function load(): Promise<Create> {
  try {
    const { create, globals } = await import('webgpu');
    Object.assign(globalThis, globals);
    return create;
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND';
    throw new Error(
      missing
        ? 'the package webgpu is not installed; npm install webgpu@0.6.2'
        : `the package webgpu cannot be loaded: ${(cause as Error).message}`,
      { cause },
    );
  }
}

function hold(instance: GPU): void {
  const all = globalThis as unknown as Record<symbol, GPU[] | undefined>;
  all[HELD] = [...(all[HELD] ?? []), instance];
}

/** Why an adapter's limits do not suffice, or null. */
function limitsProblem(limits: GPUSupportedLimits): string | null {
  if (limits.maxStorageBufferBindingSize < LEAST_BINDING)
    return `bindings of ${limits.maxStorageBufferBindingSize} bytes, fewer than ${LEAST_BINDING}`;
  if (limits.maxStorageBuffersPerShaderStage < LEAST_BUFFERS)
    return `${limits.maxStorageBuffersPerShaderStage} storage buffers a shader, fewer than ${LEAST_BUFFERS}`;
  return null;
}

/** A device on the adapter that Dawn prefers. Throws an error that names the missing part. */
export async function findDevice(): Promise<Found> {
  const create = await load();
  const instance = create([]);
  hold(instance);
  const adapter = await instance.requestAdapter({ powerPreference: 'high-performance' });
  if (adapter === null)
    throw new Error(
      'no adapter: Dawn finds no driver of a GPU (Vulkan, Metal or Direct3D 12); VK_DRIVER_FILES names Vulkan drivers',
    );
  const { info, limits } = adapter;
  const problem = limitsProblem(limits);
  if (problem !== null) throw new Error(`the adapter ${info.device || info.vendor} has ${problem}`);
  const device = await adapter.requestDevice({
    requiredLimits: {
      maxBufferSize: limits.maxBufferSize,
      maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
      maxStorageBuffersPerShaderStage: limits.maxStorageBuffersPerShaderStage,
    },
  });
  const largest = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize / 2, MOST_ARENA);
  return {
    device,
    facts: {
      name: info.device || info.vendor || 'gpu',
      description: info.description,
      largest: Math.floor(largest / 256) * 256,
      arenas: limits.maxStorageBuffersPerShaderStage - 1,
    },
  };
}
