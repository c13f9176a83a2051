/**
 * Reports when a program ends: by itself, by `process.exit()`, by an error, or by a signal that it does not handle. A signal is seen when
 * the program next turns to its event loop; one that computes without a pause is ended by SIGQUIT or SIGKILL, without reports.
 */
import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Writes a report to standard error when the process ends, once. A report that fails says so and changes no exit status. */
export function atEnd(report: () => string): void {
  process.once('exit', () => process.stderr.write(textOf(report)));
}

/** Lets signals end the process with its reports, by the status of a process that a signal ended. A program's own handlers decide. */
export function endBySignals(): void {
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal]);
    });
  }
}

function textOf(report: () => string): string {
  try {
    return report();
  } catch (error) {
    return `maniple: no report: ${error instanceof Error ? error.message : String(error)}\n`;
  }
}
