/** Files that are replaced: by whole ones, or not at all; with the mode that they had, where links lead; refusals are typed. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';
import * as np from '../../../lib/array/index.js';
import { replaceFile } from '../../../lib/files/index.js';
import * as sparse from '../../../lib/sparse/index.js';

const folder = mkdtempSync(join(tmpdir(), 'maniple-write-'));
const root = process.getuid?.() === 0;
const write = (path: string, text: string): Promise<void> => replaceFile('test', path, (sink) => sink.write(text));

const x = np.arange(50_000);
const writers: readonly (readonly [string, (path: string) => Promise<void>])[] = [
  ['save', (path) => np.save(path, x)],
  ['savez', (path) => np.savez(path, { x })],
  ['savezCompressed', (path) => np.savezCompressed(path, { x })],
  ['savetxt', (path) => np.savetxt(path, x)],
  ['writeMatrixMarket', (path) => sparse.writeMatrixMarket(path, sparse.poisson2d(60))],
];

t.test('mode, links and neighbours stay', async (t) => {
  const path = join(folder, 'kept');
  writeFileSync(path, 'old');
  chmodSync(path, 0o640);
  await write(path, 'new');
  t.same([readFileSync(path, 'utf8'), statSync(path).mode & 0o777], ['new', 0o640]);
  const link = join(folder, 'link');
  symlinkSync('kept', link);
  await write(link, 'newer');
  t.ok(lstatSync(link).isSymbolicLink());
  t.equal(readFileSync(path, 'utf8'), 'newer');
  symlinkSync('absent', join(folder, 'dangling'));
  await write(join(folder, 'dangling'), 'made');
  t.equal(readFileSync(join(folder, 'absent'), 'utf8'), 'made', 'a link to no file makes the file');
  t.notOk(
    readdirSync(folder).some((name) => name.startsWith('.maniple')),
    'no temporary file stays',
  );
  await np.save(pathToFileURL(join(folder, 'url.npy')) as unknown as string, np.arange(2));
  t.ok(existsSync(join(folder, 'url.npy')));
});

t.test('a new file has the mode that the process gives to new files', async (t) => {
  const before = process.umask(0o027);
  try {
    await write(join(folder, 'fresh'), '');
  } finally {
    process.umask(before);
  }
  t.equal(statSync(join(folder, 'fresh')).mode & 0o777, 0o640);
});

t.test('what throws half way leaves the old file and no other', async (t) => {
  const own = join(folder, 'half');
  mkdirSync(own);
  writeFileSync(join(own, 'file'), 'old');
  const broken = replaceFile('test', join(own, 'file'), async (sink) => {
    await sink.write('new');
    throw new RangeError('of its own');
  });
  await t.rejects(broken, { name: 'RangeError', message: 'of its own' });
  const format = (): string => {
    throw new RangeError('of the caller');
  };
  await t.rejects(np.savetxt(join(own, 'file'), x, { format }), { message: 'of the caller' });
  t.same(readdirSync(own), ['file']);
  t.equal(readFileSync(join(own, 'file'), 'utf8'), 'old');
});

t.test('refusals name the file', async (t) => {
  mkdirSync(join(folder, 'folder'));
  symlinkSync('loop', join(folder, 'loop'));
  const cases: readonly (readonly [string, string])[] = [
    [join(folder, 'none', 'x'), 'ENOENT'],
    [join(folder, 'folder'), 'EISDIR'],
    [join(folder, 'kept', 'x'), 'ENOTDIR'],
    [join(folder, 'x'.repeat(300)), 'ENAMETOOLONG'],
    [join(folder, 'loop'), 'ELOOP'],
  ];
  for (const [name, save] of writers) {
    for (const [path, system] of cases) {
      const message = new RegExp(`^${name}: .*${path.slice(-20)}: cannot be written: ${system}: .*; `);
      await t.rejects(save(path), { name: 'FileError', code: 'ERR_FILE', path, system, message }, `${name}: ${system}`);
    }
    await t.rejects(save(undefined as unknown as string), { name: 'ArgumentError' }, name);
    await t.rejects(save('a\0b'), { name: 'ArgumentError' }, name);
  }
});

t.test('a file that may not be written is not replaced', { skip: root && 'root may write everything' }, async (t) => {
  const path = join(folder, 'fixed');
  writeFileSync(path, 'old', { mode: 0o444 });
  await t.rejects(write(path, 'new'), { name: 'FileError', system: 'EACCES' });
  t.equal(readFileSync(path, 'utf8'), 'old');
});

t.test('devices are written as they are', { skip: !existsSync('/dev/full') && 'no /dev/full' }, async (t) => {
  for (const [name, save] of writers) {
    await save('/dev/null');
    await t.rejects(save('/dev/full'), { name: 'FileError', system: 'ENOSPC', message: /no space is left/ }, name);
  }
  t.ok(statSync('/dev/full').isCharacterDevice());
  const print = `import * as np from 'maniple'; await np.savetxt('/dev/stdout', np.arange(2))`;
  const out = execFileSync('bash', ['-c', '"$0" --input-type=module -e "$1" | cat', process.execPath, print], {
    encoding: 'utf8',
  });
  t.equal(out, '0\n1\n');
});

/** A process that writes by each writer over old files in a folder, and prints what each was refused with. */
const program = `
  import * as np from 'maniple';
  import * as sparse from 'maniple/sparse';
  const [folder] = process.argv.slice(1);
  const x = np.arange(50_000);
  const refusal = (work) => work.then(() => 'none', (error) => error.name + ' ' + error.system);
  console.log(await refusal(np.save(folder + '/save', x)));
  console.log(await refusal(np.savez(folder + '/savez', { x })));
  console.log(await refusal(np.savezCompressed(folder + '/savezCompressed', { x: np.random.random([50_000]) })));
  console.log(await refusal(np.savetxt(folder + '/savetxt', x)));
  console.log(await refusal(sparse.writeMatrixMarket(folder + '/writeMatrixMarket', sparse.poisson2d(60))));
`;

function overwriteAll(t: Test, own: string, prefix: string, system: string): void {
  for (const [name] of writers) writeFileSync(join(own, name), `old ${name}`);
  const command = `${prefix} "$0" --input-type=module -e "$1" "$2"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', command, process.execPath, program, own], { encoding: 'utf8' });
  t.same(
    stdout.trim().split('\n'),
    writers.map(() => `FileError ${system}`),
    stderr,
  );
  for (const [name] of writers) t.equal(readFileSync(join(own, name), 'utf8'), `old ${name}`, name);
  t.same(readdirSync(own).sort(), writers.map(([name]) => name).sort(), 'no temporary file stays');
}

t.test('a limit on the length of files', { skip: process.platform !== 'linux' && 'as Linux has it' }, async (t) => {
  const own = join(folder, 'limited');
  mkdirSync(own);
  overwriteAll(t, own, 'ulimit -f 16;', 'EFBIG');
});

const disk = join(folder, 'full');
mkdirSync(disk);
const mounted = root && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'maniple-test', disk]).status === 0;
t.teardown(() => {
  if (mounted) spawnSync('umount', [disk]);
  rmSync(folder, { recursive: true });
});

t.test('a full disk', { skip: !mounted && 'no file system can be mounted here' }, async (t) => {
  const own = join(disk, 'own');
  mkdirSync(own);
  writeFileSync(join(disk, 'filler'), Buffer.alloc(960 << 10));
  overwriteAll(t, own, '', 'ENOSPC');
});

t.test('several at once to one path leave one of them whole', async (t) => {
  const path = join(folder, 'shared.npy');
  await Promise.all(Array.from({ length: 20 }, (_, k) => np.save(path, np.full([10_000 + k], k))));
  const found = await np.load(path);
  const k = await found.item(0).catch(() => Number.NaN);
  t.equal(found.size, 10_000 + Number(k));
  t.ok(await np.all(found.equal(k)).item());
});
