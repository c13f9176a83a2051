/** How a failure is told: a user's mistake without the stack of the command, anything else with its stack. */
import { isDebugging, isManipleError, saysWhereIssued, siteOf } from '../base/index.js';

/** The text of a command's error for standard error: a wrong option, a file that cannot be read. */
export function formatFailure(error: unknown): string {
  if (!(error instanceof Error)) return `maniple: ${String(error)}\n`;
  return `maniple: ${isPlain(error) ? error.message : error.stack}\n`;
}

/**
 * The text of an error that the program of `maniple run` threw: for one of the library's its class, and the lines of the program that it
 * was thrown from. One that came up at a reader says in its message where its operation was issued.
 *
 *     maniple: ShapeError: add: shapes (3,) and (4,) do not broadcast: axis 0 has 3 and 4
 *         at step (file:///home/ada/app.mjs:2:29)
 *         at file:///home/ada/app.mjs:5:1
 */
export function formatProgramFailure(error: unknown): string {
  if (error instanceof Error && !isManipleError(error) && !isDebugging())
    return `maniple: ${aboveLoader(error.stack ?? error.message)}\n`;
  if (!isManipleError(error) || !isPlain(error)) return formatFailure(error);
  const told = `maniple: ${error.name}: ${error.message}\n`;
  const frames = saysWhereIssued(error) ? [] : (siteOf(aboveLoader(error.stack ?? ''))?.frames ?? []);
  return `${told}${frames.map((frame) => `${frame}\n`).join('')}`;
}

function isPlain(error: Error): boolean {
  return isManipleError(error) && !isDebugging();
}

/** A stack down to the loader of modules, which called the program. */
function aboveLoader(stack: string): string {
  const lines = stack.split('\n');
  const end = lines.findIndex((line) => line.includes('(node:internal/modules/'));
  return (end < 0 ? lines : lines.slice(0, end)).join('\n');
}
