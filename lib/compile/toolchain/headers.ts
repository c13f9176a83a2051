/** The C headers that emitted kernels include: where they are, and a hash of their texts. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * The hash that the bundler of the package (`.ci/bundle.mjs`) computed: reading all headers takes milliseconds of every program's first
 * second.
 */
declare const packHeaders: string | undefined;

let folders: readonly string[] | null = null;
let hash: string | null = null;

/** Folders to search for headers. */
export function headerFolders(): readonly string[] {
  return (folders ??= findFolders());
}

function findFolders(): readonly string[] {
  const root = dirname(createRequire(import.meta.url).resolve('#package'));
  return ['kernel', 'math'].map((name) => join(root, 'native', name));
}

/** Changes whenever a header does: part of every kernel's key. */
export function headersHash(): string {
  return (hash ??= typeof packHeaders === 'undefined' ? computeHash() : packHeaders);
}

function computeHash(): string {
  const sum = createHash('sha256');
  for (const folder of headerFolders()) {
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.h'))
      .sort()) {
      sum.update(`${name}\n`).update(readFileSync(join(folder, name)));
    }
  }
  return sum.digest('hex').slice(0, 16);
}
