/**
 * TypeScript sources as a graph: what each file imports, by names, and what it exports. Sees every way in which one of our files names
 * another: `import`, with or without names, `import type`, `export … from`, `import()`, `moduleFile(…)`, `SideThread(…)`, and any string
 * that ends as entry modules of threads do.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Names that one file takes from another. */
export interface Import {
  readonly from: string;
  readonly to: string;
  /** By their names there; null for all. */
  readonly names: readonly string[] | null;
  /** By these names they are exported again: name there, name here. `*` without a name here: all. */
  readonly again: ReadonlyMap<string, string> | 'all' | null;
}

export interface Source {
  readonly path: string;
  readonly text: string;
  /** The text without comments that stand in lines of their own. */
  readonly code: string;
  readonly imports: readonly Import[];
  /** Names that the file itself declares and exports. */
  readonly exports: readonly string[];
}

/** All TypeScript files below a folder. */
export function sourcesIn(folder: string): Source[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .sort()
    .map((name) => sourceAt(join(folder, name), folder));
}

function sourceAt(path: string, folder: string): Source {
  const text = readFileSync(path, 'utf8');
  const code = text.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, '').replace(/^[ \t]*\/\/.*$/gm, '');
  return { path, text, code, imports: importsOf(path, code, folder), exports: exportsOf(code) };
}

function importsOf(from: string, code: string, folder: string): Import[] {
  const found: Import[] = [];
  const add = (to: string, names: Import['names'], again: Import['again'] = null): void => {
    found.push({ from, to: to.replace(/\.js$/, '.ts'), names, again });
  };
  const at = (specifier: string): string => resolve(dirname(from), specifier);
  for (const [, what, specifier] of code.matchAll(/^import\s([^;'"]*?)\sfrom\s+'(\.[^']+)'/gm))
    add(at(specifier), what.includes('* as') ? starred(what, code) : given(what));
  for (const [, specifier] of code.matchAll(/^import\s+'(\.[^']+)'/gm)) add(at(specifier), []);
  for (const [, what, specifier] of code.matchAll(/^export\s(?:type\s)?(\{[^}]*\}|\*(?:\s+as\s+\w+)?)\s+from\s+'(\.[^']+)'/gm)) {
    if (what === '*') add(at(specifier), [], 'all');
    else if (what.startsWith('*')) add(at(specifier), null);
    else add(at(specifier), [], new Map(pairs(what)));
  }
  for (const m of code.matchAll(/(?:\{([^{}]*)\}\s*=\s*(?:\()?\s*await\s+)?\bimport\('(\.[^']+)'\)(?:\.(\w+))?/g))
    add(
      at(m[2]),
      m[1] !== undefined ? pairs(`{${m[1].replace(/:/g, ' as ')}}`).map(([name]) => name) : m[3] !== undefined ? [m[3]] : null,
    );
  for (const m of code.matchAll(/\b(?:moduleFile|SideThread)\('([^']+)'|'([\w/-]+-thread\.js)'/g))
    add(join(folder, m[1] ?? m[2]), null);
  return found;
}

/** The names of `* as name` that the file uses; all where it passes it on. */
function starred(what: string, code: string): string[] | null {
  const name = /\*\s+as\s+(\w+)/.exec(what)?.[1] ?? '';
  const uses = [...code.matchAll(new RegExp(`(?<![\\w./'])${name}\\b(?!\\s+from)(\\.(\\w+))?`, 'g'))];
  const names = uses.map((m) => m[2]);
  return names.includes(undefined as never) ? null : names;
}

function given(what: string): string[] {
  const braces = /\{[^}]*\}/.exec(what)?.[0];
  const names = braces === undefined ? [] : pairs(braces).map(([name]) => name);
  const alone = what
    .replace(/^type\s/, '')
    .replace(/\{[^}]*\}/, '')
    .replaceAll(/[\s,]/g, '');
  return alone === '' ? names : ['default', ...names];
}

/** `{ a, type b as c }`: names there and here. */
function pairs(braces: string): [string, string][] {
  return braces
    .slice(1, -1)
    .split(',')
    .map((word) => word.trim().replace(/^type\s+/, ''))
    .filter((word) => word !== '')
    .map((word) => {
      const [there, here = there] = word.split(/\s+as\s+/);
      return [there, here];
    });
}

function exportsOf(code: string): string[] {
  const found: string[] = [];
  const declared =
    /^export\s+(?:declare\s+)?(?:async\s+)?(?:abstract\s+)?(?:function\*?|class|const enum|const|let|interface|type|enum)\s+(\w+)/gm;
  for (const [, name] of code.matchAll(declared)) found.push(name);
  for (const [, names] of code.matchAll(/^export\s+const\s+\{([^}]*)\}/gm))
    found.push(...pairs(`{${names}}`).map(([, here]) => here));
  if (/^export\s+default\b/m.test(code)) found.push('default');
  for (const [, braces] of code.matchAll(/^export\s(?:type\s)?(\{[^}]*\})(?!\s*from)/gm))
    found.push(...pairs(braces).map(([, here]) => here));
  return found;
}

/** Exports that nobody takes: `uses` are imports of other files than these, `doors` files all of whose exports are public. */
export function unusedExports(sources: readonly Source[], uses: readonly Import[], doors: readonly string[]): string[] {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const used = new Set<string>();
  const use = (path: string, name: string): void => {
    const key = `${path}#${name}`;
    if (used.has(key)) return;
    used.add(key);
    for (const { to, again } of byPath.get(path)?.imports ?? []) {
      if (again === 'all') use(to, name);
      else for (const [there, here] of again ?? []) if (here === name) use(to, there);
    }
  };
  const useAll = (path: string): void => {
    const source = byPath.get(path);
    for (const name of source?.exports ?? []) use(path, name);
    for (const { to, again } of source?.imports ?? []) {
      if (again === 'all') useAll(to);
      else for (const [, here] of again ?? []) use(path, here);
    }
  };
  for (const door of doors) useAll(door);
  for (const { to, names } of [...uses, ...sources.flatMap((source) => source.imports)]) {
    if (names === null) useAll(to);
    else for (const name of names) use(to, name);
  }
  return sources.flatMap(({ path, exports }) =>
    exports.filter((name) => !used.has(`${path}#${name}`)).map((name) => `${path}#${name}`),
  );
}

/** Names of doors (`export … from`) that nobody takes from there. */
export function unusedPassedOn(sources: readonly Source[], uses: readonly Import[], doors: readonly string[]): string[] {
  const taken = new Set<string>();
  const all = new Set(doors);
  for (const { to, names, again } of [...uses, ...sources.flatMap((source) => source.imports)]) {
    if (names === null || again === 'all') all.add(to);
    else for (const name of [...names, ...(again?.keys() ?? [])]) taken.add(`${to}#${name}`);
  }
  return sources.flatMap(({ path, imports }) =>
    all.has(path)
      ? []
      : imports.flatMap(({ again }) =>
          again === null || again === 'all'
            ? []
            : [...again.values()].filter((n) => !taken.has(`${path}#${n}`)).map((n) => `${path}#${n}`),
        ),
  );
}
