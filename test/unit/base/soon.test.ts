/**
 * Turns of the event loop that are asked for within calls which a time limit ends: the process goes on and ends by itself. With `setImmediate` in
 * place of `soon`, one process of two ended with a TypeError of Node's own, or never.
 */
import { spawnSync } from 'node:child_process';
import t from 'tap';

const base = new URL('../../../lib/base/index.js', import.meta.url).href;
const LIMITS = 600;

const program = `
  import vm from 'node:vm';
  import { behindCall, nextTurn, soon } from '${base}';
  let turns = 0;
  const context = vm.createContext({ soon, behindCall, turn: () => turns++ });
  const endless = 'for (;;) { for (let i = 0; i < 20; i++) { soon(turn); behindCall(turn); } if (Date.now() < 0) break; }';
  let ended = 0;
  for (let i = 0; i < ${LIMITS}; i++) {
    try { vm.runInContext(endless, context, { timeout: 1 }); } catch (error) { if (error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') ended++; }
    if (i % 10 === 0) await nextTurn();
  }
  console.log(ended, turns > ended);
`;

t.test('time limits over calls that ask for turns', async (t) => {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  t.same([status, signal, stderr], [0, null, ''], 'the process ends without a word');
  t.equal(stdout, `${LIMITS} true\n`, 'every call was ended, and turns came');
});

t.test('an order: behind the call, then a turn', async (t) => {
  const { behindCall, soon } = await import('../../../lib/base/index.js');
  const order: string[] = [];
  await new Promise<void>((resolve) => {
    soon(() => {
      order.push('turn');
      resolve();
    });
    behindCall(() => order.push('behind'));
    order.push('call');
  });
  t.same(order, ['call', 'behind', 'turn']);
});
