/** The two builds of the addon, held together; the installer's manners; the native test programs. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { ADDON_ABI, LAUNCH_INLINE, RECORD } from '../../lib/native/index.js';

t.setTimeout(900_000);

const root = fileURLToPath(new URL('../../..', import.meta.url));
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

/** The list, read here by other means than the builds read it. */
const lines = text('native/sources.txt')
  .split('\n')
  .filter((line) => /^[a-z]/.test(line));
const sources = lines.filter((line) => line.startsWith('source ')).map((line) => line.split(/ +/).slice(1));
const tests = lines.filter((line) => line.startsWith('test ')).map((line) => line.split(/ +/)[1]);
const variants = lines.filter((line) => line.startsWith('variant ')).map((line) => line.split(/ +/).slice(1));

function filesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`);
}

t.test('a package from the registry has its doors and what its build reads, and no tests', async (t) => {
  if (!existsSync(join(root, 'dist/pack'))) {
    const made = spawnSync(process.execPath, ['.ci/bundle.mjs'], { cwd: root, encoding: 'utf8' });
    t.equal(made.status, 0, made.stderr);
  }
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  t.equal(status, 0, stderr);
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const packed = new Set(files.map(({ path }) => path));
  const needed = [
    'package.json',
    'LICENSE',
    'CMakeLists.txt',
    'binding.gyp',
    'dist/pack/array/index.js',
    'dist/pack/cli/main.cjs',
  ];
  const built = filesUnder('native').filter((path) => /\.(c|cpp|h|inl|txt|mjs)$/.test(path) && !/^native\/test[./]/.test(path));
  for (const path of [...needed, 'dist/pack/types/array/index.d.ts', 'dist/lib/array/index.d.ts', ...built])
    t.ok(packed.has(path), path);
  t.same(
    [...packed].filter((path) => /^(test|bench|dist\/(test|bench)|native\/test)\//.test(path) || path.endsWith('.map')),
    [],
  );
});

t.test('every source under native/ is in the list, and nothing else is', async (t) => {
  const there = filesUnder('native').filter((path) => /\.(c|cpp)$/.test(path));
  const listed = new Set([...sources.map(([, path]) => path), ...tests]);
  t.strictSame([...listed].sort(), there.sort());
  const pairs = sources.map((words) => words.join(' '));
  t.equal(new Set(pairs).size, pairs.length, 'each once for a variant');
  const known = ['any', ...variants.map(([name]) => name)];
  t.ok(
    sources.every(([variant]) => known.includes(variant)),
    'for variants that exist',
  );
});

t.test('test programs that start threads say so, for ThreadSanitizer', async (t) => {
  const declared = lines.filter((line) => /^test \S+ threads$/.test(line)).map((line) => line.split(' ')[1]);
  const startsThreads = (path: string): boolean => {
    const headers = [...text(path).matchAll(/#include "([^"/]+)"/g)].map(([, name]) => `native/test/${name}`);
    return [path, ...headers].some((file) => text(file).includes('std::thread'));
  };
  t.strictSame(
    tests.filter((path) => startsThreads(path) && !declared.includes(path)),
    [],
  );
  t.ok(declared.some(startsThreads), 'some are found');
  const nowhere = spawnSync(process.execPath, ['native/test.mjs', 'thread', 'nowhere'], { cwd: root, encoding: 'utf8' });
  t.equal(nowhere.status, 2, 'a name of no program');
  t.match(nowhere.stderr, /^native tests: no nowhere among .*executor/);
});

t.test('only native/binding includes Node', async (t) => {
  const others = filesUnder('native').filter((path) => /\.(c|cpp|h|inl)$/.test(path) && !path.startsWith('native/binding/'));
  t.strictSame(
    others.filter((path) => /#include\s*[<"](napi|node_api|node|uv|v8)\.h/.test(text(path))),
    [],
  );
});

t.test('binding.gyp and CMakeLists.txt read the list and agree on flags', async (t) => {
  const gyp = text('binding.gyp');
  const cmake = text('CMakeLists.txt');
  t.match(cmake, 'file(STRINGS native/sources.txt');
  t.match(gyp, 'node native/sources.mjs sources any');
  for (const [name] of variants) {
    t.match(gyp, `node native/sources.mjs sources ${name}`);
    t.match(gyp, `node native/sources.mjs flags ${name}`);
    t.match(gyp, `MANIPLE_VARIANT=${name}`);
  }
  t.notMatch(gyp.replace(/node native\/sources/g, ''), /\.cpp|\.c'/, 'no source is named in binding.gyp');
  for (const word of [
    'node native/sources.mjs wrapper',
    'NAPI_DISABLE_CPP_EXCEPTIONS',
    'NODE_API_SWALLOW_UNTHROWABLE_EXCEPTIONS',
  ]) {
    t.ok(cmake.includes(word), `CMakeLists.txt: ${word}`);
    t.ok(gyp.includes(word), `binding.gyp: ${word}`);
  }
  const flags = /set\(flags (.*)\)/.exec(cmake)?.[1].split(' ') ?? [];
  t.ok(flags.includes('-ffp-contract=off'));
  const cflags = /'cflags': \[(.*)\]/.exec(gyp)?.[1] ?? '';
  for (const flag of flags) t.match(cflags, `'${flag}'`);
  for (const forbidden of ['-ffast-math', '-Ofast', '-funsafe-math']) {
    t.notMatch(`${gyp}${cmake}${text('native/sources.txt')}`, forbidden);
  }
});

t.test('what gyp is told is what the list says', async (t) => {
  const ask = (...words: string[]): string[] =>
    spawnSync(process.execPath, ['native/sources.mjs', ...words], { cwd: root, encoding: 'utf8' })
      .stdout.split('\n')
      .filter((w) => w !== '');
  for (const variant of ['any', ...variants.map(([name]) => name)]) {
    t.strictSame(
      ask('sources', variant),
      sources.filter(([name]) => name === variant).map(([, path]) => path),
    );
  }
  for (const [name, , ...flags] of variants) t.strictSame(ask('flags', name), flags);
});

t.test('npm leaves the build to our installer, which needs no headers but those of Node-API', async (t) => {
  const manifest = JSON.parse(text('package.json')) as {
    gypfile?: boolean;
    binary?: { napi_versions?: number[] };
    scripts: Record<string, string>;
  };
  t.equal(manifest.gypfile, false, 'else npm runs `node-gyp rebuild` by itself, and a failure of that fails the installation');
  t.ok(manifest.binary?.napi_versions, 'else cmake-js downloads the headers of Node');
  t.equal(manifest.scripts.install, 'node native/install.mjs');
});

t.test('the two languages agree on the interface', async (t) => {
  t.match(text('native/binding/addon.cpp'), `kAbi = ${ADDON_ABI};`);
  const names = {
    kLength: 'LENGTH',
    kKernel: 'KERNEL',
    kUnits: 'UNITS',
    kTile: 'TILE',
    kWait: 'WAIT',
    kFlags: 'FLAGS',
    kParams: 'PARAMS',
  } as const;
  const header = text('native/core/executor.h');
  for (const [name, slot] of Object.entries(names)) t.match(header, `${name} = ${RECORD[slot]}`);
  t.match(header, `kInline = ${LAUNCH_INLINE};`);
});

t.test('an addon that cannot be built costs one line; with --strict it is an error', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'maniple-install-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'native', 'core'), { recursive: true });
  const scripts = ['install', 'build', 'code', 'edition', 'sources'].map((name) => `native/${name}.mjs`);
  for (const file of ['CMakeLists.txt', 'binding.gyp', 'package.json', ...scripts]) cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'native', 'sources.txt'), 'source any native/binding/broken.cpp\n');
  mkdirSync(join(folder, 'native', 'binding'));
  writeFileSync(join(folder, 'native', 'binding', 'broken.cpp'), 'this is not C++;\n');
  const install = (args: string[], env: NodeJS.ProcessEnv) =>
    spawnSync(process.execPath, [join(folder, 'native', 'install.mjs'), ...args], { encoding: 'utf8', env });

  for (const [what, env] of [
    ['no tools at all', { ...process.env, PATH: '' }],
    ['no cmake-js', process.env],
  ] as const) {
    const result = install([], env);
    t.equal(result.status, 0, what);
    t.match(result.stdout, /^maniple: the native addon was not built, JavaScript will be used instead: .+\n$/, what);
    t.equal(result.stderr, '', what);
  }
  cpSync(join(root, 'node_modules', 'cmake-js'), join(folder, 'node_modules', 'cmake-js'), { recursive: true });
  const strict = install(['--strict'], { ...process.env, PATH: '' });
  t.equal(strict.status, 1);
});

t.test('the addon that is there is not built again', async (t) => {
  const first = spawnSync(process.execPath, ['native/install.mjs'], { cwd: root, encoding: 'utf8' });
  const second = spawnSync(process.execPath, ['native/install.mjs'], { cwd: root, encoding: 'utf8' });
  t.equal(first.status, 0);
  t.equal(second.stdout, first.stdout);
});

t.test('the native test programs', async (t) => {
  const result = spawnSync(process.execPath, ['native/test.mjs'], { cwd: root, encoding: 'utf8' });
  if (/^native tests skipped/.test(result.stdout)) return void t.pass('skipped', { skip: result.stdout.trim() });
  t.equal(result.status, 0, `${result.stdout}${result.stderr}`);
});
