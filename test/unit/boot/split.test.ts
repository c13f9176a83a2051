/** The packed library's files: which are loaded when, and stand-ins for modules of files that are not. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { functionBehind, type Later, laterThrough } from '../../../lib/boot/stand-in.js';

/** A stand-in for the module that a function loads. */
const standsFor = (load: () => Record<string, unknown>, ...stubs: [Parameters<Later>[2]?]): object =>
  laterThrough(() => load)('file', 'module', ...stubs);

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
  t.strictSame(filesBehind('await np.random.defaultRng(1).random({ shape: 3 }).data()'), ['core', 'random']);
  t.strictSame(filesBehind("doors['sparse/index'].poisson1d(3)"), ['core', 'sparse']);
  t.strictSame(filesBehind('await np.median(np.nanmean([[1, 2]], { axis: 0 })).item()'), ['core', 'composed']);
  t.strictSame(filesBehind("doors['tensor/index']"), ['core', 'work', 'annex']);
});

/** Loads nothing by itself: `Object.getOwnPropertyNames` of namespaces, names and lengths of functions. */
const LOOKS = `
Object.entries(np).map(([name, fn]) => [name, typeof fn, fn?.name, fn?.length]);
[np.random, np.linalg, np.fft].map((space) => Object.keys(space).length);`;

t.test('functions of further files are there without them', async (t) => {
  t.strictSame(filesBehind(LOOKS), ['core']);
  const differing = `const { length, name } = np.polyfit;
console.log(JSON.stringify([length, name, typeof np.random.Generator, np.linalg.solve === doors['array/linalg/index'].solve]))
process.exit(0)`;
  const { polyfit } = (await import('../../../lib/array/index.js')) as Record<string, unknown> as { polyfit: () => void };
  t.strictSame(filesBehind(differing), [polyfit.length, 'polyfit', 'function', true]);
});

t.test('functions of further files have complex forms, before they are loaded and behind that', async (t) => {
  const program = `const z = np.complex([[1, 2, 3], [3, 4, 5]], [[0, 1, 0], [0, 0, 1]]);
const results = [np.rot90, np.nansum, np.nansum].map((fn) => String(fn(z)));
let refused;
try { np.nansum(z, { out: np.zeros([]) }) } catch (error) { refused = error.name }
console.log(JSON.stringify([...results, String(np.cross(z.slice(0), z.slice(1))), refused])); process.exit(0)`;
  const np = await import('../../../lib/array/index.js');
  const z = np.complex(
    [
      [1, 2, 3],
      [3, 4, 5],
    ],
    [
      [0, 1, 0],
      [0, 0, 1],
    ],
  );
  const sum = String(np.nansum(z as never));
  const expected = [
    String(np.rot90(z as never)),
    sum,
    sum,
    String(np.cross(z.slice(0) as never, z.slice(1) as never)),
    'DTypeError',
  ];
  t.strictSame(filesBehind(program), expected);
});

t.test('a process that waits loads ahead', async (t) => {
  const ahead = ['core', 'work', 'composed', 'linalg', 'fft', 'random'];
  t.strictSame(filesBehind('await new Promise((resolve) => setTimeout(resolve, 900))'), ahead);
});

t.test('a stub loads the file of its function, and is known as that function', async (t) => {
  let loads = 0;
  const module = standsFor(
    () => {
      loads++;
      return { add, more: 1 };
    },
    (names, load) => ({ __proto__: names, add: (...given: [number, number]) => (load().add as typeof add)(...given) }),
  ) as Record<string, unknown> & { add: typeof add };
  const add = (a: number, b: number): number => a + b;
  const stub = module.add;
  t.equal(loads, 0);
  t.equal(functionBehind(add), add, 'no stub');
  t.equal(functionBehind(stub), add);
  t.equal(loads, 1);
  t.equal(stub(1, 2), 3);
  t.equal(module.add, add, 'the function itself from then on');
  t.equal(functionBehind(stub), add);
  t.equal(module.more, 1);
});

t.test('a stand-in loads at the first use of a name', async (t) => {
  let loads = 0;
  const module = standsFor(() => {
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
