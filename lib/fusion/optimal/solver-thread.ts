/** The thread behind `Optimizer`: answers questions in turn; with a message in place of an answer where the solver is absent or fails. */
import { type MessagePort, workerData } from 'node:worker_threads';
import { isAbsent } from './highs.js';
import { answerTo } from './question.js';
import type { Asked, Reply } from './solver-messages.js';

const port = workerData as MessagePort;
let turn = Promise.resolve();

async function answer({ id, questions }: Asked): Promise<void> {
  const begun = performance.now();
  const reply = (rest: Omit<Reply, 'id' | 'seconds'>): void =>
    port.postMessage({ id, ...rest, seconds: (performance.now() - begun) / 1000 } satisfies Reply);
  try {
    const levels: (readonly number[] | null)[] = [];
    for (const question of questions) {
      const found = await answerTo(question);
      // Levels of the same cost would have the window planned anew for nothing.
      levels.push(found?.isBetter ? found.levels : null);
    }
    reply({ levels });
  } catch (error) {
    reply({ problem: error instanceof Error ? error.message : String(error), absent: isAbsent(error) });
  }
}

port.on('message', (message: Asked) => {
  turn = turn.then(() => answer(message));
});
