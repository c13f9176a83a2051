/** Members that a class gets with its first instance. */
import t from 'tap';
import { addMembersLater, FormedArray } from '../../../lib/base/index.js';

class Formed extends FormedArray {
  parts(): readonly object[] {
    return [];
  }
}

t.test('a class has its further members from its first instance on, and they are added once', async (t) => {
  class Own extends Formed {}
  let times = 0;
  addMembersLater(Own, () => {
    times++;
    Object.defineProperty(Own.prototype, 'answer', { value: () => 42 });
  });
  t.equal('answer' in Own.prototype, false);
  const made = new Own();
  t.equal((made as unknown as { answer(): number }).answer(), 42);
  new Own();
  new Formed();
  t.equal(times, 1);
});

t.test('members that an interruption left out are added with the next instance', async (t) => {
  class Own extends Formed {}
  let times = 0;
  addMembersLater(Own, () => {
    if (times++ === 0) throw new RangeError('interrupted');
    Object.defineProperty(Own.prototype, 'whole', { value: true });
  });
  t.throws(() => new Own(), { message: 'interrupted' });
  t.equal('whole' in new Own(), true);
});
