/** How long functions are, and which file names are twins: measures of a source tree that is formatted as ours is. */
import { basename, dirname } from 'node:path';

/** Lines that open a block which is no function. */
const NO_FUNCTION =
  /^(\} )?(if|for|while|switch|else|do|try|catch|finally|case|default|class|interface|namespace|enum|struct|union|extern)\b/;

/** Functions with more lines than `most`, by the line that opens them. A block ends with the line that closes it at its depth. */
export function longFunctions(text: string, most: number): { readonly line: number; readonly lines: number }[] {
  const lines = text.split('\n');
  const found: { line: number; lines: number }[] = [];
  lines.forEach((line, i) => {
    const depth = line.search(/\S/);
    const opens = /(\)|=>|\)(: .*| const| noexcept| override| -> .*)+) \{$/.test(line) && !NO_FUNCTION.test(line.slice(depth));
    if (!opens) return;
    const end = lines.findIndex((l, j) => j > i && l.startsWith(`${' '.repeat(depth)}}`));
    const start = depth >= 0 && line.slice(depth).startsWith(')') ? beginning(lines, i, depth) : i;
    if (end >= 0 && end - start + 1 > most) found.push({ line: start + 1, lines: end - start + 1 });
  });
  return found;
}

/** Where a signature over several lines begins. */
function beginning(lines: readonly string[], i: number, depth: number): number {
  for (let j = i - 1; j >= 0; j--) if (lines[j].search(/\S/) === depth) return j;
  return i;
}

/** Files of one folder of `lib/` whose names differ by a plural alone: `template.ts` and `templates.ts`. */
export function twinNames(paths: readonly string[]): string[] {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const folder = dirname(path);
    const words = basename(path, '.ts')
      .split('-')
      .map((word) => word.replace(/(?<!s)s$/, ''));
    const key = `${folder}/${words.join('-')}`;
    groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  return [...groups.values()]
    .filter((all) => new Set(all.map((path) => basename(path))).size > 1)
    .map((all) => all.sort().join(' '));
}
