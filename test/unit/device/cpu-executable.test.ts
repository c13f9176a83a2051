/** Which tier a kernel's launches use, with tiers made for the test. */
import t from 'tap';
import { CpuExecutable } from '../../../lib/device/cpu/executable.js';
import type { KernelLoader } from '../../../lib/device/cpu/kept.js';
import type { CompiledKernel, Program, Tiers } from '../../../lib/device/cpu/tiers.js';
import { float64 } from '../../../lib/dtype/index.js';
import { input, type Kernel, kernel, output } from '../../../lib/ir/index.js';
import { axpy, spmv } from '../../support/kernels.js';

const C = 100;
const BLOCK = 200;
const program: Program = { code: new Int32Array(1), constants: new Float64Array(1) };
const addon: KernelLoader = { loadProgram: () => BLOCK, sign: (number) => number, keep: () => ({ kind: 'kernel handle' }) };

class FakeC implements CompiledKernel {
  loaded = -1;
  problem: string | null = null;
  soon = 0;
  now = 0;
  readonly settled = Promise.resolve();
  readonly compiles: boolean;
  constructor(compiles = true) {
    this.compiles = compiles;
  }
  number(): number {
    return this.loaded;
  }
  compileSoon(): void {
    this.soon++;
  }
  compileNow(): void {
    this.now++;
    if (this.compiles) this.loaded = C;
    else this.problem = 'no cc';
  }
}

function setup(c: FakeC, block: boolean): Tiers {
  return { compile: (_: Kernel) => c, assemble: () => (block ? program : null) };
}

t.test('auto runs the block program, asks for C when the work is worth it, and moves over when it is there', async (t) => {
  const c = new FakeC();
  const executable = new CpuExecutable(addon, setup(c, true), 'auto', axpy(1));
  t.equal(executable.number(10), BLOCK);
  t.equal(executable.tier(), 'block');
  t.equal(c.soon, 0, 'small work does not start the compiler');
  for (let i = 0; i < 100; i++) t.equal(executable.number(1e6), BLOCK);
  t.equal(c.soon, 1, 'asked once');
  t.equal(c.now, 0, 'never waited');
  c.loaded = C;
  t.equal(executable.tier(), 'c');
  t.equal(executable.number(10), C);
});

t.test('what runs once is never compiled, however much it does', async (t) => {
  const c = new FakeC();
  const executable = new CpuExecutable(addon, setup(c, true), 'auto', axpy(1));
  executable.number(1e9);
  t.equal(c.soon, 0);
  executable.number(1);
  t.equal(c.soon, 1);
});

t.test('the steps of segmented folds count', async (t) => {
  const launchesUntilC = (kernel: Kernel): number => {
    const c = new FakeC();
    const executable = new CpuExecutable(addon, setup(c, true), 'auto', kernel);
    let launches = 0;
    for (; c.soon === 0; launches++) executable.number(10_000);
    return launches;
  };
  t.ok(launchesUntilC(spmv) * 5 < launchesUntilC(axpy(1)), 'a product of a sparse matrix is compiled long before an axpy');
});

t.test('kernels of many arguments, which compile for long, have to do more work before they are', async (t) => {
  const copies = (count: number): Kernel =>
    kernel(
      1,
      Array.from({ length: 2 * count }, (_, k) => (k < count ? input(float64, 1) : output(float64, 1))),
      [],
      (b) => {
        for (let k = 0; k < count; k++) b.store(count + k, b.neg(b.load(k)));
      },
    );
  const launchesUntilC = (count: number): number => {
    const c = new FakeC();
    const executable = new CpuExecutable(addon, setup(c, true), 'auto', copies(count));
    let launches = 0;
    for (; c.soon === 0; launches++) executable.number(1000);
    return launches;
  };
  const [few, many] = [launchesUntilC(8), launchesUntilC(200)];
  t.ok(many > 0.8 * few, `${many} launches of 25 times the work, and ${few}`);
});

t.test('many small launches are worth a compile, too', async (t) => {
  const c = new FakeC();
  const executable = new CpuExecutable(addon, setup(c, true), 'auto', axpy(1));
  for (let i = 0; i < 100_000; i++) executable.number(1);
  t.equal(c.soon, 1);
});

t.test('a kernel found on disk is used from the first launch that is worth looking for it', async (t) => {
  const c = new FakeC();
  c.loaded = C;
  t.equal(new CpuExecutable(addon, setup(c, true), 'auto', axpy(1)).number(1e6), C);
  let looked = 0;
  const tiers: Tiers = {
    ...setup(c, true),
    compile: () => {
      looked++;
      return c;
    },
  };
  const executable = new CpuExecutable(addon, tiers, 'auto', axpy(1));
  for (let i = 0; i < 10; i++) t.equal(executable.number(1), BLOCK);
  t.equal(looked, 0, 'a few small launches are not');
  for (let i = 0; i < 10_000; i++) executable.number(1);
  t.equal(executable.number(1), C);
  t.equal(looked, 1);
});

t.test('what is in C from the first launch has no block program made', async (t) => {
  const c = new FakeC();
  c.loaded = C;
  const tiers: Tiers = { compile: () => c, assemble: () => t.fail('assembled') as never };
  t.equal(new CpuExecutable(addon, tiers, 'auto', axpy(1)).number(1e6), C);
  t.equal(new CpuExecutable(addon, tiers, 'c', axpy(1)).number(1), C);
});

t.test('auto stays on the block program when C does not compile', async (t) => {
  const c = new FakeC(false);
  const executable = new CpuExecutable(addon, setup(c, true), 'auto', axpy(1));
  c.problem = 'no cc';
  for (let i = 0; i < 100; i++) t.equal(executable.number(1e6), BLOCK);
});

t.test('without a block form auto waits for C', async (t) => {
  const c = new FakeC();
  const executable = new CpuExecutable(addon, setup(c, false), 'auto', axpy(1));
  t.equal(executable.tier(), 'c');
  t.equal(executable.number(1), C);
  t.equal(c.now, 1);
});

t.test("tier 'c' waits for C though there is a block form", async (t) => {
  const c = new FakeC();
  const executable = new CpuExecutable(addon, setup(c, true), 'c', axpy(1));
  t.equal(executable.number(1), C);
  t.equal(executable.number(1), C);
  t.equal(c.now, 1);
});

t.test("tier 'block' never compiles what has a block form", async (t) => {
  const executable = new CpuExecutable(
    addon,
    { compile: () => t.fail('compiled') as never, assemble: () => program },
    'block',
    axpy(1),
  );
  for (let i = 0; i < 100; i++) t.equal(executable.number(1e7), BLOCK);
  t.equal(executable.tier(), 'block');
  await executable.settled;
});

t.test('when nothing can run a kernel the error says why and what to do', async (t) => {
  const auto = new CpuExecutable(addon, setup(new FakeC(false), false), 'auto', axpy(1));
  t.throws(() => auto.number(1), { code: 'ERR_DEVICE', message: /no block form.*no cc.*install gcc or clang/ });
  const c = new CpuExecutable(addon, setup(new FakeC(false), true), 'c', axpy(1));
  t.throws(() => c.number(1), { code: 'ERR_DEVICE', message: /tier 'c' was asked for.*no cc/ });
});

t.test('code for one extent comes from the tiers; there is none without the C tier', async (t) => {
  const [all, one] = [new FakeC(), new FakeC()];
  const extent = { domain: [3], strides: [[1], [1]] };
  const tiers: Tiers = { ...setup(all, true), compileExact: (_, given) => (given === extent ? one : null) };
  const exact = new CpuExecutable(addon, tiers, 'auto', axpy(1)).exact(extent);
  t.equal(exact?.(), -1);
  one.loaded = C;
  t.equal(exact?.(), C);
  t.equal(new CpuExecutable(addon, tiers, 'auto', axpy(1)).exact({ ...extent }), null, 'where it is no better');
  t.equal(new CpuExecutable(addon, tiers, 'block', axpy(1)).exact(extent), null);
});
