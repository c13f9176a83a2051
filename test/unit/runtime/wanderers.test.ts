/** Windows that are taken for ones that read at ever other places. */
import t from 'tap';
import { Wanderers } from '../../../lib/runtime/dispatch/wanderers.js';

t.test('a window wanders once it came with four different forms', async (t) => {
  const wanderers = new Wanderers();
  const axes = Array.from({ length: 30 }, (_, i) => wanderers.goesOn(7, i % 3));
  t.notOk(axes.includes(true), 'differences along three axes, by turns');
  t.equal(wanderers.goesOn(8, 3), false, 'another window');
  t.equal(wanderers.goesOn(7, 3), true);
  t.equal(wanderers.goesOn(7, 0), true, 'from then on');
});
