/** `np.help`: documentation at a prompt, out of the declarations that the package brings for compilers and editors. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ArgumentError, either, FUNCTION, likeliest, moduleFile, TEXT, takes } from '../base/index.js';

/** A documented function: its comment and its type. */
interface Entry {
  readonly name: string;
  /** `array/linalg/qr`, from the folder of the rooms. */
  readonly path: string;
  readonly comment: string;
  /** Ways to call it: `(x: ArrayLike) => NDArray`. */
  readonly types: readonly string[];
}

/** Folders and files with public functions, by the name that comes before a dot. */
const PLACES: Readonly<Record<string, string>> = {
  np: 'array/',
  linalg: 'array/linalg/',
  random: 'array/random/',
  fft: 'array/fft/',
  special: 'array/special/',
  sparse: 'sparse/',
};
const DECLARED = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export declare (?:const|function|class) (\w+)([^\n]*)/g;

const RENAMED = /\b(\w+) as (\w+)\b/g;

let known: readonly Entry[] | null = null;

/** Functions with an example, as public ones have. */
function entries(): readonly Entry[] {
  return (known ??= ['array', 'sparse'].flatMap((room) => {
    const folder = fileURLToPath(moduleFile(`../lib/${room}/`));
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.d.ts'));
    const texts = files.map((file) => readFileSync(`${folder}${file}`, 'utf8'));
    const all = texts.join('\n');
    const own = files.flatMap((file, i) => declaredIn(`${room}/${file.replaceAll('\\', '/')}`, texts[i], all));
    const aliases = [...all.matchAll(RENAMED)].flatMap(([, from, name]) => {
      const of = own.find((entry) => entry.name === from);
      return of === undefined || own.some((entry) => entry.name === name) ? [] : [{ ...of, name }];
    });
    return [...own, ...aliases];
  }));
}

/** `texts`: of all files, which may have its types. */
function declaredIn(file: string, text: string, texts: string): Entry[] {
  const path = file.replace(/\.d\.ts$/, '');
  const all = [...text.matchAll(DECLARED)].map(([, comment, name, type]) => ({
    name,
    path: `${path}/${name}`,
    comment,
    types: callsOf(type.replace(/^: /, '').replace(/;$/, ''), `${text}\n${texts}`),
  }));
  const own = all.filter(({ comment }) => comment.includes('@example'));
  return own;
}

/**
 * A function's type, or the calls of the interface or the type that it names, with the arguments of that type in place. Calls that say nothing but
 * how dtypes are inferred are left out where there is another.
 */
function callsOf(type: string, text: string): string[] {
  const name = type.replace(/\W.*$/, '');
  if (name === '') return [asCall(type)];
  const [, header = '', body = ''] = new RegExp(`interface ${name}\\b([^{]*)\\{([\\s\\S]*?)\\n\\}`).exec(text) ?? [];
  const parameters = [...header.matchAll(/[<,] ?(\w+)(?= extends)/g)].map(([, parameter]) => parameter);
  const given = /<(.*)>/.exec(type)?.[1].split(', ') ?? [];
  const calls = parameters
    .reduce((found, parameter, i) => found.replaceAll(new RegExp(`\\b${parameter}\\b`, 'g'), given[i] ?? parameter), body)
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split(/\n(?= {4}\S)/)
    .flatMap((part) => /^([(<].*);$/.exec(part.replaceAll(/\s+/g, ' ').trim())?.[1] ?? []);
  const alias = new RegExp(`type ${name} = (.*);`).exec(text)?.[1];
  if (calls.length === 0) return [asCall(alias ?? type)];
  const plain = calls.filter((call) => call.startsWith('('));
  return plain.length > 0 ? plain : calls;
}

/** `(x: ArrayLike) => NDArray` as `(x: ArrayLike): NDArray`, with one kind of quotes: the compiler prints either. */
function asCall(type: string): string {
  return type.replace(/\) => (?!.*\) => )/, '): ').replaceAll('"', "'");
}

/**
 * Prints the documentation of a function, by its name (`'stack'`, `'linalg.qr'`, `'sparse.cg'`) or as itself: its type, its text and its
 * example. Throws `ArgumentError` for a name that no function has, or where the package's declarations are missing.
 *
 * @example
 * np.help('stack');
 * np.help(np.linalg.qr);
 */
export const help = takes(
  'help',
  either(TEXT, FUNCTION),
)((of: string | ((...given: never[]) => unknown)): void => {
  const words = (typeof of === 'string' ? of : of.name).replace(/\(.*$/, '').split('.');
  const name = words[words.length - 1];
  const place = words.length > 1 ? PLACES[words[words.length - 2]] : undefined;
  const found = documented().filter((entry) => entry.name === name);
  const entry =
    found.find(({ path }) => place !== undefined && path.startsWith(place)) ?? found.sort((a, b) => depth(a) - depth(b))[0];
  if (entry === undefined) {
    const near = likeliest(name, [...new Set(documented().map((each) => each.name))]);
    throw new ArgumentError(
      `help: there is no documentation of ${JSON.stringify(name)}${near === undefined ? '' : `; is it ${JSON.stringify(near)}?`}`,
    );
  }
  process.stdout.write(format(entry));
});

function documented(): readonly Entry[] {
  try {
    return entries();
  } catch (cause) {
    throw new ArgumentError(
      'help: the declarations of the package are not here (dist/lib/**/*.d.ts): the site has the reference',
      { cause },
    );
  }
}

/** Of functions of one name, the one in the shortest path is np's own. */
function depth({ path }: Entry): number {
  return path.split('/').length;
}

/** The calls, and the comment without its stars. */
function format({ name, comment, types }: Entry): string {
  const calls = types.map((type) => `${name}${type.startsWith('(') || type.startsWith('<') ? '' : ': '}${type}`);
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  const [text, example] = lines
    .join('\n')
    .trim()
    .split(/\n*@example\n/);
  return `${calls.join('\n')}\n\n${text}\n\n${example.replace(/^/gm, '    ')}\n`;
}
