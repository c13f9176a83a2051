/**
 * Runs the compiled tests, two processes at a time, and prints one line for each process, and the output of one that fails, then
 * `N passed, N failed`. (tap's own runner swallows what a crashing process writes to stderr.) Files that are named have a process each; of the
 * whole suite, files of a folder share one (test/support/together.ts) where starting it would take as long as their tests.
 *
 *     node .ci/tap.mjs [dist/test/unit/… .test.js …]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';

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

/** Files a process by kind of test: so many that starting it is little of the time, and that a failure repeats soon. Files of further kinds have one each. */
const TOGETHER = { error: 14, property: 7, unit: 14 };

/** Files by process. */
function groupsOf(all) {
  const groups = [];
  for (const file of all) {
    const last = groups.at(-1);
    const most = TOGETHER[relative(root, file).split(sep)[0]] ?? 1;
    if (last !== undefined && dirname(last[0]) === dirname(file) && last.length < most) last.push(file);
    else groups.push([file]);
  }
  return groups;
}

function run(group) {
  return new Promise((resolve) => {
    const started = Date.now();
    const env = {
      ...process.env,
      MANIPLE_CACHE: cache,
      TAP_TIMEOUT: '800',
      NODE_OPTIONS,
    };
    const args = group.length > 1 ? [join(root, 'support', 'together.js'), ...group] : group;
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (d) => (out += d));
    child.stderr.on('data', (d) => (err += d));
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve(report(group, code, signal, out, err, (Date.now() - started) / 1000));
    });
  });
}

/** The line behind each of several files in a process. */
const END = /^ok \d+ - end of (\S+\.test\.js)/;

/** Counts assertions: leaf lines of TAP, subtests' own summaries left out. */
function report(group, code, signal, out, err, seconds) {
  const lines = out.split('\n').filter((l) => !END.test(l));
  const ended = out.split('\n').flatMap((l) => END.exec(l)?.[1] ?? []);
  const file = group.length > 1 ? `${group.length} files from ${group[0]} on` : group[0];
  const leaf = (pattern) => lines.filter((l) => pattern.test(l) && !/# time=.*\{$/.test(l));
  const bad = leaf(/^\s*not ok \d+/).filter((l) => !/# (TODO|SKIP)/i.test(l)).length;
  const skip = leaf(/^\s*(not )?ok \d+.*# SKIP/i).length;
  const good = leaf(/^\s*ok \d+/).length - skip;
  const all = group.length === 1 || group.every((name, i) => ended[i] === name);
  const broken = code !== 0 || signal !== null || !/^1\.\.\d+/m.test(out) || !all;
  passed += good;
  skipped += skip;
  failed += bad > 0 ? bad : broken ? 1 : 0;
  for (const line of leaf(/# SKIP/i)) console.log(`skip  ${file}: ${line.trim()}`);
  if (bad > 0 || broken) {
    console.log(`FAIL  ${file} (exit ${code ?? signal}, ${seconds.toFixed(1)} s)`);
    if (!all) console.log(`it stopped in ${group[ended.length]}`);
    if (group.length > 1) console.log(`again: node ${[join(root, 'support', 'together.js'), ...group].join(' ')}`);
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

const queue = named.length > 0 ? files.map((file) => [file]) : groupsOf(files);
const width = Math.max(1, Math.min(2, availableParallelism()));
await Promise.all(
  Array.from({ length: width }, async () => {
    for (let group = queue.shift(); group !== undefined; group = queue.shift()) await run(group);
  }),
);
rmSync(cache, { recursive: true, force: true });
console.log(skipped > 0 ? `${passed} passed, ${failed} failed, ${skipped} skipped` : `${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
