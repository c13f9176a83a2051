/** Senders and receivers of tiles: the patterns of algorithms, from the copies that are decided. */
import t, { type Test } from 'tap';
import { cannon, Grid, johnson, type Message, pumma, type Schedule, summa, tensor } from '../../../lib/tensor/index.js';
import { lower } from '../../../lib/tensor/lower/lower.js';
import { simulate } from '../../../lib/tensor/lower/simulate.js';
import '../../support/arrays.js';

const dtype = 'float64';
const matrices = (on: Grid, n: number, as: readonly string[]) =>
  ['A', 'B', 'C'].map((name, m) => tensor(name, [n, n], { on, as: as[m] ?? as[0], dtype }));

/** Messages of a schedule, which coherence decides as they are counted by owners. */
function messagesOf(t: Test, schedule: Schedule): readonly Message[] {
  const compiled = schedule.compile();
  const found = compiled.messages();
  const told: Message[] = [];
  simulate(lower(schedule.concrete, schedule.statement.target.tensor), true, told);
  const inOrder = (list: readonly Message[]): string[] => list.map((message) => JSON.stringify(message)).sort();
  t.same(inOrder(found), inOrder(told), 'the messages that coherence decides');
  const { messages, bytes, perProcessor } = compiled.cost();
  t.equal(found.length, messages);
  t.equal(
    found.reduce((sum, message) => sum + message.bytes, 0),
    bytes,
  );
  perProcessor.forEach(({ sent }, p) => {
    const own = found.filter(({ from }) => from === p);
    if (own.reduce((sum, message) => sum + message.bytes, 0) !== sent) t.fail(`processor ${p} sends ${sent}`);
  });
  return found;
}

t.test("Cannon's algorithm: in each step a tile to one processor of the row, and one of the column", async (t) => {
  for (const g of [2, 3, 4, 5]) {
    const m = new Grid(g, g);
    const [A, B, C] = matrices(m, 2 * g, ['xy -> xy']);
    const found = messagesOf(t, cannon(A, B, C, m));
    for (let step = 0; step < g; step++)
      for (const [tensorOf, line] of [
        ['B', (p: number) => Math.floor(p / g)],
        ['C', (p: number) => p % g],
      ] as const) {
        const own = found.filter((message) => message.launch === step && message.tensor === tensorOf);
        for (const end of ['from', 'to'] as const)
          t.equal(
            new Set(own.map((message) => message[end])).size,
            own.length,
            `${g}, step ${step}: each processor at most one ${end}`,
          );
        t.ok(
          own.every(({ from, to, bytes }) => line(from) === line(to) && bytes === 4 * 8),
          'a tile, within a line',
        );
        // A tile comes from its owner: as far along the ring as the step and the line's number say, and from nowhere at distance 0.
        const at = (p: number): number => (tensorOf === 'B' ? p % g : Math.floor(p / g));
        t.ok(
          own.every(({ from, to }) => (at(from) - at(to) + g) % g === (line(to) + step) % g),
          'from its owner',
        );
        t.equal(own.length, g * (g - 1));
      }
  }
});

t.test('PUMMA and SUMMA send a tile, or a panel, to a whole line', async (t) => {
  const m = new Grid(3, 3);
  const [A, B, C] = matrices(m, 6, ['xy -> xy']);
  const rowOf = (p: number): number => Math.floor(p / 3);
  for (const schedule of [pumma(A, B, C, m), summa(A, B, C, m, 2)]) {
    const found = messagesOf(t, schedule).filter(({ tensor: name }) => name === 'B');
    for (let step = 0; step < 3; step++)
      for (let row = 0; row < 3; row++) {
        const own = found.filter(({ launch, to }) => launch === step && rowOf(to) === row);
        t.equal(new Set(own.map(({ from }) => from)).size, 1, 'one sender');
        t.equal(own.length, 2, 'two receivers');
      }
  }
});

t.test("Johnson's algorithm: faces to layers, partial results back", async (t) => {
  const m = new Grid(2, 2, 2);
  const [A, B, C] = matrices(m, 4, ['xy -> xy0', 'xz -> x0z', 'zy -> 0yz']);
  const found = messagesOf(t, johnson(A, B, C, m));
  const count = (name: string, launch: number): number => found.filter((f) => f.tensor === name && f.launch === launch).length;
  t.same([count('B', 0), count('C', 0), found.length], [4, 4, 12]);
  const sums = found.filter(({ launch }) => launch > 0);
  t.ok(sums.every(({ tensor: name, from, to }) => name === 'A_partial' && from === to + 1 && to % 2 === 0));
});
