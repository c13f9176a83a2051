import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { ADDON_ABI, addonProblem, loadAddon } from '../../../lib/native/index.js';
import { load, platformPackage } from '../../../lib/native/load.js';

t.test('the answer is the same each time, and there is a problem exactly when there is no addon', async (t) => {
  t.equal(loadAddon(), loadAddon());
  t.equal(loadAddon() === null, addonProblem() !== null);
});

t.test('MANIPLE_ADDON=none disables the addon', async (t) => {
  const { addon, problem } = load({ MANIPLE_ADDON: 'none' });
  t.equal(addon, null);
  t.match(problem, /MANIPLE_ADDON=none/);
});

t.test('a file that does not load is named, in one line', async (t) => {
  const { addon, problem } = load({ MANIPLE_ADDON: '/no/such/file.node' });
  t.equal(addon, null);
  t.match(problem, /does not load .*\/no\/such\/file\.node/);
  t.notMatch(problem, /\n/);
});

t.test('an addon with another interface is refused', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'maniple-load-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'other.cjs');
  writeFileSync(file, `module.exports = { abi: ${ADDON_ABI + 1} };`);
  const { addon, problem } = load({ MANIPLE_ADDON: file });
  t.equal(addon, null);
  t.match(problem, new RegExp(`interface ${ADDON_ABI + 1}.*needs ${ADDON_ABI}`));
});

t.test('an explicit file is taken before anything else', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'maniple-load-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'mine.cjs');
  writeFileSync(file, `module.exports = { abi: ${ADDON_ABI}, cpu: 'mine' };`);
  t.equal(load({ MANIPLE_ADDON: file }).addon?.cpu, 'mine');
});

t.test("the platform package's name", async (t) => {
  t.match(platformPackage(), new RegExp(`^@maniple/${process.platform}-${process.arch}`));
});

t.test('a process without the addon says so and goes on', async (t) => {
  const url = new URL('../../../lib/native/index.js', import.meta.url).href;
  const script = `import { loadAddon, addonProblem } from '${url}'; console.log(loadAddon(), addonProblem());`;
  const env = { ...process.env, MANIPLE_ADDON: 'none' };
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env });
  t.match(result.stdout, /^null MANIPLE_ADDON=none/);
  t.equal(result.status, 0);
});
