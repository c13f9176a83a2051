import t from 'tap';
import { CONTROL, makeControl, takeTiles } from '../../../lib/device/js/control.js';

t.test('tiles cover the units once, the last one shorter', async (t) => {
  for (const [units, tile] of [
    [10, 3],
    [9, 3],
    [1, 5],
    [0, 2],
  ]) {
    const control = makeControl(1);
    const seen: number[] = [];
    takeTiles(control, units, tile, (u0, u1) => {
      t.ok(u1 - u0 <= tile && u1 > u0);
      for (let u = u0; u < u1; u++) seen.push(u);
    });
    t.same(
      seen,
      Array.from({ length: units }, (_, u) => u),
    );
  }
});

t.test('tiles that another took are not taken again', async (t) => {
  const control = makeControl(1);
  Atomics.add(control, CONTROL.NEXT, 2);
  const seen: number[] = [];
  takeTiles(control, 7, 2, (u0, u1) => seen.push(u0, u1));
  t.same(seen, [4, 6, 6, 7]);
});
