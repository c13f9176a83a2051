/** Validates shaders with Dawn's null backend, which needs no driver. Problems are the lines that it complains of. */
import type { Test } from 'tap';
import { type GpuLaunch, type Launchable, printWgsl } from '../../lib/compile/index.js';

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
export function shadersOf(lowered: Launchable, launch: GpuLaunch, long = false, fastMath = false): string[] {
  const places = [...lowered.kernel.args.map((_, k) => k % 2), 0].map((k) => (long ? [2 * k, 2 * k + 1] : [k]));
  const names = new Set(lowered.dispatches(launch).map(({ program }) => program));
  return [...names].map((name) => printWgsl(lowered.program(name), lowered.parameters.length, places, SEGMENT, fastMath));
}

/** Shaders of launches that this process has interpreted in place of running them. */
const emitted = new Set<string>();

/** Keeps the shaders of a launch for `testShaders`: by turns of short and long arrays, and of the driver's own arithmetic. */
export function keepShaders(lowered: Launchable, launch: GpuLaunch): void {
  for (const text of shadersOf(lowered, launch, emitted.size % 2 > 0, emitted.size % 5 > 3)) emitted.add(text);
}

/** The last test of a file: Dawn takes the shaders that were kept, of which there are so many at least. */
export function testShaders(t: Test, least: number): void {
  t.test('all shaders are valid', async (t) => {
    t.ok(emitted.size >= least, `${emitted.size} shaders`);
    const problems = await shaderProblems(emitted);
    if (problems === null) t.comment('the package webgpu is not installed: shaders were not looked at');
    else t.same(problems, []);
  });
}
