/** Tables that forget. */
import t from 'tap';
import { Generations } from '../../../lib/base/index.js';

t.test('what is asked for stays, the rest goes', async (t) => {
  const table = new Generations<string, number>(3);
  [...'abc'].forEach((key, i) => table.set(key, i));
  table.set('d', 3);
  t.equal(table.get('b'), 1);
  table.set('e', 4);
  table.set('f', 5);
  t.equal(table.get('b'), 1);
  t.equal(table.get('d'), 3);
  t.equal(table.get('a'), undefined);
  t.equal(table.get('c'), undefined);
});

t.test('it never has more than two generations', async (t) => {
  const table = new Generations<number, number>(100);
  let most = 0;
  for (let i = 0; i < 10_000; i++) {
    table.set(i, i);
    if (table.get(i) !== i) t.fail(`entry ${i}`);
    if (i > 50) table.get(i - 50);
    most = Math.max(most, table.size);
  }
  t.ok(most <= 200, `${most} entries`);
});
