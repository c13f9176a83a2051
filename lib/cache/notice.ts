/** Notices about the kernel cache, each text once in a process. */

const told = new Set<string>();

/** Warns, as `ManipleWarning` with the code MANIPLE_CACHE. */
export function notify(text: string): void {
  if (told.has(text)) return;
  told.add(text);
  process.emitWarning(text, { type: 'ManipleWarning', code: 'MANIPLE_CACHE' });
}

/** A number in the environment; the default where it is unset, and, with a notice, where it is none of at least `least`. */
export function numberFrom(name: string, otherwise: number, least: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return otherwise;
  const value = Number(text);
  if (text.trim() !== '' && value >= least) return value;
  notify(`${name}: expected a number of at least ${least}, got ${JSON.stringify(text)}; using ${otherwise}`);
  return otherwise;
}
