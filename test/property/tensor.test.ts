/** Statements of tensor index notation give the values of plain loops. */
import t from 'tap';
import { expectedOf, randomStatement, valueOf } from '../support/index-notation.js';
import { generator } from '../support/random.js';
import '../support/arrays.js';

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
