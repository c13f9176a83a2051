/** Loops that are distributed as a tensor is: copies are redistributions that send each element once, and results are computed where they stay. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { createRuntime } from '../../../lib/runtime/public.js';
import { placement } from '../../../lib/tensor/concrete/placement.js';
import { Grid, type IndexVariable, indices, type Schedule, type Tensor, tensor } from '../../../lib/tensor/index.js';
import { lower } from '../../../lib/tensor/lower/lower.js';
import { onRuntime } from '../../support/on-runtime.js';
import { generator } from '../../support/random.js';
import { SEED } from '../../support/seeded.js';
import { runsOf } from '../../support/seeds.js';
import '../../support/arrays.js';

t.setTimeout(120_000);
const RUNS = runsOf(60);
const PROCESSORS = 8;

/** Distribution notation, one text a level. */
interface Drawn {
  readonly on: Grid;
  readonly levels: readonly Grid[];
  readonly as: readonly string[];
}

/** A grid of one or two levels, and a text for each: letters, coordinates, stars. */
function drawn(draw: () => number, rank: number): Drawn {
  const upTo = (n: number): number => 1 + Math.floor(draw() * n);
  const gridOf = (most: number): Grid => {
    const x = upTo(most);
    return draw() < 0.4 ? new Grid(x) : new Grid(x, upTo(Math.floor(most / x)));
  };
  const textOn = (grid: Grid): string => {
    const names = [...'xyz'.slice(0, rank)];
    const free = [...names].sort(() => draw() - 0.5);
    const right = grid.dims.map((n) => {
      const kind = draw();
      return kind < 0.6 && free.length > 0 ? free.pop() : kind < 0.8 ? '*' : String(Math.floor(draw() * n));
    });
    return `${names.join('')} -> ${right.join('')}`;
  };
  const outer = gridOf(PROCESSORS);
  const levels = draw() < 0.6 ? [outer] : [outer, gridOf(Math.floor(PROCESSORS / outer.size))];
  return { on: levels.length === 1 ? outer : outer.of(levels[1]), levels, as: levels.map(textOn) };
}

/** By processor: the elements that it has, by the definition of distribution notation. */
function holdersOf({ levels, as }: Drawn, shape: readonly number[]): (element: readonly number[]) => number[] {
  const dims = levels.flatMap(({ dims: own }) => own);
  const places = as.flatMap((text) => [...text.split('-> ')[1]]);
  const letters = [...as[0].split(' ->')[0]];
  return (element) => {
    let found: number[] = [0];
    // What is left of each dimension: where the part of the levels so far begins, and its full length.
    const at = shape.map((n) => ({ low: 0, length: n }));
    places.forEach((place, d) => {
      let coordinates = Array.from({ length: dims[d] }, (_, x) => x);
      const dim = letters.indexOf(place);
      if (dim >= 0) {
        const length = Math.ceil(at[dim].length / dims[d]);
        const x = Math.floor((element[dim] - at[dim].low) / length);
        coordinates = [x];
        at[dim] = { low: at[dim].low + x * length, length };
      } else if (place !== '*') coordinates = [Number(place)];
      found = found.flatMap((p) => coordinates.map((x) => p * dims[d] + x));
    });
    return found;
  };
}

function* elementsOf(shape: readonly number[]): Generator<number[]> {
  if (shape.length === 0) yield [];
  else for (let x = 0; x < shape[0]; x++) for (const rest of elementsOf(shape.slice(1))) yield [x, ...rest];
}

/** Distributes a copy as its target is. */
function copyOf(target: Tensor, from: Tensor, as: readonly string[]): Schedule {
  const named = indices();
  const loops = target.shape.map((_, d) => named['ijk'[d]]);
  const left = [...as[0].split(' ->')[0]];
  const whole = [...loops];
  const cuts: [IndexVariable, IndexVariable, IndexVariable][] = [];
  for (const place of as.flatMap((text) => [...text.split('-> ')[1]])) {
    const dim = left.indexOf(place);
    if (dim < 0) continue;
    const of = whole[dim];
    cuts.push([of, named[`${of}o`], named[`${of}i`]]);
    whole[dim] = named[`${of}i`];
  }
  const [variables, outer, inner] = [0, 1, 2].map((part) => cuts.map((cut) => cut[part]));
  return target
    .at(...loops)
    .assign(from.at(...loops))
    .schedule()
    .distribute(variables, outer, inner, target);
}

t.test(`${RUNS} redistributions send each element once to each processor that lacks it`, async (t) => {
  await onRuntime(createRuntime({ memories: PROCESSORS, procs: 2 }), async (rt) => {
    const draw = generator(SEED);
    for (let run = 0; run < RUNS; run++) {
      const rank = Math.floor(draw() * 4);
      const shape = Array.from({ length: rank }, () => 1 + Math.floor(draw() * 7));
      const [source, target] = [drawn(draw, rank), drawn(draw, rank)];
      const values = np.arange(shape.reduce((a, b) => a * b, 1)).reshape(shape);
      const S = tensor('S', shape, { on: source.on, as: [...source.as] });
      copyOf(S, tensor('V', values), source.as).compile().run();
      const T = tensor('T', shape, { on: target.on, as: [...target.as] });
      const compiled = copyOf(T, S, target.as).compile();
      const text = `${shape}: ${source.as} on ${source.on} to ${target.as} on ${target.on}`;
      const [before, after] = [holdersOf(source, shape), holdersOf(target, shape)];
      let sent = 0;
      for (const element of elementsOf(shape)) {
        const to = after(element);
        sent += (before(element).includes(to[0]) ? 0 : 1) + to.length - 1;
      }
      t.equal(compiled.cost().bytes, 8 * sent, text);
      rt.flush();
      const copied = rt.stats().copiedBytes ?? 0;
      const result = compiled.run().array();
      rt.flush();
      t.equal((rt.stats().copiedBytes ?? 0) - copied, 8 * sent, `${text}, as it runs`);
      t.same(await result.tolist(), await values.tolist(), text);
    }
  });
});

t.test('a distribution is a statement', async (t) => {
  const textOf = (shape: number[], on: Grid, as: string | string[]): string => {
    const program = lower(placement(tensor('A', shape, { on, as, dtype: 'float64' })), tensor('A', shape));
    return program.text.replace('\n', '');
  };
  t.equal(
    textOf([8, 8], new Grid(2, 3), 'xy -> x1'),
    '∀x0o ∀x0i ∀x1 A(x0, x1) = A_before(x0, x1)  s.t. divide(x0, x0o, x0i, 2), distribute(x0o, 1)',
  );
  t.equal(
    textOf([8], new Grid(2).of(new Grid(2)), ['x -> x', 'x -> x']),
    '∀x0o ∀x0io ∀x0ii A(x0) = A_before(x0)  s.t. divide(x0, x0o, x0i, 2), divide(x0i, x0io, x0ii, 2), distribute(x0o, x0io)',
  );
  t.equal(textOf([], new Grid(4), '-> 2'), 'A() = A_before()  s.t. distribute(2)');
});

t.test('products whose results are on a face, or repeated, are computed there', async (t) => {
  const { i, j, k, io, ii, jo, ji } = indices();
  for (const as of ['xy -> xy1', 'xy -> xy*'])
    await onRuntime(createRuntime({ memories: 8, procs: 2 }), async () => {
      const on = new Grid(2, 2, 2);
      const x = np.arange(30).reshape([5, 6]);
      const [A, B, C] = [tensor('A', [5, 5], { on, as }), tensor('B', x), tensor('C', x)];
      const compiled = A.at(i, j)
        .assign(B.at(i, k).times(C.at(j, k)))
        .schedule()
        .distribute([i, j], [io, jo], [ii, ji], A)
        .compile();
      t.same(await compiled.run().array().tolist(), await x.matmul(x.T).tolist(), as);
      const received = compiled.cost().perProcessor.map((own) => own.received > 0);
      t.same(received, as === 'xy -> xy1' ? [0, 1, 0, 1, 0, 1, 0, 1].map(Boolean) : [0, 1, 1, 1, 1, 1, 1, 1].map(Boolean), as);
    });
});

t.test('what is refused', async (t) => {
  const { i, j, k, io, ii, jo, ji, ko, ki } = indices();
  const on = new Grid(2, 2);
  const [A, B, C, D] = ['xy -> xy', 'xy -> yx', 'xy -> x0', undefined].map((as, n) =>
    tensor('ABCD'[n], [4, 4], { dtype: 'float64', ...(as === undefined ? {} : { on, as }) }),
  );
  const copy = (from = B): Schedule => A.at(i, j).assign(from.at(i, j)).schedule();
  const cases: readonly (readonly [() => unknown, RegExp])[] = [
    [
      () => copy(D).distribute([i, j], [io, jo], [ii, ji], D),
      /^distribute\(\{i, j\}, \{io, jo\}, \{ii, ji\}, D\): D has no distribution; give it one, as in \{ on: grid, as: 'xy -> xy' \}, or name a grid\. The/,
    ],
    [() => copy().distribute([i, j], [io, jo], [ii, ji], C), /C is no tensor of the statement/],
    [
      () => copy().distribute([i, j], [io, jo], [ii, ji], B),
      /B is distributed as 'xy -> yx', which cuts j, i; name these, got i, j\./,
    ],
    [() => copy(C).distribute([], [], [], C), /C is distributed as 'xy -> x0', which cuts i; name these, got none\./],
    [
      () => copy().distribute([i, j], [io], [ii, ji], A),
      /expected as many outer and inner parts as there are variables, 2, got 1 and 2/,
    ],
    [
      () => copy().distribute([i], [io], [ii], new Grid(2)).distribute([ii, j], [ko, jo], [ki, ji], A),
      /processors have loops already, io; distribute as a tensor is before/,
    ],
    [() => copy().distribute([i, k], [io, jo], [ii, ji], A), /which cuts i, j; name these, got i, k/],
  ];
  for (const [run, message] of cases) t.throws(run, { code: 'ERR_SCHEDULE', message });
});
