/**
 * What a terminal shows of the mistakes of `mistakes.test.ts` and `issued.test.ts`: the whole standard error of programs that import the packed
 * library. Frames of Node's own and its version, which differ between versions of Node, are left out.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import t, { type Test } from 'tap';

/** The URL of a door of the packed library. */
const door = (path: string): string => JSON.stringify(new URL(`../../pack/${path}`, import.meta.url).href);

const BEGIN = `import * as np from ${door('array/index.js')};
const x = np.arange(4);
`;

/** A mistake as one line of a program, the column of its call, and what is printed: the class, the message, the code. */
type Mistake = [name: string, column: number, body: string, text: string, code: string];

const CLONED =
  'ArgumentError: postMessage, structuredClone: arrays are not cloned: send await np.share(x), and take np.attach(shared) there; or send await x.data()';
const LATER =
  "DTypeError: item: its value comes later: await it first. JavaScript's operators and template strings do not work on promises";

const mistakes: Mistake[] = [
  [
    'made',
    20,
    'new np.NDArray([1, 2])',
    'ArgumentError: NDArray: arrays are not made by new: np.array([1, 2]) copies numbers, np.zeros([2, 3]) has a shape, np.frombuffer(buffer) takes bytes',
    'ERR_ARGUMENT',
  ],
  [
    'joined',
    25,
    'np.concat(x, x)',
    'ArgumentError: concat: expected the arrays in one Array, concat([x, y]), got them one by one',
    'ERR_ARGUMENT',
  ],
  [
    'masked',
    24,
    'x.take(x.greater(1))',
    'DTypeError: take: indices must be integers, got bool; a mask chooses with x.get(mask), or np.where(mask, x, y), which keeps the shape',
    'ERR_DTYPE',
  ],
  [
    'condition',
    28,
    'np.where(x.greater(1))',
    'ArgumentError: where: expected a condition and two arrays, where(c, x, y), got the condition alone; await np.nonzero(c) gives the indices where it holds',
    'ERR_ARGUMENT',
  ],
  ['posted', 49, 'new MessageChannel().port1.postMessage(x)', CLONED, 'ERR_ARGUMENT'],
  ['cloned', 22, 'structuredClone(x)', CLONED, 'ERR_ARGUMENT'],
  [
    'close',
    39,
    'np.allclose(x, x) + 1',
    "DTypeError: JavaScript's operators do not work on arrays: use methods, x.add(y) for x + y, x.less(y) for x < y; or read values first, await x.item()",
    'ERR_DTYPE',
  ],
  ['item', 30, 'x.item(0) + 1', LATER, 'ERR_DTYPE'],
  ['text', 25, `\`\${x.item(0)}\``, LATER, 'ERR_DTYPE'],
  [
    'outside',
    26,
    'np.take(x, [1, 7]).multiply(2).data()',
    'IndexError: take: index 7, number 1 of the indices, is outside the 4 elements that it selects from; issued at program.mjs:LINE:26',
    'ERR_INDEX',
  ],
  [
    'singular',
    34,
    'np.linalg.solve(np.zeros([2, 2]), np.ones([2])).data()',
    'ArgumentError: solve: the matrix is singular, so there is no unique solution; issued at program.mjs:LINE:34',
    'ERR_ARGUMENT',
  ],
];

/** Runs a program to its end: its status, what it printed as errors without what is Node's own, and its URL. */
function run(t: Test, program: string): { status: number | null; printed: string; url: string } {
  const folder = t.testdir({ 'program.mjs': program });
  const env = { ...process.env, NODE_OPTIONS: '', MANIPLE_DEBUG: '' };
  const { status, stderr } = spawnSync(process.execPath, ['program.mjs'], { cwd: folder, env, encoding: 'utf8' });
  const printed = stderr
    .replace(/\n\s+at [^\n]*?\bnode:[^\s)]+\)?/g, '')
    .replace(/^node:internal\/[^\n]*\n[^\n]*\n\s+\^\n\n/, '')
    .replace(/\nNode\.js v[^\n]*\n$/, '');
  return { status, printed, url: pathToFileURL(join(folder, 'program.mjs')).href };
}

t.test('each mistake is told with what to write, and the line of the program', (t) => {
  const lines = mistakes.map(([name, , body]) => `const ${name} = () => ${body};\n`).join('');
  const end = `for (const mistake of [${mistakes.map(([name]) => name).join(', ')}]) {
  try {
    await mistake();
    console.error(mistake.name, 'is no error');
  } catch (error) {
    console.error(error);
  }
}
`;
  const first = BEGIN.split('\n').length;
  const { status, printed, url } = run(t, `${BEGIN}${lines}${end}`);
  const expected = mistakes.map(([name, column, , text, code], i) => {
    const place = `${url}:${first + i}:${column}`;
    const caller = `${url}:${first + mistakes.length + 2}:11`;
    return `${text.replace('LINE', String(first + i))}\n    at ${name} (${place})\n    at ${caller} {\n  code: '${code}'\n}\n`;
  });
  t.equal(status, 0);
  t.equal(printed, expected.join(''));
  t.end();
});

t.test('an error that nobody catches ends the process with the same', (t) => {
  const reader = run(t, `${BEGIN}const wrong = x.take([1, 7]);\nconsole.log(await x.add(1).data(), await wrong.data());\n`);
  t.equal(reader.status, 1);
  t.equal(
    reader.printed,
    'IndexError: take: index 7, number 1 of the indices, is outside the 4 elements that it selects from; issued at program.mjs:3:17\n' +
      `    at ${reader.url}:3:17 {\n  code: 'ERR_INDEX'\n}\n`,
  );
  const forgotten = run(t, `${BEGIN}np.take(x, [9]).data();\n`);
  t.equal(forgotten.status, 1);
  t.equal(
    forgotten.printed,
    'IndexError: take: index 9 is outside the 4 elements that it selects from; issued at program.mjs:3:4\n' +
      `    at ${forgotten.url}:3:4 {\n  code: 'ERR_INDEX'\n}\n`,
  );
  const call = run(t, `${BEGIN}function step(y) {\n  return y.add(np.ones([3]));\n}\nstep(x);\n`);
  t.equal(call.status, 1);
  t.equal(
    call.printed,
    'ShapeError: add: shapes (4,) and (3,) do not broadcast: axis 0 has 4 and 3\n' +
      `    at step (${call.url}:4:12)\n    at ${call.url}:6:1 {\n  code: 'ERR_SHAPE'\n}\n`,
  );
  t.end();
});
