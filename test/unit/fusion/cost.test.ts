/** The cost model against plans: bytes and launches of clusters are those of the steps, where tasks go through producers of which nothing is left, too. */
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { localsOf } from '../../../lib/fusion/cluster.js';
import { clusterers } from '../../../lib/fusion/clusterers.js';
import { bytesOf, costModels, costOf } from '../../../lib/fusion/cost.js';
import { joined } from '../../../lib/fusion/optimal/parts.js';
import { answerTo, levelsBy, questionOf } from '../../../lib/fusion/optimal/question.js';
import { mayRunBy } from '../../../lib/fusion/optimal/window-graph.js';
import { cutWindow, growthOf, type Planning, watchPlanning } from '../../../lib/fusion/planner.js';
import { asPlanned } from '../../../lib/fusion/through.js';
import { createRuntime } from '../../../lib/runtime/index.js';
import type { Root } from '../../../lib/store/index.js';
import type { Task } from '../../../lib/task/index.js';
import { onRuntime } from '../../support/on-runtime.js';

const N = 30_000;
const at = (): np.NDArray => np.asarray(BigInt64Array.from({ length: 300 }, (_, i) => BigInt(7 * i)));
const x = (): np.NDArray => np.asarray(Float64Array.from({ length: N }, (_, i) => i));

const nothingKept = (): boolean => false;

interface Sums {
  readonly bytes: number;
  readonly launches: number;
}

/**
 * What the plan's steps move, with all slots left out that others are computed from in their kernels. Stores of results that nothing in the
 * window uses again are the same for all clusterings, and the model leaves them out.
 */
function planned(tasks: readonly Task[], slots: readonly Root[], planning: Planning): Sums {
  const cut = cutWindow(tasks, slots, planning);
  const { steps } = cut.plan(cut.candidates.flatMap(({ slot, consumed }) => (consumed ? [slot] : [])));
  const results = new Set(cut.candidates.map(({ slot }) => slot));
  const bytes = steps.flatMap(({ bindings, kernel }) =>
    bindings.map(({ slot, view }, k) => {
      const privilege = kernel?.args[k].privilege;
      const uses = Number(privilege !== 'write') + Number(privilege !== 'read' && !results.has(slot));
      return uses * view.size * slots[slot].dtype.size;
    }),
  );
  return { bytes: bytes.reduce((sum, n) => sum + n, 0), launches: steps.length };
}

/** What the cost model says that the rule of thumb's clusters move. */
function modelled(window: readonly Task[], slots: readonly Root[], planning: Planning): Sums {
  const { tasks, gone } = asPlanned(window, planning, nothingKept);
  const { clusters } = clusterers.greedy(tasks, growthOf(tasks, slots, planning, gone), slots, null);
  const locals = localsOf(clusters, slots);
  const bytes = bytesOf(clusters, locals, gone);
  return { bytes, launches: (costOf(clusters, locals, gone) - bytes) / costModels.time.launch };
}

/** Looks at each window that a program has planned; roots carry their slots meanwhile. */
async function watch(program: () => Promise<unknown>, look: (...window: Parameters<typeof planned>) => void): Promise<void> {
  const looking = (...window: Parameters<typeof planned>): void => {
    watchPlanning(null);
    look(...window);
    watchPlanning(looking);
  };
  watchPlanning(looking);
  try {
    await onRuntime(createRuntime({ tier: 'block', tracing: 'off', plans: 'kept', window: 1000, small: 0 }), program);
  } finally {
    watchPlanning(null);
  }
}

const programs: Readonly<Record<string, () => Promise<unknown>>> = {
  'a gather through a producer': () => np.take(x().multiply(2).add(1), at()).data(),
  'two gathers, and another loop over the operand': async () => {
    const a = x();
    const y = a.sqrt().add(1);
    const found = np.take(y, at()).add(np.take(y, at().add(3)));
    await found.add(a.sum()).data();
  },
  'a gather beside loops of another domain': async () => {
    const [a, b] = [x(), np.asarray(Float64Array.from({ length: N + 1 }, (_, i) => i))];
    const found = np.take(a.multiply(3), at());
    b.addAssign(1);
    b.multiplyAssign(2);
    await found.add(b.sum()).data();
  },
  'shifted views': async () => {
    const y = x().multiply(2);
    await y.slice('1:').subtract(y.slice(':-1')).data();
  },
};

for (const [name, program] of Object.entries(programs)) {
  t.test(name, async (t) => {
    let gone = 0;
    await watch(program, (tasks, slots, planning) => {
      if (tasks.length < 2) return;
      gone += asPlanned(tasks, planning, nothingKept).gone.size;
      t.same(modelled(tasks, slots, planning), planned(tasks, slots, planning), tasks.map(({ kind }) => kind.name).join());
    });
    t.ok(gone > 0, `${gone} producers are gone`);
  });
}

t.test('levels of tasks of which nothing is left', async (t) => {
  t.same(joined([{ positions: [0, 2], levels: [0, 1], gone: [{ position: 1, behind: [0] }] }]), [0, 1, 2]);
  t.same(
    joined([
      {
        positions: [1],
        levels: [0],
        gone: [
          { position: 0, behind: [] },
          { position: 2, behind: [0, 1] },
        ],
      },
    ]),
    [0, 1, 2],
  );
  t.same(joined([{ positions: [0, 1], levels: [1, 0] }]), [1, 0]);
  t.end();
});

t.test('a window with producers that are gone is asked for without them', async (t) => {
  const program = async (): Promise<void> => {
    const [a, b, c] = [x(), np.asarray(Float64Array.from({ length: N + 1 }, (_, i) => i)), x().add(2)];
    await np.runtime.fence();
    const found = np.take(c.multiply(3).add(1), at());
    for (let i = 0; i < 3; i++) {
      a.slice('1:').assign(b.slice(':-2').multiply(0.5));
      b.slice('1:').assign(a.add(b.sum().remainder(7)));
    }
    c.addAssign(1);
    await found.add(a.sum()).add(b.sum()).add(c.sum()).data();
  };
  const answers: Promise<void>[] = [];
  await watch(program, (window, slots, planning) => {
    if (window.length < 12) return;
    const { tasks, gone } = asPlanned(window, planning, nothingKept);
    t.equal(gone.size, 2);
    const parts = questionOf(window, slots, planning, nothingKept);
    if (parts === null) throw new Error('there is something to gain');
    t.same(
      parts.flatMap(({ positions }) => [...positions]).sort((a, b) => a - b),
      [...tasks.keys()].filter((position) => !gone.has(position)),
    );
    const start = joined(parts.map(({ positions, start: levels, gone }) => ({ positions, levels, gone })));
    t.ok(mayRunBy(tasks, start), 'tasks may run by the levels that are known');
    answers.push(
      (async () => {
        const found = await Promise.all(parts.map(({ question }) => (question === null ? null : answerTo(question))));
        const levels = levelsBy(
          parts,
          found.flatMap((answer) => (answer === null ? [] : [answer.levels])),
        );
        slots.forEach((root, slot) => {
          root.slot = slot;
        });
        t.ok(levels === null || mayRunBy(tasks, levels), 'and by those of the answer');
      })(),
    );
  });
  t.equal(answers.length, 1);
  await Promise.all(answers);
});
