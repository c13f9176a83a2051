/** `--dump-ir PASS`, as the environment carries it: MANIPLE_DUMP_IR names a pass, or `all`; kernels go to standard error. */
import { ConfigError } from '../../base/index.js';
import { dumpAfter, passTable, type Watch } from './table.js';

/** The passes that can be named, and `all`. */
function dumpable(): readonly string[] {
  return [...new Set(passTable().map((pass) => pass.name)), 'all'];
}

let known: { readonly wish: string | undefined; readonly watch: Watch | undefined } | null = null;

/** The watch that MANIPLE_DUMP_IR asks for; undefined for none. Throws `ConfigError` for the name of no pass. */
export function environmentWatch(): Watch | undefined {
  const wish = process.env.MANIPLE_DUMP_IR || undefined;
  if (known === null || known.wish !== wish) {
    if (wish !== undefined) checkPassName(wish, 'MANIPLE_DUMP_IR');
    known = { wish, watch: wish === undefined ? undefined : dumpAfter(wish, (text) => process.stderr.write(`${text}\n`)) };
  }
  return known.watch;
}

/** Throws `ConfigError`, naming the passes, unless there is one of this name. */
export function checkPassName(name: string, where: string): void {
  if (!dumpable().includes(name))
    throw new ConfigError(`${where}: there is no pass ${JSON.stringify(name)}; expected ${dumpable().join(', ')}`);
}
