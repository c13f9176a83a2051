/** The thread behind `Optimizer`: answers questions in turn; with a message in place of an answer where there is no solver. */
import { type MessagePort, workerData } from 'node:worker_threads';
import { answerTo, type Question } from './question.js';

const port = workerData as MessagePort;
let turn = Promise.resolve();

async function answer({ id, question }: { id: number; question: Question }): Promise<void> {
  try {
    port.postMessage({ id, levels: (await answerTo(question))?.levels ?? null });
  } catch (error) {
    port.postMessage({ id, problem: error instanceof Error ? error.message : String(error) });
  }
}

port.on('message', (message: { id: number; question: Question }) => {
  turn = turn.then(() => answer(message));
});
