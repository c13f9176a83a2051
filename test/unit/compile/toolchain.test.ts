import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { forgetCacheFolder } from '../../../lib/cache/folder.js';
import { buildSync, flagsOf } from '../../../lib/compile/toolchain/compiler.js';
import { candidates } from '../../../lib/compile/toolchain/find.js';
import { headerFolders, headersHash } from '../../../lib/compile/toolchain/headers.js';
import { probe, probeSync, understand } from '../../../lib/compile/toolchain/probe.js';
import {
  describeToolchain,
  forgetToolchain,
  knownToolchain,
  toolchain,
  toolchainSync,
} from '../../../lib/compile/toolchain/toolchain.js';

/** Runs with other environment variables, and with nothing remembered. */
function withEnv(t: Tap, values: Readonly<Record<string, string | undefined>>): void {
  const before = { ...process.env };
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  forgetToolchain();
  forgetCacheFolder();
  t.teardown(() => {
    process.env = before;
    forgetToolchain();
    forgetCacheFolder();
  });
}
type Tap = { teardown(fn: () => void): void; testdir(fixture?: Record<string, never>): string };

const macros = ['#define __GNUC__ 12', '#define __GNUC_MINOR__ 2', '#define __GNUC_PATCHLEVEL__ 0'];

t.test('the search for a compiler', async (t) => {
  const folder = t.testdir();
  for (const name of ['mycc', 'cc', 'clang']) {
    writeFileSync(join(folder, name), '#!/bin/sh\n');
    chmodSync(join(folder, name), 0o755);
  }
  mkdirSync(join(folder, 'gcc'));
  const commands = (env: NodeJS.ProcessEnv): string[] => candidates({ PATH: folder, ...env }).map((c) => c.command.join(' '));
  t.same(commands({}), [join(folder, 'cc'), join(folder, 'clang')], 'a folder named gcc is no compiler');
  t.same(
    commands({ CC: 'mycc -m64' }),
    [`${join(folder, 'mycc')} -m64`, join(folder, 'cc'), join(folder, 'clang')],
    'CC comes first, with its arguments',
  );
  t.same(commands({ MANIPLE_CC: 'mycc', CC: 'clang' }), [join(folder, 'mycc')], 'MANIPLE_CC is the only one');
  t.same(commands({ MANIPLE_CC: 'none' }), [], 'none switches the tier off');
  t.same(commands({ MANIPLE_CC: 'absent' }), []);
});

t.test('what a compiler says of itself', async (t) => {
  const candidate = { command: ['cc'], stamp: '' };
  const gcc = understand(candidate, ['-march=native'], `${macros.join('\n')}\n`);
  t.match(gcc, { version: 'gcc 12.2.0', machine: ['-march=native'] });
  const wide = understand(candidate, ['-march=native'], `${[...macros, '#define __AVX512F__ 1'].join('\n')}\n`);
  t.same(wide?.machine, ['-march=native', '-mprefer-vector-width=512'], 'AVX-512 is used at its full width');
  t.not(wide?.identity, gcc?.identity, 'another CPU is another identity');
  const clang = [
    ...macros,
    '#define __clang__ 1',
    '#define __clang_major__ 16',
    '#define __clang_minor__ 0',
    '#define __clang_patchlevel__ 6',
  ];
  t.match(understand(candidate, [], `${clang.join('\n')}\n`), { version: 'clang 16.0.6' });
  t.equal(understand(candidate, [], '#define _MSC_VER 1900\n'), null, 'not a GNU C compiler');
});

t.test("the machine's compiler", { skip: candidates().length === 0 ? 'no C compiler on PATH' : false }, async (t) => {
  withEnv(t, { MANIPLE_CACHE: t.testdir() });
  const [candidate] = candidates();
  t.same(await probe(candidate), probeSync(candidate), 'asked with and without waiting');
  t.equal(knownToolchain(), undefined, 'not known before it is asked');
  const found = await toolchain();
  t.same(toolchainSync(), found);
  forgetToolchain();
  t.same(knownToolchain(), found, 'remembered on disk');
  t.match(describeToolchain(), found?.version ?? 'none');
  if (found === null) return;
  t.ok(flagsOf(found, false).includes('-ffp-contract=off'), 'no contraction by default');
  t.notOk(flagsOf(found, true).includes('-ffast-math'), 'and never fast-math, which breaks the shared functions');
  const request = { toolchain: found, key: 'k', flags: flagsOf(found, false) };
  t.match(buildSync({ ...request, source: '#include "kernel_missing.h"\n' }).problem, /kernel_missing\.h/);
  const wrong = buildSync({ ...request, source: 'int f(void) { return unheard_of; }\n' });
  t.match(wrong, { built: null, problem: /kernel\.c:1.*unheard_of/ }, 'errors name the kernel, not a temporary file');
  t.match(buildSync({ ...request, source: 'int f(void) { return 1; }\n' }), { built: /\.so$/, problem: null });
});

t.test('no compiler at all', async (t) => {
  withEnv(t, { MANIPLE_CC: 'no-such-compiler', MANIPLE_CACHE: t.testdir() });
  t.equal(toolchainSync(), null);
  t.equal(await toolchain(), null);
  t.match(describeToolchain(), /^none: tried MANIPLE_CC=no-such-compiler.*Install gcc or clang/);
});

t.test('a program that is no compiler', async (t) => {
  const folder = t.testdir();
  const path = join(folder, 'liar');
  writeFileSync(path, '#!/bin/sh\nexit 0\n');
  chmodSync(path, 0o755);
  withEnv(t, { MANIPLE_CC: path, MANIPLE_CACHE: folder });
  t.equal(await toolchain(), null);
});

t.test('headers are found and hashed', async (t) => {
  t.equal(headerFolders().length, 2);
  t.match(headersHash(), /^[0-9a-f]{16}$/);
});
