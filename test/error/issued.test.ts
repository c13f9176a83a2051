/** Errors that come up at a reader: they name the index, the size and the line that issued the operation, and begin with the user's frames. */
import { spawnSync } from 'node:child_process';
import t from 'tap';
import * as np from '../../lib/array/index.js';
import * as linalg from '../../lib/array/linalg/index.js';
import { addonProblem } from '../../lib/native/index.js';

const library = new URL('../../pack/array/index.js', import.meta.url).href;
/** The addon copies whole rows, and counts them alone; a kernel knows the axis. */
const hasAddon = addonProblem() === null;

/** The error of a promise. */
async function errorOf(read: Promise<unknown>): Promise<Error> {
  return read.then(
    () => t.fail('it was computed') as never,
    (error: unknown) => error as Error,
  );
}

const x = np.arange(4);
const cases: [string, () => np.NDArray, string][] = [
  [
    'one of several',
    () => np.take(x, [1, 7]),
    'take: index 7, number 1 of the indices, is outside the 4 elements that it selects from',
  ],
  ['the only one', () => np.take(x, [4]), 'take: index 4 is outside the 4 elements that it selects from'],
  [
    'along an axis',
    () =>
      np.take(
        np.ones([3, 4]),
        [
          [1, 2],
          [-5, 0],
        ],
        1,
      ),
    'take: index -5, number [1, 0] of the indices, is outside axis 1, which has 4 elements',
  ],
  [
    'the second of two index arrays',
    () => np.ones([3, 3]).gather([0, 1], [2, -4]),
    'take: index -4, number 1 of the indices, is outside axis 1, which has 3 elements',
  ],
  [
    'whole rows',
    () => np.take(np.ones([1000, 64]), np.full([500], 1000, { dtype: 'int64' }), 0),
    `take: index 1000, number 0 of the indices, is outside ${hasAddon ? 'the 1000 elements that it selects from' : 'axis 0, which has 1000 elements'}`,
  ],
  [
    'a float that is no whole number',
    () => np.take([1, 2], np.asarray([1, 0.5])),
    'take: index 0.5, number 1 of the indices, is no whole number',
  ],
  [
    'a computed one',
    () =>
      np
        .asarray([1, 2])
        .get(np.asarray([-1.25, Number.NaN]).add(0))
        .add(1),
    'take: index -1.25, number 0 of the indices, is no whole number',
  ],
  ['NaN', () => np.take([1, 2], np.asarray([Number.NaN])), 'take: index NaN is no whole number'],
  [
    'a scatter',
    () => np.addAt(np.zeros([3]), [0, 3], [1, 2]),
    'addAt: index 3, number 1 of the indices, is outside the 3 elements that it selects from',
  ],
  [
    'fused with what uses it',
    () => np.take(x, [9]).add(1).multiply(2),
    'take: index 9 is outside the 4 elements that it selects from',
  ],
  [
    'a routine',
    () => linalg.solve(np.zeros([2, 2]), np.ones([2])),
    'solve: the matrix is singular, so there is no unique solution',
  ],
  [
    'a body in JavaScript',
    () => np.fmax.at(np.ones([2]), [5], 1),
    'fmax.at: index 5, number 0 of the indices, is outside the 2 elements that it selects from',
  ],
  [
    'values in order',
    () => np.divide.at(np.ones([2]), [0, 5], 1),
    'divide.at: index 5, number 1 of the indices, is outside the 2 elements that it selects from',
  ],
  [
    'a function of matrices in JavaScript',
    () => linalg.logm(np.zeros([2, 2])),
    'logm: the matrix is singular, and has no logarithm',
  ],
];

for (const [name, issue, message] of cases) {
  t.test(name, async (t) => {
    const error = await errorOf(issue().data());
    // Of this file, in compiled lines: the stack's first frame has the position of the message.
    const [, where] = /; issued at (\S+)$/.exec(error.message) ?? [];
    t.equal(error.message.replace(/; issued at \S+$/, '').replace(' (in a kernel of 3 fused tasks)', ''), message);
    t.ok(where?.includes('issued.test.'), `${where} is in this file`);
    const [first, frame] = (error.stack ?? '').split('\n');
    t.equal(first, `${error.name}: ${error.message}`);
    t.match(frame, /issued\.test\./, "the first frame is the user's");
    t.notMatch(error.stack, /dist\/lib/, "none is the package's");
  });
}

t.test('tasks of one kernel: the index that was outside is told of its task alone', async (t) => {
  const [fine, wrong] = [np.take(x, [0, 1]), np.take(x, [0, 5])];
  t.match((await errorOf(wrong.data())).message, 'index 5, number 1');
  t.same(await fine.tolist(), [0, 1]);
});

t.test('indices that were overwritten since are not told', async (t) => {
  const at = np.asarray([0, 6], { dtype: 'int64' });
  const taken = np.take(x, at);
  at.fill(0);
  const { message } = await errorOf(taken.data());
  t.match(message, /^take.*: (?:an index is outside the array that it selects from|index 6, number 1 of .*); issued at /);
});

t.test('a loop that was predicted names the line of its first time, and says so', async (t) => {
  const indices = Array.from({ length: 40 }, (_, i) => (i === 39 ? 4 : i % 4));
  const read = async (): Promise<void> => {
    for (const i of indices) await np.take(x, [i]).add(1).data();
  };
  const { message } = await errorOf(read());
  t.match(
    message,
    /index 4 is outside the 4 elements that it selects from; first issued at \S+ \(MANIPLE_DEBUG=1 tells each time\)$/,
  );
});

t.test('errors of a call begin with the line that made it', async (t) => {
  const shape = await errorOf((async () => x.add(np.ones([3])))());
  t.equal(shape.name, 'ShapeError');
  t.match(shape.stack?.split('\n')[1], /issued\.test\./);
  shape.stack = 'mine';
  t.equal(shape.stack, 'mine', 'a stack can be replaced');
});

/** A program's error output. */
function run(program: string, env: Record<string, string>): string {
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return stderr;
}

t.test("MANIPLE_DEBUG=1: each time has its own line, and stacks have the package's frames", async (t) => {
  const program = `
    import * as np from '${library}';
    const x = np.arange(4);
    for (let i = 0; i < 40; i++) await np.take(x, [i % 4]).data();
    await np.take(x, [8]).data();`;
  t.match(run(program, {}), /index 8 is outside the 4 elements that it selects from; (?:first )?issued at .*\[eval1\]:\d:\d+/);
  t.match(run(program, { MANIPLE_DEBUG: '1' }), /index 8 is outside .*; issued at .*\[eval1\]:5:\d+/);
  const shapes = `import * as np from '${library}';\nnp.ones([2]).add(np.ones([3]));`;
  t.notMatch(run(shapes, {}).replace(/^[\s\S]*?\n\n/, ''), /broadcastShapes/);
  t.match(run(shapes, { MANIPLE_DEBUG: '1' }).replace(/^[\s\S]*?\n\n/, ''), /broadcastShapes/);
});
