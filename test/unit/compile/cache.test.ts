import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { keep, lookUp, remove, sweep, temporaryName } from '../../../lib/compile/cache/disk.js';
import { cacheFolder, forgetCacheFolder, wantedFolder } from '../../../lib/compile/cache/folder.js';
import { readRecord, writeRecord } from '../../../lib/compile/cache/record.js';
import { seal, sealed } from '../../../lib/compile/cache/seal.js';
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
  const built = temporaryName(key, '.so');
  writeFileSync(built, Buffer.alloc(bytes, key));
  return keep(key, built);
}

t.test('seals', async (t) => {
  const path = join(t.testdir(), 'library');
  t.notOk(sealed(path), 'no file');
  writeFileSync(path, 'library');
  t.notOk(sealed(path), 'no seal');
  seal(path);
  t.ok(sealed(path));
  const whole = readFileSync(path);
  for (const at of [0, 5, whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[at] ^= 1;
    writeFileSync(path, changed);
    t.notOk(sealed(path), `byte ${at} changed`);
  }
  for (const length of [0, 3, 40, whole.length - 1]) {
    writeFileSync(path, whole);
    truncateSync(path, length);
    t.notOk(sealed(path), `cut to ${length} bytes`);
  }
});

t.test('kernels are kept and found', async (t) => {
  t.equal(lookUp('a'), null);
  const path = put('a');
  t.equal(lookUp('a'), path);
  t.same(readdirSync(cacheFolder()), ['a.so'], 'nothing else is left');
  put('a');
  t.equal(lookUp('a'), path, 'made twice, it is there once');
  remove('a');
  t.equal(lookUp('a'), null);
  remove('a');
});

t.test('a damaged kernel is not found, and goes away', async (t) => {
  const path = put('a');
  truncateSync(path, 50);
  t.equal(lookUp('a'), null);
  t.notOk(existsSync(path));
});

t.test('a hit makes an old kernel young', async (t) => {
  const path = put('a');
  utimesSync(path, new Date(0), new Date(0));
  lookUp('a');
  t.ok(statSync(path).mtimeMs > 0);
});

t.test('the least recently used go first', async (t) => {
  const paths = ['a', 'b', 'c', 'd'].map((key) => put(key, 1000));
  paths.forEach((path, k) => utimesSync(path, new Date(1000 * (k + 1)), new Date(1000 * (k + 1))));
  lookUp('a');
  sweep(cacheFolder(), 2500, paths[1]);
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
});

t.test('where the folder is', async (t) => {
  t.equal(wantedFolder({ MANIPLE_CACHE: '/a/b', XDG_CACHE_HOME: '/x' }), '/a/b');
  t.equal(wantedFolder({ XDG_CACHE_HOME: '/x' }), '/x/maniple');
  t.match(wantedFolder({}), /\.cache\/maniple$/);
});

t.test('a folder that cannot be made is replaced, with one notice', async (t) => {
  const file = join(t.testdir({ file: 'not a folder' }), 'file');
  process.env.MANIPLE_CACHE = join(file, 'cache');
  forgetCacheFolder();
  const notices: string[] = [];
  t.capture(process, 'emitWarning', (message: string | Error) => notices.push(String(message)));
  const folder = cacheFolder();
  cacheFolder();
  t.ok(existsSync(folder));
  t.not(folder, process.env.MANIPLE_CACHE);
  t.equal(notices.length, 1);
  t.match(notices[0], /cannot write compiled kernels to .*Set MANIPLE_CACHE/);
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
      message: /cannot write .* nor to .*: nothing is compiled.* Set MANIPLE_CACHE/,
    });
  t.equal(notices.length, 1);
  t.equal(readRecord('a'), undefined);
  writeRecord('a', 1);
  const kernel = compileNative(elementwise(1, [float64], float64, (b, x) => b.mul(x, x)));
  kernel.compileNow();
  await kernel.settled;
  t.equal(kernel.number(), -1);
  t.match(kernel.problem, loadAddon() === null ? /addon/ : /cannot write|no C compiler/);
});

t.test('a nested folder is made', async (t) => {
  const nested = join(t.testdir(), 'x', 'y');
  process.env.MANIPLE_CACHE = nested;
  forgetCacheFolder();
  t.equal(cacheFolder(), nested);
  mkdirSync(nested, { recursive: true });
  t.ok(existsSync(nested));
});
