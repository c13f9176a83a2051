/**
 * The copy of maniple that a program imports. A command of a different copy, such as a global one, would watch a runtime that the program
 * does not use: it hands its work over.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Has the command of the program's copy do the work, if that is not this one; whether it does. `path`: the program. */
export async function handedOver(path: string): Promise<boolean> {
  const manifest = manifestFor(path);
  if (manifest === null || manifest === createRequire(import.meta.url).resolve('#package')) return false;
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin?: { readonly maniple?: string } };
  const main = join(dirname(manifest), bin?.maniple ?? '');
  if (bin?.maniple === undefined || !existsSync(main)) return false;
  process.argv[1] = main;
  await import(pathToFileURL(main).href);
  return true;
}

function manifestFor(path: string): string | null {
  try {
    return createRequire(path).resolve('maniple/package.json');
  } catch {
    return null;
  }
}
