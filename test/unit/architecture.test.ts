/**
 * The shape of `lib/` (lib/README.md): each room has one door, rooms import only rooms above them, and files do not
 * import each other in cycles, not even for their types. The list of rooms is the design's.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import t from 'tap';

const ROOMS = [
  ['base'],
  ['files'],
  ['cache'],
  ['boot'],
  ['native'],
  ['dtype'],
  ['shape'],
  ['ir'],
  ['compile'],
  ['store'],
  ['partition'],
  ['task'],
  ['fusion'],
  ['dependence'],
  ['trace'],
  ['graph'],
  ['device'],
  ['spy'],
  ['runtime'],
  ['array'],
  ['sparse'],
  ['taskbench'],
  ['cli'],
  ['eslint'],
];
/** The rooms within `runtime/`; what lies beside them puts them together. */
const RUNTIME = [
  'memory',
  'issue',
  'launch',
  'tiering',
  'replay',
  'one-memory',
  'memories',
  'plans',
  'rematerialization',
  'dispatch',
];
/** Files beside the rooms that all of them may import. */
const LEAVES = ['config.ts', 'stats.ts'];
/** Doors that the package exports besides a room's index. */
const EXTRA_DOORS = new Set(['runtime/public.ts', 'array/random.ts', 'array/linalg.ts']);
const LARGEST_FILE = 400;

const lib = resolve('lib');
const files = (readdirSync(lib, { recursive: true }) as string[]).filter((f) => f.endsWith('.ts')).map((f) => join(lib, f));
const rank = new Map(ROOMS.flatMap((level, i) => level.map((room) => [room, i] as const)));

interface Import {
  readonly from: string;
  readonly to: string;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  const found: Import[] = [];
  for (const m of text.matchAll(/(?:^(?:import|export)\s[^;]*?from\s+|\bimport\()'(\.[^']+)'/gms)) {
    found.push({ from: file, to: resolve(dirname(file), m[1].replace(/\.js$/, '.ts')) });
  }
  return found;
}

const room = (file: string): string => relative(lib, file).split('/')[0];
const all = files.flatMap(importsOf);

t.test('every folder is a room of the design, with a door', async (t) => {
  for (const name of readdirSync(lib)) {
    if (!statSync(join(lib, name)).isDirectory()) continue;
    t.ok(rank.has(name), `${name} is in the list of rooms`);
    t.ok(files.includes(join(lib, name, 'index.ts')) || name === 'cli', `${name} has an index.ts`);
  }
});

t.test('rooms import only rooms above them, through their doors', async (t) => {
  const wrong = [];
  for (const i of all) {
    const a = room(i.from);
    const b = room(i.to);
    if (a === b) continue;
    if ((rank.get(b) ?? 99) >= (rank.get(a) ?? -1)) wrong.push(`${relative(lib, i.from)} imports ${b}, which is below`);
    const target = relative(lib, i.to);
    if (target !== `${b}/index.ts` && !EXTRA_DOORS.has(target))
      wrong.push(`${relative(lib, i.from)} imports ${target} past the door`);
  }
  t.same(wrong, []);
});

t.test('rooms of the runtime import only rooms above them, through their doors', async (t) => {
  const wrong = [];
  for (const i of all) {
    const [from, to] = [i.from, i.to].map((file) => relative(join(lib, 'runtime'), file));
    const [a, b] = [from, to].map((file) => RUNTIME.indexOf(file.split('/')[0]));
    if (a === b || to.startsWith('..')) continue;
    if (a >= 0 && b < 0 && !LEAVES.includes(to)) wrong.push(`${from} imports ${to}, which puts rooms together`);
    if (a >= 0 && b > a) wrong.push(`${from} imports ${to}, which is below`);
    if (b >= 0 && to !== `${RUNTIME[b]}/index.ts`) wrong.push(`${from} imports ${to} past the door`);
  }
  t.same(wrong, []);
  for (const name of RUNTIME) t.ok(files.includes(join(lib, 'runtime', name, 'index.ts')), `${name} has a door`);
});

t.test('no cycles of imports, those of types included', async (t) => {
  const edges = new Map<string, string[]>();
  for (const i of all) edges.set(i.from, [...(edges.get(i.from) ?? []), i.to]);
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (file: string, path: string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file].map((f) => relative(lib, f)).join(' -> '));
      return;
    }
    state.set(file, 'open');
    for (const to of edges.get(file) ?? []) visit(to, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of files) visit(file, []);
  t.same(cycles, []);
});

t.test('every import resolves, every file says what it is for and stays small', async (t) => {
  const known = new Set(files);
  t.same(
    all.filter((i) => !known.has(i.to)).map((i) => `${relative(lib, i.from)} -> ${relative(lib, i.to)}`),
    [],
  );
  const unsaid = files.filter((f) => !/^(#!.*\n)?\/\*\*/.test(readFileSync(f, 'utf8'))).map((f) => relative(lib, f));
  t.same(unsaid, [], 'files open with their purpose');
  const large = files.filter((f) => readFileSync(f, 'utf8').split('\n').length > LARGEST_FILE).map((f) => relative(lib, f));
  t.same(large, [], `files have at most ${LARGEST_FILE} lines`);
});
