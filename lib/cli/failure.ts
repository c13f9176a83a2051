/** How a failure is told: a user's mistake in one line, anything else with its stack. */
import { ManipleError } from '../base/index.js';

/** The text of an error for standard error. */
export function formatFailure(error: unknown): string {
  if (!(error instanceof Error)) return `maniple: ${String(error)}\n`;
  const isPlain = error instanceof ManipleError && process.env.MANIPLE_DEBUG === undefined;
  return `maniple: ${isPlain ? error.message : error.stack}\n`;
}
