/** Figures of accelerators: measured, kept in the cache folder, and stated where neither is possible. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { forgetCacheFolder } from '../../../lib/cache/folder.js';
import { JsDevice, PlayedAccelerator } from '../../../lib/device/index.js';
import { measure } from '../../../lib/device/measuring.js';
import { keptFigures } from '../../../lib/device/webgpu/kept-figures.js';
import { describeFigures, type Figures, STATED } from '../../../lib/placement/index.js';

const numbersOf = ({ isMeasured: _, ...figures }: Figures): number[] =>
  Object.values(figures).flatMap((part) =>
    typeof part === 'number' ? [part] : Object.values(part as unknown as Record<string, number>),
  );

t.test('figures are positive, and powers of the root of 2', async (t) => {
  const own = new PlayedAccelerator(0, new JsDevice());
  const host = new JsDevice();
  const figures = measure(host, own);
  t.ok(figures?.isMeasured);
  const numbers = numbersOf(figures ?? STATED);
  t.equal(numbers.length, 11);
  for (const number of numbers) {
    t.ok(number > 0 && Number.isFinite(number), `${number}`);
    const halves = 2 * Math.log2(number);
    t.ok(Math.abs(halves - Math.round(halves)) < 0.02, `${number} is a power of the root of 2`);
  }
  t.ok(own.isOver(), 'nothing is left behind');
});

t.test('a device that fails, and one without memory, have no figures', async (t) => {
  const lost = new PlayedAccelerator(0, new JsDevice());
  lost.lose();
  t.equal(measure(new JsDevice(), lost), null);
  t.throws(() => measure(new JsDevice(), new PlayedAccelerator(0, new JsDevice(), { capacity: 100 })), {
    code: 'ERR_OUT_OF_MEMORY',
  });
});

t.test('figures are measured once for a machine and a driver', async (t) => {
  const before = process.env.MANIPLE_CACHE;
  const folder = t.testdir();
  process.env.MANIPLE_CACHE = folder;
  forgetCacheFolder();
  t.teardown(() => {
    if (before === undefined) delete process.env.MANIPLE_CACHE;
    else process.env.MANIPLE_CACHE = before;
    forgetCacheFolder();
  });
  const adapter = { name: 'a', description: 'b', largest: 1, arenas: 1 };
  const beside = { name: 'js', make: () => new JsDevice() };
  let made = 0;
  const make = (): PlayedAccelerator => {
    made++;
    return new PlayedAccelerator(0, new JsDevice());
  };
  const figures = keptFigures(adapter, beside, make);
  t.equal(made, 0, 'nothing is measured before it is asked for');
  const first = figures();
  t.equal(first, figures());
  t.same(keptFigures(adapter, beside, make)(), first);
  t.equal(made, 1);
  keptFigures({ ...adapter, description: 'a later driver' }, beside, make)();
  t.equal(made, 2);
  const [name] = readdirSync(folder).filter((file) => file.startsWith('figures-'));
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path).fill(32, 0, 4));
  }
  t.ok(existsSync(join(folder, name)));
  keptFigures(adapter, beside, make)();
  t.equal(made, 3, 'a damaged record is none');
});

t.test('figures are stated where none can be measured', async (t) => {
  const adapter = { name: 'none', description: '', largest: 1, arenas: 1 };
  const refused = (): never => {
    throw new Error('refused');
  };
  t.equal(keptFigures(adapter, undefined, refused)(), STATED);
  t.equal(keptFigures(adapter, { name: 'js', make: () => new JsDevice() }, refused)(), STATED);
  t.match(describeFigures('gpu0', STATED), /^gpu0 \(stated\): 64\.0 µs a window, 4\.0 µs a kernel, /);
  t.match(describeFigures('gpu0', { ...STATED, isMeasured: true }), /^gpu0 \(measured\)/);
});
