import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { lastCache, readLast } from '../../../lib/compile/toolchain/caches.js';

type Tap = { testdir(fixture?: Record<string, never>): string };

/** A folder like the system's: sizes by level, and what else lies there. */
function folder(t: Tap, sizes: readonly string[]): string {
  const root = t.testdir({});
  sizes.forEach((size, k) => {
    mkdirSync(join(root, `index${k}`));
    writeFileSync(join(root, `index${k}`, 'size'), size);
  });
  mkdirSync(join(root, 'power'));
  return root;
}

t.test('the last cache is the largest', async (t) => {
  t.equal(readLast(folder(t, ['48K\n', '32K\n', '1024K\n', '32768K\n'])), 32 * 2 ** 20);
  t.equal(readLast(folder(t, ['64K\n', '8M\n'])), 8 * 2 ** 20);
});

t.test('what the system does not say is not known', async (t) => {
  t.equal(readLast(folder(t, [])), null);
  t.equal(readLast(folder(t, ['unknown\n'])), null);
  t.equal(readLast(join(t.testdir({}), 'missing')), null);
});

t.test('this machine: a size or nothing', async (t) => {
  const bytes = lastCache();
  t.ok(bytes === null || bytes >= 2 ** 10);
});
