/** Helpers of the JavaScript device that die: at rest, and inside a launch, which nobody would leave any more. */
import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { JsDevice } from '../../../lib/device/index.js';
import { Team } from '../../../lib/device/js/team.js';
import { STATUS } from '../../../lib/ir/index.js';
import { RECORD } from '../../../lib/native/index.js';
import { defaults } from '../../../lib/runtime/config.js';
import { useRuntime } from '../../../lib/runtime/index.js';
import { Runtime } from '../../../lib/runtime/runtime.js';

const HELPERS = 2;
const UNITS = 1000;
/** Slots after the record's parameters: how many helpers are in the kernel, and how many units were run. */
const [INSIDE, RAN] = [RECORD.PARAMS + 1, RECORD.PARAMS + 2];
/** Counts its units; 1 in `P[p]` has a helper stay for ever, 2 for longer than it is waited for without a question. */
const SOURCE = `
  const run = (P, Q, p, u0, u1) => {
    const words = new BigInt64Array(P.buffer);
    if (P[p] === 1) {
      Atomics.add(words, ${INSIDE}, 1n);
      for (;;) Atomics.load(words, ${INSIDE});
    }
    if (P[p] === 2) {
      Atomics.add(words, ${INSIDE}, 1n);
      const end = Date.now() + 200;
      while (Date.now() < end);
    }
    Atomics.add(words, ${RAN}, BigInt(u1 - u0));
  };
  return { run, finish: () => undefined };`;

function makeTeam(): { team: Team; records: Float64Array; words: BigInt64Array } {
  const buffer = new SharedArrayBuffer(64 * 8);
  const records = new Float64Array(buffer);
  records.set([RECORD.PARAMS + 3, 0, UNITS, 1, 0, 0], 0);
  const team = new Team(HELPERS, buffer);
  team.tell({ kind: 'kernel', number: 0, source: SOURCE });
  return { team, records, words: new BigInt64Array(buffer) };
}

/** Launches on all threads; those that helpers do not run are run here, slowly. */
function runAll({ team, words }: ReturnType<typeof makeTeam>): boolean {
  words[RAN] = 0n;
  return team.run(0, UNITS, 1, (u0, u1) => void Atomics.add(words, RAN, BigInt(u1 - u0)));
}

async function gather(made: ReturnType<typeof makeTeam>): Promise<void> {
  while (made.team.serving < HELPERS) {
    runAll(made);
    await setTimeout(2);
  }
}

t.test('helpers that die inside a launch are missed, and replaced', async (t) => {
  const made = makeTeam();
  const { team, records, words } = made;
  for (let round = 1; round <= 3; round++) {
    await gather(made);
    records[RECORD.PARAMS] = 1;
    words[INSIDE] = 0n;
    const ends: Promise<number>[] = [];
    const whole = team.run(0, UNITS, 1, () => {
      if (ends.length > 0) return;
      while (Number(Atomics.load(words, INSIDE)) < HELPERS);
      // The loop of this thread does not turn until the launch is over: nothing tells it that they ended.
      records[RECORD.PARAMS] = 0;
      for (const thread of team.threads) ends.push(thread.terminate());
    });
    t.equal(whole, false, `round ${round}: the launch is not whole`);
    t.equal(runAll(made), true, 'the next one is, before the loop has turned');
    t.equal(words[RAN], BigInt(UNITS));
    await Promise.all(ends);
    await gather(made);
    t.equal(team.serving, HELPERS, 'all seats are taken');
    t.equal(runAll(made), true);
    t.equal(words[RAN], BigInt(UNITS));
  }
  await team.close();
});

t.test('helpers that began since the loop turned are waited for, however long they take', async (t) => {
  const made = makeTeam();
  const { team, records, words } = made;
  runAll(made);
  // Helpers are called in the turn behind the one that is asked for within the launch.
  await nextTurn();
  await nextTurn();
  records[RECORD.PARAMS] = 2;
  let whole = true;
  while (Atomics.load(words, INSIDE) === 0n) {
    whole = runAll(made) && whole;
    if (words[RAN] !== BigInt(UNITS)) whole = false;
  }
  t.equal(whole, true, 'every launch is whole');
  records[RECORD.PARAMS] = 0;
  await team.close();
});

t.test('helpers that die at rest cost nothing', async (t) => {
  const made = makeTeam();
  for (let i = 0; i < 3; i++) {
    await gather(made);
    await made.team.threads[i % HELPERS].terminate();
    t.equal(runAll(made), true);
    t.equal(made.words[RAN], BigInt(UNITS));
  }
  await gather(made);
  await made.team.close();
});

t.test('a launch that lost a thread is one typed error at its readers', async (t) => {
  /** Loses a thread in the next launch that is large. */
  class Unlucky extends JsDevice {
    override failures(): number[] {
      return this.#unlucky && this.completed() > 0 ? [this.completed(), STATUS.LOST] : super.failures();
    }
    #unlucky = true;
    mend(): void {
      this.#unlucky = false;
    }
  }
  const device = new Unlucky(1);
  const rt = new Runtime({ ...defaults(), procs: 1, tracing: 'off', device: 'js' }, device, null);
  const before = useRuntime(rt);
  const bad = np.arange(1000).add(1);
  t.throws(() => bad.dataSync(), { code: 'ERR_TASK', message: /a thread that ran some of it ended; compute it again/ });
  device.mend();
  t.equal(np.arange(1000).sum().itemSync(), 499500);
  useRuntime(before);
  await rt.close();
});
