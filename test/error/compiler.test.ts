/** Compilers that hang, and processes that may start none: the reason is told, and other tiers compute. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { fakeCompiler, runProgram } from '../support/cached.js';
import { whyNoNative } from '../support/native.js';

const skip = whyNoNative();
const OVERDUE = /the compiler took longer than 0\.3 s \(MANIPLE_CC_LIMIT\) and was ended/;
const LIMIT = { MANIPLE_CC_LIMIT: '0.3' };

t.test('a compiler that hangs is ended: waited for, or in the background', { skip }, async (t) => {
  for (const way of ['k.compileNow();', 'await k.settled;']) {
    const folder = t.testdir();
    const pids = join(folder, 'pids');
    const MANIPLE_CC = fakeCompiler(folder, `sleep 300 & echo $$ $! >> ${pids}; wait`);
    const text = `
      const k = compileNative(plus(1)); ${way} console.log(k.number(), k.problem);
      const l = compileNative(plus(2)); await l.settled; console.log(l.number(), l.problem);
    `;
    const { status, out } = await runProgram(text, { MANIPLE_CACHE: folder, MANIPLE_CC, ...LIMIT });
    t.equal(status, 0);
    const [first, second] = out.split('\n');
    t.match(first, OVERDUE);
    t.match(second, /^-1 no C compiler: none: .*was ended; nothing more is compiled/, 'which is asked no more');
    const started = readFileSync(pids, 'utf8').trim().split(/\s+/).map(Number);
    t.equal(started.length, 2, 'it ran once');
    t.same(started.filter(runs), [], 'and its own child is gone, too');
    t.same(
      readdirSync(folder).filter((name) => name.startsWith('tmp-')),
      [],
    );
  }
});

t.test('a large kernel that takes too long fails alone', { skip }, async (t) => {
  const folder = t.testdir();
  const hangs = 'for f; do case "$f" in *.c) [ "$(wc -c < "$f")" -lt 40000 ] || exec sleep 300;; esac; done';
  const MANIPLE_CC = fakeCompiler(folder, `${hangs}; exec $real "$@"`);
  const text = `
    const k = compileNative(plus(1)); k.compileNow();
    process.env.MANIPLE_CC_LIMIT = '0.5';
    try { compileSource('/*' + 'x'.repeat(50_000) + '*/ void f(double *P, int64_t a, int64_t b) {}', 'f'); } catch (e) { console.log(e.message); }
    delete process.env.MANIPLE_CC_LIMIT;
    const l = compileNative(plus(2)); await l.settled; console.log(l.number() >= 0, l.problem);
  `;
  const { out } = await runProgram(text, { MANIPLE_CACHE: folder, MANIPLE_CC });
  const [first, second] = out.split('\n');
  t.match(
    first,
    /^cannot compile the C of f: the compiler took longer than 0\.5 s .*ended; the kernel is large, and runs in the other tiers/,
  );
  t.equal(second, 'true null', 'others are compiled');
});

t.test('with --tier c the reason is an error; otherwise other tiers compute', { skip }, async (t) => {
  const folder = t.testdir();
  const env = { MANIPLE_CACHE: folder, MANIPLE_CC: fakeCompiler(folder, 'exec sleep 300'), ...LIMIT };
  const text = `
    try { console.log(np.ones([1000]).multiply(3).add(1).sum().itemSync()); } catch (e) { console.log(e.code, e.message); }
  `;
  t.match((await runProgram(text, { ...env, MANIPLE_CONFIG: '--tier c' })).out, OVERDUE);
  t.equal((await runProgram(text, { ...env, MANIPLE_CONFIG: '--tier auto' })).out, '4000');
});

t.test('a compiler that hangs when it is asked what it is', { skip }, async (t) => {
  const folder = t.testdir();
  const path = join(folder, 'silent');
  writeFileSync(path, '#!/bin/sh\nexec sleep 300\n', { mode: 0o755 });
  const text = 'const k = compileNative(plus(1)); WAY; console.log(k.number(), k.problem);';
  for (const way of ['k.compileNow()', 'await k.settled']) {
    const { out } = await runProgram(text.replace('WAY', way), { MANIPLE_CACHE: folder, MANIPLE_CC: path, ...LIMIT });
    t.match(out, /^-1 no C compiler/);
  }
});

t.test('a limit that is none is told', { skip }, async (t) => {
  const env = { MANIPLE_CACHE: t.testdir(), MANIPLE_CC_LIMIT: 'soon' };
  const text = 'const k = compileNative(plus(1)); await k.settled; console.log(k.number() >= 0);';
  t.match(await runProgram(text, env), { out: 'true', err: /MANIPLE_CC_LIMIT: expected a number .* got "soon"; using 60/ });
});

const model = ['--permission', '--experimental-permission'].find((flag) => process.allowedNodeEnvironmentFlags.has(flag));
const grantsAddons = process.allowedNodeEnvironmentFlags.has('--allow-addons');

t.test('a process that may start no programs starts none through the addon', { skip: !(model && grantsAddons) }, async (t) => {
  const folder = t.testdir();
  const flags = [model ?? '', '--allow-fs-read=*', '--allow-fs-write=*', '--allow-addons', '--allow-worker'];
  const text = `const k = compileNative(plus(1)); await k.settled; const l = compileNative(plus(2)); l.compileNow();
    console.log(k.problem); console.log(l.problem);`;
  const { status, out } = await runProgram(text, { MANIPLE_CACHE: folder }, flags);
  t.equal(status, 0);
  for (const line of out.split('\n')) t.match(line, /no C compiler: .*start node with --allow-child-process/);
});

/** Whether a process runs; one that nobody waited for yet does not. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
