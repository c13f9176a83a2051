/** Flags of V8 that the library sets for a while: code that is made or read under its defaults fits processes without the library. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';

const base = new URL('../../../lib/base/index.js', import.meta.url).href;
const folder = mkdtempSync(join(tmpdir(), 'maniple-engine-'));
t.teardown(() => rmSync(folder, { recursive: true, force: true }));

/** Makes code of a script in the midst of a program, or takes it and says whether V8 does. */
const PROGRAM = `
import { readFileSync, writeFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { optimizeLater, underEngineDefaults } from ${JSON.stringify(base)};
const [mode, file] = process.argv.slice(1);
const make = () => new Script('(function f(a) { return a + 1; })').createCachedData();
if (mode === 'take') {
  const { cachedDataRejected } = new Script('(function f(a) { return a + 1; })', { cachedData: readFileSync(file) });
  process.stdout.write(cachedDataRejected ? 'rejected' : 'taken');
} else {
  if (mode !== 'plain') optimizeLater();
  if (mode === 'later') await new Promise((done) => setTimeout(done, 600));
  if (mode === 'exit') process.on('exit', () => writeFileSync(file, make()));
  else writeFileSync(file, mode === 'defaults' ? underEngineDefaults(make) : make());
}`;

/** Whether a process takes the code that another one made in this way; both have these options. */
async function taken(mode: string, ...options: string[]): Promise<string> {
  const file = join(folder, `${mode}${options.length}.bin`);
  const env = { ...process.env, NODE_COMPILE_CACHE: mode === 'exit' ? join(folder, 'cache') : '' };
  const run = (...args: string[]) =>
    promisify(execFile)(process.execPath, [...options, '--input-type=module', '-e', PROGRAM, '--', ...args], { env });
  await run(mode, file);
  return (await run('take', file)).stdout;
}

t.test('code that is made while V8 optimizes later fits no other process, and fits under its defaults', async (t) => {
  const [plain, while_, defaults, later, exit] = await Promise.all(
    ['plain', 'while', 'defaults', 'later', 'exit'].map((m) => taken(m)),
  );
  t.equal(plain, 'taken', 'without the library');
  t.equal(while_, 'rejected', 'the flags are changed');
  t.equal(defaults, 'taken', 'under the defaults');
  t.equal(later, 'taken', 'the defaults have returned');
  const keeps = 'getCompileCacheDir' in module;
  t.equal(exit, keeps ? 'taken' : 'rejected', "at the end of a process in which Node's compile cache is on");
});

t.test("a user's own tiers are left alone", async (t) => {
  const own =
    Number(process.versions.v8.split('.')[0]) < 12 ? '--interrupt-budget=100000' : '--invocation-count-for-turbofan=2000';
  t.equal(await taken('while', own), 'taken');
});

/** Sets a flag once the addon is loaded, or is not there. */
const BY_ADDON = `
import { createRequire } from 'node:module';
import { setEngineFlag, setFlagsThrough, underEngineDefaults } from ${JSON.stringify(base)};
import { loadAddon } from ${JSON.stringify(new URL('../../../lib/native/index.js', import.meta.url).href)};
const addon = loadAddon();
if (addon !== null) setFlagsThrough((flags) => addon.engineFlags(flags));
const found = {};
const hasGc = () => createRequire(import.meta.url)('node:vm').runInNewContext('typeof gc') === 'function';
setEngineFlag('gc', '--expose-gc', '--no-expose-gc');
found.set = hasGc();
found.defaults = underEngineDefaults(hasGc);
found.again = hasGc();
console.log(JSON.stringify(found));`;

t.test('flags are set through the addon as by the module of Node', async (t) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', BY_ADDON]);
  t.strictSame(JSON.parse(stdout), { set: true, defaults: false, again: true });
});
