import t from 'tap';
import { JsDevice } from '../../lib/device/index.js';
import { verify } from '../../lib/ir/index.js';
import { check, exactKernel, interpreter, kinds, shapes } from '../support/agree.js';
import { blockDevice, whyNoBlock } from '../support/block.js';
import { launch } from '../support/launch.js';
import { Draw, drawKernel } from '../support/random.js';
import fc from '../support/seeded.js';
import { runsOf, seedOf } from '../support/seeds.js';

const seed = seedOf(4);
const numRuns = runsOf(30);
const drawing = [fc.nat(2 ** 31), fc.constantFrom(0, 1, 2, 3), fc.nat(20)] as const;

for (const kind of kinds) {
  t.test(`emitted JavaScript computes what the interpreter does: ${kind}`, async (t) => {
    const device = new JsDevice();
    fc.assert(
      fc.property(...drawing, (first, rank, pick) => {
        const { draw, drawn } = exactKernel(first, rank, kind);
        if (verify(drawn.kernel).length > 0) throw new Error(verify(drawn.kernel).join('\n'));
        check(device, interpreter, drawn, shapes[rank][pick % shapes[rank].length], draw);
      }),
      { seed, numRuns },
    );
    await device.close();
    t.pass('all kernels agree');
  });

  t.test(`emitted JavaScript has the bits of block programs, in every function: ${kind}`, { skip: whyNoBlock() }, async (t) => {
    const [device, block] = [new JsDevice(), blockDevice()];
    fc.assert(
      fc.property(...drawing, (first, rank, pick) => {
        const draw = new Draw(first);
        const drawn = drawKernel(draw, rank, kind, 14);
        const shape = shapes[rank][pick % shapes[rank].length];
        check(device, ({ kernel, scalars }, s, views) => launch(block, kernel, s, views, scalars), drawn, shape, draw);
      }),
      { seed, numRuns },
    );
    await device.close();
    await block.close();
    t.pass('all kernels agree');
  });
}
