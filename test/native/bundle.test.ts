/** The package as it is packed: one library behind all doors, for ES modules and CommonJS; threads that start, errors that are equal. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

t.setTimeout(300_000);

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What the bundler reads, and what its result needs. */
const PARTS = [
  'package.json',
  'CMakeLists.txt',
  'binding.gyp',
  '.ci/bundle.mjs',
  '.ci/split.mjs',
  '.ci/stale.mjs',
  'dist/lib',
  'native',
  'build/Release',
];

function bundler(): boolean {
  try {
    createRequire(import.meta.url).resolve('esbuild');
    return true;
  } catch {
    return false;
  }
}

const PROGRAM = `
import * as np from 'maniple';
import { IndexError, NDArray } from 'maniple';
import * as linalg from 'maniple/linalg';
import * as random from 'maniple/random';
import { poisson2d, cg } from 'maniple/sparse';
const { x, converged } = await cg(poisson2d(8), np.ones([64]));
const sum = await np.ones([200_000]).multiply(2).sum().item();
let same = false;
try { np.arange(3).take([7]); await np.arange(3).slice(7).item(); } catch (error) { same = error instanceof IndexError; }
const drawn = random.defaultRng(1).random({ shape: 3 });
console.log(JSON.stringify({ converged, array: x instanceof NDArray, same, sum, norm: await linalg.norm(np.asarray([3, 4])).item(),
  drawn: (await drawn.tolist()).length }));
`;

const COMMONJS = `
const np = require('maniple');
const { cg, poisson2d } = require('maniple/sparse');
(async () => {
  const { x, converged } = await cg(poisson2d(8), np.ones([64]));
  const { NDArray } = await import('maniple');
  console.log(JSON.stringify({ same: x instanceof NDArray, converged, sum: await np.arange(5).sum().item() }));
})();
`;

t.test('bundled doors are one library', { skip: bundler() ? false : 'esbuild is not installed' }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'maniple-bundle-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  for (const path of PARTS) cpSync(join(root, path), join(folder, path), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const made = spawnSync(process.execPath, ['.ci/bundle.mjs'], { cwd: folder, encoding: 'utf8' });
  t.equal(made.status, 0, made.stderr);
  writeFileSync(join(folder, 'program.mjs'), PROGRAM);
  for (const config of ['', '--procs 2', '--device js --procs 2']) {
    const ran = spawnSync(process.execPath, ['program.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, MANIPLE_CONFIG: config },
    });
    t.equal(ran.status, 0, ran.stderr);
    t.strictSame(JSON.parse(ran.stdout), { converged: true, array: true, same: true, sum: 400_000, norm: 5, drawn: 3 }, config);
    t.equal(ran.stderr, '', 'nothing to complain of');
  }
  writeFileSync(join(folder, 'program.cjs'), COMMONJS);
  const required = spawnSync(process.execPath, ['program.cjs'], { cwd: folder, encoding: 'utf8' });
  t.equal(required.status, 0, required.stderr);
  t.strictSame(JSON.parse(required.stdout), { same: true, converged: true, sum: 10 }, 'CommonJS has the same library');
  const command = spawnSync(process.execPath, ['dist/pack/cli/main.cjs', 'run', '--stats', 'program.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  });
  t.equal(command.status, 0, command.stderr);
  t.match(`${command.stdout}${command.stderr}`, /tasks/i, 'the command counts what the program did');
});

/** What loads the library, computes, and says how V8 took the code that was kept. */
const STATE = `
const { codeCache, doors } = require('./dist/pack/core/boot.cjs');
const np = doors['array/index'];
(async () => {
  const sum = await np.linspace(0, 1, 1000).multiply(2).sum().item();
  await np.savez('state.npz', { a: np.ones([2]) });
  let x = np.ones([3]);
  for (const name of process.argv.slice(2)) x = np[name](x);
  await x.data();
  console.log(JSON.stringify({ codeCache, sum, members: Object.keys(await np.loadz('state.npz')) }));
})();
`;

const UFUNCS = ['negative', 'abs', 'sin', 'cos', 'exp', 'log', 'sqrt', 'floor', 'ceil', 'square'];

t.test(
  'compiled code is kept for later processes, and never trusted',
  { skip: bundler() ? false : 'esbuild is not installed' },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'maniple-code-'));
    const cache = join(folder, 'cache');
    t.teardown(() => rmSync(folder, { recursive: true, force: true }));
    for (const path of PARTS) cpSync(join(root, path), join(folder, path), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    t.equal(spawnSync(process.execPath, ['.ci/bundle.mjs'], { cwd: folder }).status, 0);
    writeFileSync(join(folder, 'state.cjs'), STATE);
    const state = (env: Record<string, string> = {}, flags: string[] = [], ufuncs: string[] = []): unknown => {
      const env2 = { ...process.env, NODE_OPTIONS: '', MANIPLE_CACHE: cache, ...env };
      const ran = spawnSync(process.execPath, [...flags, 'state.cjs', ...ufuncs], { cwd: folder, encoding: 'utf8', env: env2 });
      t.equal(ran.status, 0, ran.stderr);
      const { codeCache, sum, members } = JSON.parse(ran.stdout) as { codeCache: string; sum: number; members: string[] };
      t.equal(sum, 1000);
      t.strictSame(members, ['a'], 'modules that are imported when they are used');
      t.equal(ran.stderr, '');
      return codeCache;
    };
    t.equal(state(), 'used', 'code that was made beside the library');
    t.notOk(existsSync(cache), 'is not written again by what uses little');
    const core = join(folder, 'dist/pack/core');
    const digest = createHash('sha256')
      .update(readFileSync(join(core, 'core.js')))
      .digest('hex')
      .slice(0, 16);
    const isCore = (name: string): boolean => name.startsWith(`code-${digest}`);
    const texts = readdirSync(core).filter((name) => /^(?!annex|find)\w+\.js$/.test(name));
    t.equal(
      readdirSync(core).filter((name) => name.startsWith('code-')).length,
      texts.length,
      'of each file that programs come to, all but the annex',
    );
    const [installed] = readdirSync(core).filter(isCore);
    const kept = join(cache, installed);
    mkdirSync(cache, { mode: 0o700 });
    writeFileSync(kept, 'half');
    t.equal(state(), 'used', "the installed one, where the user's is damaged");
    t.ok(readFileSync(kept).length > 1000, 'which is written anew');
    chmodSync(cache, 0o777);
    t.equal(state(), 'used', "the installed one, where the folder is anybody's");
    rmSync(cache, { recursive: true });
    truncateSync(join(core, installed), 1000);
    t.equal(state(), 'refused', 'half of it is none');
    rmSync(join(core, installed));
    rmSync(cache, { recursive: true, force: true });
    const codes = (): string[] => (existsSync(cache) ? readdirSync(cache) : []).filter(isCore);
    t.equal(state({ MANIPLE_CODE_CACHE: 'off' }), 'off');
    t.same(codes(), []);
    t.equal(state(), 'absent');
    t.same([state(), state()], ['used', 'used']);
    t.equal(state({}, ['--no-warnings', '--stack-trace-limit=20']), 'absent', 'other flags of V8 have code of their own');
    t.equal(codes().length, 2);
    const contents = (): string =>
      codes()
        .map((name) =>
          createHash('sha256')
            .update(readFileSync(join(cache, name)))
            .digest('hex'),
        )
        .join();
    for (let before = ''; before !== contents(); state()) before = contents();
    const settled = contents();
    state({}, [], ['negative']);
    t.equal(contents(), settled, 'one new function is not worth writing it again');
    state({}, [], UFUNCS);
    t.not(contents(), settled, 'ten are');
    for (const name of codes()) {
      const path = join(cache, name);
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1] ^= 1;
      writeFileSync(path, bytes);
    }
    t.equal(state(), 'refused', 'one bit is another');
    t.equal(state(), 'used', 'and it is written anew');
    for (const name of codes()) writeFileSync(join(cache, name), 'short');
    t.equal(state(), 'refused');
  },
);
