/** Shifts: operands seen through views of what they are computed to, against the elements themselves. */
import t from 'tap';
import { seenThrough, shiftOf } from '../../../lib/fusion/shift.js';
import { identityView, internView, type View } from '../../../lib/shape/index.js';
import { Draw } from '../../support/random.js';
import { seeds } from '../../support/seeds.js';
import { elementsOf } from '../../support/spied.js';

/** A view of an array by slices of its axes, some transposed; and by index: the element of each axis. */
function draw(draw: Draw, whole: View): View {
  const axes = whole.shape.map((n, axis) => {
    const by = draw.int(3) + 1;
    const count = draw.int(Math.ceil(n / by)) + 1;
    const low = draw.int(n - (count - 1) * by);
    const isReversed = draw.chance(0.3);
    const from = isReversed ? low + (count - 1) * by : low;
    return { axis, count, from, by: isReversed ? -by : by };
  });
  const offset = axes.reduce((sum, { axis, from }) => sum + from * whole.strides[axis], 0);
  const kept = axes.filter(({ count }) => count > 1 || draw.chance(0.5));
  if (draw.chance(0.3)) kept.reverse();
  return internView(
    kept.map(({ count }) => count),
    kept.map(({ axis, by }) => by * whole.strides[axis]),
    offset,
  );
}

t.test('the elements of an operand are those of the array, at the same indices', async (t) => {
  let found = 0;
  for (const seed of seeds(400)) {
    const random = new Draw(seed);
    const shape = Array.from({ length: random.int(3) + 1 }, () => random.int(6) + 1);
    const whole = identityView(shape);
    const view = draw(random, whole);
    const shift = shiftOf(view, whole);
    if (shift === null) continue;
    found++;
    // An operand of its own strides, broadcast along some axes.
    const operand = internView(
      shape,
      shape.map((_, axis) => (random.chance(0.2) ? 0 : 7 * whole.strides[axis] + axis)),
      3,
    );
    const elements = elementsOf(operand);
    const expected = elementsOf(view).map((element) => elements[element]);
    t.same(elementsOf(seenThrough(operand, shift, view)), expected, `seed ${seed}`);
  }
  t.ok(found > 350, `${found} of 400 views are shifts`);
});

t.test('diagonals, views that wrap around rows and empty ones are no shifts', async (t) => {
  const whole = identityView([4, 5]);
  t.equal(shiftOf(internView([4], [6], 0), whole), null);
  t.equal(shiftOf(internView([10], [2], 0), whole), null);
  t.equal(shiftOf(internView([0, 5], [5, 1], 0), whole), null);
});
