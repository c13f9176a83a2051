/** Files that commands run as programs. */
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { FileFormatError } from '../base/index.js';

const MODULES = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', ''];

/** Throws `FileFormatError` for a file that cannot be a program; `command`: the one that was to run it. */
export function checkModule(command: string, file: string, path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new FileFormatError(`${command}: ${file}: no such file`);
  if (found.isDirectory()) throw new FileFormatError(`${command}: ${file}: expected a JavaScript module, got a folder`);
  if (MODULES.includes(extname(path))) return;
  throw new FileFormatError(
    `${command}: ${file}: expected a JavaScript module (.js, .mjs or .cjs), got a file named *${extname(path)}`,
  );
}
