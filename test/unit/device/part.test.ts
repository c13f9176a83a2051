/** Parts of a kernel's units, on both devices: no unit outside runs, and `finish` does not. */
import t from 'tap';
import { CpuDevice, type Device, JsDevice } from '../../../lib/device/index.js';
import { float64 } from '../../../lib/dtype/index.js';
import { fullOut, input, kernel, output } from '../../../lib/ir/index.js';
import { addonProblem, RECORD } from '../../../lib/native/index.js';

const N = 5 * 1024;
const KERNEL = kernel(1, [input(float64, 1), output(float64, 1), fullOut(float64)], [], (b) => {
  const x = b.load(0);
  b.store(1, b.add(x, x));
  b.fold('sum', 2, x);
});

const devices: Readonly<Record<string, () => Device>> = {
  js: () => new JsDevice(1),
  cpu: () => new CpuDevice({ procs: 1, tier: 'block' }),
};

for (const [name, make] of Object.entries(devices)) {
  const skip = name === 'cpu' ? (addonProblem() ?? false) : false;
  t.test(name, { skip }, async (t) => {
    const device = make();
    const executable = device.compile(KERNEL);
    const { layout } = executable;
    // The arrays hold elements 1024 to 3071 alone: their first elements are thought to lie before them.
    const [x, y, partials, sum] = [2048, 2048, 2, 1].map((n) => device.alloc(n * 8));
    device.copyIn(x, new Float64Array(2048).fill(3));
    device.copyIn(sum, Float64Array.of(-1));
    const { records } = device;
    records.fill(0, 0, RECORD.PARAMS + layout.length + 1);
    records[RECORD.LENGTH] = RECORD.PARAMS + layout.length + 1;
    records[RECORD.KERNEL] = device.part(executable.number(N), layout.length);
    records[RECORD.UNITS] = 2;
    records[RECORD.TILE] = 1;
    const p = RECORD.PARAMS;
    records[p + layout.domain] = N;
    records[p + layout.args[0].pointer] = x - 1024 * 8;
    records[p + layout.args[1].pointer] = y - 1024 * 8;
    records[p + layout.args[0].strides] = records[p + layout.args[1].strides] = 1;
    records[p + layout.args[2].pointer] = sum;
    records[p + layout.partials[0].slot] = partials - 8;
    records[p + layout.length] = 1;
    device.wait(device.submit(1));
    t.same(device.failures(), []);
    const out = new Float64Array(2048);
    device.copyOut(out, y);
    t.ok(out.every((v) => v === 6));
    const left = new Float64Array(2);
    device.copyOut(left, partials);
    t.same([...left], [3072, 3072], 'the partial results of both units');
    device.copyOut(left.subarray(0, 1), sum);
    t.equal(left[0], -1, 'they are not combined');
    t.equal(device.part(executable.number(N), layout.length), device.part(executable.number(N), layout.length));
    await device.close();
  });
}
