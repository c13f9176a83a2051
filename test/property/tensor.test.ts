/** Statements of tensor index notation give the values of plain loops. */
import t from 'tap';
import { createRuntime } from '../../lib/runtime/public.js';
import { verify } from '../../lib/spy/index.js';
import { type Compiled, Grid, type IndexVariable, type Schedule } from '../../lib/tensor/index.js';
import { lower } from '../../lib/tensor/lower/lower.js';
import { simulate } from '../../lib/tensor/lower/simulate.js';
import {
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
import { spied } from '../support/spied.js';
import '../support/arrays.js';

t.setTimeout(120_000);
const RUNS = Number(process.env.MANIPLE_TEST_RUNS ?? 150);

t.test('statements without a schedule', async (t) => {
  for (let seed = 1; seed <= RUNS; seed++) {
    const statement = randomStatement(generator(seed), () => undefined, seed % 2 === 0 ? 'int64' : 'float64');
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
  attempt(() => {
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
    const draw = generator(70_000 + seed);
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

for (const memories of [1, 2, 3, 4, 6, 8])
  t.test(`scheduled statements, ${memories} memories`, async (t) => {
    await onRuntime(createRuntime({ memories, procs: 2 }), async () => {
      let scheduled = 0;
      for (let seed = 1; seed <= RUNS / 10; seed++) {
        const draw = generator(1000 * memories + seed);
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

for (const memories of [1, 2, 3, 4, 6, 8])
  t.test(`statements with compressed tensors, ${memories} memories`, async (t) => {
    await onRuntime(createRuntime({ memories, procs: 2 }), async () => {
      let scheduled = 0;
      for (let seed = 1; seed <= RUNS / 10; seed++) {
        const draw = generator(500_000 + 1000 * memories + seed);
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

t.test('scheduled statements that are replayed, under the spy', async (t) => {
  let replays = 0;
  for (let seed = 1; seed <= RUNS / 10; seed++) {
    const memories = 2 + (seed % 5);
    let text = '';
    const log = await spied(
      async () => {
        const draw = generator(seed);
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
