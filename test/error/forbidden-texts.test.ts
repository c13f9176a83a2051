/** Processes that forbid functions made of texts: the host's threads compute, and what needs emitted JavaScript says what it needs. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { loadAddon } from '../../lib/native/index.js';

const run = promisify(execFile);
const library = new URL('../../pack/array/index.js', import.meta.url).href;

async function forbidden(program: string, settings: string): Promise<string[]> {
  const text = `import * as np from ${JSON.stringify(library)};\n${program}`;
  const args = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', text];
  const env = { ...process.env, MANIPLE_CONFIG: settings, NODE_OPTIONS: '' };
  return (await run(process.execPath, args, { env })).stdout.trim().split('\n');
}

t.test('kernels of the host run', { skip: loadAddon() === null && 'there is no addon' }, async (t) => {
  const lines = await forbidden(
    `
    const f = np.vectorize((a) => (a > 2 ? a * 2 : a + (2 ** 3 - 3)));
    console.log((await f(np.array([1, 2, 3])).tolist()).join());
    console.log((await np.sort(np.array([3, 1]).add(1)).tolist()).join());
    try { np.fmax.at(np.ones([2]), [0, 0], [2, 4]); } catch (error) { console.log(error.code, error.message); }
    `,
    '--procs 2',
  );
  t.same(lines.slice(0, 2), ['6,7,6', '2,4']);
  t.match(lines[2], /^ERR_DEVICE this process forbids functions made of texts.*take the device cpu with its addon$/);
});

t.test('kernels in JavaScript do not', async (t) => {
  const program = `
    await np.ones([4]).add(1).tolist().catch((error) => console.log(error.message));
  `;
  const lines = await forbidden(program, '--device js --procs 1');
  t.match(lines[0], /this process forbids functions made of texts/);
});
