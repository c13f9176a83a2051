import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import t from 'tap';
import { ADDON_ABI, type Addon, addonProblem, loadAddon } from '../../../lib/native/index.js';
import { load } from '../../../lib/native/load.js';
import { libc, platformName, prebuiltPath } from '../../../lib/native/prebuilt.js';
import { buildLibrary } from './library.js';

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

t.test("this platform's name, with the C library that Node's report names", async (t) => {
  const report = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  const base = `${process.platform}-${process.arch}`;
  const ofReport = report.header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
  t.equal(platformName(), process.platform === 'linux' ? `${base}-${ofReport}` : base);
});

t.test('the C library of an executable', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'maniple-libc-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'musl'), `\x7fELF${'\0'.repeat(700)}/lib/ld-musl-x86_64.so.1\0`);
  writeFileSync(join(folder, 'glibc'), `\x7fELF${'\0'.repeat(700)}/lib64/ld-linux-x86-64.so.2\0`);
  t.equal(libc(join(folder, 'musl')), 'musl');
  t.equal(libc(join(folder, 'glibc')), 'glibc');
  t.equal(libc(join(folder, 'absent')), 'glibc');
});

t.test('rooms that are run one by one have no prebuilt addon', async (t) => t.equal(prebuiltPath('/package'), null));

t.test('a process without the addon says so and goes on', async (t) => {
  const url = new URL('../../../lib/native/index.js', import.meta.url).href;
  const script = `import { loadAddon, addonProblem } from '${url}'; console.log(loadAddon(), addonProblem());`;
  const env = { ...process.env, MANIPLE_ADDON: 'none' };
  const result = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env });
  t.match(result.stdout, /^null MANIPLE_ADDON=none/);
  t.equal(result.status, 0);
});

const door = new URL('../../../pack/array/index.js', import.meta.url).href;

/** What a process that computes says on stderr, with this addon and this device. */
function computeWith(addon: string | undefined, device: string): { out: string; err: string } {
  const script = `import * as np from ${JSON.stringify(door)};
    np.ones([3]).dataSync();
    const { createRuntime } = await import(${JSON.stringify(door.replace('/array/', '/runtime/'))});
    console.log(createRuntime({ procs: 1, device: ${JSON.stringify(device)} }).device.name);`;
  const env = {
    ...process.env,
    MANIPLE_CONFIG: `--procs 1 --device ${device}`,
    MANIPLE_ADDON: addon,
    NODE_NO_WARNINGS: '0',
    NODE_OPTIONS: '',
  };
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8', env });
  return { out: stdout.trim(), err: stderr };
}

t.test('JavaScript in place of an addon that cannot be used is said once, with what mends it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'maniple-load-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  const [stale, broken] = [join(folder, 'stale.cjs'), join(folder, 'broken.node')];
  writeFileSync(stale, `module.exports = { abi: ${ADDON_ABI - 1} };`);
  writeFileSync(broken, 'not a library');
  for (const [file, why] of [
    [stale, /of another version/],
    [broken, /does not load/],
  ] as const) {
    const { out, err } = computeWith(file, 'auto');
    t.equal(out, 'js');
    t.equal(err.match(/MANIPLE_NO_ADDON/g)?.length, 1, 'once');
    t.match(err, why);
    t.match(err, /node \S*native.install\.mjs --force --strict/);
    t.equal(computeWith(file, 'js').err, '', 'who asks for js is not told');
  }
  t.same(computeWith('none', 'auto'), { out: 'js', err: '' });
});

t.test('a package without a build says how to get one', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'maniple-load-'));
  t.teardown(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const room = fileURLToPath(new URL('../../../lib/native/', import.meta.url));
  for (const file of ['load.js', 'addon.js', 'prebuilt.js']) cpSync(join(room, file), join(folder, file));
  const { load: loadThere } = (await import(pathToFileURL(join(folder, 'load.js')).href)) as { load: typeof load };
  t.match(loadThere({}), {
    addon: null,
    problem: /is not built, and none is packed for \w+-\w+.*; `node .*install\.mjs --force --strict` builds it/,
  });
});

/** In CI the addon was built, so whatever keeps it from loading would have all tests pass on JavaScript alone. */
const compiler = ['c++', 'g++', 'clang++'].some((name) => spawnSync(name, ['--version']).status === 0);
const unasked = process.env.CI !== 'true' || process.env.MANIPLE_ADDON === 'none' || !compiler;
t.test('in CI, where there is a C++ compiler, the addon loads', { skip: unasked && 'not in CI, or no compiler' }, async (t) => {
  t.equal(addonProblem(), null);
});

const built = join(dirname(createRequire(import.meta.url).resolve('#package')), 'build', 'Release', 'maniple.node');

t.test(
  'two copies of the addon load kernels of their own',
  { skip: existsSync(built) ? false : 'the addon is not built' },
  async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'maniple-load-'));
    const libraries = ['first', 'second'].map((name) =>
      buildLibrary(`void ${name}(double *P, long a, long b) { P[0] = a + b; }`),
    );
    t.teardown(() => {
      for (const library of libraries) if (typeof library !== 'string') library.remove();
      rmSync(folder, { recursive: true });
    });
    for (const [k, library] of libraries.entries()) {
      if (typeof library === 'string') return t.comment(library);
      const copy = join(folder, `copy${k}.node`);
      copyFileSync(built, copy);
      const addon = createRequire(import.meta.url)(copy) as Addon;
      const path = join(folder, `kernel${k}.so`);
      for (const name of ['first', 'second']) {
        const load = () => addon.loadImage(readFileSync(library.path), path, name, '');
        if ((name === 'first') === (k === 0)) t.ok(load() >= 0, `${name} from copy ${k}`);
        else t.throws(load, { message: /no function/ }, `no ${name} from copy ${k}`);
      }
    }
  },
);
