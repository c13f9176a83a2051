/**
 * How far long work has come, for the one that shows it: a command at a terminal. Without it a note costs a comparison. Work notes steps of
 * some milliseconds each, since it may keep the thread busy all along.
 */

/** Shows work by name, and the share of it that is done, from 0 to 1. */
type ShowProgress = (work: string, share: number) => void;

let show: ShowProgress | null = null;

/** Has work shown from now on; null: no longer. */
export function showProgress(shown: ShowProgress | null): void {
  show = shown;
}

/** Some of a work's parts are done. */
export function noteProgress(work: string, done: number, parts: number): void {
  if (show !== null && parts > 0) show(work, Math.min(1, done / parts));
}
