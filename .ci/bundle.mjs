/**
 * Makes `dist/pack/`, what `import 'maniple'` and `require('maniple')` run: all rooms as one file, so that Node opens four files instead
 * of 350, and one library stands behind both ways of loading it.
 *
 *     dist/pack/core/core.js              every room but boot and cli: a function that gives their doors, { 'array/index': …, … }
 *     dist/pack/core/boot.cjs             runs it, with V8's code cache (`lib/boot`)
 *     dist/pack/core/find.js              finds the package for a bundle that a user made
 *     dist/pack/array/index.js, .cjs      doors of package.json, and of rooms: names of core's, for ES modules and for CommonJS
 *     dist/pack/array/index.bundled.js    doors that bundlers take (condition `module` of package.json)
 *     dist/pack/eslint/index.js, .cjs     the plugin for ESLint, which has nothing of the core
 *     dist/pack/cli/…                     the command, a file for each of its commands; imports rooms as `#core/array/index`
 *     dist/pack/device/js/worker.js …     what threads begin with
 *
 *     node .ci/bundle.mjs       behind tsc, whose `dist/lib` it reads
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { edition } from '../native/edition.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const from = `${root}dist/lib`;
const to = `${root}dist/pack`;
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const CORE = 'core/core.js';
const BOOT = 'core/boot.cjs';
const FIND = 'core/find.js';
const THREADS = [
  'device/cpu/worker',
  'device/js/worker',
  'device/webgpu/describing',
  'device/webgpu/owner',
  'fusion/optimal/solver-thread',
  'graph/worker',
  'trace/mining-thread',
];
/** What `lib/native/prebuilt.ts` and `lib/compile/toolchain/headers.ts` declare. */
const { headersHash } = await import(`${from}/compile/toolchain/headers.js`);
const DEFINE = { packEdition: JSON.stringify(edition()), packHeaders: JSON.stringify(headersHash()) };
const SHARED = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  logLevel: 'warning',
  define: DEFINE,
};

/** Modules of Node that few programs need, and that take half a millisecond or more each to load. */
const RARE = [
  'node:assert',
  'node:child_process',
  'node:fs/promises',
  'node:perf_hooks',
  'node:stream',
  'node:tty',
  'node:v8',
  'node:worker_threads',
  'node:zlib',
];

/** A rare module is loaded when one of its names is used: an object of getters stands for it. */
const rareWhenUsed = {
  name: 'rare-when-used',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(${RARE.join('|')})$`) }, ({ path, namespace }) =>
      namespace === 'rare' ? { path, external: true } : { path, namespace: 'rare' },
    );
    onLoad({ filter: /.*/, namespace: 'rare' }, async ({ path }) => {
      const names = Object.keys(await import(path)).filter((name) => name !== 'default');
      const getters = names.map((name) => `get ${name}() { return (rare ??= require(${JSON.stringify(path)})).${name}; }`);
      return { contents: `let rare; module.exports = { ${getters.join(', ')} };`, loader: 'js' };
    });
  },
};

/** Rooms that are no part of the core. */
const APART = ['cli', 'boot', 'eslint'];

/** The core's import() is the one that it is given: a script whose compiled code was kept has none of its own. */
const importGiven = {
  name: 'import-given',
  setup({ onLoad }) {
    onLoad({ filter: /dist\/lib\/.*\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      return text.includes('import(') ? { contents: text.replace(/(?<!\w)import\(/g, 'packImport('), loader: 'js' } : undefined;
    });
  },
};

/** Doors of `package.json`, by path below `dist/pack` without ending: `array/index`, `runtime/public`. */
function packageDoors() {
  return Object.values(manifest.exports)
    .filter((door) => typeof door === 'object')
    .map(({ import: path }) => relative('dist/pack', path).replace(/\.js$/, ''))
    .filter((door) => !APART.some((room) => door.startsWith(`${room}/`)));
}

/** Every door: those of the package, and of each room but the command. */
function allDoors() {
  const rooms = readdirSync(from, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !APART.includes(entry.name));
  return [...new Set([...rooms.map(({ name }) => `${name}/index`), ...packageDoors()])];
}

/** The rooms as one file, whose exports are doors; returns the names that each door exports. */
async function bundleCore(doors) {
  const exported = new Map(
    await Promise.all(doors.map(async (door) => [door, Object.keys(await import(`${from}/${door}.js`)).sort()])),
  );
  // By name: an object for `import *` has a getter for each, which take a tenth of the time that the rooms take to load.
  const each = (door, write) => exported.get(door).map((name, k) => write(name, `door${doors.indexOf(door)}_${k}`));
  const lines = doors.map(
    (door) =>
      `import { ${each(door, (name, own) => `${name} as ${own}`).join(', ')} } from ${JSON.stringify(`${from}/${door}.js`)};`,
  );
  const names = doors.map((door) => `${JSON.stringify(door)}: { ${each(door, (name, own) => `${name}: ${own}`).join(', ')} }`);
  await build({
    ...SHARED,
    stdin: { contents: `${lines.join('\n')}\nmodule.exports = { ${names.join(', ')} };`, resolveDir: from },
    outfile: `${to}/${CORE}`,
    format: 'cjs',
    charset: 'ascii',
    plugins: [rareWhenUsed, importGiven],
    define: { ...DEFINE, 'import.meta.url': 'packUrl' },
    banner: {
      js: "(function (require, file, packImport) { const packUrl = require('node:url').pathToFileURL(file).href; const module = {};",
    },
    footer: { js: 'return module.exports; })' },
  });
  await bundleBoot();
  return exported;
}

/** Runs the core as it is now: compiled code of a different text must not be taken for its. */
async function bundleBoot() {
  const digest = createHash('sha256')
    .update(readFileSync(`${to}/${CORE}`))
    .digest('hex')
    .slice(0, 16);
  const contents = `import { boot } from ${JSON.stringify(`${from}/boot/index.js`)};\nmodule.exports = boot(__dirname, '${digest}');`;
  await build({
    ...SHARED,
    stdin: { contents, resolveDir: from },
    outfile: `${to}/${BOOT}`,
    format: 'cjs',
    define: { ...DEFINE, 'import.meta.url': '__filename' },
    plugins: [rareWhenUsed],
  });
  await build({ ...SHARED, entryPoints: [`${from}/boot/find.js`], outfile: `${to}/${FIND}`, format: 'esm' });
}

/** A door for ES modules, one for CommonJS, and for bundlers one of each that package.json names. */
function writeDoor(door, names) {
  const path = `${to}/${door}`;
  mkdirSync(dirname(path), { recursive: true });
  const from = (file) => JSON.stringify(relative(dirname(path), `${to}/${file}`));
  const own = `[${JSON.stringify(door)}]`;
  writeFileSync(`${path}.cjs`, `module.exports = require(${from(BOOT)}).doors${own};\n`);
  writeFileSync(
    `${path}.js`,
    `import { createRequire } from 'node:module';
const door = createRequire(import.meta.url)(${from(BOOT)}).doors${own};
${reexport(names)}`,
  );
  if (!packageDoors().includes(door)) return;
  writeFileSync(
    `${path}.bundled.js`,
    `import { findDoors } from ${from(FIND)};
const door = findDoors(${JSON.stringify(manifest.version)})${own};
${reexport(names)}`,
  );
}

/** Exports of an ES module: names of `door`, some of which are words of the language. */
function reexport(names) {
  return `const { ${names.map((name, i) => `${name}: n${i}`).join(', ')} } = door;
export { ${names.map((name, i) => `n${i} as ${name}`).join(', ')} };
`;
}

/** Rooms are the core's for the command, at whatever depth its files are. */
const roomsFromCore = {
  name: 'rooms-from-core',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, importer }) => {
      const door = relative(from, new URL(path, `file://${importer}`).pathname);
      return door.startsWith('cli/') ? undefined : { path: `#core/${door.replace(/\.js$/, '')}`, external: true };
    });
  },
};

async function bundleCommand() {
  const commands = readdirSync(`${from}/cli/commands`).filter((name) => name.endsWith('.js'));
  await build({
    ...SHARED,
    entryPoints: [`${from}/cli/main.js`, ...commands.map((name) => `${from}/cli/commands/${name}`)],
    outbase: from,
    outdir: to,
    splitting: true,
    chunkNames: 'cli/chunks/[hash]',
    format: 'esm',
    plugins: [roomsFromCore],
  });
}

async function bundlePlugin() {
  const shared = { ...SHARED, entryPoints: [`${from}/eslint/index.js`] };
  await build({ ...shared, outfile: `${to}/eslint/index.js`, format: 'esm' });
  const footer = { js: 'module.exports = module.exports.default;' };
  await build({ ...shared, outfile: `${to}/eslint/index.cjs`, format: 'cjs', footer });
}

async function bundleThreads() {
  const entryPoints = THREADS.map((name) => `${from}/${name}.js`);
  await build({ ...SHARED, entryPoints, outbase: from, outdir: to, splitting: true, chunkNames: 'chunks/[hash]', format: 'esm' });
}

rmSync(to, { recursive: true, force: true });
const names = await bundleCore(allDoors());
for (const [door, list] of names) writeDoor(door, list);
await bundleCommand();
await bundlePlugin();
await bundleThreads();
