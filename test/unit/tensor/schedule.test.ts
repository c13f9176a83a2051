/** Commands that a statement does not allow, each refused when it is given; and that rewrites keep every iteration. */
import t from 'tap';
import { Bounds } from '../../../lib/tensor/concrete/bounds.js';
import { blas, Grid, type IndexVariable, indices, type Schedule, tensor } from '../../../lib/tensor/index.js';
import { generator } from '../../support/random.js';
import '../../support/arrays.js';
import { seeds } from '../../support/seeds.js';

const names = indices();
const { i, j, k, io, ii, jo, ji, ko, ki, kos, f, fo, fi } = names;
const dtype = 'float64';
const A = tensor('A', [6, 6], { dtype });
const B = tensor('B', [6, 6], { dtype });
const C = tensor('C', [6, 6], { dtype });
const product = (): Schedule =>
  A.at(i, j)
    .assign(B.at(i, k).times(C.at(k, j)))
    .schedule();
const m = new Grid(2, 2);
const spread = (): Schedule => product().distribute([i, j], [io, jo], [ii, ji], m);

t.test('what is refused', async (t) => {
  const cases: [string, () => unknown, RegExp][] = [
    [
      'a variable divided twice',
      () => product().divide(k, ko, ki, 2).divide(k, ko, ki, 2),
      /^divide\(k, ko, ki, 2\): k is no loop any more, since divide\(k, ko, ki, 2\) made ko and ki of it; its loops are i, j, ko, ki\. The statement is\n∀i ∀j ∀ko ∀ki A\(i, j\) \+= B/,
    ],
    ['a strange variable', () => product().split(names.q, ko, ki, 2), /q is no loop of the statement; its loops are i, j, k/],
    [
      'a name in use',
      () => product().split(k, i, ki, 2),
      /split\(k, i, ki, 2\): i is in use; give a loop that the command makes a name/,
    ],
    ['one name twice', () => product().split(k, ko, ko, 2), /ko is in use/],
    ['no parts', () => product().divide(k, ko, ki, 0), /expected a whole number from 1 on as number of parts, got 0/],
    ['a part of no length', () => product().split(k, ko, ki, -2), /as length of a part, got -2/],
    ['loops apart', () => product().collapse(i, k, f), /k is not the loop directly inside i; reorder\(i, k\) first/],
    ['two kinds', () => product().collapse(j, k, f), /k is summed over and j is not; collapse loops of one kind/],
    ['a loop twice', () => product().reorder(i, i), /i is named twice/],
    [
      'a reorder across a sequential dependence',
      () => spread().divide(k, ko, ki, 2).reorder(ko, ii, ji, ki).rotate(ko, [io, jo], kos).reorder(kos, jo),
      /^reorder\(kos, jo\): the loop kos would stand between the distributed loops io, jo; reorder it inside or outside of all of them\./,
    ],
    [
      'a rotated loop outside of the loops that turn it',
      () => spread().divide(k, ko, ki, 2).reorder(ko, ii, ji, ki).rotate(ko, [io, jo], kos).reorder(kos, io, jo),
      /^reorder\(kos, io, jo\): kos is turned by io: its iterations depend on the loop io, which has to stay outside\./,
    ],
    [
      'a rotation by a loop that is not distributed',
      () => spread().divide(k, ko, ki, 2).rotate(ko, [ii], kos),
      /ii is not distributed: all of its iterations would be turned at one processor; distributed loops are io, jo/,
    ],
    [
      'a rotation without a distribution',
      () => product().divide(k, ko, ki, 2).rotate(ko, [i], kos),
      /i is not distributed: .* distribute it first/,
    ],
    ['a rotation by nothing', () => spread().rotate(k, [], kos), /k is turned by no loop/],
    [
      'too few variables',
      () => product().distribute([i], [io], [ii], m),
      /expected a variable for each dimension of the grid \(2, 2\), got 1/,
    ],
    [
      'parts missing',
      () => product().distribute([i, j], [io], [ii], m),
      /as many outer and inner parts as there are variables, 2, got 1 and 1/,
    ],
    [
      'iterations and processors',
      () => product().distribute([i, j], m),
      /i has 6 iterations, dimension 0 of the grid 2 processors; divide it by 2 first/,
    ],
    [
      'processors apart',
      () => product().divide(i, io, ii, 2).divide(k, ko, ki, 2).distribute([io, ko], m),
      /the loop ii would stand between the distributed loops io, ko/,
    ],
    [
      'a processor divided',
      () => spread().divide(io, ko, ki, 2),
      /io is taken by distribute\(io, jo\); give this command before that one/,
    ],
    [
      'no grid',
      () => product().distribute([i], [io], [ii], undefined as never),
      /expected a grid or a tensor behind the outer and the inner parts/,
    ],
    ['a strange tensor', () => spread().communicate(tensor('D', [2]), k), /the statement has no tensor D; it has A, B, C/],
    ['communicated twice', () => spread().communicate(B, k).communicate(B, jo), /B is communicated at k already/],
    [
      'outside of processors',
      () => product().divide(i, io, ii, 2).divide(k, ko, ki, 2).reorder(ko, io).communicate(B, ko).distribute([io], new Grid(2)),
      /B is communicated at ko, which would be outside the distributed loop io/,
    ],
    [
      'values with gaps',
      () => spread().divide(k, ko, ki, 2).reorder(ki, ii, ji, ko).communicate(B, ki),
      /a processor would have values of k that are not contiguous, while io, jo, ki stand; distribute and communicate at the outer parts of k/,
    ],
    [
      'collapsed parts',
      () => product().collapse(i, j, f).distribute([f], [fo], [fi], new Grid(5)),
      /values of (i|j) that are not contiguous/,
    ],
    [
      'a leaf of other loops',
      () => spread().substitute([ii, ji], blas.gemm),
      /^substitute\(\{ii, ji\}, gemm\): gemm stands for the loops ii, ji, which would not be the innermost ones\./,
    ],
    [
      'a leaf of too few loops',
      () => spread().substitute([ji, k], blas.gemm),
      /2 loops are named, and it has 3; gemm stands for the loops i, j, k around/,
    ],
    [
      'a leaf of three factors',
      () =>
        A.at(i, j)
          .assign(B.at(i, k).times(C.at(k, j)).times(B.at(i, j)))
          .schedule()
          .substitute([i, j, k], blas.gemm),
      /B\(i, k\) \* C\(k, j\) \* B\(i, j\) is no product of two matrices; gemm stands for/,
    ],
    [
      'a workspace that a routine does not compute',
      () =>
        product()
          .substitute([i, j, k], blas.gemm)
          .precompute(B.at(i, k).times(C.at(k, j)), tensor('W', [6, 6, 6]).at(i, j, k)),
      /^precompute\(B\(i, k\) \* C\(k, j\), W\(i, j, k\)\): B\(i, k\) \* C\(k, j\) is no product of two matrices/,
    ],
    [
      'a leaf of other statements',
      () =>
        A.at(i, j)
          .assign(B.at(i, k).times(C.at(i, j)))
          .schedule()
          .substitute([i, j, k], blas.gemm),
      /B\(i, k\) \* C\(i, j\) is no product of two matrices; gemm stands for/,
    ],
    [
      'a leaf that is further out',
      () => product().divide(k, ko, ki, 2).substitute([i, j, ko], blas.gemm),
      /would not be the innermost ones/,
    ],
    [
      'strange factors',
      () => product().precompute(B.at(k, i), tensor('W', [6, 6]).at(k, i)),
      /no assignment has the factors B\(k, i\)/,
    ],
    ['a workspace that is a number', () => product().precompute(B.at(i, k), B.at(i, k).times(2)), /expected a workspace such as/],
    [
      'a workspace that is too small',
      () => product().precompute(B.at(i, k), tensor('W', [6]).at(i)),
      /k is used outside B\(i, k\); W needs it, as one of i, k/,
    ],
    [
      'a workspace of a different shape',
      () => product().precompute(B.at(i, k), tensor('W', [6, 5]).at(i, k)),
      /dimension 1 of W has 5 elements, k has 6 values/,
    ],
    [
      'a precompute behind a division',
      () =>
        product()
          .divide(k, ko, ki, 2)
          .precompute(B.at(i, k), tensor('W', [6, 6]).at(i, k)),
      /k is no loop any more/,
    ],
  ];
  for (const [name, run, message] of cases) {
    t.throws(run, { code: 'ERR_SCHEDULE', message }, name);
    t.throws(run, { message: /\. The statement is\n∀/ }, `${name}: with the statement as it stood`);
  }
  // A command of several steps shows the statement before its first one.
  t.throws(() => product().distribute([i, j], [io, jo], [ii, ii], m), {
    message: /The statement is\n∀i ∀j ∀k A\(i, j\) .*C\(k, j\)$/,
  });
  t.throws(() => product().tile([i, j], [io, jo], [ii, ji], [2, 0]), {
    message: /The statement is\n∀i ∀j ∀k A\(i, j\) .*C\(k, j\)$/,
  });
  t.throws(() => product().divide(k, ko, ki, 0), { code: 'ERR_SCHEDULE' });
  t.throws(() => product().substitute([i, j, k], { name: 'gemm', refuses: () => null }), {
    code: 'ERR_ARGUMENT',
    message: /substitute: expected a routine such as blas\.gemm/,
  });
  t.throws(() => product().divide('k' as never, ko, ki, 2), {
    code: 'ERR_ARGUMENT',
    message: /divide: expected an index variable/,
  });
});

t.test('a schedule is not changed by commands on it', async (t) => {
  const whole = product();
  whole.divide(k, ko, ki, 2);
  t.equal(String(whole), '∀i ∀j ∀k A(i, j) += B(i, k) * C(k, j)');
});

/** Commands drawn at random, as far as they are legal. */
function randomSchedule(draw: () => number): Schedule {
  const sizes = [1, 2, 3, 5, 7].sort(() => draw() - 0.5);
  const [a, b, c] = sizes;
  const [X, Y] = [tensor('X', [a, b], { dtype }), tensor('Y', [b, c], { dtype })];
  let schedule = tensor('Z', [a, c])
    .at(i, j)
    .assign(X.at(i, k).times(Y.at(k, j)))
    .schedule();
  let fresh = 0;
  const loops = (): readonly IndexVariable[] => schedule.concrete.nests[0].loops;
  const any = (): IndexVariable => loops()[Math.floor(draw() * loops().length)];
  const made = (): IndexVariable => names[`v${fresh++}`];
  for (let step = 0; step < 7; step++) {
    const attempts = [
      () => schedule.split(any(), made(), made(), 1 + Math.floor(draw() * 4)),
      () => schedule.divide(any(), made(), made(), 1 + Math.floor(draw() * 4)),
      () => schedule.reorder(...[...loops()].sort(() => draw() - 0.5)),
      () => schedule.collapse(loops()[0], loops()[1], made()),
      () => schedule.distribute([loops()[0]], [made()], [made()], new Grid(1 + Math.floor(draw() * 3))),
      () => schedule.rotate(any(), [loops()[0]], made()),
    ];
    try {
      schedule = attempts[Math.floor(draw() * attempts.length)]();
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SCHEDULE') throw error;
    }
  }
  return schedule;
}

t.test('every iteration happens once, whatever the commands', async (t) => {
  for (const seed of seeds(200)) {
    const { concrete } = randomSchedule(generator(seed));
    const [{ loops }] = concrete.nests;
    const bounds = new Bounds(concrete);
    const seen: string[] = [];
    const visit = (at: number, known: Map<IndexVariable, number>): void => {
      if (at === loops.length) {
        const values = [i, j, k].map((v) => bounds.interval(v, known));
        if (values.every(({ low, high }) => high - low === 1)) seen.push(values.map(({ low }) => low).join());
        else if (values.every(({ low, high }) => high > low)) t.fail(`seed ${seed}: an iteration with several values`);
        return;
      }
      for (let x = 0; x < bounds.extent(loops[at]); x++) visit(at + 1, known.set(loops[at], x));
      known.delete(loops[at]);
    };
    visit(0, new Map());
    const count = [i, j, k].reduce((n, v) => n * bounds.extent(v), 1);
    if (seen.length !== count || new Set(seen).size !== count) t.fail(`seed ${seed}: ${seen.length} of ${count} iterations`);
  }
  t.pass('200 schedules');
});
