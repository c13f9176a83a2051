import t from 'tap';
import { addonProblem, loadAddon } from '../../../lib/native/index.js';

const addon = loadAddon();
if (addon === null) {
  t.pass('skipped', { skip: addonProblem() ?? true });
} else {
  t.test('allocations are aligned and hold what is copied in', async (t) => {
    for (const length of [1, 7, 1000, 300000]) {
      const from = Float64Array.from({ length }, (_, i) => i * 0.5);
      const address = addon.alloc(from.byteLength);
      t.not(address, 0);
      t.equal(address % 64, 0);
      addon.copyIn(address, from);
      const to = new Float64Array(length);
      addon.copyOut(to, address);
      t.strictSame(to, from);
      addon.free(address, from.byteLength);
    }
  });

  t.test('copies take any typed array, and a part of a buffer', async (t) => {
    const address = addon.alloc(64);
    const buffer = new ArrayBuffer(64);
    for (const Typed of [Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array]) {
      const from = new Typed(buffer, 16, 4);
      from.set([1, 2, 3, 4]);
      addon.copyIn(address, from);
      const to = new Typed(4);
      addon.copyOut(to, address);
      t.strictSame([...to], [1, 2, 3, 4], Typed.name);
    }
    const big = new BigInt64Array([1n, -5n]);
    addon.copyIn(address, big);
    const back = new BigInt64Array(2);
    addon.copyOut(back, address);
    t.strictSame(back, big);
    addon.free(address, 64);
  });

  t.test('a view shows and changes the memory', async (t) => {
    const address = addon.alloc(800);
    const view = new Float64Array(addon.view(address, 800));
    view.fill(3);
    view[99] = 7;
    const to = new Float64Array(100);
    addon.copyOut(to, address);
    t.equal(to[0], 3);
    t.equal(to[99], 7);
    const again = new Float64Array(addon.view(address + 8, 16));
    t.equal(again[0], 3);
    addon.free(address, 800);
    t.equal(addon.view(0, 0).byteLength, 0);
  });

  t.test('what the system refuses gives 0', async (t) => {
    for (const bytes of [2 ** 52, 2 ** 47, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY, Number.NaN, -1])
      t.equal(addon.alloc(bytes), 0);
  });

  t.test('freed memory is given out again', async (t) => {
    const first = addon.alloc(5_000_000);
    addon.free(first, 5_000_000);
    const second = addon.alloc(4_999_999);
    t.equal(second, first);
    addon.free(second, 4_999_999);
  });

  t.test('the clock runs forwards', async (t) => {
    const start = addon.now();
    t.ok(addon.now() >= start);
  });
}
