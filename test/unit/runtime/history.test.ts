/** Uses of a block are forgotten once all of their elements were overwritten, by one write or by several together. */
import t from 'tap';
import { Relations } from '../../../lib/dependence/index.js';
import type { Plan } from '../../../lib/fusion/index.js';
import { BlockHistory, type Wait } from '../../../lib/runtime/replay/history.js';
import { Comparisons, costs } from '../../../lib/runtime/tiering/index.js';
import { internView } from '../../../lib/shape/index.js';
import type { Root } from '../../../lib/store/index.js';

const box = (low: number, high: number) => ({ rect: { low: [low], high: [high] }, count: 1 });

function waitsOf(history: BlockHistory, low: number, high: number, writes: boolean): number[] {
  const out: Wait[] = [];
  history.waits(box(low, high), writes, out);
  return out.map(({ on }) => on).sort((a, b) => a - b);
}

t.test('an array whose inner elements and ends are written apart forgets what came before', async (t) => {
  const history = new BlockHistory(new Relations(), 'x');
  history.write(0, box(0, 10));
  history.read(1, box(0, 10));
  history.write(2, box(1, 9));
  t.same(waitsOf(history, 0, 10, true), [0, 1, 2], 'the ends have their old contents');
  history.write(3, box(0, 1));
  history.write(4, box(9, 10));
  t.same(waitsOf(history, 0, 10, false), [2, 3, 4]);
  t.same(waitsOf(history, 0, 10, true), [2, 3, 4]);
  t.equal(history.uses().length, 3);
});

t.test('a use of elements that a later write has does not wait for the earlier one', async (t) => {
  const history = new BlockHistory(new Relations(), 'x');
  history.write(0, box(0, 10));
  history.write(1, box(0, 5));
  t.same(waitsOf(history, 0, 4, false), [1]);
  t.same(waitsOf(history, 4, 6, false), [0, 1]);
  t.same(waitsOf(history, 6, 8, false), [0]);
});

t.test('the reads of the operation that writes stay', async (t) => {
  const history = new BlockHistory(new Relations(), 'x');
  history.read(0, box(0, 10));
  history.write(0, box(0, 10));
  t.same(waitsOf(history, 0, 10, true), [0, 0]);
});

/** Steps of one root of ten elements: each the ranges that it reads and the one that it writes. */
function planOf(
  ...steps: readonly (readonly [reads: readonly (readonly [number, number])[], write: readonly [number, number]])[]
) {
  const view = (low: number, high: number) => internView([high - low], [1], low);
  const made = steps.map(([reads, write]) => ({
    kernel: { args: [...reads.map(() => ({ privilege: 'read' })), { privilege: 'write' }] },
    bindings: [...reads, write].map(([low, high]) => ({ slot: 0, view: view(low, high) })),
    reads: [0],
    writes: [0],
  }));
  return [{ steps: made } as unknown as Plan, [{ view: view(0, 10) } as Root]] as const;
}

/** The comparisons of a plan: the fewest that its runs have to pay for. */
function comparisonsOf(plan: Plan, slots: readonly Root[]): number {
  let [unpaid, paid] = [-1, 1 << 16];
  while (paid - unpaid > 1) {
    const count = (paid + unpaid) >> 1;
    const runs = costs.comparisonRuns * ((count + 0.5) / plan.steps.length - costs.comparisons);
    if (new Comparisons().pay(runs, plan, slots)) paid = count;
    else unpaid = count;
  }
  return paid;
}

t.test('comparisons are counted of what is left of uses, and not of reads with reads', async (t) => {
  const write = [[], [0, 10]] as const;
  t.equal(comparisonsOf(...planOf(write, write, write)), 2, 'each write with the one before it');
  const [inner, start, end] = [[[[0, 8]], [1, 9]] as const, [[[8, 9]], [0, 1]] as const, [[[1, 2]], [9, 10]] as const];
  const round = comparisonsOf(...planOf(inner, start, end));
  const rounds = [2, 3, 4].map((n) => comparisonsOf(...planOf(...Array.from({ length: n }, () => [inner, start, end]).flat())));
  t.equal(rounds[1] - rounds[0], rounds[2] - rounds[1], 'rounds behind the first have equally many');
  t.ok(rounds[0] > 2 * round);
});

t.test('comparisons pay after equally many runs, however often that is asked', async (t) => {
  const many = planOf(...Array.from({ length: 50 }, (_, i) => [[[0, 10]], [i % 10, (i % 10) + 1]] as const));
  const needed = costs.comparisonRuns * (comparisonsOf(...many) / 50 - costs.comparisons);
  const each = new Comparisons();
  const paid = Array.from({ length: Math.ceil(needed) + 2 }, (_, runs) => each.pay(runs, ...many));
  t.ok(needed > 10);
  t.equal(paid.indexOf(true), Math.ceil(needed));
  t.equal(new Comparisons().pay(Math.ceil(needed), ...many), true);
});
