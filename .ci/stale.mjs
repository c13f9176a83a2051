/**
 * Removes compiled files of sources that are no more from `dist/`: they would be bundled, or run as tests.
 *
 *     node .ci/stale.mjs       `bundle.mjs` calls it, too
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Folders that the compiler fills, as they are named here and in `dist/`. */
const FOLDERS = ['lib', 'test', 'bench'];
const MADE = /\.(?:d\.ts|js)(?:\.map)?$/;

export function dropStale() {
  for (const folder of FOLDERS) {
    const made = join(root, 'dist', folder);
    // A copy of the project may have compiled files alone.
    if (!existsSync(made) || !existsSync(join(root, folder))) continue;
    for (const path of readdirSync(made, { recursive: true })) {
      if (MADE.test(path) && !existsSync(join(root, folder, path.replace(MADE, '.ts')))) rmSync(join(made, path));
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) dropStale();
