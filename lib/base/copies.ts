/**
 * Copies of the library in one process, such as a global command's and the program's own: neither sees what the other computes. Each says that
 * it computes in a list that all of them share.
 */
import { fileURLToPath } from 'node:url';
import { moduleFile } from './module-file.js';

const LIST = Symbol.for('maniple.copies');

interface Shared {
  [LIST]?: Set<{ readonly folder: string }>;
}

/** This copy. */
const own = {
  get folder(): string {
    return fileURLToPath(moduleFile(''));
  },
};

/** Notes that this copy computes. */
export function noteCopy(): void {
  ((globalThis as Shared)[LIST] ??= new Set()).add(own);
}

/** The folder of this copy, and the folders of the other copies that have computed so far in this thread. */
export function copies(): { readonly own: string; readonly others: readonly string[] } {
  const all = [...((globalThis as Shared)[LIST] ?? [])];
  return { own: own.folder, others: all.filter((copy) => copy !== own).map(({ folder }) => folder) };
}
