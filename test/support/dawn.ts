/** Validates shaders with Dawn's null backend, which needs no driver. Problems are the lines that it complains of. */
import { type GpuLaunch, launchableKernel, printWgsl } from '../../lib/compile/index.js';
import type { Kernel } from '../../lib/ir/index.js';

let device: Promise<GPUDevice | null> | null = null;
/** Held for the life of the process. */
let instance: GPU | null = null;

async function nullDevice(): Promise<GPUDevice | null> {
  try {
    const { create, globals } = await import('webgpu');
    Object.assign(globalThis, globals);
    instance = create(['backend=null']);
  } catch {
    return null;
  }
  return (await (await instance.requestAdapter())?.requestDevice()) ?? null;
}

/** Errors of shaders, each with its line; null where the package `webgpu` is not installed. */
export async function shaderProblems(texts: Iterable<string>): Promise<string[] | null> {
  device ??= nullDevice();
  const found = await device;
  if (found === null) return null;
  const problems: string[] = [];
  for (const code of texts) {
    found.pushErrorScope('validation');
    const { messages } = await found.createShaderModule({ code }).getCompilationInfo();
    await found.popErrorScope();
    const lines = code.split('\n');
    for (const { type, message, lineNum } of messages) if (type === 'error') problems.push(`${message}: ${lines[lineNum - 1]}`);
  }
  return problems;
}

/** Words of an arena. */
const SEGMENT = 2 ** 20;

/** The shaders of a launch; its memories lie in two arenas by turns, or, for `long` ones, in two each. */
export function shadersOf(kernel: Kernel, launch: GpuLaunch, division = true, long = false): string[] {
  const lowered = launchableKernel(kernel, { long: false, division, subnormals: division });
  const places = [...kernel.args.map((_, k) => k % 2), 0].map((k) => (long ? [2 * k, 2 * k + 1] : [k]));
  const names = new Set(lowered.dispatches(launch).map(({ program }) => program));
  return [...names].map((name) => printWgsl(lowered.program(name), lowered.parameters.length, places, SEGMENT));
}
