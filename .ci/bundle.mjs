/**
 * Makes `dist/pack/`, what `import 'maniple'` and `require('maniple')` run: all rooms as a few files, so that Node opens five files instead
 * of 350, and one library stands behind both ways of loading it.
 *
 *     dist/pack/core/core.js              the modules that arrays begin with: a function that gives their doors, { 'array/index': () => …, … }
 *     dist/pack/core/linalg.js, …         further files (`split.mjs`), each loaded when something of it is used; takes modules of the core as they are
 *     dist/pack/core/boot.cjs             runs them, with V8's code cache (`lib/boot`)
 *     dist/pack/core/find.js              finds the package for a bundle that a user made
 *     dist/pack/array/index.js, .cjs      doors of package.json, and of rooms: names of core's, for ES modules and for CommonJS
 *     dist/pack/array/index.bundled.js    doors that bundlers take (condition `module` of package.json)
 *     dist/pack/eslint/index.js, .cjs     the plugin for ESLint, which has nothing of the core
 *     dist/pack/cli/…                     the command, a file for each of its commands; takes rooms from `#boot`, or has the little it needs
 *     dist/pack/device/js/worker.js …     what threads begin with
 *
 *     dist/pack/core/code-….bin           V8's compiled code of the files, for this Node; a package's installation makes its own
 *
 *     node .ci/bundle.mjs       behind tsc, whose `dist/lib` it reads
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { build } from 'esbuild';
import { makeCode } from '../native/code.mjs';
import { edition } from '../native/edition.mjs';
import { AHEAD, doorsOf, FIRST, fileOf, LATER } from './split.mjs';
import { dropStale } from './stale.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const from = `${root}dist/lib`;
const to = `${root}dist/pack`;
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const CORE = 'core/core.js';
/** Parameters of the function that each file is: `later` stands for modules of further files, `core` has the core's as they are. */
const TAKES = 'require, file, packImport, later, core';
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
dropStale();
const { laterThrough } = await import(`${from}/boot/stand-in.js`);
/** What `lib/native/prebuilt.ts`, `lib/compile/toolchain/headers.ts` and `lib/cli/version.ts` declare. */
const { headersHash } = await import(`${from}/compile/toolchain/headers.js`);
const DEFINE = {
  packEdition: JSON.stringify(edition()),
  packHeaders: JSON.stringify(headersHash()),
  packVersion: JSON.stringify(manifest.version),
};
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
  'node:crypto',
  'node:fs/promises',
  'node:perf_hooks',
  'node:stream',
  'node:tty',
  'node:v8',
  'node:worker_threads',
  'node:zlib',
];

/** The names of a module of Node that the library imports: all, where a file takes the module as a whole. */
async function namesOfNode(module) {
  const names = new Set();
  for (const path of readdirSync(from, { recursive: true }).filter((each) => each.endsWith('.js'))) {
    const text = readFileSync(`${from}/${path}`, 'utf8');
    for (const [, what] of text.matchAll(new RegExp(`^import ([^;'"]+?) from '${module}';`, 'gm'))) {
      if (!what.startsWith('{')) return Object.keys(await import(module)).filter((name) => name !== 'default');
      for (const [, name] of what.matchAll(/(\w+)(?: as \w+)?/g)) names.add(name);
    }
  }
  return [...names].sort();
}

/** A rare module is loaded when one of its names is used: an object of getters stands for it. */
const rareWhenUsed = {
  name: 'rare-when-used',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(${RARE.join('|')})$`) }, ({ path, namespace }) =>
      namespace === 'rare' ? { path, external: true } : { path, namespace: 'rare' },
    );
    onLoad({ filter: /.*/, namespace: 'rare' }, async ({ path }) => {
      const names = await namesOfNode(path);
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

/** A path below `dist/lib`, without ending: `array/ndarray`. */
const moduleOf = (path) => relative(from, path).replace(/\.js$/, '');

/** Statements that import names of the modules in `names`, as `PREFIXi_k`, and `{ "module": () => ({ name: PREFIXi_k, … }), … }`. */
function imported(prefix, names) {
  const all = [...names].map(([module, list], i) => ({ module, pairs: list.map((name, k) => [name, `${prefix}${i}_${k}`]) }));
  const lines = all.map(
    ({ module, pairs }) =>
      `import { ${pairs.map(([name, own]) => `${name} as ${own}`).join(', ')} } from ${JSON.stringify(`${from}/${module}.js`)};`,
  );
  const object = all.map(
    ({ module, pairs }) => `${JSON.stringify(module)}: () => ({ ${pairs.map(([name, own]) => `${name}: ${own}`).join(', ')} })`,
  );
  return { lines: lines.join('\n'), object: `{ ${object.join(', ')} }` };
}

/** The functions that the core's doors pass on. */
async function passedOn() {
  const doors = await Promise.all(FIRST.map((door) => import(`${from}/${door}.js`)));
  return new Set(doors.flatMap((door) => Object.values(door)).filter(isPlainFunction));
}

/** Whether a value is a function without members of its own, and no class. */
const isPlainFunction = (value) =>
  typeof value === 'function' &&
  !/^class\b/.test(Function.prototype.toString.call(value)) &&
  Object.getPrototypeOf(value) === Function.prototype &&
  Reflect.ownKeys(value).every((key) => ['length', 'name', 'prototype', 'arguments', 'caller'].includes(key));

/** The text of a stub, which loads the file of its function when it is called: a function of the same name and number of parameters. */
function stubOf(name, fn) {
  const parameters = Array.from({ length: fn.length }, (_, i) => `a${i}`).join(', ');
  const stub = `function (${parameters}) { return load().${name}.apply(this, arguments); }`;
  const own = JSON.stringify(fn.name);
  return `${name}: ${fn.name === name ? stub : `{ ${own}: ${stub} }[${own}]`}`;
}

/**
 * Stand-ins for modules of further files, each loaded when one of its names is used (`lib/boot`). Where the file has doors that pass functions on,
 * stubs stand for these, and a namespace of getters for a module that is passed on as one. `own` is the file that is made.
 */
const laterModules = (own, stubbed = new Set()) => ({
  name: 'later-modules',
  setup({ onResolve, onLoad }) {
    const isElsewhere = (module) => ![null, own].includes(fileOf(module));
    const args = (module) => `${JSON.stringify(fileOf(module))}, ${JSON.stringify(module)}`;
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const module = moduleOf(join(resolveDir, path));
      return isElsewhere(module) ? { path: module, namespace: 'later' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'later' }, async ({ path }) => {
      const names = Object.entries(await import(`${from}/${path}.js`));
      const stubs = names.filter(([, value]) => stubbed.has(value)).map(([name, value]) => stubOf(name, value));
      const make = stubs.length === 0 ? '' : `, (names, load) => ({ __proto__: names, ${stubs.join(', ')} })`;
      return { contents: `module.exports = later(${args(path)}${make});`, loader: 'js' };
    });
    onResolve({ filter: /^namespace:/ }, ({ path }) => ({ path: path.slice('namespace:'.length), namespace: 'namespace' }));
    onLoad({ filter: /.*/, namespace: 'namespace' }, async ({ path }) => {
      const getters = Object.keys(await import(`${from}/${path}.js`)).map((name) => `get ${name}() { return own.${name}; }`);
      return { contents: `const own = later(${args(path)});\nexport const names = { ${getters.join(', ')} };`, loader: 'js' };
    });
    onLoad({ filter: /dist\/lib\/.*index\.js$/ }, async ({ path }) => {
      const text = await withoutStars(path);
      const apart = /^export \* as (\w+) from '(\.[^']+)';$/gm;
      const contents = text.replace(apart, (line, name, where) => {
        const module = moduleOf(join(dirname(path), where));
        return isElsewhere(module) ? `export { names as ${name} } from 'namespace:${module}';` : line;
      });
      return { contents, loader: 'js' };
    });
  },
});

/** The text of a door with the names of modules that it passes on whole: a stand-in does not tell them. */
async function withoutStars(path) {
  let text = readFileSync(path, 'utf8');
  for (const [line, where] of text.matchAll(/^export \* from '(\.[^']+)';$/gm)) {
    const names = Object.keys(await import(join(dirname(path), where)));
    text = text.replace(line, `export { ${names.join(', ')} } from '${where}';`);
  }
  return text;
}

/** Modules that are imported for what they do, and not only for names; and the modules that import them. */
const effective = new Set();
for (const path of readdirSync(from, { recursive: true }).filter((each) => each.endsWith('.js'))) {
  const text = readFileSync(`${from}/${path}`, 'utf8');
  for (const [, where] of text.matchAll(/^import '(\.[^']+)';/gm)) {
    const [module, importer] = [moduleOf(join(from, dirname(path), where)), path.replace(/\.js$/, '')];
    if (![null, fileOf(importer)].includes(fileOf(module)))
      throw new Error(`${module} does something while it is loaded, for ${importer}: both are in one file, or it is in the core`);
    effective.add(module).add(importer);
  }
}

/** Modules of which no name is used are left out. */
const usedModules = {
  name: 'used-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^[./]/ }, ({ path, resolveDir }) => {
      const whole = path.startsWith('/') ? path : join(resolveDir, path);
      return { path: whole, sideEffects: effective.has(moduleOf(whole)) };
    });
  },
};

/** How the files are built. */
const inOneFile = (contents, plugins) => ({
  ...SHARED,
  stdin: { contents, resolveDir: from },
  format: 'cjs',
  charset: 'ascii',
  minifyWhitespace: true,
  lineLimit: 160,
  // Modules of the core were loaded before.
  logOverride: { 'ignored-bare-import': 'silent' },
  plugins: [...plugins, usedModules, rareWhenUsed, importGiven],
  define: { ...DEFINE, 'import.meta.url': 'packUrl' },
  banner: {
    js: `(function (${TAKES}) { const packUrl = require('node:url').pathToFileURL(file).href; const module = {};`,
  },
  footer: { js: 'return module.exports; })' },
});

/** The text that `core.js` is made of: doors, names that further files take, and what the process has used. */
function coreText(doors, taken) {
  const [own, shared] = [imported('door', doors), imported('module', taken)];
  const kernels = `import { kernelsMade, underEngineDefaults, stubs } from ${JSON.stringify(`${from}/base/index.js`)};`;
  return `${own.lines}\n${shared.lines}\n${kernels}\nmodule.exports = { doors: ${own.object}, modules: ${shared.object}, kernelsMade, underEngineDefaults, stubs };`;
}

/** The modules that a file has code of. */
async function modulesIn(contents, plugins) {
  const built = await build({ ...inOneFile(contents, plugins), sourcemap: false, write: false, metafile: true, outfile: CORE });
  const [{ inputs }] = Object.values(built.metafile.outputs);
  const there = Object.entries(inputs).filter(([path, { bytesInOutput }]) => bytesInOutput > 0 && path.startsWith('dist/lib/'));
  return new Set(there.map(([path]) => moduleOf(`${root}${path}`)).filter((module) => !passesOn(module)));
}

/** Whether a module is a door without code of its own. */
function passesOn(module) {
  const text = readFileSync(`${from}/${module}.js`, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\/\/.*$/gm, '');
  return (
    module.endsWith('index') &&
    text.split(';').every((each) => each.trim() === '' || /^(import|export)\b[^=]*'\.[^']+'$/.test(each.trim()))
  );
}

/** Names that modules outside a file import of modules in it, by module. */
async function namesTaken(own) {
  const taken = new Map();
  const all = readdirSync(from, { recursive: true }).filter(
    (path) => path.endsWith('.js') && !own.has(path.replace(/\.js$/, '')),
  );
  for (const path of all.filter((each) => !APART.includes(each.split('/')[0]))) {
    const text = readFileSync(`${from}/${path}`, 'utf8');
    for (const [, what, where] of text.matchAll(/^(?:import|export) ([^;'"]+?) from '(\.[^']+)';/gm)) {
      const module = moduleOf(join(from, dirname(path), where));
      if (!own.has(module)) continue;
      const names = what.startsWith('{')
        ? [...what.matchAll(/(\w+)(?: as \w+)?/g)].map((m) => m[1])
        : Object.keys(await import(`${from}/${module}.js`));
      taken.set(module, new Set([...(taken.get(module) ?? []), ...names]));
    }
  }
  return new Map([...taken].sort().map(([module, names]) => [module, [...names].sort()]));
}

/** Modules of the core, as they are: parameter `core` has a function for each that gives its names. */
const takenFromCore = ({ modules, taken }) => ({
  name: 'from-core',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[./]/ }, ({ path, resolveDir }) => {
      const module = moduleOf(join(resolveDir, path.startsWith('/') ? relative(resolveDir, path) : path));
      return modules.has(module) ? { path: module, namespace: 'core', sideEffects: false } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'core' }, ({ path }) => ({
      contents: taken.has(path) ? `export const { ${taken.get(path).join(', ')} } = core[${JSON.stringify(path)}]();` : '',
      loader: 'js',
    }));
  },
});

/**
 * The modules of a file, and their names that further files take, which may need more modules. `textFor` is the file's text by the names that are taken,
 * `listed` are modules that it has in any case.
 */
async function withTaken(textFor, plugins, listed = []) {
  let [modules, taken] = [new Set(listed), await namesTaken(new Set(listed))];
  for (let before = -1; before < modules.size; ) {
    before = modules.size;
    modules = new Set([...listed, ...(await modulesIn(textFor(taken), plugins))]);
    taken = await namesTaken(modules);
  }
  return { modules, taken };
}

/** Makes the files that export doors; returns the names that each door exports. */
async function bundleCore(doors) {
  const exported = new Map(
    await Promise.all(doors.map(async (door) => [door, Object.keys(await import(`${from}/${door}.js`)).sort()])),
  );
  const fileOfDoor = (door) =>
    FIRST.includes(door) ? 'core' : (LATER.find((file) => doorsOf(file).includes(door)) ?? LATER.at(-1));
  const doorsIn = (file) => new Map([...exported].filter(([door]) => fileOfDoor(door) === file));
  const inCore = [laterModules('core', await passedOn())];
  const core = await withTaken((taken) => coreText(doorsIn('core'), taken), inCore);
  await build({ ...inOneFile(coreText(doorsIn('core'), core.taken), inCore), outfile: `${to}/${CORE}` });
  await checkAlone();

  const fileOfModule = new Map([...core.modules].map((module) => [module, 'core']));
  for (const file of LATER) {
    const plugins = [laterModules(file), takenFromCore(core), takenElsewhere(fileOfModule)];
    const textFor = (taken) => modulesText(taken, doorsIn(file));
    const { modules, taken } = await withTaken(textFor, plugins, modulesListed(file));
    await build({ ...inOneFile(textFor(taken), plugins), outfile: `${to}/core/${file}.js` });
    for (const module of modules) fileOfModule.set(module, file);
  }
  await bundleBoot(Object.fromEntries(doors.filter((door) => !FIRST.includes(door)).map((door) => [door, fileOfDoor(door)])));
  return exported;
}

/** Modules that no table names, and that a further file which was made before has. */
const takenElsewhere = (fileOfModule) => ({
  name: 'from-elsewhere',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
      const module = moduleOf(join(resolveDir, path));
      return fileOfModule.has(module) ? { path: module, namespace: 'elsewhere' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'elsewhere' }, ({ path }) => ({
      contents: `module.exports = later(${JSON.stringify(fileOfModule.get(path))}, ${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
});

/** Runs the core without further files, of which it needs none to be loaded: the same modules one by one stand for them. */
async function checkAlone() {
  const later = LATER.flatMap(modulesListed).filter((module) => !THREADS.includes(module));
  const namesOf = new Map(await Promise.all(later.map(async (module) => [module, await import(`${from}/${module}.js`)])));
  const used = new Set();
  const noted = laterThrough((file, module) => () => {
    used.add(`${module} (${file}.js)`);
    return namesOf.get(module);
  });
  const text = new vm.Script(readFileSync(`${to}/${CORE}`, 'latin1'), { filename: CORE }).runInThisContext();
  const { doors } = text(createRequire(import.meta.url), `${to}/${CORE}`, null, noted);
  for (const make of Object.values(doors)) make();
  if (used.size > 0)
    throw new Error(`the core uses modules of further files while it is loaded (split.mjs): ${[...used].join(', ')}`);
}

/** The modules that the table of a further file names. */
function modulesListed(file) {
  const paths = readdirSync(from, { recursive: true }).filter((path) => path.endsWith('.js'));
  const modules = paths.map((path) => path.replace(/\.js$/, '')).filter((module) => fileOf(module) === file);
  for (const module of modules)
    if (/^export (let|var)\b/m.test(readFileSync(`${from}/${module}.js`, 'utf8')))
      throw new Error(`${module} exports a variable: it is no module of ${file}.js, whose names are looked up once`);
  return modules.sort();
}

/** The text that further files are made of: names of modules, and doors. */
function modulesText(modules, doors) {
  const [own, shared] = [imported('door', doors), imported('module', modules)];
  return `${own.lines}\n${shared.lines}\nmodule.exports = { doors: ${own.object}, modules: ${shared.object} };`;
}

/** Runs the files as they are now: compiled code of a different text must not be taken for theirs. */
async function bundleBoot(later) {
  const digestOf = (file) =>
    createHash('sha256')
      .update(readFileSync(`${to}/core/${file}.js`))
      .digest('hex')
      .slice(0, 16);
  const digests = Object.fromEntries(['core', ...LATER].map((file) => [file, digestOf(file)]));
  const about = JSON.stringify({ digests, later, ahead: AHEAD });
  const contents = `import { boot } from ${JSON.stringify(`${from}/boot/index.js`)};\nmodule.exports = boot(__dirname, ${about});`;
  await build({
    ...SHARED,
    stdin: { contents, resolveDir: from },
    outfile: `${to}/${BOOT}`,
    format: 'cjs',
    define: { ...DEFINE, 'import.meta.url': '__filename' },
    minifyWhitespace: true,
    minifySyntax: true,
    lineLimit: 160,
    plugins: [usedModules, rareWhenUsed],
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

/** Words of the language, which an export has but by a second name. */
const RESERVED = new Set(['var', 'delete', 'new', 'in', 'if', 'do', 'this', 'void', 'with', 'case', 'try', 'default']);

/** Exports of an ES module: names of `door`. */
function reexport(names) {
  const words = names.filter((name) => RESERVED.has(name));
  return `export const { ${names.filter((name) => !RESERVED.has(name)).join(', ')} } = door;
${words.map((name) => `const own_${name} = door.${name};\nexport { own_${name} as ${name} };\n`).join('')}`;
}

/** Commands with a copy of the little that they need of rooms: a start of the core would take longer than their work. */
const BRIEF = ['info', 'solve'];

/**
 * Rooms are the core's for the command, at whatever depth its files are, as CommonJS has them: a process opens one file, and links no names.
 * A brief command takes from the core only what it imports when that is wanted.
 */
const roomsFromCore = (isBrief) => ({
  name: 'rooms-from-core',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.\.?\// }, ({ path, importer, kind }) => {
      const door = relative(from, new URL(path, `file://${importer}`).pathname).replace(/\.js$/, '');
      if (kind === 'require-call' && importer.startsWith(`${from}/cli/`))
        return { path: path.replace(/\.js$/, '.cjs'), external: true };
      if (/^(cli|\.\.)\//.test(door)) return undefined;
      return isBrief && kind !== 'dynamic-import' ? undefined : { path: door, namespace: 'room' };
    });
    onLoad({ filter: /.*/, namespace: 'room' }, async ({ path }) => ({
      contents: `const door = require('#boot').doors[${JSON.stringify(path)}];\n${reexport(Object.keys(await import(`${from}/${path}.js`)))}`,
      loader: 'js',
    }));
    onLoad({ filter: /\/cli\/(main|commands|commands\/solve)\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/\bimport\(((['"])\.\.?\/[^'"]+\2)\)/g, 'Promise.resolve(require($1))'),
      loader: 'js',
    }));
  },
});

/** The parser of command lines is a file of the command: it loads in a third of the time of six. Its licence goes with it. */
const parserWithin = {
  name: 'parser-within',
  setup({ onResolve, onLoad }) {
    const place = `${root}node_modules/commander`;
    onResolve({ filter: /^commander$/ }, ({ importer }) =>
      importer === `${from}/cli/parser.js` ? { path: `${place}/index.js` } : { path: '../parser.cjs', external: true },
    );
    onLoad({ filter: /commander\/index\.js$/ }, () => ({
      contents: `/*! commander\n${readFileSync(`${place}/LICENSE`, 'utf8')}*/\n${readFileSync(`${place}/index.js`, 'utf8')}`,
    }));
  },
};

/**
 * The command: `main.cjs`, the parser, the report of failures, the solvers, and one file for each of its commands. They are CommonJS, since Node takes 8 ms to
 * begin with an ES module, and 1.5 ms for each further one.
 */
async function bundleCommand() {
  const names = readdirSync(`${from}/cli/commands`).filter((name) => name.endsWith('.js'));
  const isBrief = (name) => BRIEF.includes(name.replace(/\.js$/, ''));
  const files = (brief) => names.filter((name) => isBrief(name) === brief).map((name) => `${from}/cli/commands/${name}`);
  const main = ['main', 'parser', 'failure', 'solve-system'].map((name) => `${from}/cli/${name}.js`);
  for (const [entryPoints, brief] of [
    [[...main, ...files(false)], false],
    [files(true), true],
  ]) {
    await build({
      ...SHARED,
      packages: undefined,
      external: [
        ...Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies, ...manifest.peerDependencies }),
        '#*',
      ],
      entryPoints,
      outbase: from,
      outdir: to,
      format: 'cjs',
      outExtension: { '.js': '.cjs' },
      minifyWhitespace: true,
      lineLimit: 160,
      define: { ...DEFINE, 'import.meta.url': 'packUrl' },
      banner: { js: "const packUrl = require('node:url').pathToFileURL(__filename).href;" },
      plugins: [parserWithin, roomsFromCore(brief), ...(brief ? [usedModules] : []), rareWhenUsed],
    });
  }
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
const missing = makeCode();
if (missing !== null) console.log(`no compiled code beside the library: ${missing}`);
