import v8 from 'node:v8';
import vm from 'node:vm';
import t from 'tap';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';

type Gc = (options?: { type: 'minor' }) => void;

v8.setFlagsFromString('--expose-gc');
const gc = vm.runInNewContext('gc') as Gc;

const addon = loadAddon();
if (addon === null) {
  t.pass('skipped', { skip: addonProblem() ?? true });
} else {
  const make = (count: number, watch: (o: object) => number): { numbers: number[]; objects: object[] } => {
    const numbers: number[] = [];
    const objects: object[] = [];
    for (let i = 0; i < count; i++) {
      const object = { i, parts: [i] };
      numbers.push(watch(object));
      objects.push(object);
    }
    return { numbers, objects };
  };

  t.test('one minor collection finds every young object that nobody holds', async (t) => {
    const weak = addon.weak();
    gc({ type: 'minor' });
    const numbers = (() => make(1000, (o) => weak.watch(o)).numbers)();
    t.equal(weak.size(), 1000);
    gc({ type: 'minor' });
    t.strictSame(
      weak.sweep().sort((a, b) => a - b),
      numbers,
    );
    t.equal(weak.size(), 0);
    t.strictSame(weak.sweep(), []);
  });

  t.test('what is held is never reported', async (t) => {
    const weak = addon.weak();
    const kept: object[] = [];
    const dead = (() => {
      const { numbers, objects } = make(300, (o) => weak.watch(o));
      for (let i = 0; i < 300; i += 3) kept.push(objects[i]);
      return numbers.filter((_, i) => i % 3 !== 0);
    })();
    gc({ type: 'minor' });
    t.strictSame(
      weak.sweep().sort((a, b) => a - b),
      dead,
    );
    for (let i = 0; i < 3; i++) gc();
    t.strictSame(weak.sweep(), []);
    t.equal(weak.size(), kept.length);
  });

  t.test('an object that grew old is found by a major collection', async (t) => {
    const weak = addon.weak();
    const kept = (() => make(50, (o) => weak.watch(o)).objects)();
    for (let i = 0; i < 3; i++) gc({ type: 'minor' });
    t.strictSame(weak.sweep(), []);
    kept.length = 0;
    gc();
    t.equal(weak.sweep().length, 50);
    t.equal(weak.size(), 0);
  });

  t.test('numbers are dense and reused only after they were reported or forgotten', async (t) => {
    const weak = addon.weak();
    const kept = [{}, {}, {}];
    t.strictSame(
      kept.map((o) => weak.watch(o)),
      [0, 1, 2],
    );
    weak.forget(1);
    weak.forget(1);
    weak.forget(77);
    t.equal(weak.size(), 2);
    t.equal(weak.watch(kept[1]), 1);
    t.equal(weak.watch(kept[1]), 3, 'an object may be watched twice');
    t.equal(weak.size(), 4);
  });

  t.test('a table that is dropped takes its references with it', async (t) => {
    for (let round = 0; round < 20; round++) {
      const weak = addon.weak();
      make(100, (o) => weak.watch(o));
    }
    gc();
    await new Promise((resolve) => setImmediate(resolve));
    gc();
    t.equal(addon.weak().size(), 0);
  });
}
