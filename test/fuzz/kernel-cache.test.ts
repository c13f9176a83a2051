/**
 * Damages the cache of kernels at random: files exchanged, copied over each other, cut, changed by a bit, lengthened, replaced by links,
 * folders, pipes and empty files. A kernel that is found is the one that was kept, to the byte; processes over such a folder compute
 * right numbers.
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { forgetCacheFolder } from '../../lib/cache/folder.js';
import { readRecord, writeRecord } from '../../lib/cache/record.js';
import { keep, lookUp } from '../../lib/compile/cache/disk.js';
import { checkNumbers, NUMBERS, runProgram } from '../support/cached.js';
import { whyNoNative } from '../support/native.js';
import { generator } from '../support/random.js';

const seed = Number(process.env.FUZZ_SEED ?? 1);
const rounds = Number(process.env.FUZZ_PROGRAMS ?? 400);
t.comment(`FUZZ_SEED=${seed} FUZZ_PROGRAMS=${rounds}`);
const next = generator(seed);
const below = (n: number): number => Math.floor(next() * n);

/** Each does something to a file, with a second one at hand. */
const DAMAGES: Readonly<Record<string, (path: string, second: string) => void>> = {
  exchange: (path, second) => {
    renameSync(path, `${path}.x`);
    renameSync(second, path);
    renameSync(`${path}.x`, second);
  },
  copy: (path, second) => copyFileSync(second, path),
  cut: (path) => writeFileSync(path, slice(readFileSync(path))),
  flip: (path) => writeFileSync(path, flipped(readFileSync(path))),
  lengthen: (path) => writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(1 + below(100), below(256))])),
  empty: (path) => writeFileSync(path, ''),
  zero: (path) => writeFileSync(path, Buffer.alloc(readFileSync(path).length)),
  link: (path, second) => replace(path, () => symlinkSync(second, path)),
  loop: (path) => replace(path, () => symlinkSync(path, path)),
  folder: (path) => replace(path, () => mkdirSync(path)),
  pipe: (path) => replace(path, () => execFileSync('mkfifo', [path])),
  nothing: () => {},
};

function slice(bytes: Buffer): Buffer {
  return bytes.subarray(0, below(bytes.length));
}

function flipped(bytes: Buffer): Buffer {
  if (bytes.length > 0) bytes[below(bytes.length)] ^= 1 << below(8);
  return bytes;
}

function replace(path: string, make: () => void): void {
  rmSync(path, { force: true, recursive: true });
  make();
}

/** Damages a file of a folder. Two different ones of the same kind are at hand for it. */
function damage(folder: string, names: readonly string[]): string {
  const kinds = Object.keys(DAMAGES);
  const kind = kinds[below(kinds.length)];
  const first = below(names.length);
  const second = (first + 1 + below(names.length - 1)) % names.length;
  const paths = [names[first], names[second]].map((name) => join(folder, name));
  // What an earlier damage put there may be a pipe, which would keep a reader waiting.
  if (!paths.every((path) => lstatSync(path).isFile())) return 'nothing';
  DAMAGES[kind](paths[0], paths[1]);
  return `${kind} ${names[first]} ${names[second]}`;
}

t.test('what is found is what was kept', async (t) => {
  process.env.MANIPLE_CACHE = t.testdir();
  forgetCacheFolder();
  const folder = process.env.MANIPLE_CACHE;
  const keys = ['a', 'b', 'c', 'd'];
  const images = keys.map((_, k) => Buffer.from(Array.from({ length: 20 + 50 * k }, () => below(256))));
  let refused = 0;
  for (let round = 0; round < rounds; round++) {
    const steps: string[] = [];
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    keys.forEach((key, k) => keep(key, `for ${key}`, images[k]));
    keys.forEach((key) => writeRecord(`${key}.json`, { key }));
    for (let count = 1 + below(2); count > 0; count--) {
      const kernels = below(2) === 0;
      const names = keys.map((key) => `${key}.${kernels ? 'so' : 'json'}`);
      steps.push(damage(folder, names));
    }
    keys.forEach((key, k) => {
      const found = lookUp(key, `for ${key}`);
      if (typeof found === 'string') refused++;
      else if (!found.equals(images[k])) t.fail(`${key} was found changed after ${steps.join(', ')}`);
      const record = readRecord(`${key}.json`) as { key: string } | undefined;
      if (record !== undefined && record.key !== key) t.fail(`record ${key} was found changed after ${steps.join(', ')}`);
    });
  }
  t.ok(refused > 0, `${refused} of ${4 * rounds} kernels were refused`);
});

t.test('processes over a damaged folder compute right numbers', { skip: whyNoNative() }, async (t) => {
  const folder = t.testdir();
  const env = { MANIPLE_CACHE: folder, MANIPLE_CONFIG: '--tier c --procs 1' };
  checkNumbers(await runProgram(NUMBERS, env));
  const names = readdirSync(folder).filter((name) => name.endsWith('.so'));
  const images = names.map((name) => readFileSync(join(folder, name)));
  for (let round = 0; round < Math.ceil(rounds / 400); round++) {
    const steps = Array.from({ length: 3 }, () => damage(folder, names));
    const { fromDisk, refused, compiled } = checkNumbers(await runProgram(NUMBERS, env));
    t.equal(fromDisk + compiled, 8, `${steps.join(', ')}: ${fromDisk} loaded, ${refused} refused`);
    names.forEach((name, k) => replace(join(folder, name), () => writeFileSync(join(folder, name), images[k], { mode: 0o600 })));
  }
});
