/** The cache of compiled kernels is code that is run: what changed there, or can have been put there by others, is not. */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { forgetCacheFolder } from '../../lib/cache/folder.js';
import { readRecord, writeRecord } from '../../lib/cache/record.js';
import { seal } from '../../lib/cache/seal.js';
import { whyUntrusted } from '../../lib/cache/trust.js';
import { recall } from '../../lib/compile/toolchain/remembered.js';
import { type Counts, checkNumbers, NUMBERS, runProgram } from '../support/cached.js';
import { whyNoNative } from '../support/native.js';

const skip = whyNoNative();
const asRoot = process.geteuid?.() === 0 ? false : 'needs files of different users';
const IN_C = { MANIPLE_CONFIG: '--tier c --procs 1' };
const SUM = 'console.log(np.ones([1000]).multiply(3).add(1).sum().itemSync(), JSON.stringify(nativeStats().problems));';

const libraries = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.so'));

/** Runs `NUMBERS` in C over a cache folder: how many kernels were loaded, refused and compiled. Throws for a wrong number. */
async function numbers(folder: string): Promise<Counts> {
  return checkNumbers(await runProgram(NUMBERS, { MANIPLE_CACHE: folder, ...IN_C }));
}

t.test('kernels whose files changed places are compiled anew', { skip }, async (t) => {
  const folder = t.testdir();
  t.same(await numbers(folder), { fromDisk: 0, refused: 0, compiled: 8 });
  const names = libraries(folder);
  const images = names.map((name) => readFileSync(join(folder, name)));
  names.forEach((name, k) => writeFileSync(join(folder, name), images[(k + 1) % images.length]));
  t.same(await numbers(folder), { fromDisk: 0, refused: 8, compiled: 8 });
  t.same(await numbers(folder), { fromDisk: 8, refused: 0, compiled: 0 });
});

t.test('links, folders, pipes and files of different users in place of kernels are not loaded', { skip }, async (t) => {
  const folder = t.testdir();
  await numbers(folder);
  const [link, directory, foreign, open] = libraries(folder).map((name) => join(folder, name));
  renameSync(link, join(folder, 'elsewhere'));
  symlinkSync(join(folder, 'elsewhere'), link);
  rmSync(directory);
  mkdirSync(join(directory, 'full'), { recursive: true });
  if (asRoot === false) chownSync(foreign, 12345, 12345);
  chmodSync(open, 0o666);
  const refused = asRoot === false ? 4 : 3;
  t.same(await numbers(folder), { fromDisk: 8 - refused, refused, compiled: refused });
  t.same(await numbers(folder), { fromDisk: 7, refused: 1, compiled: 1 }, 'all but the folder are mended');
});

t.test('a kernel that is loaded runs on, whatever becomes of its file', { skip }, async (t) => {
  const folder = t.testdir();
  const text = (damage: string): string => `
    import { readdirSync, truncateSync } from 'node:fs';
    const run = () => np.ones([1000]).multiply(3).add(1).sum().itemSync();
    const first = run();
    ${damage}
    console.log(first, run());
  `;
  const env = { MANIPLE_CACHE: folder, ...IN_C };
  t.equal((await runProgram(text(''), env)).out, '4000 4000');
  const cut = `for (const name of readdirSync('${folder}')) truncateSync('${folder}/' + name, 0);`;
  t.match(await runProgram(text(cut), env), { status: 0, out: '4000 4000' });
});

/** Puts a different thing in the place of a folder. */
function replace(folder: string, make: () => void): void {
  rmSync(folder, { recursive: true });
  make();
}

function makeShared(folder: string): void {
  mkdirSync(folder);
  chownSync(folder, 0, 12345);
  chmodSync(folder, 0o775);
}

t.test('a folder that others can write, or belongs to one of them, is not used', async (t) => {
  const top = t.testdir();
  t.equal(whyUntrusted(top), null);
  const cases: [string, RegExp, (path: string) => void][] = [
    ['by-all', /by-all can be written by other users/, (path) => chmodSync(path, 0o777)],
    ['sticky', /sticky can be written by other users/, (path) => chmodSync(path, 0o1777)],
    ['file', /file is not a folder/, (path) => replace(path, () => writeFileSync(path, ''))],
    ['circle', /is a circle of links/, (path) => replace(path, () => symlinkSync(path, path))],
  ];
  if (asRoot === false) {
    cases.push(['foreign', /foreign belongs to user 12345/, (path) => chownSync(path, 12345, 12345)]);
    cases.push(['by-group', /by-group can be written/, (path) => replace(path, () => makeShared(path))]);
  }
  for (const [name, reason, change] of cases) {
    const path = join(top, name);
    mkdirSync(path);
    change(path);
    t.match(whyUntrusted(path), reason, name);
  }
  const below = join(top, 'by-all', 'below');
  mkdirSync(below, { mode: 0o700 });
  t.match(whyUntrusted(below), /by-all can be written/, 'nor one that is below such a folder');
  symlinkSync(below, join(top, 'link'));
  t.match(whyUntrusted(join(top, 'link')), /by-all can be written/, 'nor one that a link leads to');
  const own = join(top, 'sticky', 'own');
  mkdirSync(own, { mode: 0o700 });
  t.equal(whyUntrusted(own), null, "in a sticky folder one's own stay one's own");
  symlinkSync(own, join(top, 'good-link'));
  t.equal(whyUntrusted(join(top, 'good-link')), null, 'links are followed');
});

t.test('an untrusted folder is replaced by a private one, with one notice', { skip }, async (t) => {
  const top = t.testdir({ cache: {}, tmp: {} });
  const [folder, temporary] = ['cache', 'tmp'].map((name) => join(top, name));
  chmodSync(folder, 0o777);
  const env = { MANIPLE_CACHE: folder, TMPDIR: temporary, ...IN_C };
  const { status, out, err } = await runProgram(SUM, env);
  t.same([status, out], [0, '4000 []']);
  t.equal(err.match(/ManipleWarning/g)?.length, 1);
  t.match(err, /cannot keep compiled kernels in .*cache can be written by other users\); using .* Set MANIPLE_CACHE/);
  t.same(readdirSync(folder), []);
  const [own] = readdirSync(temporary);
  t.equal(statSync(join(temporary, own)).mode & 0o777, 0o700);
  t.equal(libraries(join(temporary, own)).length > 0, true);
  chmodSync(join(temporary, own), 0o777);
  t.match(await runProgram(SUM, env), { status: 0, out: '4000 []' }, 'where that name is taken, one for the process');
  t.same(readdirSync(temporary), [own], 'which is gone at its end');
});

t.test('no word of a record of a compiler is run', { skip }, async (t) => {
  const folder = t.testdir();
  const marker = join(folder, 'ran');
  const evil = join(folder, 'evil');
  writeFileSync(evil, `#!/bin/sh\ntouch ${marker}\nexec cc "$@"\n`, { mode: 0o755 });
  const env = { MANIPLE_CACHE: folder, ...IN_C };
  t.match(await runProgram(SUM, env), { out: '4000 []' });
  const name = readdirSync(folder).find((file) => file.startsWith('toolchain-')) ?? 'none';
  const planted = { candidate: 0, machine: 0, wide: false, family: 'gcc', version: 'gcc 1', identity: '0123456789abcdef' };
  for (const [words, known] of [
    [{ command: [evil] }, true],
    [{ command: [evil], machine: [`-fplugin=${evil}`] }, false],
    [{ candidate: 99 }, false],
    [{ candidate: '0' }, false],
    [{ version: '-x' }, false],
    [{ identity: '\u001b[2J' }, false],
  ] as const) {
    const record = { ...planted, ...words };
    const command = ['/usr/bin/cc'];
    const toolchain = recall(record, [{ command, stamp: '' }]);
    t.equal(toolchain !== null, known, JSON.stringify(words));
    if (toolchain !== null) t.same([toolchain.command, toolchain.machine], [command, ['-march=native']]);
    if (!('command' in words)) continue;
    for (const file of libraries(folder)) rmSync(join(folder, file));
    writeFileSync(join(folder, name), seal(name, Buffer.from(JSON.stringify(record))));
    t.match(await runProgram(SUM, env), { status: 0, out: '4000 []' });
  }
  t.notOk(existsSync(marker));
});

t.test('a cache that takes no file costs a notice', { skip }, async (t) => {
  const folder = t.testdir();
  await runProgram(SUM, { MANIPLE_CACHE: folder, ...IN_C });
  for (const file of libraries(folder)) {
    rmSync(join(folder, file));
    mkdirSync(join(folder, file, 'full'), { recursive: true });
  }
  const { status, out, err } = await runProgram(SUM, { MANIPLE_CACHE: folder, ...IN_C });
  t.same([status, out], [0, '4000 []']);
  t.match(err, /compiled kernels cannot be kept in .*later processes compile them anew/);
});

t.test('MANIPLE_CACHE from the working folder, as a file, and with a size that is none', { skip }, async (t) => {
  const folder = t.testdir({ file: '' });
  t.match(await runProgram(SUM, { MANIPLE_CACHE: 'kernels', ...IN_C }, [], folder), { status: 0, out: '4000 []', err: '' });
  t.ok(libraries(join(folder, 'kernels')).length > 0);
  const file = await runProgram(SUM, { MANIPLE_CACHE: join(folder, 'file'), TMPDIR: folder, ...IN_C });
  t.match(file, { status: 0, out: '4000 []', err: /cannot keep compiled kernels in .*file \(.*file is not a folder\)/ });
  const size = { MANIPLE_CACHE: folder, MANIPLE_CACHE_BYTES: '1 GB', ...IN_C };
  t.match(await runProgram(SUM, size), { status: 0, err: /MANIPLE_CACHE_BYTES: expected a number of at least 0, got "1 GB"/ });
  t.ok(libraries(folder).length > 0, 'and nothing is swept for it');
});

t.test('processes that write, read and sweep one folder at once compute all the same', { skip }, async (t) => {
  const env = { MANIPLE_CACHE: t.testdir(), MANIPLE_CACHE_BYTES: '1', ...IN_C };
  const ended = await Promise.all(Array.from({ length: 4 }, () => runProgram(SUM, env)));
  t.same(
    ended.map(({ status, out }) => [status, out]),
    ended.map(() => [0, '4000 []']),
  );
  t.same(
    readdirSync(env.MANIPLE_CACHE).filter((name) => name.startsWith('tmp-')),
    [],
  );
});

t.test('a user without a home folder', { skip: asRoot !== false ? asRoot : skip }, async (t) => {
  const temporary = t.testdir();
  chmodSync(temporary, 0o1777);
  const text = `process.setgroups([]); process.setgid(54321); process.setuid(54321); delete process.env.HOME;${SUM}`;
  const env = { MANIPLE_CACHE: '', XDG_CACHE_HOME: '', TMPDIR: temporary, MANIPLE_CONFIG: '--procs 1' };
  const { status, out, err } = await runProgram(text, env);
  t.same([status, out.split(' ')[0]], [0, '4000'], err);
});

t.test('a record of a folder that was writable once is not trusted for being there', { skip: asRoot }, async (t) => {
  process.env.MANIPLE_CACHE = t.testdir();
  forgetCacheFolder();
  writeRecord('r.json', 1);
  const path = join(process.env.MANIPLE_CACHE, 'r.json');
  chownSync(path, 12345, 12345);
  t.equal(readRecord('r.json'), undefined);
  chownSync(path, 0, 0);
  t.equal(readRecord('r.json'), 1);
  truncateSync(path, 20);
  t.equal(readRecord('r.json'), undefined);
});
