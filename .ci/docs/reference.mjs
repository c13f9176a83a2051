/**
 * The reference, from the docstrings that TypeScript leaves in `dist/lib/**.d.ts`: a page for each file of functions, with signature,
 * text, the interfaces of options, and the example, which `test/unit/array/docs.test.ts` runs.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

/** Doors: the folders whose declarations stand behind one, and how a program names it. */
export const DOORS = [
  {
    door: 'array',
    folders: ['array', 'base', 'dtype'],
    path: 'array/index',
    text: 'maniple',
    apart: ['array/linalg', 'array/random', 'array/fft', 'array/special', 'array/testing'],
  },
  { door: 'fft', folders: ['array/fft'], path: 'array/fft/index', text: 'maniple: np.fft', apart: [] },
  { door: 'special', folders: ['array/special'], path: 'array/special', text: 'maniple: np.special', apart: [] },
  { door: 'testing', folders: ['array/testing'], path: 'array/testing', text: 'maniple: np.testing', apart: [] },
  { door: 'linalg', folders: ['array/linalg', 'array'], path: 'array/linalg/index', text: 'maniple/linalg', apart: [] },
  { door: 'random', folders: ['array/random'], path: 'array/random/index', text: 'maniple/random', apart: [] },
  {
    door: 'sparse',
    folders: ['sparse'],
    path: 'sparse/index',
    text: 'maniple/sparse',
    apart: ['sparse/linalg', 'sparse/csgraph'],
  },
  {
    door: 'sparse-linalg',
    folders: ['sparse/linalg', 'sparse'],
    path: 'sparse/linalg/index',
    text: 'maniple/sparse: sparse.linalg',
    apart: [],
  },
  {
    door: 'sparse-csgraph',
    folders: ['sparse/csgraph', 'sparse'],
    path: 'sparse/csgraph/index',
    text: 'maniple/sparse: sparse.csgraph',
    apart: [],
  },
  { door: 'tensor', folders: ['tensor'], path: 'tensor/index', text: 'maniple/tensor', apart: [] },
  {
    door: 'runtime',
    folders: ['runtime', 'ir', 'task', 'store', 'partition', 'graph', 'dependence', 'dtype', 'base', 'shape'],
    path: 'runtime/public',
    text: 'maniple/runtime',
    apart: [],
  },
  { door: 'taskbench', folders: ['taskbench'], path: 'taskbench/index', text: 'maniple/taskbench', apart: [] },
];

/** Modules that a door has as names, and that have pages of their own. */
const PARTS = new Set(['fft', 'linalg', 'random', 'special', 'testing']);

const DOC = String.raw`\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*`;
/** A declaration ends where the next statement or comment begins in the first column. */
const DECLARED = new RegExp(
  `(?:${DOC})?export declare (?:abstract )?(const|function|class) (\\w+)([\\s\\S]*?)(?=\\n(?:export |declare |interface |type |import |\\/\\*\\*)|$)`,
  'g',
);
const INTERFACE = new RegExp(`(?:${DOC})?(?:export )?interface (\\w+)[^{]*\\{[\\s\\S]*?\\n\\}`, 'g');

/** A comment's text without its stars; the example apart. */
function parseDoc(comment = '') {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, ''));
  const at = lines.findIndex((line) => line.trim() === '@example');
  const text = (at < 0 ? lines : lines.slice(0, at)).join('\n').trim();
  return {
    text,
    example:
      at < 0
        ? ''
        : lines
            .slice(at + 1)
            .join('\n')
            .trim(),
  };
}

/** A class with its public members and their comments. */
function classText(name, rest) {
  return `class ${name}${rest.replace(/^ {4}(#private|private [^\n]*);\n/gm, '')}`.trimEnd();
}

/** Every declaration of a file: name, kind, signature, documentation; and its interfaces by name. */
function parseFile(path) {
  const source = readFileSync(path, 'utf8');
  const declarations = [...source.matchAll(DECLARED)].map(([, doc, kind, name, rest]) => ({
    name,
    kind,
    signature: kind === 'class' ? classText(name, rest) : `${name}${rest.trimEnd().replace(/;$/, '')}`,
    ...parseDoc(doc),
  }));
  const interfaces = new Map(
    [...source.matchAll(INTERFACE)].map((m) => [m[2], m[0].replace(/^(\/\*\*[\s\S]*?\*\/\s*)?export /, '$1')]),
  );
  const head = /^\/\*\*([\s\S]*?)\*\//.exec(source)?.[1];
  return { path, declarations, interfaces, purpose: parseDoc(head).text };
}

function filesOf(lib, folders, apart) {
  return folders.flatMap((folder) => {
    const base = join(lib, folder);
    // A part of a door may be a file alone.
    if (existsSync(`${base}.d.ts`)) return apart.includes(folder) ? [] : [parseFile(`${base}.d.ts`)];
    return readdirSync(base, { recursive: true, encoding: 'utf8' })
      .filter(
        (name) =>
          name.endsWith('.d.ts') &&
          !apart.some((other) => join(folder, name).startsWith(`${other}/`) || join(folder, name) === `${other}.d.ts`),
      )
      .sort()
      .map((name) => parseFile(join(base, name)));
  });
}

/** Text of a docstring as Markdown: indented blocks are code already, and angle brackets are no tags. */
function escapeText(text) {
  return text
    .split('\n')
    .map((line) =>
      /^ {4}/.test(line)
        ? line
        : line.replace(
            /(`[^`]*`)|[<>{}]/g,
            (found, code) => code ?? { '<': '&lt;', '>': '&gt;', '{': '&#123;', '}': '&#125;' }[found],
          ),
    )
    .join('\n');
}

function entry({ name, signature, text, example }, interfaces) {
  const options = [...new Set(signature.match(/\b\w+Options\b/g) ?? [])].filter((each) => interfaces.has(each));
  // Generated anchors leave out underscores at the end (`np.c_`).
  const anchor = name.endsWith('_') ? ` {#${name.toLowerCase()}}` : '';
  const parts = [`## ${name}${anchor}`, `\`\`\`ts\n${signature}\n\`\`\``];
  if (text !== '') parts.push(escapeText(text));
  if (options.length > 0) parts.push(`\`\`\`ts\n${options.map((each) => interfaces.get(each)).join('\n\n')}\n\`\`\``);
  if (example !== '') parts.push(`\`\`\`js\n${example}\n\`\`\``);
  return parts.join('\n\n');
}

/** Pages of a door: path below the site, title, Markdown; `link` finds a name's place. Names without a declaration are listed. */
export async function referenceOf(root, { door, folders, path, text, apart }) {
  const lib = join(root, 'dist', 'lib');
  const exported = await import(join(lib, `${path}.js`));
  const names = new Set(Object.keys(exported));
  const files = filesOf(lib, folders, apart);
  const interfaces = new Map(files.flatMap((file) => [...file.interfaces]));
  const links = new Map();
  const pages = [];
  for (const file of files) {
    const here = file.declarations.filter(({ name }) => names.has(name) && !links.has(name));
    if (here.length === 0) continue;
    const page = `api/${door}/${relative(lib, file.path)
      .replace(/\.d\.ts$/, '')
      .replaceAll('/', '-')}`;
    for (const { name } of here) links.set(name, `/${page}#${name.toLowerCase()}`);
    const title = `${text}: ${basename(file.path, '.d.ts')}`;
    pages.push({
      path: page,
      title: basename(file.path, '.d.ts'),
      body: [`# ${title}`, escapeText(file.purpose), ...here.map((each) => entry(each, interfaces))].join('\n\n'),
    });
  }
  const aliases = [...names].filter((name) => !links.has(name)).sort();
  const lines = [...aliases.map((name) => aliasLine(door, name, exported, links)), ...methodLines(exported, links)];
  pages.unshift({
    path: `api/${door}/index`,
    title: `All of ${text}`,
    body: [
      `# ${text}`,
      [...links]
        .sort()
        .map(([name, to]) => `[\`${name}\`](${to})`)
        .join(' · '),
      ...(lines.length > 0 ? ['## Further names', lines.join('\n')] : []),
    ].join('\n\n'),
  });
  return { pages, links };
}

function aliasLine(door, name, exported, links) {
  const part = DOORS.some((each) => each.door === `${door}-${name}`) ? `${door}-${name}` : name;
  if (typeof exported[name] === 'object' && PARTS.has(name)) return `- [\`${name}\`](/api/${part}/index): a module`;
  const other = [...links.keys()].find((each) => exported[each] === exported[name] && typeof exported[name] === 'function');
  if (other !== undefined) return `- \`${name}\`: as [\`${other}\`](${links.get(other)})`;
  return `- \`${name}\`${typeof exported[name] === 'number' ? `: ${exported[name]}` : ''}`;
}

/** Methods of arrays that are functions too: `x.add(y)` for `np.add(x, y)`. */
function methodLines(exported, links) {
  if (exported.NDArray === undefined || exported.zeros === undefined) return [];
  const methods = Object.getOwnPropertyNames(exported.NDArray.prototype).filter(
    (name) => links.has(name) && name !== 'constructor',
  );
  const list = methods.sort().map((name) => `[\`${name}\`](${links.get(name)})`);
  return [`\n## Methods\n\n\`x.add(y)\` is \`np.add(x, y)\`, and so are: ${list.join(', ')}.`];
}
