/**
 * Makes what a package carries of the addon (`edition.mjs` says where), unless it is there: the addon for this platform, which needs
 * no newer system libraries than Node's own binaries, and the headers with which it is built on other platforms. npm calls this before
 * it packs, and before `npm run build`. Prebuilt addons of other sources are removed; those for other platforms, made elsewhere of the
 * same sources, stay. Where none can be made that is one line, and an error with --strict.
 *
 * `--every` also makes the ones for which there is a cross compiler here: a package that is made on Linux x64 has arm64's, too.
 *
 *     node native/prebuild.mjs [--strict] [--every | --compiler aarch64-linux-gnu --target linux-arm64-glibc]
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { binary, build, cmakeCommands, headerFolder, isBuilt, reasonIn, runAll } from './build.mjs';
import { carriedHeaders, edition, prebuilds, root } from './edition.mjs';
import { wrapperFolder } from './sources.mjs';

/** This platform, as the folder of its addon is named. */
function here() {
  const base = `${process.platform}-${process.arch}`;
  if (process.platform !== 'linux') return base;
  return `${base}-${process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc'}`;
}

/** Cross compilers by the platforms that they make addons for: prefixes of their programs' names, as Debian has them. */
const CROSS = { 'linux-arm64-glibc': 'aarch64-linux-gnu', 'linux-x64-glibc': 'x86_64-linux-gnu' };

/** The platforms, besides this one, for which there is a compiler here. */
function crossTargets() {
  if (process.platform !== 'linux') return [];
  const others = Object.entries(CROSS).filter(([target]) => target !== here());
  const targets = others.map(([target, compiler]) => ({ target, compiler }));
  return targets.filter(({ compiler }) => spawnSync(`${compiler}-g++`, ['--version']).status === 0);
}

/** CMake's options for a compiler of a different architecture, by the prefix of its programs' names. */
function crossOptions(compiler, target) {
  const arch = target.split('-')[1];
  return [
    '-DCMAKE_SYSTEM_NAME=Linux',
    `-DCMAKE_C_COMPILER=${compiler}-gcc`,
    `-DCMAKE_CXX_COMPILER=${compiler}-g++`,
    `-DCMAKE_SYSTEM_PROCESSOR=${compiler.split('-')[0]}`,
    `-DNODE_ARCH=${arch}`,
  ];
}

/** Removes addons of sources that are no more. */
function removeOthers(name) {
  for (const platform of existsSync(prebuilds) ? readdirSync(prebuilds) : []) {
    const folder = join(prebuilds, platform);
    for (const file of readdirSync(folder)) if (file.endsWith('.node') && file !== name) rmSync(join(folder, file));
    if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true });
  }
}

function carryHeaders() {
  mkdirSync(carriedHeaders, { recursive: true });
  const wrapper = wrapperFolder();
  for (const folder of [headerFolder(), wrapper]) {
    if (folder === carriedHeaders) continue;
    for (const name of readdirSync(folder)) if (name.endsWith('.h')) copyFileSync(join(folder, name), join(carriedHeaders, name));
  }
  if (wrapper !== carriedHeaders) copyFileSync(join(wrapper, 'LICENSE.md'), join(carriedHeaders, 'LICENSE.md'));
}

/** Builds the addon for a target: `made` is its path, `problem` why there is none. This platform's own is the clone's, which is tested. */
function compiled(target, compiler) {
  if (compiler === undefined) {
    const byCmake = existsSync(join(root, 'build', 'CMakeCache.txt'));
    return { made: binary, problem: byCmake && isBuilt() ? null : build('cmake') };
  }
  const folder = join(root, 'build', `prebuild-${target}`);
  const { ok, output } = runAll(cmakeCommands(folder, headerFolder(), crossOptions(compiler, target)));
  const made = join(folder, 'Release', 'maniple.node');
  return { made, problem: ok && existsSync(made) ? null : reasonIn(output) };
}

/** Versions of system libraries that Node's own binaries for Linux need: those of glibc 2.28 and of GCC 8. */
const NEWEST = { 'GLIBC_2.': 28, 'GLIBCXX_3.4.': 25, 'CXXABI_1.3.': 11 };

/** What an addon needs that an older system lacks (`native/binding/old_libraries.h`); null where there is nothing. */
function tooNew(file) {
  const text = readFileSync(file, 'latin1');
  const needed = Object.entries(NEWEST).flatMap(([name, most]) => {
    const versions = [...text.matchAll(new RegExp(`\\b${name.replaceAll('.', '\\.')}(\\d+)`, 'g'))].map((found) =>
      Number(found[1]),
    );
    return versions.some((version) => version > most) ? [`${name}${Math.max(...versions)}`] : [];
  });
  return needed.length > 0 ? `${file} needs ${needed.join(', ')}, which systems with glibc 2.28 lack` : null;
}

function makeAddon(target, compiler) {
  const file = join(prebuilds, target, `${edition()}.node`);
  if (existsSync(file)) return null;
  const { made, problem } = compiled(target, compiler);
  if (problem !== null) return problem;
  const lacking = target.startsWith('linux-') ? tooNew(made) : null;
  if (lacking !== null) return lacking;
  mkdirSync(dirname(file), { recursive: true });
  cpSync(made, `${file}.part`);
  // Names of functions are a third of the file, and are for debuggers and profilers.
  if (process.platform === 'linux') spawnSync(compiler === undefined ? 'strip' : `${compiler}-strip`, [`${file}.part`]);
  renameSync(`${file}.part`, file);
  return null;
}

/** The path of what was made; throws with the reason where it was not. */
function prebuild({ compiler, target = here() }) {
  if (spawnSync('cmake', ['--version']).error !== undefined) throw new Error('cmake is not installed');
  removeOthers(`${edition()}.node`);
  carryHeaders();
  const problem = makeAddon(target, compiler);
  if (problem !== null) throw new Error(problem);
  return `prebuilds/${target}/${edition()}.node`;
}

function main() {
  const text = { type: 'string' };
  const flag = { type: 'boolean' };
  const { values } = parseArgs({ options: { strict: flag, every: flag, compiler: text, target: text } });
  if ((values.compiler === undefined) !== (values.target === undefined)) throw new Error('--compiler and --target go together');
  if (values.every && values.target !== undefined) throw new Error('--every leaves no choice of a target');
  try {
    for (const each of [values, ...(values.every ? crossTargets() : [])]) console.log(prebuild(each));
  } catch (error) {
    console.log(`maniple: no addon for the package was made: ${error.message}`);
    process.exitCode = values.strict ? 1 : 0;
  }
}

main();
