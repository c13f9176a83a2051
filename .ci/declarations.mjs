/**
 * Makes `dist/pack/types/`, the declarations that TypeScript finds beside `dist/pack`: of each door of package.json the public names, and of all
 * rooms the types that these names reach, in one file. They need no other package, not even Node's types.
 *
 *     dist/pack/types/maniple.d.ts              all types
 *     dist/pack/types/array/index.d.ts …        doors: names of it
 *     dist/pack/types/cjs/…                     the files again, as CommonJS: TypeScript takes a declaration's kind from its folder
 *
 *     node .ci/declarations.mjs [FOLDER]      behind tsc, whose `dist/lib` it reads, and `bundle.mjs`; tests have a folder of their own
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { asShown, functionComments } from './declared-arrays.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const from = `${root}dist/lib`;
const to = process.argv[2] ?? `${root}dist/pack/types`;
/** Files that pass the doors on: rollup would make a door that is itself among the types the file of all types. */
const doorsIn = `${to}.doors`;
const ALL = 'maniple';
/** A room with a default export, and nothing of the others. */
const APART = 'eslint/index';
/** Types that public ones reach have names of their own only where users are expected to write these. */
const UNNAMED = 'still references private shared type exports';
/** The library of TypeScript's that has `Symbol.dispose`, whatever the target of the program. */
const LIBRARY = '/// <reference lib="esnext.disposable" />\n';

/** Doors by path below `dist/lib` without ending: `array/index`, `runtime/public`. */
function doors() {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  return Object.values(exports).flatMap((door) =>
    typeof door === 'object' ? [relative('dist/pack/types', door.types.default).replace(/\.d\.ts$/, '')] : [],
  );
}

function entryOf(door) {
  if (door === APART) return `${from}/${door}.d.ts`;
  const path = `${doorsIn}/${door}.d.ts`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `export * from ${JSON.stringify(`${from}/${door}.js`)};\n`);
  return path;
}

/** A file's text without imports of modules for their effects; throws where types of another package are left. */
function alone(file, text) {
  const own = text.replace(/^import '[^'.][^']*';\n/gm, '');
  const foreign = /^(?:import|export) .* from '([^'.][^']*)';/m.exec(own) ?? /\bimport\("([^".][^"]*)"\)/.exec(own);
  if (foreign !== null)
    throw new Error(`${file}: public types are made of types of ${foreign[1]}, which users would have to install`);
  return own.includes('Symbol.dispose') ? `${LIBRARY}${own}` : own;
}

rmSync(to, { recursive: true, force: true });
const bundle = await rollup({
  input: Object.fromEntries(doors().map((door) => [door, entryOf(door)])),
  external: (id) => !/^[./]/.test(id),
  plugins: [dts()],
  onwarn: ({ message }) => {
    if (!message.includes(UNNAMED)) throw new Error(message);
  },
});
await bundle.write({
  dir: to,
  format: 'es',
  entryFileNames: '[name].d.ts',
  chunkFileNames: '[name].d.ts',
  minifyInternalExports: false,
  manualChunks: (id) => (id.startsWith(`${from}/`) && !id.includes(APART) ? ALL : undefined),
});
rmSync(doorsIn, { recursive: true });
writeFileSync(`${to}/${ALL}.d.ts`, asShown(readFileSync(`${to}/${ALL}.d.ts`, 'utf8'), functionComments(root)));
for (const file of readdirSync(to, { recursive: true }).filter((each) => each.endsWith('.d.ts')))
  writeFileSync(`${to}/${file}`, alone(file, readFileSync(`${to}/${file}`, 'utf8')));
renameSync(to, `${to}.cjs`);
cpSync(`${to}.cjs`, to, { recursive: true });
renameSync(`${to}.cjs`, `${to}/cjs`);
writeFileSync(`${to}/cjs/package.json`, `${JSON.stringify({ type: 'commonjs' })}\n`);
