/**
 * Damaged files: each is read as NumPy (`.npy`, `.npz`, text) or SciPy (Matrix Market) reads it, or refused with a typed error; no file
 * crashes the process or takes much memory. Where Python has both, their readings are made here (UPDATE_GOLDEN=1 records them); elsewhere
 * those on record are compared, by the digest of the file.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { readMatrixMarket } from '../../lib/sparse/index.js';
import { Draw } from '../support/random.js';
import { damaged, type Job, jobOf, KINDS, type Kind, soundFile } from './files-made.js';

const FILES = Number(process.env.FUZZ_PROGRAMS ?? 400);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
/** Bytes by which the process may grow. */
const MOST_MEMORY = 500 << 20;
const recorded = resolve('test/golden/files.txt');
const folder = mkdtempSync(join(tmpdir(), 'maniple-fuzz-files-'));
t.teardown(() => rmSync(folder, { recursive: true }));

function digest(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha1');
  for (const part of parts) hash.update(part).update('|');
  return hash.digest('hex').slice(0, 16);
}

function described(dtype: string, shape: readonly number[], values: np.TypedArray): (string | Uint8Array)[] {
  const copy = values.slice();
  if (copy instanceof Float64Array || copy instanceof Float32Array)
    for (let i = 0; i < copy.length; i++) if (Number.isNaN(copy[i])) copy[i] = Number.NaN;
  if (dtype === 'float16') {
    const bits = new Uint16Array(copy.buffer);
    bits.forEach((given, i) => {
      bits[i] = oneNaN(given);
    });
  }
  return [dtype, shape.join(','), new Uint8Array(copy.buffer)];
}

/** The bits of a float16, of NaN the positive quiet one. */
const oneNaN = (bits: number): number => ((bits & 0x7fff) > 0x7c00 ? 0x7e00 : bits);

const parts = async (x: np.NDArray): Promise<(string | Uint8Array)[]> => described(x.dtype.name, x.shape, await x.data());

async function read(path: string, { kind, dtype, delimiter }: Job): Promise<string> {
  if (kind === 'npy') return digest(await parts(await np.load(path)));
  if (kind === 'txt')
    return digest(await parts(await np.loadtxt(path, { dtype, ...(delimiter === undefined ? {} : { delimiter }) })));
  if (kind === 'npz') {
    const all = Object.entries(await np.loadz(path)).sort(([a], [b]) =>
      Buffer.compare(Buffer.from(`${a}.npy`), Buffer.from(`${b}.npy`)),
    );
    return digest((await Promise.all(all.map(async ([name, x]) => [name, ...(await parts(x))]))).flat());
  }
  const A = await readMatrixMarket(path);
  const [ptr, col, value] = await Promise.all([A.indptr.data(), A.indices.data(), A.data.data()]);
  const rows: number[] = [];
  const kept: number[] = [];
  for (let i = 0; i < A.shape[0]; i++)
    for (let k = Number(ptr[i]); k < Number(ptr[i + 1]); k++)
      if (value[k] !== 0) {
        rows.push(i);
        kept.push(k);
      }
  const [cols, values] = [Int32Array.from(kept, (k) => Number(col[k])), Float64Array.from(kept, (k) => Number(value[k]))];
  return digest([
    'matrix',
    ...A.shape.map(String),
    new Uint8Array(Int32Array.from(rows).buffer),
    new Uint8Array(cols.buffer),
    ...described('float64', [kept.length], values),
  ]);
}

/** A digest, 'error' for a typed one, and for all else the failure's text. */
async function outcome(path: string, job: Job): Promise<string> {
  try {
    return await read(path, job);
  } catch (error) {
    return error instanceof np.ManipleError ? 'error' : `raw ${error instanceof Error ? error.stack : error}`;
  }
}

const python = process.env.MANIPLE_PYTHON ?? 'python3';
const hasOracle = spawnSync(python, ['-c', 'import numpy, scipy']).status === 0;

function oracle(jobs: readonly (Job & { path: string })[]): string[] {
  const input = jobs.map((job) => JSON.stringify(job)).join('\n');
  const env = { ...process.env, PYTHONUTF8: '1', OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };
  const { stdout, stderr } = spawnSync(python, [resolve('test/fuzz/files-oracle.py')], {
    input,
    env,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const found = new Map(
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [Number(line.split(' ')[0]), line.split(' ')[1]]),
  );
  if (found.size !== jobs.length) throw new Error(`the oracle read ${found.size} of ${jobs.length} files: ${stderr}`);
  return jobs.map((_, k) => found.get(k) ?? '');
}

/** Lines of a file's digest and the reading's. */
function onRecord(): ReadonlyMap<string, string> {
  const lines = existsSync(recorded) ? readFileSync(recorded, 'utf8').split('\n') : [];
  return new Map(lines.filter((line) => line !== '').map((line) => line.split(' ') as [string, string]));
}

async function makeFiles(): Promise<(Job & { path: string; seed: number })[]> {
  const jobs: (Job & { path: string; seed: number })[] = [];
  for (let f = 0; f < FILES; f++) {
    const draw = new Draw(SEED + f);
    const job = jobOf(KINDS[f % KINDS.length], draw);
    const sound = await soundFile(job, draw, folder);
    const path = join(folder, `${f}.${job.kind}`);
    writeFileSync(path, f % 10 < KINDS.length && f % 3 === 0 ? sound : damaged(sound, draw));
    jobs.push({ ...job, path, seed: SEED + f });
  }
  return jobs;
}

t.test('damaged files', async (t) => {
  t.comment(
    `seeds ${SEED} to ${SEED + FILES - 1}; FUZZ_SEED and FUZZ_PROGRAMS choose others; ${hasOracle ? 'with' : 'without'} NumPy and SciPy`,
  );
  const jobs = await makeFiles();
  const keys = jobs.map(({ path, dtype, delimiter }) => digest([readFileSync(path), dtype, delimiter ?? '']));
  const known = onRecord();
  const wants = hasOracle ? oracle(jobs) : keys.map((key) => known.get(key) ?? null);
  const before = process.memoryUsage().rss;
  let most = before;
  const counts: Record<Kind, Record<string, number>> = { npy: {}, npz: {}, txt: {}, mtx: {} };
  for (const [k, job] of jobs.entries()) {
    const got = await outcome(job.path, job);
    const verdict = verdictOf(got, wants[k], job);
    counts[job.kind][verdict] = (counts[job.kind][verdict] ?? 0) + 1;
    if (verdict === 'raw' || verdict === 'different' || verdict === 'refused by the oracle')
      t.fail(`${verdict}: ${job.kind}; to repeat: FUZZ_SEED=${job.seed - ((job.seed - SEED) % KINDS.length)} FUZZ_PROGRAMS=4`, {
        got,
        want: wants[k],
        dtype: job.dtype,
        delimiter: job.delimiter,
        file: readFileSync(job.path).toString('latin1').slice(0, 600),
      });
    most = Math.max(most, process.memoryUsage().rss);
  }
  for (const kind of KINDS) t.comment(`${kind}: ${JSON.stringify(counts[kind])}`);
  t.ok(most - before < MOST_MEMORY, `${((most - before) / 2 ** 20).toFixed(0)} MiB more`);
  for (const kind of KINDS) t.ok((counts[kind].same ?? 0) > 0 || !hasOracle, `${kind}: some are read`);
  if (hasOracle && process.env.UPDATE_GOLDEN === '1')
    writeFileSync(recorded, keys.map((key, k) => `${key} ${wants[k]}\n`).join(''));
});

/** Matrix Market as the format has it and SciPy does not: signs `+`, a banner in any case, comments and blanks behind entries. */
const BEYOND_SCIPY = /\+|^%%(?!MatrixMarket)|\n%[^\n]*\n?$|[^\n] \n/;

/** Readings that the oracle refuses are allowed for archives, too, whose members' checksums vouch for their bytes. */
function verdictOf(got: string, want: string | null, { kind, path }: Job & { path: string }): string {
  if (got.startsWith('raw')) return 'raw';
  if (got === 'error') return want === 'error' || want === 'crash' || want === null ? 'refused' : 'refused here alone';
  if (want === 'crash') return 'read where the oracle crashes';
  if (want === null) return 'not on record';
  if (want !== 'error') return got === want ? 'same' : 'different';
  const allowed = kind === 'npz' || (kind === 'mtx' && BEYOND_SCIPY.test(readFileSync(path, 'latin1')));
  return allowed ? 'read here alone' : 'refused by the oracle';
}
