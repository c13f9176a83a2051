/** A thread that answers as no solver does: in turn with nothing, too few levels, levels against the edges, no numbers; then it dies. */
import { type MessagePort, workerData } from 'node:worker_threads';

const port = workerData as MessagePort;

port.on('message', ({ id, questions }: { id: number; questions: { start: number[] }[] }) => {
  const [{ start }] = questions;
  const answers: unknown[] = [
    undefined,
    { id: 99, levels: start },
    { id, levels: null },
    { id, levels: start },
    { id, levels: [start.slice(1)] },
    { id, levels: [[...start].reverse()] },
    { id, levels: [start.map(() => 0.5)] },
    { id, levels: [start.map(() => -1)] },
    { id, levels: [start.map(() => 'a')] },
  ];
  if (id > answers.length) throw new Error('the thread dies');
  port.postMessage(answers[id - 1]);
});
