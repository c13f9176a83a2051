/** Under Node's permission model everything computes that may: without addons in JavaScript, without threads on the calling one. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { loadAddon } from '../../lib/native/index.js';

const run = promisify(execFile);
const flags = process.allowedNodeEnvironmentFlags;
const model = ['--permission', '--experimental-permission'].find((flag) => flags.has(flag));
const library = new URL('../../pack/array/index.js', import.meta.url).href;

/** Windows large enough for threads, and long enough to be mined for repeats. */
const PROGRAM = `
  import * as np from ${JSON.stringify(library)};
  process.on('warning', ({ code, message }) => code === 'MANIPLE_NO_ADDON' && console.log(message));
  let x = np.ones([200000]);
  for (let i = 0; i < 400; i++) x = x.multiply(0.5).add(i);
  console.log(await x.sum().item());
`;

async function under(grants: readonly string[]): Promise<string[]> {
  const args = [model ?? '', '--allow-fs-read=*', ...grants, '--input-type=module', '-e', PROGRAM];
  const env = { ...process.env, MANIPLE_CONFIG: '--procs 2 --window 64', NODE_OPTIONS: '' };
  const { stdout } = await run(process.execPath, args, { env });
  return stdout.trim().split('\n');
}

const sum = (): number => {
  let x = 1;
  for (let i = 0; i < 400; i++) x = x * 0.5 + i;
  return x * 200_000;
};

t.test('what may not be had is done without', { skip: model === undefined && 'this Node has no permission model' }, async (t) => {
  const grants = ['--allow-addons', '--allow-worker', '--allow-child-process'].filter((flag) => flags.has(flag));
  for (const granted of [[], ['--allow-worker'], ['--allow-addons'], ['--allow-addons', '--allow-worker'], grants]) {
    if (granted.some((flag) => !grants.includes(flag))) continue;
    const lines = await under(granted);
    t.equal(Number(lines.at(-1)), sum(), granted.join(' '));
    const without = loadAddon() !== null && grants.includes('--allow-addons') && !granted.includes('--allow-addons');
    if (without) t.match(lines[0], /loading addons is disabled.*start node with --allow-addons/);
  }
});
