/**
 * Calls that a time limit ends while the process does everything for the first time: libraries and parts of Node are being loaded, threads are
 * being started. The next call is right, nothing is warned of, and the process ends by itself.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import t from 'tap';
import { loadAddon } from '../../lib/native/index.js';
import { Draw } from '../support/random.js';

const RUNS = Number(process.env.FUZZ_PROGRAMS ?? 6);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
/** Milliseconds within which most of what happens once has happened. */
const LONGEST = 40;

const library = new URL('../../pack/array/index.js', import.meta.url).href;
const runtimes = new URL('../../pack/runtime/index.js', import.meta.url).href;

const program = (device: string, limit: number): string => `
  import vm from 'node:vm';
  import * as np from '${library}';
  import { createRuntime, useRuntime } from '${runtimes}';
  useRuntime(createRuntime({ device: '${device}', procs: 3, inline: false }));
  const endless = 'for (;;) np.ones([100000]).multiply(2).sum().itemSync()';
  try { vm.runInContext(endless, vm.createContext({ np }), { timeout: ${limit} }); } catch (error) { console.log(error.code); }
  let sum;
  for (let tries = 0; tries < 2 && sum === undefined; tries++)
    try { sum = np.arange(100000).add(1).sum().itemSync(); } catch (error) { console.log(error.code); }
  console.log(sum);
`;

t.test(`${RUNS} first calls, seed ${SEED}`, { timeout: 60_000 + 20_000 * RUNS }, async (t) => {
  const draw = new Draw(SEED);
  const devices = loadAddon() === null ? ['js'] : ['js', 'js', 'cpu'];
  for (let run = 0; run < RUNS; run++) {
    const [device, limit] = [draw.pick(devices), 1 + draw.int(LONGEST)];
    const child = spawn(process.execPath, ['--input-type=module', '-e', program(device, limit)], { timeout: 60_000 });
    const [out, err, [status, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    const name = `${device}, ended after ${limit} ms`;
    t.same([status, signal, err], [0, null, ''], `${name}: it ends without a word`);
    // The call was ended by Node, or by the library where it found out first; the next one may be refused once, for what the first left.
    t.match(
      out,
      /^(ERR_SCRIPT_EXECUTION_TIMEOUT|ERR_TASK)\n((ERR_TASK|ERR_INTERRUPTED)\n)?5000050000\n$/,
      `${name}: the next call is right`,
    );
  }
});
