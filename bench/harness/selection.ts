/** The choice of `--only`: a name, or else all names with this beginning; `all`: every name. */

/** The chosen ones of `names`, all where nothing is asked for; throws where a word chooses none. */
export function select(names: readonly string[], only: readonly string[] | undefined): ReadonlySet<string> {
  if (only === undefined || only.includes('all')) return new Set(names);
  const unknown = only.filter((word) => !names.some((name) => name.startsWith(word)));
  if (unknown.length > 0) throw new Error(`nothing is called ${unknown.join(' or ')}; there are ${names.join(', ')}`);
  return new Set(only.flatMap((word) => (names.includes(word) ? [word] : names.filter((name) => name.startsWith(word)))));
}
