import t from 'tap';
import { candidates } from '../../lib/compile/toolchain/find.js';
import { forgetToolchain } from '../../lib/compile/toolchain/toolchain.js';
import { check, exactKernel, interpreter, kinds, shapes } from '../support/agree.js';
import { nativeDevice, whyNoNative } from '../support/native.js';
import fc from '../support/seeded.js';
import { runsOf, seedOf } from '../support/seeds.js';

/** Kernels for each kind: a compiler runs for each. MANIPLE_TEST_RUNS asks for more. */
const numRuns = runsOf(4);

/** The machine's compiler, and Clang beside it where there is one. */
const compilers = [
  ...new Set(['', ...candidates({ ...process.env, MANIPLE_CC: 'clang' }).map(({ command }) => command.join(' '))]),
];

for (const compiler of compilers) {
  t.test(compiler === '' ? 'the compiler that is found' : compiler, async (t) => {
    if (compiler !== '') {
      process.env.MANIPLE_CC = compiler;
      forgetToolchain();
    }
    for (const kind of kinds) {
      await t.test(
        `emitted C computes what the interpreter does: ${kind}`,
        { skip: whyNoNative(), timeout: 600_000 },
        async (t) => {
          const device = nativeDevice();
          fc.assert(
            fc.property(fc.nat(2 ** 31), fc.constantFrom(0, 1, 2, 3), fc.nat(2 ** 20), (seed, rank, pick) => {
              const { draw, drawn } = exactKernel(seed, rank, kind);
              for (let k = 0; k < 3; k++) check(device, interpreter, drawn, shapes[rank][(pick + k) % shapes[rank].length], draw);
            }),
            { seed: seedOf(4), numRuns, endOnFailure: true },
          );
          await device.close();
          t.pass('all kernels agree');
        },
      );
    }
  });
}
