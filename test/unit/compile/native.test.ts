import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { compileNative, compileSource, nativeStats } from '../../../lib/compile/index.js';
import { float64 } from '../../../lib/dtype/index.js';
import { elementwise, type Kernel } from '../../../lib/ir/index.js';
import { fakeCompiler, runProgram } from '../../support/cached.js';
import { dense } from '../../support/interpret.js';
import { launch } from '../../support/launch.js';
import { nativeDevice, whyNoNative } from '../../support/native.js';

// A cache of its own: whether a kernel is on disk must not depend on other tests.
process.env.MANIPLE_CACHE = t.testdir();

const skip = whyNoNative();

/** y = x + c: another kernel for each c. */
const plus = (c: number): Kernel => elementwise(1, [float64], float64, (b, x) => b.add(x, b.const(c, float64)));

/** What a program prints, in a process of its own. */
const program = async (text: string, env: NodeJS.ProcessEnv): Promise<string> => (await runProgram(text, env)).out;

t.test('compiles in the background and runs', { skip }, async (t) => {
  const native = compileNative(plus(1.5));
  await native.settled;
  t.equal(native.problem, null);
  t.ok(native.number() >= 0);
  const device = nativeDevice();
  const x = dense(Float64Array.of(1, 2, 3));
  const y = dense(new Float64Array(3));
  launch(device, plus(1.5), [3], [x, y]);
  t.same([...y.data], [2.5, 3.5, 4.5]);
  await device.close();
});

t.test('kernels of the same source are one', { skip }, async (t) => {
  const before = nativeStats().shared;
  const first = compileNative(plus(2.5), { background: false });
  t.equal(compileNative(plus(2.5), { background: false }), first);
  t.equal(nativeStats().shared, before + 1);
  t.equal(first.number(), -1, 'nobody asked for the compiler');
  t.not(compileNative(plus(2.5), { fastMath: true, background: false }), first, 'fast math is another kernel');
  first.compileNow();
  t.ok(first.number() >= 0);
});

t.test('a second process loads from disk at once; a damaged file is built again', { skip }, async (t) => {
  const env = { MANIPLE_CACHE: t.testdir() };
  const text = `
    const k = compileNative(plus(1), { background: false });
    const early = k.number() >= 0;
    k.compileNow();
    const { fromDisk, compiled } = nativeStats();
    console.log(JSON.stringify([early, k.number() >= 0, fromDisk, compiled]));
  `;
  t.equal(await program(text, env), '[false,true,0,1]', 'cold');
  t.equal(await program(text, env), '[true,true,1,0]', 'warm');
  const [file] = readdirSync(env.MANIPLE_CACHE).filter((name) => name.endsWith('.so'));
  truncateSync(join(env.MANIPLE_CACHE, file), 1000);
  t.equal(await program(text, env), '[false,true,0,1]', 'damaged');
  t.equal(await program(text, env), '[true,true,1,0]', 'mended');
});

t.test('processes share a folder', { skip }, async (t) => {
  const env = { MANIPLE_CACHE: t.testdir() };
  const text = 'const k = compileNative(plus(3)); await k.settled; console.log(k.number() >= 0, k.problem);';
  const answers = await Promise.all([program(text, env), program(text, env), program(text, env)]);
  t.same(answers, ['true null', 'true null', 'true null']);
  t.equal(
    readdirSync(env.MANIPLE_CACHE).filter((name) => !/^(toolchain|code-)/.test(name)).length,
    1,
    'one library, nothing left over',
  );
});

t.test('a compiler that fails is remembered, not thrown', { skip }, async (t) => {
  const folder = t.testdir();
  const env = { MANIPLE_CACHE: folder, MANIPLE_CC: fakeCompiler(folder, 'echo "kernel.c:1: error: out of luck" >&2; exit 1') };
  const text = 'const k = compileNative(plus(1)); await k.settled; console.log(k.number(), k.problem, nativeStats().failed);';
  t.equal(await program(text, env), '-1 kernel.c:1: error: out of luck 1');
});

t.test('a compiler that makes no library is remembered too', { skip }, async (t) => {
  const folder = t.testdir();
  const env = {
    MANIPLE_CACHE: folder,
    MANIPLE_CC: fakeCompiler(folder, 'while [ $# -gt 0 ]; do [ "$1" = -o ] && echo junk > "$2"; shift; done'),
  };
  const text = 'const k = compileNative(plus(1)); await k.settled; console.log(k.number(), k.problem !== null);';
  t.equal(await program(text, env), '-1 true');
});

t.test('without a compiler or an addon a kernel says why', async (t) => {
  const text = 'const k = compileNative(plus(1)); await k.settled; k.compileNow(); console.log(k.number(), k.problem);';
  const folder = t.testdir();
  t.match(await program(text, { MANIPLE_CACHE: folder, MANIPLE_ADDON: 'none' }), /^-1 .*MANIPLE_ADDON=none/);
  if (skip === false)
    t.match(await program(text, { MANIPLE_CACHE: folder, MANIPLE_CC: 'none' }), /^-1 no C compiler: .*MANIPLE_CC=none/);
});

t.test('a background compiler does not keep the process alive, and leaves nothing behind', { skip }, async (t) => {
  const folder = t.testdir();
  const env = { MANIPLE_CACHE: folder, MANIPLE_CC: fakeCompiler(folder, 'exec sleep 300') };
  const text = 'compileNative(plus(1)); await new Promise((resolve) => setTimeout(resolve, 500)); console.log("done");';
  t.equal(await program(text, env), 'done');
  t.same(
    readdirSync(folder).filter((name) => name.startsWith('tmp-')),
    [],
  );
});

t.test('C bodies of tasks', { skip }, async (t) => {
  const source = 'void twice(double *P, int64_t u0, int64_t u1) { (void)u0; (void)u1; P[1] = 2 * fabs(P[1]); }';
  const number = compileSource(source, 'twice');
  t.ok(number >= 0);
  t.equal(compileSource(source, 'twice'), number, 'compiled once');
  const wrong = 'void f(double *P, int64_t u0, int64_t u1) {\n  P[0] = nobody;\n}\n';
  t.throws(
    () => compileSource(wrong, 'f'),
    { code: 'ERR_DEVICE', message: /cannot compile the C of f: .*kernel\.c:2.*nobody/s },
    "lines are the source's own",
  );
  t.throws(() => compileSource('int g;', 'h'), { code: 'ERR_DEVICE', message: /no function 'h'/ });
});
