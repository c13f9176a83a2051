/** Progress of long work: a bar at a terminal, and nothing elsewhere. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import t from 'tap';
import { Progress } from '../../../lib/cli/progress.js';
import { noteProgress } from '../../../lib/profile/index.js';
import * as sparse from '../../../lib/sparse/index.js';

/** A terminal of 80 columns, and what was written to it. */
function terminal(isTTY: boolean) {
  const written: string[] = [];
  const stream = Object.assign(new PassThrough(), {
    isTTY,
    columns: 80,
    ...{ cursorTo: () => true, clearLine: () => true, clearScreenDown: () => true, moveCursor: () => true },
  });
  stream.on('data', (bytes: Buffer) => written.push(bytes.toString()));
  return { stream, text: () => written.join('') };
}

t.test('work that notes how far it has come is shown until the end', async (t) => {
  const { stream, text } = terminal(true);
  const progress = await Progress.open(stream);
  noteProgress('counting', 1, 4);
  progress.show('solving', Number.NaN);
  progress.stop();
  noteProgress('late', 1, 2);
  t.match(text(), /counting \[.*\] 25%/);
  t.notMatch(text(), /late/);
  progress.stop();
});

t.test('nothing is written where there is no terminal', async (t) => {
  const { stream, text } = terminal(false);
  const progress = await Progress.open(stream);
  noteProgress('counting', 1, 4);
  progress.show('solving', 0.5);
  progress.stop();
  t.equal(text(), '');
});

t.test('a large file is shown as it is read and taken in', async (t) => {
  const { stream, text } = terminal(true);
  const path = join(t.testdir(), 'large.mtx');
  const n = 150_000;
  const line = (i: number): string => `${i + 1} ${i + 1} ${(i + 0.123456789012345).toFixed(12)}\n`;
  writeFileSync(
    path,
    `%%MatrixMarket matrix coordinate real general\n${n} ${n} ${n}\n${Array.from({ length: n }, (_, i) => line(i)).join('')}`,
  );
  const progress = await Progress.open(stream);
  await sparse.readMatrixMarket(path);
  progress.stop();
  t.match(text(), /reading .*large\.mtx \[/);
});
