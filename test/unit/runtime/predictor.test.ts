/** Which window is expected next: trust comes with repeats and goes with others. */
import t from 'tap';
import { Window } from '../../../lib/runtime/issue/window.js';
import { CachedForm } from '../../../lib/runtime/plans/cached-form.js';
import { Predictor } from '../../../lib/runtime/plans/predictor.js';

const form = (): CachedForm => new CachedForm({ candidates: [], gatheredThrough: new Set() }, () => true, false);

/** Notes windows without tasks; what was expected before each. */
function follow(forms: readonly CachedForm[]): (CachedForm | null)[] {
  const predictor = new Predictor(() => undefined);
  return forms.map((f) => {
    const { next } = predictor;
    predictor.note(f, Window.of([]));
    return next;
  });
}

t.test('a loop is expected once it came twice the same way', async (t) => {
  const [a, b] = [form(), form()];
  const expected = follow([a, b, a, b, a, b, a, b]);
  t.same(
    expected.map((f) => f !== null),
    [false, false, false, false, false, true, true, true],
  );
  t.equal(expected[5], b);
  t.equal(expected[6], a);
  t.ok(a.expected !== null && b.expected !== null);
});

t.test('windows that never come the same way are not expected, nor kept', async (t) => {
  const forms = Array.from({ length: 50 }, form);
  t.ok(follow(forms).every((f) => f === null));
  t.ok(forms.every((f) => f.expected === null));
});

t.test('what comes otherwise every other time stops being expected', async (t) => {
  const [a, b, c] = [form(), form(), form()];
  const forms = Array.from({ length: 20 }, (_, i) => [a, b, a, c][i % 4]);
  const behindA = follow(forms).filter((_, i) => i % 2 === 1);
  t.ok(behindA.slice(4).every((f) => f === null));
});

t.test('one that comes now and then does not spoil what mostly comes', async (t) => {
  const [a, b] = [form(), form()];
  const forms = Array.from({ length: 60 }, (_, i) => (i % 10 === 9 ? b : a));
  const expected = follow(forms);
  const hits = expected.filter((f, i) => f === forms[i]).length;
  t.ok(hits > 40, `${hits} of 60`);
});

t.test('forms that are kept no longer do not hold each other, one behind the other', async (t) => {
  const forms = [form(), form(), form()];
  follow([...forms, ...forms, ...forms, ...forms]);
  const [a, b, c] = forms;
  t.equal(a.sequel.form, b);
  t.equal(b.sequel.form, c);
  b.beForgotten();
  t.equal(b.sequel.form, null);
  const predictor = new Predictor(() => undefined);
  for (const f of [a, b]) predictor.note(f, Window.of([]));
  t.equal(predictor.next, null, 'and nothing is expected behind them');
});
