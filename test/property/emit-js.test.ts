import fc from 'fast-check';
import t from 'tap';
import { JsDevice } from '../../lib/device/index.js';
import { verify } from '../../lib/ir/index.js';
import { check, interpreter, kinds, shapes } from '../support/agree.js';
import { Draw, drawKernel } from '../support/random.js';

for (const kind of kinds) {
  t.test(`emitted JavaScript computes what the interpreter does: ${kind}`, async (t) => {
    const device = new JsDevice();
    fc.assert(
      fc.property(fc.nat(2 ** 31), fc.constantFrom(0, 1, 2, 3), fc.nat(20), (seed, rank, pick) => {
        const draw = new Draw(seed);
        const drawn = drawKernel(draw, rank, kind);
        if (verify(drawn.kernel).length > 0) throw new Error(verify(drawn.kernel).join('\n'));
        check(device, interpreter, drawn, shapes[rank][pick % shapes[rank].length], draw);
      }),
      { seed: Number(process.env.MANIPLE_TEST_SEED ?? 4), numRuns: Number(process.env.MANIPLE_TEST_RUNS ?? 60) },
    );
    await device.close();
    t.pass('all kernels agree');
  });
}
