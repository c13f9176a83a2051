/**
 * Goes over the fuzzers of machines, round after round, each with seeds that no round before had, and keeps the counts in a file, from which a
 * later run goes on. A round that fails is kept there with what it printed; the seed that it names repeats it.
 *
 *     nice -n 19 node .ci/fuzz.mjs counts.json [minutes]
 *
 * `programs`: seeds; `runs`: executions of a program under a configuration, each compared with a model or checked by the spy's verifier.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Programs a round, and how often each is executed: rounds take a few seconds to a minute, most of it beyond the start of a process. */
const FUZZERS = {
  memories: { programs: 1000, runs: 2 },
  machines: { programs: 400, runs: 2 * 3 },
  spy: { programs: 40, runs: 17 },
  devices: { programs: 16, runs: 6 * 3 },
  combinations: { programs: 8, runs: 3, configurations: 168 },
  block: { programs: 4000, runs: 1 },
  js: { programs: 4000, runs: 1 },
};
const FIRST = 10_000_000;

const [file, minutes = '60'] = process.argv.slice(2);
if (file === undefined || !(Number(minutes) > 0)) {
  console.error('usage: node .ci/fuzz.mjs FILE [MINUTES]');
  process.exit(2);
}
const end = Date.now() + Number(minutes) * 60_000;
const counts = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { fuzzers: {}, failures: [] };
const cache = mkdtempSync(join(tmpdir(), 'maniple-fuzz-cache-'));

function save() {
  writeFileSync(`${file}.new`, JSON.stringify(counts, null, 2));
  renameSync(`${file}.new`, file);
}

/** A process with programs of a fuzzer from `seed` on: its exit status and output. */
function round(name, seed, programs) {
  return new Promise((resolve) => {
    const env = { ...process.env, FUZZ_SEED: `${seed}`, FUZZ_PROGRAMS: `${programs}`, MANIPLE_CACHE: cache, TAP_TIMEOUT: '3600' };
    const child = spawn(process.execPath, [join('dist/test/fuzz', `${name}.test.js`)], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    child.stdout.on('data', (d) => (out += d));
    child.stderr.on('data', (d) => (out += d));
    child.on('close', (code, signal) => resolve({ code: code ?? signal, out }));
  });
}

/** Lines that say what failed, or the last ones. */
function excerpt(out) {
  const lines = out.split('\n');
  const at = lines.findIndex((line) => /^\s*not ok/.test(line));
  return at < 0 ? lines.slice(-60) : lines.slice(at, at + 120);
}

while (Date.now() < end) {
  for (const [name, { programs, runs, configurations = 1 }] of Object.entries(FUZZERS)) {
    if (Date.now() >= end) break;
    const count = (counts.fuzzers[name] ??= { next: FIRST, rounds: 0, programs: 0, runs: 0, seconds: 0 });
    const started = Date.now();
    const { code, out } = await round(name, count.next, programs);
    if (code !== 0) counts.failures.push({ fuzzer: name, seed: count.next, programs, code, out: excerpt(out) });
    count.next += programs;
    count.rounds += 1;
    count.programs += programs;
    count.runs += programs * runs * configurations;
    count.seconds += Math.round((Date.now() - started) / 100) / 10;
    save();
  }
}
rmSync(cache, { recursive: true, force: true });
const sum = (key) => Object.values(counts.fuzzers).reduce((all, count) => all + count[key], 0);
console.log(`${sum('programs')} programs, ${sum('runs')} runs, ${counts.failures.length} rounds with failures`);
process.exitCode = counts.failures.length > 0 ? 1 : 0;
