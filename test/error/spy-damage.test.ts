/** Damaged logs: cut and changed at any byte, none is read as a log that was verified, and none is an error of another kind. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { FileFormatError } from '../../lib/base/index.js';
import { createRuntime } from '../../lib/runtime/index.js';
import { readLog, verify } from '../../lib/spy/index.js';
import { onRuntime } from '../support/on-runtime.js';

const SEED = 52_000;
const DAMAGES = 1000;
const folder = mkdtempSync(join(tmpdir(), 'maniple-damage-'));
t.teardown(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'log');

/** A small generator, so that damages are the same each time. */
function drawing(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** One damage: a byte changed, taken out or put in, a stretch copied elsewhere, the end cut off. */
function damaged(bytes: Buffer, draw: (below: number) => number): Buffer {
  const at = draw(bytes.length);
  const byte = Buffer.from([draw(2) === 0 ? draw(256) : 48 + draw(10)]);
  const cases: readonly (() => Buffer)[] = [
    () => Buffer.concat([bytes.subarray(0, at), byte, bytes.subarray(at + 1)]),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
    () => Buffer.concat([bytes.subarray(0, at), byte, bytes.subarray(at)]),
    () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(draw(at + 1), at), bytes.subarray(at)]),
    () => bytes.subarray(0, at),
    () => bytes.subarray(0, bytes.lastIndexOf(10, at) + 1),
    () => Buffer.concat([bytes.subarray(0, bytes.lastIndexOf(10, at) + 1), bytes.subarray(bytes.indexOf(10, at) + 1)]),
  ];
  return cases[draw(cases.length)]();
}

t.test('no damage is taken for a good log', { timeout: 120_000 }, async (t) => {
  await onRuntime(createRuntime({ procs: 1, tier: 'block', tracing: 'off', spy: file }), async () => {
    const x = np.arange(40).reshape([8, 5]);
    await x.add(x.sum({ axis: 0 })).data();
    await np.take(x, [3, 1]).data();
  });
  const good = readFileSync(file);
  t.same(verify(await readLog(file)).problems, []);
  const draw = drawing(SEED);
  let [refused, told] = [0, 0];
  for (let i = 0; i < DAMAGES; i++) {
    const bytes = damaged(good, draw);
    if (bytes.equals(good)) continue;
    writeFileSync(file, bytes);
    try {
      const { problems } = verify(await readLog(file));
      if (problems.length > 0) told++;
      else t.fail(`seed ${SEED}, damage ${i}: the log counts as verified`);
    } catch (error) {
      if (error instanceof FileFormatError) refused++;
      else t.fail(`seed ${SEED}, damage ${i}: ${error}`);
    }
  }
  t.ok(refused > DAMAGES / 2 && told > 0, `seed ${SEED}: ${refused} refused, ${told} told to be incomplete`);
});
