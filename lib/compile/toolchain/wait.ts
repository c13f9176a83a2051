/** Runs a program and waits for it, for kernels that are wanted before anything goes on. */
import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { endGroup, type Start, type Status, whyForbidden } from './run.js';

/** Runs a program and waits for its status. Programs that it started end with it when it is overdue. Throws when it does not start. */
export function runAndWait({ argv: [program, ...args], output, errors, limit }: Omit<Start, 'held'>): Status {
  const denied = whyForbidden();
  if (denied !== null) throw denied;
  const files = [output, errors].map((path) => openSync(path, 'w', 0o600));
  const options: SpawnSyncOptions = { stdio: ['ignore', ...files], timeout: limit, killSignal: 'SIGKILL' };
  // A group of its own, so that all of it can be ended. `spawnSync` takes this as `spawn` does; its types leave it out.
  const { pid, status, error } = spawnSync(program, args, Object.assign(options, { detached: true }));
  for (const file of files) closeSync(file);
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT') {
    endGroup(pid, 'SIGKILL');
    return 'overdue';
  }
  if (error !== undefined) throw error;
  return status;
}
