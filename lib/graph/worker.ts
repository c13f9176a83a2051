/**
 * The function that Piscina runs on each thread of a task runtime: it answers at once, and then serves the machine until that stops.
 * Bodies of modules run here; native code returns when there are modules to import.
 */
import { threadId } from 'node:worker_threads';
import { type GraphAddon, graphAddon, MODULE_TOKEN } from './addon.js';

/** Which machine to serve, and as which of its processors (1 …). */
export interface Post {
  readonly machine: number;
  readonly index: number;
  /** Whether to bind the thread to processor `index`. */
  readonly pin: boolean;
}

/** The body of a task that any processor may run. */
export type ModuleBody = (argument: number) => void;

/** Takes up a post; answers with this thread's number. */
export default function takeUp(post: Post): number {
  const addon = graphAddon();
  if (post.pin) addon.pinThread(post.index);
  setImmediate(() => void serve(addon, post));
  return threadId;
}

async function serve(addon: GraphAddon, post: Post): Promise<void> {
  const bodies: ModuleBody[] = [];
  const run = (token: number): number => runModule(addon, post.machine, bodies, token);
  for (;;) {
    for (const specifier of addon.graphModules(post.machine).slice(bodies.length)) bodies.push(await importBody(specifier));
    if (addon.serveGraph(post.machine, post.index, bodies.length, run) === 0) return;
  }
}

function runModule(addon: GraphAddon, machine: number, bodies: readonly ModuleBody[], token: number): number {
  try {
    bodies[Math.floor(token / MODULE_TOKEN) - 1](token % MODULE_TOKEN);
    return 0;
  } catch (error) {
    return addon.graphFailure(machine, error instanceof Error ? error.message : String(error));
  }
}

/** Imports `url#export`; a module that does not load, or exports no such function, fails when it is called. */
export async function importBody(specifier: string): Promise<ModuleBody> {
  const at = specifier.lastIndexOf('#');
  const name = specifier.slice(at + 1);
  try {
    const body = ((await import(specifier.slice(0, at))) as Record<string, unknown>)[name];
    if (typeof body === 'function') return body as ModuleBody;
    return fails(new Error(`the module ${specifier.slice(0, at)} exports no function '${name}'`));
  } catch (error) {
    return fails(error);
  }
}

function fails(error: unknown): ModuleBody {
  return () => {
    throw error;
  };
}
