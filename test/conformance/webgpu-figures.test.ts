/** Figures of a GPU through a driver: `maniple info` prints them, measured by the first process and kept for the next; and a program placed by costs. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import t from 'tap';
import { drivers, whyNoDriver } from '../support/vulkan.js';

const driver = drivers.find(({ name }) => name === 'lavapipe');

const PROGRAM = `
import * as np from '${new URL('../../pack/array/index.js', import.meta.url).href}';
const x = np.asarray(new Float32Array(500).fill(1));
const y = np.device('auto', () => x.add(1));
console.log(y.device, (await y.data())[0], np.device('webgpu', () => x.add(1)).device, JSON.stringify(np.runtime.stats().stayed));
`;

t.test(
  'figures are measured once, and small work stays',
  { skip: driver === undefined && whyNoDriver, timeout: 240_000 },
  async (t) => {
    const folder = t.testdir();
    const run = (...args: string[]): string => {
      const env = { ...process.env, ...driver?.env, MANIPLE_CACHE: folder, MANIPLE_CONFIG: '--device webgpu --procs 1' };
      const { stdout, status, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
      t.equal(status, 0, stderr);
      return stdout;
    };
    const figures = (): unknown => JSON.parse(run('dist/pack/cli/main.cjs', 'info', '--json')).figures;
    const first = figures() as string[];
    t.match(first[0], /^gpu0 \(measured\): [\d.]+ µs a window, /);
    t.same(figures(), first);
    t.equal(readdirSync(folder).filter((name) => name.startsWith('figures-')).length, 1);
    t.match(run('--input-type=module', '-e', PROGRAM), /^cpu 2 gpu0 {"cost":1}/);
  },
);
