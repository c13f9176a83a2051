/**
 * Runs the compiled tests, a few files at a time, each in a process of its own, and prints one line for each file that
 * fails with what it printed, then `N passed, N failed`. (tap's own runner swallows what a crashing process writes to stderr.)
 *
 *     node .ci/tap.mjs [dist/test/unit/… .test.js …]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

const root = 'dist/test';
const named = process.argv.slice(2);
const files =
  named.length > 0
    ? named
    : readdirSync(root, { recursive: true })
        .filter((f) => f.endsWith('.test.js'))
        .sort()
        .map((f) => join(root, f));
if (files.length === 0) {
  console.error('no compiled tests under dist/test: run `npm run tsc` first');
  process.exit(1);
}

// Traces have lines of TypeScript where single files are run: reading the maps is a fifth of a small test's time.
const NODE_OPTIONS = [process.env.NODE_OPTIONS, named.length > 0 ? '--enable-source-maps' : '', '--stack-trace-limit=30']
  .filter(Boolean)
  .join(' ');

// Kernels compiled by earlier runs, perhaps of other versions, must not decide what a test sees.
const cache = mkdtempSync(join(tmpdir(), 'maniple-test-cache-'));
const LIMIT_MS = 15 * 60_000;
let passed = 0;
let failed = 0;
let skipped = 0;

function run(file) {
  return new Promise((resolve) => {
    const started = Date.now();
    const env = {
      ...process.env,
      MANIPLE_CACHE: cache,
      TAP_TIMEOUT: '800',
      NODE_OPTIONS,
    };
    const child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (d) => (out += d));
    child.stderr.on('data', (d) => (err += d));
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve(report(file, code, signal, out, err, (Date.now() - started) / 1000));
    });
  });
}

/** Counts assertions: leaf lines of TAP, subtests' own summaries left out. */
function report(file, code, signal, out, err, seconds) {
  const lines = out.split('\n');
  const leaf = (pattern) => lines.filter((l) => pattern.test(l) && !/# time=.*\{$/.test(l));
  const bad = leaf(/^\s*not ok \d+/).filter((l) => !/# (TODO|SKIP)/i.test(l)).length;
  const skip = leaf(/^\s*(not )?ok \d+.*# SKIP/i).length;
  const good = leaf(/^\s*ok \d+/).length - skip;
  const broken = code !== 0 || signal !== null || !/^1\.\.\d+/m.test(out);
  passed += good;
  skipped += skip;
  failed += bad > 0 ? bad : broken ? 1 : 0;
  for (const line of leaf(/# SKIP/i)) console.log(`skip  ${file}: ${line.trim()}`);
  if (bad > 0 || broken) {
    console.log(`FAIL  ${file} (exit ${code ?? signal}, ${seconds.toFixed(1)} s)`);
    console.log(excerpt(out));
    if (err !== '') console.log(err.slice(-8000));
  } else console.log(`ok    ${file} (${good} in ${seconds.toFixed(1)} s)`);
}

/** What failed, with its diagnostics; the end of the output when nothing says so. */
function excerpt(out) {
  const lines = out.split('\n');
  const picked = [];
  lines.forEach((line, i) => {
    if (/^\s*not ok/.test(line)) picked.push(...lines.slice(i, i + 40), '…');
  });
  return (picked.length > 0 ? picked : lines.slice(-40)).slice(0, 300).join('\n');
}

const queue = [...files];
const width = Math.max(1, Math.min(2, availableParallelism()));
await Promise.all(
  Array.from({ length: width }, async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) await run(file);
  }),
);
rmSync(cache, { recursive: true, force: true });
console.log(skipped > 0 ? `${passed} passed, ${failed} failed, ${skipped} skipped` : `${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
