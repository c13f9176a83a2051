/**
 * The shape of `lib/` and `native/`, as `lib/README.md` has it: each room has one door, rooms import only rooms above them, files do not
 * import each other in cycles, not even for their types, and nothing is exported that nothing takes. Lists of what is known to be
 * otherwise only shrink: an entry that is no longer true fails.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import t, { type Test } from 'tap';
import { longFunctions, twinNames } from '../support/shape-of-code.js';
import { sourcesIn, unusedExports, unusedPassedOn } from '../support/sources.js';
import { known } from './architecture-known.js';

const MOST_LINES = 300;
const MOST_OF_A_FUNCTION = 60;
/** Doors that the package exports besides a room's index, and doors to functions that work on the host alone. */
const EXTRA_DOORS = [
  'runtime/public.ts',
  'array/random/index.ts',
  'array/linalg/index.ts',
  'array/linalg/host.ts',
  'sparse/host.ts',
];
/** Files beside the rooms that all of them may import. */
const LEAVES = ['config.ts', 'stats.ts'];
/** What Node begins with: no file imports it. */
const MAIN = ['cli/main.ts'];

const lib = resolve('lib');
const native = resolve('native');
const sources = sourcesIn(lib);
const imports = sources.flatMap((source) => source.imports);
const map = readFileSync(join(lib, 'README.md'), 'utf8');
const nameOf = (path: string): string => relative(lib, path);

/** Rooms, in the order of the map's table. */
const rooms = [...map.matchAll(/^\| ((?:`[a-z]+\/` ?)+)\|/gm)].flatMap((row) =>
  [...row[1].matchAll(/`([a-z]+)\/`/g)].map((m) => m[1]),
);
/** The rooms within `runtime/`, in the order of the map's row; what lies beside them puts them together. */
const RUNTIME = [...(/^\| `runtime\/` .*?in this order:(.*)/m.exec(map)?.[1] ?? '').matchAll(/`([a-z-]+)\/`/g)].map((m) => m[1]);
/** The folder beside them that checks arguments for the package: no room, and taken by the files that the package names. */
const DOOR = RUNTIME.pop() ?? '';
const DOOR_TAKEN_BY = ['index.ts', 'public.ts'];
/** Folders of native/, in the map's order. */
const layers = [...(/^Folders of `native\/`[^:]*: ([^.]*)\./m.exec(map)?.[1] ?? '').matchAll(/`([a-z]+)\/`/g)].map((m) => m[1]);

const roomOf = (path: string): string => nameOf(path).split('/')[0];

/** Compares what is found with what is known; an entry that is known and no longer found has to go. */
function onlyKnown(t: Test, found: readonly string[], list: readonly string[], what: string): void {
  t.same(
    found.filter((name) => !list.includes(name)),
    [],
    `${what}: mend these (what tests alone take is un-exported, or tested through its door)`,
  );
  t.same(
    list.filter((name) => !found.includes(name)),
    [],
    `${what}: these are mended: delete them from test/unit/architecture-known.ts`,
  );
}

t.test('the scan sees every way in which a file names another', async (t) => {
  const folder = t.testdir({
    'a.ts': [
      "import './effect.js';",
      "import type { T } from './types.js';",
      "import * as all from './all.js';",
      "export { x as y } from './again.js';",
      "export * from './star.js';",
      "const { z } = await import('./later.js');",
      "new Worker(moduleFile('thread.js'));",
      "new SideThread('aside.js');",
      "constructor(module = 'room/solver-thread.js') {}",
      "/** import './comment.js'; */",
      'all.used();',
      'export function own(): void {',
      '  own();',
      '}',
    ].join('\n'),
    'star.ts': 'export const s = 1;\nexport interface S {}\n',
    'again.ts': 'export const x = 1;\nexport const unused = 2;\n',
  });
  const found = sourcesIn(folder);
  const [first] = found;
  const names = first.imports.map(({ to, names }) => `${relative(folder, to)} ${names}`);
  t.same(names.sort(), [
    ...['again.ts ', 'all.ts used', 'aside.ts null', 'effect.ts ', 'later.ts z', 'room/solver-thread.ts null', 'star.ts '],
    ...['thread.ts null', 'types.ts T'],
  ]);
  t.same(first.exports, ['own']);
  t.same(
    unusedExports(found, [], [first.path]).map((key) => relative(folder, key)),
    ['again.ts#unused'],
  );
  t.same(longFunctions('class A {\n  f(\n    a: number,\n  ): void {\n    a;\n  }\n}\n', 4), [{ line: 2, lines: 5 }]);
  t.same(twinNames(['r/template.ts', 'r/templates.ts', 'r/class.ts', 'q/template.ts']), ['r/template.ts r/templates.ts']);
});

t.test('every folder is a room of the map, with a door', async (t) => {
  const folders = readdirSync(lib).filter((name) => statSync(join(lib, name)).isDirectory());
  t.same([...rooms].sort(), folders.sort());
  for (const name of folders) t.ok(existsSync(join(lib, name, 'index.ts')) || name === 'cli', `${name} has an index.ts`);
});

t.test('doors that the package names are there', async (t) => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, { types?: { default: string } }>;
  };
  const missing = Object.values(manifest.exports)
    .flatMap(({ types }) => types?.default ?? [])
    .filter((types) => !existsSync(types.replace(/^\.\/dist\/pack\/types\//, 'lib/').replace(/\.d\.ts$/, '.ts')));
  t.same(missing, []);
  for (const door of EXTRA_DOORS) t.ok(existsSync(join(lib, door)), door);
});

t.test('rooms import only rooms above them, through their doors', async (t) => {
  const wrong = [];
  for (const { from, to } of imports) {
    const [a, b] = [roomOf(from), roomOf(to)];
    if (a === b) continue;
    if (rooms.indexOf(b) >= rooms.indexOf(a)) wrong.push(`${nameOf(from)} imports ${b}, which is below`);
    if (nameOf(to) !== `${b}/index.ts` && !EXTRA_DOORS.includes(nameOf(to)))
      wrong.push(`${nameOf(from)} imports ${nameOf(to)} past the door`);
  }
  t.same(wrong, []);
});

t.test('rooms of the runtime import only rooms above them, through their doors', async (t) => {
  const wrong = [];
  for (const i of imports) {
    const [from, to] = [i.from, i.to].map((file) => relative(join(lib, 'runtime'), file));
    const [a, b] = [from, to].map((file) => RUNTIME.indexOf(file.split('/')[0]));
    if (to.startsWith(`${DOOR}/`) && !from.startsWith(`${DOOR}/`) && !DOOR_TAKEN_BY.includes(from))
      wrong.push(`${from} imports ${to}, which is for the package`);
    if (a === b || to.startsWith('..')) continue;
    if (a >= 0 && b < 0 && !LEAVES.includes(to)) wrong.push(`${from} imports ${to}, which puts rooms together`);
    if (a >= 0 && b > a) wrong.push(`${from} imports ${to}, which is below`);
    if (b >= 0 && to !== `${RUNTIME[b]}/index.ts`) wrong.push(`${from} imports ${to} past the door`);
  }
  t.same(wrong, []);
  const folders = readdirSync(join(lib, 'runtime')).filter((name) => statSync(join(lib, 'runtime', name)).isDirectory());
  t.same([...RUNTIME, DOOR].sort(), folders.sort(), 'the map names all folders');
  for (const name of RUNTIME) t.ok(existsSync(join(lib, 'runtime', name, 'index.ts')), `${name} has a door`);
});

t.test('no cycles of imports, those of types included', async (t) => {
  const edges = new Map<string, string[]>();
  for (const { from, to } of imports) edges.set(from, [...(edges.get(from) ?? []), to]);
  t.same(cyclesOf(edges, nameOf), []);
});

/** Each cycle once, as a text. */
function cyclesOf(edges: ReadonlyMap<string, readonly string[]>, name: (node: string) => string): string[] {
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (node: string, path: readonly string[]): void => {
    if (state.get(node) === 'done') return;
    if (state.get(node) === 'open') {
      cycles.push([...path.slice(path.indexOf(node)), node].map(name).join(' -> '));
      return;
    }
    state.set(node, 'open');
    for (const to of edges.get(node) ?? []) visit(to, [...path, node]);
    state.set(node, 'done');
  };
  for (const node of edges.keys()) visit(node, []);
  return cycles;
}

t.test('every import resolves, and every file says what it is for', async (t) => {
  const paths = new Set(sources.map((source) => source.path));
  t.same(
    imports.filter(({ to }) => !paths.has(to)).map(({ from, to }) => `${nameOf(from)} -> ${nameOf(to)}`),
    [],
  );
  const unsaid = sources.filter(({ text }) => !/^(#!.*\n)?\/\*\*/.test(text)).map(({ path }) => nameOf(path));
  t.same(unsaid, [], 'files open with their purpose');
});

t.test('nothing is exported that no other file takes', async (t) => {
  const elsewhere = sourcesIn(resolve('bench')).flatMap((source) => source.imports);
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, { types?: { default: string } }>;
  };
  const doors = Object.values(manifest.exports)
    .flatMap(({ types }) => types?.default ?? [])
    .map((types) => resolve(types.replace(/^\.\/dist\/pack\/types\//, 'lib/').replace(/\.d\.ts$/, '.ts')));
  const used = [...doors, ...MAIN.map((file) => join(lib, file))];
  onlyKnown(t, unusedExports(sources, elsewhere, used).map(nameOf), known.unusedExports, 'exports');
  onlyKnown(t, unusedPassedOn(sources, elsewhere, used).map(nameOf), known.unusedAtDoors, 'names at doors');
});

t.test('no two files of a room have names that differ by a plural', async (t) => {
  onlyKnown(t, twinNames(sources.map(({ path }) => nameOf(path))), known.twins, 'twins');
});

t.test('files and functions stay small', async (t) => {
  const all = [
    ...sources.map(({ path, text }) => ({ name: `lib/${nameOf(path)}`, text })),
    ...nativeFiles().map((path) => ({ name: `native/${relative(native, path)}`, text: readFileSync(path, 'utf8') })),
  ];
  const large = all.filter(({ text }) => text.split('\n').length - 1 > MOST_LINES).map(({ name }) => name);
  onlyKnown(t, large.sort(), known.large, `files have at most ${MOST_LINES} lines`);
  const long = all.flatMap(({ name, text }) => longFunctions(text, MOST_OF_A_FUNCTION).map(() => name));
  onlyKnown(t, [...new Set(long)].sort(), known.longFunctions, `functions have at most ${MOST_OF_A_FUNCTION} lines`);
});

/** C++ of the addon and its tests. */
function nativeFiles(): string[] {
  return (readdirSync(native, { recursive: true }) as string[]).filter((f) => /\.(cpp|h)$/.test(f)).map((f) => join(native, f));
}

t.test('native: binding alone includes headers of Node, folders include only folders above them', async (t) => {
  const folders = readdirSync(native).filter((name) => statSync(join(native, name)).isDirectory());
  t.same([...layers, 'test'].sort(), folders.sort(), 'the map names all folders');
  const wrong: string[] = [];
  const edges = new Map<string, string[]>();
  for (const path of nativeFiles()) {
    const folder = relative(native, path).split('/')[0];
    for (const [, header] of readFileSync(path, 'utf8').matchAll(/^\s*#\s*include\s+[<"]([^>"]+)[>"]/gm)) {
      const name = relative(native, path);
      if (/^(node_api|node|napi|napi-inl|js_native_api\w*|uv|v8\w*)\.h$|^(uv|cppgc|node)\//.test(header) && folder !== 'binding')
        wrong.push(`${name} includes <${header}>`);
      const target = resolve(path, '..', header);
      if (!existsSync(target)) continue;
      edges.set(path, [...(edges.get(path) ?? []), target]);
      const other = relative(native, target).split('/')[0];
      if (other !== folder && folder !== 'test' && layers.indexOf(other) >= layers.indexOf(folder))
        wrong.push(`${name} includes ${relative(native, target)}, which is below`);
    }
  }
  t.same(wrong, []);
  t.same(
    cyclesOf(edges, (path) => relative(native, path)),
    [],
    'no header includes itself',
  );
});
