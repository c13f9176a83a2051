/** Files that commands run as programs, and how a program ends that fails. */
import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { copies, FileFormatError } from '../base/index.js';
import { formatProgramFailure } from './failure.js';
import { useStream } from './print.js';

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

/**
 * Runs a program until its last statement: an error that it throws is printed in a few lines, and ends the process with status 1 when nothing
 * is under way. A program that computes with a different copy of the library is told so at its end; `command`: the one that runs it.
 */
export async function runProgram(command: string, path: string): Promise<void> {
  useStream();
  process.once('exit', () => process.stderr.write(ofOtherCopies(command)));
  process.on('unhandledRejection', endPlainly);
  try {
    await import(pathToFileURL(path).href);
  } catch (error) {
    if (isWithoutPlace(error)) throwLater(error);
    else process.stderr.write(formatProgramFailure(error));
    process.exitCode = 1;
  }
}

/** Whether an error is one of syntax that does not say where: Node alone knows the line of a module that cannot be parsed. */
function isWithoutPlace(error: unknown): error is SyntaxError {
  if (!(error instanceof SyntaxError)) return false;
  const lines = (error.stack ?? '').split('\n');
  return lines[0].startsWith('SyntaxError') && lines.slice(1).every((line) => line.includes('node:internal/'));
}

/** Has Node print an error as an uncaught one, with the file, the line and the place in it. */
function throwLater(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

/** An unhandled rejection ends the program as an error that it throws does; a program with a listener of its own decides itself. */
function endPlainly(error: unknown): void {
  if (process.listenerCount('unhandledRejection') > 1) return;
  process.stderr.write(formatProgramFailure(error));
  process.exit(1);
}

/** A line for each copy of the library that this command does not see. */
function ofOtherCopies(command: string): string {
  const { own, others } = copies();
  const lines = others.map(
    (folder) =>
      `maniple: ${command}: the program computes with a different copy of the library, in ${folder}: options and reports of this command are of the copy in ${own}; run the command of the program's copy\n`,
  );
  return lines.join('');
}
