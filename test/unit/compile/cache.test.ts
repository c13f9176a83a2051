import { existsSync, mkdirSync, readdirSync, renameSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { digestOf } from '../../../lib/cache/digest.js';
import { cacheFolder, forgetCacheFolder, wantedFolder } from '../../../lib/cache/folder.js';
import { makeFolder } from '../../../lib/cache/make-folder.js';
import { readRecord, writeRecord } from '../../../lib/cache/record.js';
import { seal, unseal } from '../../../lib/cache/seal.js';
import { whyUntrusted } from '../../../lib/cache/trust.js';
import { type Found, keep, lookUp, remove, sweep, temporaryName } from '../../../lib/compile/cache/disk.js';
import { compileNative } from '../../../lib/compile/index.js';
import { float64 } from '../../../lib/dtype/index.js';
import { elementwise } from '../../../lib/ir/index.js';
import { loadAddon } from '../../../lib/native/index.js';

const before = { ...process.env };
t.beforeEach((t) => {
  process.env.MANIPLE_CACHE = t.testdir();
  forgetCacheFolder();
});
t.teardown(() => {
  process.env = before;
});

/** A kernel in the cache, made of arbitrary bytes. */
function put(key: string, bytes = 100): string {
  keep(key, `for ${key}`, contents(key, bytes));
  return join(cacheFolder(), `${key}.so`);
}
const contents = (key: string, bytes = 100): Buffer => Buffer.alloc(bytes, key);
const find = (key: string): Found => lookUp(key, `for ${key}`);

t.test('folders on the way are made, and a folder that takes none is given up', async (t) => {
  const made = join(t.testdir(), 'a', 'b', 'c');
  makeFolder(made);
  makeFolder(made);
  t.ok(statSync(made).isDirectory());
  t.equal(statSync(made).mode & 0o777, 0o700);
  writeFileSync(join(made, 'file'), '');
  t.throws(() => makeFolder(join(made, 'file', 'd')), { code: 'ENOTDIR' });
  if (existsSync('/proc/self')) t.throws(() => makeFolder('/proc/maniple/a'), { code: 'ENOENT' });
});

t.test('seals', async (t) => {
  const library = Buffer.from('library');
  const whole = seal('for a', library);
  t.same(unseal('for a', whole), library);
  t.equal(unseal('for b', whole), null, 'a sound file of a different kernel');
  t.equal(unseal('for a', library), null, 'no seal');
  t.same(unseal('', seal('', Buffer.alloc(0))), Buffer.alloc(0));
  t.equal(unseal('for al', seal('for a', Buffer.from('library'))), null);
  t.equal(unseal('for a', seal('for al', Buffer.from('ibrary'))), null, 'a letter may not move from contents to label');
  for (let at = 0; at < whole.length; at++) {
    const changed = Buffer.from(whole);
    changed[at] ^= 1;
    t.equal(unseal('for a', changed), null, `byte ${at} changed`);
    t.equal(unseal('for a', whole.subarray(0, at)), null, `cut to ${at} bytes`);
  }
});

t.test('names of texts', async (t) => {
  const texts = [
    '',
    'a',
    'b',
    'ab',
    'ba',
    'a\0',
    'é',
    'a'.repeat(4),
    'a'.repeat(5),
    'a'.repeat(1000),
    ...Array.from({ length: 5000 }, (_, i) => `x${i}`),
  ];
  const names = texts.map(digestOf);
  t.equal(new Set(names).size, texts.length, 'are different');
  t.ok(names.every((name) => /^[0-9a-f]{16}$/.test(name)));
  t.equal(digestOf('kernel'), digestOf(['ker', 'nel'].join('')), 'and depend on the text alone');
  t.equal(digestOf(`kernel ${'é, '.repeat(300)}`), 'ad98d3dfb7582c81', 'and stay, so that kept kernels are found by them');
});

t.test('kernels are kept and found', async (t) => {
  t.equal(find('a'), 'absent');
  const path = put('a');
  t.same(find('a'), contents('a'));
  t.same(readdirSync(cacheFolder()), ['a.so'], 'nothing else is left');
  t.equal(statSync(path).mode & 0o777, 0o600, "nobody else's to read or write");
  put('a');
  t.same(find('a'), contents('a'), 'made twice, it is there once');
  remove('a');
  t.equal(find('a'), 'absent');
  remove('a');
});

t.test('kernels that changed places are refused', async (t) => {
  const [a, b] = [put('a'), put('b')];
  renameSync(a, `${a}.x`);
  renameSync(b, a);
  renameSync(`${a}.x`, b);
  t.equal(find('a'), 'refused');
  t.equal(find('b'), 'refused');
  t.same(readdirSync(cacheFolder()), [], 'and gone');
});

t.test('a damaged kernel is not found, and goes away', async (t) => {
  const path = put('a');
  truncateSync(path, 50);
  t.equal(find('a'), 'refused');
  t.notOk(existsSync(path));
});

t.test('a hit makes an old kernel young', async (t) => {
  const path = put('a');
  utimesSync(path, new Date(0), new Date(0));
  find('a');
  t.ok(statSync(path).mtimeMs > 0);
});

t.test('the least recently used go first', async (t) => {
  const paths = ['a', 'b', 'c', 'd'].map((key) => put(key, 1000));
  paths.forEach((path, k) => utimesSync(path, new Date(1000 * (k + 1)), new Date(1000 * (k + 1))));
  find('a');
  sweep(cacheFolder(), 5000, paths[1]);
  t.same(
    paths.map((path) => existsSync(path)),
    [true, true, false, false],
    'a was used, b is the latest',
  );
  sweep(cacheFolder(), 1e6);
  t.equal(readdirSync(cacheFolder()).length, 2, 'what fits stays');
});

t.test('stale temporary files are swept, fresh ones stay', async (t) => {
  const fresh = temporaryName('a', '.c');
  const stale = temporaryName('b', '.c');
  t.not(fresh, temporaryName('a', '.c'), 'names are unique');
  writeFileSync(fresh, '');
  writeFileSync(stale, '');
  utimesSync(stale, new Date(0), new Date(0));
  sweep(cacheFolder(), 1e6);
  t.same([existsSync(fresh), existsSync(stale)], [true, false]);
});

t.test('records', async (t) => {
  t.equal(readRecord('r.json'), undefined);
  writeRecord('r.json', { a: [1] });
  t.same(readRecord('r.json'), { a: [1] });
  writeFileSync(join(cacheFolder(), 'r.json'), '{"a":');
  t.equal(readRecord('r.json'), undefined, 'half a record is none');
  writeFileSync(join(cacheFolder(), 'r.json'), '{"a":[1]}');
  t.equal(readRecord('r.json'), undefined, 'nor is one without a seal');
  writeRecord('r.json', 1);
  renameSync(join(cacheFolder(), 'r.json'), join(cacheFolder(), 's.json'));
  t.equal(readRecord('s.json'), undefined, 'nor one under a name that is not its own');
});

t.test('where the folder is', async (t) => {
  t.equal(wantedFolder({ MANIPLE_CACHE: '/a/b', XDG_CACHE_HOME: '/x' }), '/a/b');
  t.equal(wantedFolder({ XDG_CACHE_HOME: '/x' }), '/x/maniple');
  t.match(wantedFolder({}), /\.cache\/maniple$/);
  t.equal(wantedFolder({ MANIPLE_CACHE: 'kernels' }), join(process.cwd(), 'kernels'));
  t.match(wantedFolder({ XDG_CACHE_HOME: 'relative' }), /\.cache\/maniple$/, 'the XDG specification has such paths ignored');
});

t.test('a folder that cannot be made is replaced, with one notice', async (t) => {
  const file = join(t.testdir({ file: 'not a folder' }), 'file');
  process.env.MANIPLE_CACHE = join(file, 'cache');
  forgetCacheFolder();
  const notices: string[] = [];
  t.capture(process, 'emitWarning', (message: string | Error) => notices.push(String(message)));
  const folder = cacheFolder();
  cacheFolder();
  t.equal(whyUntrusted(folder), null);
  t.not(folder, process.env.MANIPLE_CACHE);
  t.equal(notices.length, 1);
  t.match(notices[0], /cannot keep compiled kernels in .*Set MANIPLE_CACHE/);
});

t.test('where nothing can be written there is no folder, with one notice', async (t) => {
  const file = join(t.testdir({ file: 'not a folder' }), 'file');
  const { TMPDIR } = process.env;
  t.teardown(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });
  process.env.MANIPLE_CACHE = join(file, 'cache');
  process.env.TMPDIR = file;
  forgetCacheFolder();
  const notices: string[] = [];
  t.capture(process, 'emitWarning', (message: string | Error) => notices.push(String(message)));
  for (let i = 0; i < 2; i++)
    t.throws(() => cacheFolder(), {
      code: 'ERR_DEVICE',
      message: /cannot keep .* nor in .*: nothing is compiled.* Set MANIPLE_CACHE/,
    });
  t.equal(notices.length, 1);
  t.equal(readRecord('a'), undefined);
  writeRecord('a', 1);
  const kernel = compileNative(elementwise(1, [float64], float64, (b, x) => b.mul(x, x)));
  kernel.compileNow();
  await kernel.settled;
  t.equal(kernel.number(), -1);
  t.match(kernel.problem, loadAddon() === null ? /addon/ : /cannot keep|no C compiler/);
});

t.test('a nested folder is made', async (t) => {
  const nested = join(t.testdir(), 'x', 'y');
  process.env.MANIPLE_CACHE = nested;
  forgetCacheFolder();
  t.equal(cacheFolder(), nested);
  mkdirSync(nested, { recursive: true });
  t.ok(existsSync(nested));
});
