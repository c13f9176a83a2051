/** Statements of tensor index notation give the values of plain loops. */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { createRuntime } from '../../lib/runtime/public.js';
import { verify } from '../../lib/spy/index.js';
import {
  blas,
  type Compiled,
  Grid,
  type IndexVariable,
  indices,
  type Schedule,
  type Tensor,
  tensor,
} from '../../lib/tensor/index.js';
import { lower } from '../../lib/tensor/lower/lower.js';
import { simulate } from '../../lib/tensor/lower/simulate.js';
import {
  boundsOf,
  elementsOf,
  expectedOf,
  type Placing,
  pick,
  type RandomStatement,
  randomStatement,
  valueOf,
} from '../support/index-notation.js';
import { onRuntime } from '../support/on-runtime.js';
import { generator } from '../support/random.js';
import { SEED } from '../support/seeded.js';
import { spied } from '../support/spied.js';
import '../support/arrays.js';
import { runsOf } from '../support/seeds.js';

/** Statements of each test, over all machines; 1,000 take some minutes. MANIPLE_TEST_SEED chooses them. */
const RUNS = runsOf(50);
t.setTimeout(RUNS > 200 ? 1_200_000 : 120_000);

/** The numbers of one test: `test` and `memories` keep them apart. */
const drawOf = (test: number, memories: number, seed: number): (() => number) =>
  generator(SEED * 100_000_000 + test * 10_000_000 + memories * 100_000 + seed);

t.test('statements without a schedule', async (t) => {
  for (let seed = 1; seed <= RUNS; seed++) {
    const statement = randomStatement(drawOf(0, 0, seed), () => undefined, seed % 2 === 0 ? 'int64' : 'float64');
    const assignment = statement.target.at(...statement.on).assign(valueOf(statement));
    const found = [...(await assignment.run().array().data())].map(Number);
    // Sums of small integers are exact, -0 is 0.
    t.same(
      found.map((x) => x + 0),
      expectedOf(statement).map((x) => x + 0),
      `seed ${seed}: ${assignment}`,
    );
  }
});

/** Memories of the machines. */
const MACHINES = [1, 2, 3, 4, 5, 6, 7, 8];

type Draw = () => number;

/** A grid of no more processors than there are. */
function randomGrid(draw: Draw, most: number, rank: number): Grid {
  const dims: number[] = [];
  let left = most;
  for (let d = 0; d < rank; d++) {
    dims.push(1 + Math.floor(draw() * left));
    left = Math.floor(left / dims[d]);
  }
  return new Grid(...dims);
}

/** Tiles, rows, faces and replicas, drawn at random. */
function randomPlacing(draw: Draw, memories: number): Placing {
  return (rank) => {
    if (draw() < 0.3) return undefined;
    const on = randomGrid(draw, memories, 1 + Math.floor(draw() * 3));
    const names = [...'xyzw'.slice(0, rank)];
    const free = [...names].sort(() => draw() - 0.5);
    const right = on.dims.map(
      (n) => (draw() < 0.6 ? free.pop() : undefined) ?? (draw() < 0.5 ? '*' : String(Math.floor(draw() * n))),
    );
    return { on, as: `${names.join('')} -> ${right.join('')}` };
  };
}

/** Loops distributed as the statement's target is. */
function asTarget(
  schedule: Schedule,
  { target, on }: RandomStatement,
  made: () => IndexVariable,
  into: IndexVariable[],
): Schedule {
  const cut = (target.distribution?.places ?? []).flatMap((place) => (place.kind === 'cut' ? [on[place.dim]] : []));
  const outer = cut.map(made);
  into.push(...outer);
  return schedule.distribute(cut, outer, cut.map(made), target);
}

/** Commands drawn at random; the ones that the statement does not allow are left out. */
function randomCommands(draw: Draw, first: Schedule, statement: RandomStatement, memories: number): Schedule {
  const { named, target, operands, drivers } = statement;
  const tensors = [target, ...[...operands, ...drivers].map((operand) => operand.tensor)];
  let schedule = first;
  let fresh = 0;
  const made = (): IndexVariable => named[`v${fresh++}`];
  const loops = (): readonly IndexVariable[] => pick(draw, schedule.concrete.nests).loops;
  const attempt = (make: () => Schedule): void => {
    try {
      schedule = make();
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SCHEDULE') throw error;
    }
  };
  for (const { tensor, on } of drivers) if (draw() < 0.5) attempt(() => schedule.pos(on, made(), tensor));
  const distributed: IndexVariable[] = [];
  const isTarget = target.distribution !== null && draw() < 0.3;
  attempt(() => {
    if (isTarget) return asTarget(schedule, statement, made, distributed);
    if (loops().length === 0) return schedule;
    const own = [...loops()].sort(() => draw() - 0.5).slice(0, 1 + Math.floor(draw() * 3));
    if (own.length === 0) return schedule;
    const outer = own.map(made);
    distributed.push(...outer);
    return schedule.distribute(own, outer, own.map(made), randomGrid(draw, memories, own.length));
  });
  for (let step = 0; step < 4; step++) {
    const own = loops();
    if (own.length === 0) break;
    attempt(
      pick(draw, [
        () => schedule.split(pick(draw, own), made(), made(), 1 + Math.floor(draw() * 4)),
        () => schedule.divide(pick(draw, own), made(), made(), 1 + Math.floor(draw() * 4)),
        () => schedule.reorder(...[...own].sort(() => draw() - 0.5)),
        () => schedule.rotate(pick(draw, own), distributed, made()),
        () => (own.length < 2 ? schedule : schedule.collapse(own[0], own[1], made())),
      ]),
    );
  }
  for (const tensor of tensors) {
    const own = loops();
    if (own.length > 0) attempt(() => schedule.communicate(tensor, pick(draw, own)));
  }
  for (let step = 0; step < 3; step++) {
    const own = loops();
    if (own.length === 0) break;
    attempt(
      pick(draw, [
        () => schedule.unroll(pick(draw, own), 1 + Math.floor(draw() * 8)),
        () => schedule.vectorize(own[own.length - 1]),
        () => schedule.parallelize(pick(draw, own)),
        () => schedule.tile([pick(draw, own)], [made()], [made()], [1 + Math.floor(draw() * 3)]),
      ]),
    );
  }
  return schedule;
}

/** A schedule compiled, or another one where its partial results are not contiguous. */
function compiledOr(schedule: Schedule, simple: Schedule): Compiled {
  try {
    return schedule.compile();
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_SCHEDULE') throw error;
    return simple.compile();
  }
}

t.test('copies that are counted by their owners are the ones that coherence decides', async (t) => {
  let apart = 0;
  for (let seed = 1; seed <= RUNS / 2; seed++) {
    const draw = drawOf(3, 0, seed);
    const memories = 2 + (seed % 7);
    const statement = randomStatement(draw, randomPlacing(draw, memories), 'float64', seed % 3 === 0 ? 0.8 : 0);
    const assignment = statement.target.at(...statement.on).assign(valueOf(statement));
    const schedule = randomCommands(draw, assignment.schedule(), statement, memories);
    const { concrete } = schedule;
    try {
      schedule.compile();
    } catch {
      continue;
    }
    const program = lower(concrete, statement.target);
    const expected = simulate(program, true);
    t.same(simulate(program), expected, `seed ${seed}: ${assignment}\n${schedule}`);
    if (expected.messages > 0) apart++;
  }
  t.ok(apart > RUNS / 8, `${apart} with messages`);
});

for (const memories of MACHINES)
  t.test(`scheduled statements, ${memories} memories`, async (t) => {
    await onRuntime(createRuntime({ memories, procs: 2 }), async () => {
      let scheduled = 0;
      for (let seed = 1; seed <= RUNS / MACHINES.length; seed++) {
        const draw = drawOf(1, memories, seed);
        const statement = randomStatement(draw, randomPlacing(draw, memories), seed % 2 === 0 ? 'int64' : 'float64');
        const assignment = statement.target.at(...statement.on).assign(valueOf(statement));
        const schedule = randomCommands(draw, assignment.schedule(), statement, memories);
        if (schedule.concrete.relations.length > 0) scheduled++;
        const compiled = compiledOr(schedule, assignment.schedule());
        const found = [...(await compiled.run().array().data())].map(Number);
        t.same(
          found.map((x) => x + 0),
          expectedOf(statement).map((x) => x + 0),
          `seed ${seed}: ${assignment}\n${schedule}`,
        );
      }
      t.comment(`${scheduled} schedules with commands`);
    });
  });

for (const memories of MACHINES)
  t.test(`statements with compressed tensors, ${memories} memories`, async (t) => {
    await onRuntime(createRuntime({ memories, procs: 2 }), async () => {
      let scheduled = 0;
      for (let seed = 1; seed <= RUNS / MACHINES.length; seed++) {
        const draw = drawOf(2, memories, seed);
        const statement = randomStatement(draw, randomPlacing(draw, memories), seed % 2 === 0 ? 'int64' : 'float64', 0.8);
        const assignment = statement.target.at(...statement.on).assign(valueOf(statement));
        const expected = expectedOf(statement).map((x) => x + 0);
        assignment.run();
        t.same(await elementsOf(statement.target), expected, `seed ${seed}: ${assignment}`);
        const schedule = randomCommands(draw, assignment.schedule(), statement, memories);
        if (statement.drivers.length > 0 && schedule.concrete.relations.length > 0) scheduled++;
        compiledOr(schedule, assignment.schedule()).run();
        t.same(await elementsOf(statement.target), expected, `seed ${seed}: ${assignment}\n${schedule}`);
      }
      t.comment(`${scheduled} schedules with commands`);
    });
  });

/** Loops of the result alone are cut, distributed and communicated: terms are added up in the order that they have without commands. */
function orderedCommands(
  draw: Draw,
  first: Schedule,
  { on, named, operands, drivers }: RandomStatement,
  memories: number,
): Schedule {
  let schedule = first;
  const attempt = (make: () => Schedule): void => {
    try {
      schedule = make();
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_SCHEDULE') throw error;
    }
  };
  const own = [...on].sort(() => draw() - 0.5).slice(0, 1 + Math.floor(draw() * 3));
  if (own.length === 0) return schedule;
  const parts = (letter: string): IndexVariable[] => own.map((_, n) => named[`${letter}${n}`]);
  attempt(() => schedule.distribute(own, parts('o'), parts('p'), randomGrid(draw, memories, own.length)));
  attempt(() => schedule.split(parts('p')[0], named.q, named.r, 1 + Math.floor(draw() * 3)));
  const places = [named.q, ...parts('o')];
  for (const { tensor } of [...operands, ...drivers]) attempt(() => schedule.communicate(tensor, pick(draw, places)));
  return schedule;
}

t.test(
  'floats: one result on all machines by schedules that keep the order of additions, and within its bound by any',
  async (t) => {
    const first = new Map<number, readonly number[]>();
    let other = 0;
    for (const memories of MACHINES)
      await onRuntime(createRuntime({ memories, procs: 2 }), async () => {
        for (let seed = 1; seed <= RUNS / MACHINES.length; seed++) {
          const [draw, own] = [drawOf(5, 0, seed), drawOf(5, memories, seed)];
          const statement = randomStatement(draw, randomPlacing(own, memories), 'float64', seed % 2 === 0 ? 0.6 : 0, true);
          const [expected, bounds] = [expectedOf(statement), boundsOf(statement)];
          const assignment = statement.target.at(...statement.on).assign(valueOf(statement));
          const text = `seed ${seed}, ${memories} memories: ${assignment}`;
          const isNear = (found: readonly number[]): boolean => found.every((x, n) => Math.abs(x - expected[n]) <= bounds[n]);
          assignment.run();
          t.ok(isNear(await elementsOf(statement.target)), text);
          const ordered = orderedCommands(own, assignment.schedule(), statement, memories);
          compiledOr(ordered, assignment.schedule()).run();
          const found = await elementsOf(statement.target);
          t.ok(found.length === expected.length && isNear(found), `${text}\n${ordered}`);
          t.same(found, first.get(seed) ?? found, `${text}: bits of one memory\n${ordered}`);
          if (memories === 1) first.set(seed, found);
          const any = randomCommands(own, assignment.schedule(), statement, memories);
          compiledOr(any, assignment.schedule()).run();
          const last = await elementsOf(statement.target);
          t.ok(isNear(last), `${text}\n${any}`);
          if (last.some((x, n) => x !== found[n])) other++;
        }
      });
    t.comment(`${other} schedules with other bits`);
  },
);

/** A product of matrices beside a summand or behind a workspace, its own loops by the routine: with some steps, on grids of one level or two. */
async function routineCase(
  draw: Draw,
  memories: number,
  dtype: 'float64' | 'int64',
): Promise<{ found: unknown; expected: unknown; text: string }> {
  const [m, n, inner, last] = [1, 2, 3, 4].map(() => 1 + Math.floor(draw() * 9));
  const { i, j, k, l, io, ii, jo, ji, ko, ki, p, q } = indices();
  const data = (...shape: number[]): np.NDArray =>
    np
      .asarray(
        Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => Math.floor(draw() * 7) - 3),
        { dtype },
      )
      .reshape(shape);
  const [x, y, z, w] = [data(m, inner), data(inner, n), data(m, n), data(n, last)];
  const place = randomPlacing(draw, memories);
  const [B, C, D, E] = [x, y, z, w].map((own, at): Tensor => tensor('BCDE'[at], own, place(2)));
  const product = B.at(i, k).times(C.at(k, j));
  const W = tensor('W', [m, n]);
  const xy = x.matmul(y);
  const kinds: (() => [Schedule, np.NDArray])[] = [
    () => [tensor('A', [m, n], place(2)).at(i, j).assign(product).schedule(), xy],
    () => [
      tensor('A', [m, n], place(2))
        .at(i, j)
        .assign(product.plus(D.at(i, j)))
        .schedule(),
      np.add(xy, z),
    ],
    () => [
      tensor('A', [m, n], place(2))
        .at(i, j)
        .assign(product.times(D.at(i, j)))
        .schedule()
        .precompute(product, W.at(i, j)),
      np.multiply(xy, z),
    ],
    () => [
      tensor('A', [m, last], place(2))
        .at(i, l)
        .assign(product.times(E.at(j, l)))
        .schedule()
        .precompute(product, W.at(i, j)),
      xy.matmul(w),
    ],
  ];
  const [first, expected] = pick(draw, kinds)();
  const grid = randomGrid(draw, memories, 1 + Math.floor(draw() * 2));
  const [flat, rank] = [draw() < 0.5, grid.dims.length];
  let schedule = rank === 1 ? first.distribute([i], [io], [ii], grid) : first.distribute([i, k], [io, ko], [ii, ki], grid);
  if (rank === 1 && !flat && memories >= 2 * grid.size) schedule = schedule.distribute([ii], [p], [q], new Grid(2));
  const row = schedule.concrete.relations.some((r) => r.kind === 'divide' && r.outer === p) ? q : ii;
  let leaf = [row, j, rank === 1 ? k : ki];
  if (draw() < 0.6) {
    const own = leaf[2];
    schedule = schedule
      .divide(own, jo, ji, 1 + Math.floor(draw() * 3))
      .reorder(jo, row, j, ji)
      .communicate([B], jo);
    leaf = [row, j, ji];
  }
  const compiled = schedule.substitute(leaf, blas.gemm).compile();
  return { found: await compiled.run().array().tolist(), expected: await expected.tolist(), text: String(schedule) };
}

for (const memories of MACHINES)
  t.test(`products by the routine, ${memories} memories`, async (t) => {
    await onRuntime(createRuntime({ memories, procs: 2 }), async () => {
      for (let seed = 1; seed <= RUNS / MACHINES.length; seed++) {
        const { found, expected, text } = await routineCase(
          drawOf(6, memories, seed),
          memories,
          seed % 2 === 0 ? 'int64' : 'float64',
        );
        t.same(found, expected, `seed ${seed}: ${text}`);
      }
    });
  });

t.test('scheduled statements that are replayed, under the spy', async (t) => {
  let replays = 0;
  for (let seed = 1; seed <= RUNS / 10; seed++) {
    const memories = 2 + (seed % 5);
    let text = '';
    const log = await spied(
      async () => {
        const draw = drawOf(4, 0, seed);
        const statement = randomStatement(draw, randomPlacing(draw, memories), 'float64', seed % 3 === 0 ? 0.8 : 0);
        const assignment = statement.target.at(...statement.on).assign(valueOf(statement));
        const schedule = randomCommands(draw, assignment.schedule(), statement, memories);
        text = `seed ${seed}, ${memories} memories: ${assignment}\n${schedule}`;
        const compiled = compiledOr(schedule, assignment.schedule());
        const expected = expectedOf(statement).map((x) => x + 0);
        for (let round = 0; round < 4; round++) {
          compiled.run();
          t.same(await elementsOf(statement.target), expected, `${text}, round ${round}`);
        }
      },
      // From the second time on.
      { memories, procs: 2, graphs: 'on' },
    );
    replays += log.filter(({ event }) => event === 'replay').length;
    t.same(verify(log).problems, [], text);
  }
  t.ok(replays > RUNS / 10, `${replays} replays`);
});
