/** Golden text: what an emitter writes, kept beside the tests and read in review. UPDATE_GOLDEN=1 writes it anew. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Test } from 'tap';

const folder = join(dirname(createRequire(import.meta.url).resolve('#package')), 'test', 'golden');

/** Compares `text` with the file `name` in `test/golden`. */
export function golden(t: Test, name: string, text: string): void {
  const path = join(folder, name);
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  let expected: string;
  try {
    expected = readFileSync(path, 'utf8');
  } catch {
    expected = `(no file ${name}: run the test with UPDATE_GOLDEN=1)`;
  }
  t.equal(text, expected, `${name} is as it was`);
}
