/** The packed library's files: which are loaded when, and stand-ins for modules of files that are not. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { standIn } from '../../../lib/boot/stand-in.js';

const BOOT = fileURLToPath(new URL('../../../pack/core/boot.cjs', import.meta.url));

/** The files that a process has loaded behind a program of CommonJS. */
function filesBehind(program: string): unknown {
  const text = `const { doors, files } = require(${JSON.stringify(BOOT)}); const np = doors['array/index'];
(async () => { ${program}; console.log(JSON.stringify(files())); process.exit(0); })();`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', text], {
    encoding: 'utf8',
    env: { ...process.env, MANIPLE_CONFIG: '' },
  });
  return stdout === '' ? stderr : JSON.parse(stdout);
}

/** Without a turn of the event loop, in which a process that waits would load ahead. */
const FIRST_RESULTS = `
const x = np.asarray([3, 1, 2]);
const z = x.subtract(x.mean()).divide(x.std());
np.sort(z, { descending: true }).dataSync();
np.where(np.abs(z).greater(1), z, 0).reshape([1, 3]).dataSync();
np.matmul(np.ones([2, 2]), np.ones([2])).add(np.linspace(0, 1, 2)).sum().itemSync();
String(np.concatenate([x, x]));
let u = np.ones([32, 32]);
for (let k = 0; k < 200; k++) u = u.multiply(0.5).add(u.slice(0).mean());
u.sum().itemSync();`;

t.test('first results and loops need the core alone', { skip: process.env.MANIPLE_ADDON === 'none' }, async (t) => {
  t.strictSame(filesBehind(''), ['core']);
  t.strictSame(filesBehind(FIRST_RESULTS), ['core']);
});

t.test('first results load no module of Node that brings streams', { skip: process.env.MANIPLE_ADDON === 'none' }, async (t) => {
  const loaded = `console.log(JSON.stringify(['v8', 'stream', 'worker_threads'].filter((x) => process.moduleLoadList.includes('NativeModule ' + x))));
process.exit(0)`;
  t.strictSame(filesBehind(`${FIRST_RESULTS}\n${loaded}`), []);
});

t.test('further files come with what they have', async (t) => {
  t.strictSame(filesBehind('await np.random.defaultRng(1).random({ shape: 3 }).data()'), ['core', 'work']);
  t.strictSame(filesBehind("doors['tensor/index']"), ['core', 'work', 'annex']);
});

t.test('a process that waits loads ahead', async (t) => {
  t.strictSame(filesBehind('await new Promise((resolve) => setTimeout(resolve, 600))'), ['core', 'work']);
});

t.test('a stand-in loads at the first use of a name', async (t) => {
  let loads = 0;
  const module = standIn(() => {
    loads++;
    if (loads === 1) throw new Error('cut short');
    return { one: 1, two: (): number => 2 };
  }) as Record<string, unknown>;
  t.equal(module.__esModule, true);
  t.equal(loads, 0, 'what a bundle asks of each module is no use of a name');
  const [first, second] = [Object.create(Object.getPrototypeOf(module)), Object.create(Object.getPrototypeOf(module))];
  t.throws(() => first.one, { message: 'cut short' });
  t.equal(first.one, 1);
  t.equal(second.two(), 2);
  t.equal(module.one, 1);
  t.equal(loads, 2, 'once it is loaded it is not loaded again');
});
