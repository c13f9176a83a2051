/** Any value in a few words, for error messages. */

/** A short description of a value. Runs no code of the value beyond getters of `constructor` and `name`. */
export function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return `function ${nameOf(value) ?? '(anonymous)'}`;
  if (Array.isArray(value)) return `an Array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return `an object (${nameOf(value.constructor) ?? 'no prototype'})`;
  return typeof value === 'bigint' ? `${value}n` : String(value);
}

function nameOf(maker: { readonly name?: unknown } | null | undefined): string | undefined {
  const name = maker?.name;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
