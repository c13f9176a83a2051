import t from 'tap';
import { check, exactKernel, interpreter, kinds, shapes } from '../support/agree.js';
import { blockDevice, whyNoBlock } from '../support/block.js';
import { launch } from '../support/launch.js';
import { nativeDevice, whyNoNative } from '../support/native.js';
import { Draw, drawKernel } from '../support/random.js';
import fc from '../support/seeded.js';
import { runsOf, seedOf } from '../support/seeds.js';

t.setTimeout(600_000);
const seed = seedOf(11);

for (const kind of kinds) {
  t.test(`block programs compute what the interpreter does: ${kind}`, { skip: whyNoBlock(), timeout: 600_000 }, async (t) => {
    const device = blockDevice();
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.constantFrom(0, 1, 2, 3), fc.nat(2 ** 20), (from, rank, pick) => {
        const { draw, drawn } = exactKernel(from, rank, kind);
        for (let k = 0; k < 3; k++) check(device, interpreter, drawn, shapes[rank][(pick + k) % shapes[rank].length], draw);
      }),
      { seed, numRuns: runsOf(30), endOnFailure: true },
    );
    await device.close();
    t.pass('all kernels agree');
  });
}

t.test(
  'block programs and compiled C agree to the bit, in every function',
  { skip: whyNoBlock() || whyNoNative(), timeout: 600_000 },
  async (t) => {
    const device = blockDevice();
    const compiled = nativeDevice();
    fc.assert(
      fc.property(
        fc.nat(2 ** 31),
        fc.constantFrom(...kinds),
        fc.constantFrom(1, 2),
        fc.nat(2 ** 20),
        (from, kind, rank, pick) => {
          const draw = new Draw(from);
          const drawn = drawKernel(draw, rank, kind, 14);
          for (let k = 0; k < 2; k++) {
            const shape = shapes[rank][(pick + k) % shapes[rank].length];
            check(device, ({ kernel, scalars }, s, views) => launch(compiled, kernel, s, views, scalars), drawn, shape, draw);
          }
        },
      ),
      { seed, numRuns: runsOf(4), endOnFailure: true },
    );
    await device.close();
    await compiled.close();
    t.pass('all kernels agree');
  },
);
