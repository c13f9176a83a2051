/**
 * Describes GPUs for `maniple info`. A process of its own looks: Dawn writes warnings of its own to the terminal, and a driver that crashes
 * takes its process with it.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { moduleFile } from '../../base/index.js';

/** Milliseconds that the process is given. */
const PATIENCE = 80_000;

/** The adapter of device webgpu and its driver, or why there is none. */
export function describeGpu(): string {
  const program = fileURLToPath(moduleFile('device/webgpu/describing.js'));
  const { stdout, status, signal } = spawnSync(process.execPath, [program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: PATIENCE,
  });
  if (status === 0) return stdout;
  return `none: looking for one ended with ${signal === null ? `exit code ${status}` : `signal ${signal}`}`;
}
