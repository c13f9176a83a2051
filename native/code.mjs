/**
 * Has V8's compiled code of the library kept beside it (`lib/boot`), for this Node: the first process of a user takes a third of the time
 * to its first results. A process of its own runs `exercise.cjs` for that, some two seconds. Without it, processes keep their own code in the
 * user's cache folder, from the second on.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './edition.mjs';

const core = join(root, 'dist', 'pack', 'core');
const TIMEOUT_MS = 60_000;

/** Makes the code, in place of an earlier library's; why it was not made, or null. A package that is not compiled yet has none. */
export function makeCode() {
  if (!existsSync(join(core, 'boot.cjs'))) return null;
  const cache = mkdtempSync(join(tmpdir(), 'maniple-code-'));
  try {
    for (const name of readdirSync(core)) if (/^code-[0-9a-f-]+\.bin$/.test(name)) rmSync(join(core, name));
    const env = { ...process.env, NODE_OPTIONS: '', MANIPLE_CONFIG: '', MANIPLE_CACHE: cache, MANIPLE_CODE_CACHE: '' };
    const exercise = fileURLToPath(new URL('exercise.cjs', import.meta.url));
    const { error, status, stderr } = spawnSync(process.execPath, [exercise], { encoding: 'utf8', env, timeout: TIMEOUT_MS });
    return status === 0 ? null : (error?.message ?? stderr.trim().split('\n').at(-1) ?? `status ${status}`);
  } catch (error) {
    return error.message;
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}
