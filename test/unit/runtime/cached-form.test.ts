/** What is learnt of a form: slots go from open to left out to stored and never back, and the choice follows. */
import t from 'tap';
import { float64 } from '../../../lib/dtype/index.js';
import type { Candidate } from '../../../lib/fusion/index.js';
import type { Program } from '../../../lib/runtime/launch/execution.js';
import { CachedForm, type Situation, type Specialization } from '../../../lib/runtime/plans/cached-form.js';
import { Root } from '../../../lib/store/index.js';

const WINDOW = 7;
/** Three slots of which the last cannot be computed later. */
const DEFERRABLE = [true, true, false];

function formOf(guess: boolean, consumed = [true, false, true]): CachedForm {
  const candidates = consumed.map((c, slot): Candidate => {
    return { slot, tasks: [], consumed: c, intact: DEFERRABLE[slot], readsHeld: false };
  });
  return new CachedForm({ candidates, gatheredThrough: new Set() }, ({ slot }) => DEFERRABLE[slot], guess);
}

/** A window of which the slots in `dead` have no handle left, and those in `later` are used by the next one. */
function window(dead: readonly number[], later: readonly number[] = [], followed = later.length > 0): Situation {
  const slots = DEFERRABLE.map((_, slot) => {
    const root = new Root(float64, [4]);
    root.dead = dead.includes(slot);
    root.mark = later.includes(slot) ? WINDOW + 1 : WINDOW;
    return root;
  });
  return { slots, isDead: (root) => root.dead && root.mark === WINDOW, followed, window: WINDOW, asked: true };
}

function variantOf(form: CachedForm, leftOut: readonly number[]): Specialization {
  return {
    leftOut,
    bytes: 0,
    deferred: leftOut.filter((slot) => !form.mustBeDead(slot)),
    inputs: [],
    apart: null,
    written: [],
    kept: [],
    stored: [],
    program: {} as Program,
  };
}

/** Finds or makes what a window is launched with, as the runtime does; the slots that are left out, and whether it was known. */
function choose(form: CachedForm, now: Situation): { leftOut: readonly number[]; known: boolean } {
  const found = form.find(now);
  if (found !== null) return { leftOut: found.leftOut, known: true };
  const leftOut = form.choice(now);
  form.add(variantOf(form, leftOut));
  return { leftOut, known: false };
}

t.test('a guess leaves out what is consumed and can be computed later', async (t) => {
  t.same(formOf(true).choice(window([])), [0]);
  t.same(formOf(false).choice(window([])), []);
});

t.test('when the form comes again, what is consumed is taken for a temporary although it lives', async (t) => {
  const form = formOf(false);
  t.same(choose(form, window([])).leftOut, []);
  t.same(choose(form, window([])).leftOut, [], 'the same window still');
  const again = window([]);
  for (const root of again.slots) root.mark = WINDOW + 1;
  t.same(choose(form, { ...again, window: WINDOW + 1 }).leftOut, [0]);
});

t.test('what died is left out, from then on also while it lives if it can be computed later', async (t) => {
  const form = formOf(false);
  t.same(choose(form, window([])), { leftOut: [], known: false });
  t.same(choose(form, window([0, 1])), { leftOut: [0, 1], known: false });
  t.same(choose(form, window([])), { leftOut: [0, 1], known: true });
});

t.test('what cannot be computed later is left out only while it is dead, and stored when it lived twice in a row', async (t) => {
  const form = formOf(false);
  const [dead, alive] = [window([0, 2]), window([0])];
  t.same(choose(form, dead), { leftOut: [0, 2], known: false });
  t.same(choose(form, alive), { leftOut: [0], known: false });
  t.same(choose(form, dead), { leftOut: [0, 2], known: true });
  t.same(choose(form, alive), { leftOut: [0], known: true });
  t.same(choose(form, alive), { leftOut: [0], known: true });
  t.same(choose(form, dead), { leftOut: [0], known: true }, 'stored for good');
});

t.test('what a later window uses is stored', async (t) => {
  const form = formOf(true);
  t.same(choose(form, window([1])), { leftOut: [0, 1], known: false });
  t.same(choose(form, window([], [0])), { leftOut: [1], known: false });
  t.same(choose(form, window([0])), { leftOut: [1], known: true });
});

t.test('what was asked for after all is stored, and does not become open again', async (t) => {
  const form = formOf(true);
  form.store(0);
  t.same(choose(form, window([0, 1, 2])), { leftOut: [1, 2], known: false });
});

t.test('nobody knows: what cannot be computed later stays as it is, and is not missed', async (t) => {
  const form = formOf(false);
  const unasked = { ...window([0]), asked: false };
  t.same(choose(form, window([0, 2])), { leftOut: [0, 2], known: false });
  for (let i = 0; i < 3; i++) t.same(choose(form, unasked).leftOut, [0]);
  t.same(choose(form, window([0, 2])), { leftOut: [0, 2], known: true });
});

t.test('who is dead is asked each time for what cannot be computed later, and ever more seldom for what is open', async (t) => {
  const form = formOf(false);
  const worth = 2 * 4 * 8;
  const asks = (dead: readonly number[]): number[] => {
    const asked: number[] = [];
    for (let n = 1; n <= 20; n++) if (form.asks(window(dead), worth, true)) asked.push(n);
    return asked;
  };
  t.same(asks([]), [1, 2, 4, 8, 16], 'all three are open');
  t.same(asks([0, 1]), [], 'the third alone is not worth it');
  choose(form, window([0, 1, 2]));
  t.same(asks([]), [], 'one slot that must be dead is not worth it, and others are left out in any case');
  t.equal(form.asks(window([]), worth / 2, true), true);
  t.equal(form.asks(window([2]), worth / 2, true), false, 'it is dead');
  t.equal(form.asks(window([], [2]), worth / 2, true), false, 'a later window uses it');
  form.store(2);
  t.equal(form.asks(window([]), worth / 2, true), false, 'it is stored');
});
