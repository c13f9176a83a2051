/** The plugin, run by ESLint itself; its names, held against the functions of the library. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { declarationOf } from '../../../lib/base/index.js';
import { DTYPES, ELSEWHERE, VALUES } from '../../../lib/eslint/foreign.js';
import plugin from '../../../lib/eslint/index.js';
import { ARRAY_METHODS, ARRAYS, PREDICATES, PROMISES, READS } from '../../../lib/eslint/names.js';
import * as sparse from '../../../lib/sparse/index.js';

interface Found {
  readonly ruleId: string | null;
  readonly message: string;
  readonly line: number;
}
interface Eslint {
  readonly Linter: new () => { verify(code: string, config: readonly object[], filename: string): readonly Found[] };
}

function eslint(): Eslint | null {
  try {
    return createRequire(import.meta.url)('eslint') as Eslint;
  } catch {
    return null;
  }
}

const installed = eslint();
const skip = installed === null ? 'eslint is not installed' : false;

/** What the recommended rules say of a program: `rule: message`, in order. */
function lint(code: string, sourceType: 'module' | 'commonjs' = 'module'): string[] {
  if (installed === null) return [];
  const config = [{ ...plugin.configs.recommended, languageOptions: { sourceType } }];
  return new installed.Linter().verify(code, config, 'program.js').map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

const HEAD = "import * as np from 'maniple';\n";
const wrong: [string, string[]][] = [
  [
    'if (np.allclose(a, b)) done();',
    ['maniple/no-condition: np.allclose(a, b) is an array, which is always true: read it, await ….item()'],
  ],
  [
    'if (await np.allclose(a, b)) done();',
    ['maniple/no-condition: await np.allclose(a, b) is an array, which is always true: read it, await ….item()'],
  ],
  ['while (x.item()) step();', ['maniple/no-condition: x.item() is a promise, which is always true: await it']],
  ['const y = x.any() ? 1 : 2;', ['maniple/no-condition: x.any() is an array, which is always true: read it, await ….item()']],
  ['if (ready && !x.item()) done();', ['maniple/no-condition: x.item() is a promise, which is always true: await it']],
  ['if (ready && x.item()) done();', ['maniple/no-condition: x.item() is a promise, which is always true: await it']],
  ['const y = x.sum().item() + 1;', ['maniple/no-arithmetic: x.sum().item() is a promise, and no number: await it']],
  ['const s = x.item(); if (s > 1) done();', ['maniple/no-arithmetic: s is a promise, and no number: await it']],
  ['log(`$' + '{x.item()}`);', ['maniple/no-arithmetic: x.item() is a promise, and no number: await it']],
  ['let n = 0; n += x.item();', ['maniple/no-arithmetic: x.item() is a promise, and no number: await it']],
  ['const y = -x.item();', ['maniple/no-arithmetic: x.item() is a promise, and no number: await it']],
  [
    "np.save('x.npy', x);",
    ["maniple/no-floating: np.save('x.npy', x) is a promise that is dropped: await it, or say so with void"],
  ],
  ['x.item();', ['maniple/no-floating: x.item() is a promise that is dropped: await it, or say so with void']],
  [
    'const x = np.ones([3]); if (x.sum() === 3) done();',
    [
      'maniple/no-comparison: x.sum() === 3 compares objects and not elements: write x.equal(y), or await np.arrayEqual(x, y).item()',
    ],
  ],
  [
    'const x = np.ones([3]); const same = x != other;',
    [
      'maniple/no-comparison: x != other compares objects and not elements: write x.equal(y), or await np.arrayEqual(x, y).item()',
    ],
  ],
  [
    'const x = np.ones([3]); x.add(1);',
    [
      'maniple/no-dropped: x.add(1) gives a new array, which is dropped: assign it, or write in place (x.addAssign(y), x.assign(y), { out })',
    ],
  ],
  [
    'np.multiply(x, 2);',
    [
      'maniple/no-dropped: np.multiply(x, 2) gives a new array, which is dropped: assign it, or write in place (x.addAssign(y), x.assign(y), { out })',
    ],
  ],
  [
    'const x = np.ones([3]); if (x.add(1)) done();',
    ['maniple/no-condition: x.add(1) is an array, which is always true: read it, await ….item()'],
  ],
  [
    'np.runtime.fence();',
    ['maniple/no-floating: np.runtime.fence() is a promise that is dropped: await it, or say so with void'],
  ],
  ...(['x + y', '2 * x', 'x > y', '-x'] as const).map((text): [string, string[]] => [
    `const x = np.ones([3]); log(${text});`,
    [
      'maniple/no-arithmetic: x is an array, for which JavaScript has no operators: x.add(y) for x + y, x.neg() for -x, x.less(y) for x < y',
    ],
  ]),
  ...['x[0]', 'x[0, 1]', "x['1:']", 'x[[2, 3]]', 'x[i]', 'x[mask]'].map((text): [string, string[]] => [
    `const x = np.ones([3]); log(${text});`,
    [
      `maniple/known-members: ${text} reads no element, as JavaScript's brackets do not work on arrays: x.slice(0, '1:'), x.get([0, 2]), await x.item(0)`,
    ],
  ]),
  [
    'const x = np.ones([3]); x[40] = 1;',
    [
      "maniple/known-members: x[40] reads no element, as JavaScript's brackets do not work on arrays: x.slice(0, '1:'), x.get([0, 2]), await x.item(0)",
    ],
  ],
  [
    'const n = x.tolist().length;',
    ['maniple/known-members: x.tolist().length is a member of a promise, and not of its value: (await …).length'],
  ],
  ['const n = x.data()[0];', ['maniple/known-members: x.data()[0] is a member of a promise, and not of its value: (await …)[…]']],
  [
    'const x = np.ones([3]); log(x.T(), x.shape());',
    [
      'maniple/known-members: x.T() calls what is no function: T is a value, without parentheses',
      'maniple/known-members: x.shape() calls what is no function: shape is a value, without parentheses',
    ],
  ],
  [
    'const x = np.float64(3);',
    [
      "maniple/known-members: np.float64(3) calls a dtype, which is no function: np.asarray(value, 'float64'), or x.astype('float64')",
    ],
  ],
  [
    'const rng = np.random.default_rng(1);',
    ['maniple/known-members: np.random.default_rng does not exist: names of functions and options are in camel case, defaultRng'],
  ],
  [
    'log(np.norm(x), np.Inf);',
    [
      'maniple/known-members: np.norm does not exist: linalg.norm is meant',
      'maniple/known-members: np.Inf does not exist: inf is meant',
    ],
  ],
];
const right = [
  'if (await np.allclose(a, b).item()) done();',
  'if ((await x.item()) > 1) done();',
  'const y = (await x.sum().item()) + 1;',
  "await np.save('x.npy', x);",
  "void np.save('x.npy', x);",
  'x.item().then(log);',
  'const both = await Promise.all([x.item(), y.item()]);',
  'let s = x.item(); s = 3; if (s > 1) done();',
  'function f(s) { return s + 1; } f(3);',
  'const sum = x.add(1).item(); log(await sum);',
  'if (x) done(); if (np) done();',
  'const later = cached ?? x.item();',
  'const seen = new Set(); seen.add(1);',
  'const text = String(1); if (text.slice(1) === "") done();',
  'const x = np.ones([3]); if (x === null || undefined !== x) done();',
  'const x = np.ones([3]); np.add(x, 1, { out: x }); np.add(x, 1, { ...how }); x.addAssign(1); x.slice(0).assign(2);',
  'const x = np.ones([3]); if ((await x.sum().item()) === 3) done();',
  "const x = np.ones([3]); log(x.shape[0], x['shape'], x[method](1), x[Symbol.iterator], (await x.tolist())[0]);",
  'const x = np.ones([3]); log(`$' + '{x}`);',
  'log(np.c_([1]), np.r_([1]), np.linalg.norm(x), np.float64.name, other.default_rng, list[0] + 1);',
];

t.test('mistakes', { skip }, async (t) => {
  for (const [code, messages] of wrong) t.strictSame(lint(HEAD + code), messages, code);
});

t.test('what is well', { skip }, async (t) => {
  for (const code of right) t.strictSame(lint(HEAD + code), [], code);
  t.strictSame(lint('if (x.item()) done(); list.item() + 1;'), [], 'files that import nothing of the package');
});

t.test('all ways of importing', { skip }, async (t) => {
  const condition = ['maniple/no-condition: is an array, which is always true'];
  const short = (messages: string[]): string[] =>
    messages.map((m) => m.replace(/: \S+\(.*?\) is/, ': is').replace(/: read.*/, ''));
  t.strictSame(short(lint("import { allclose } from 'maniple';\nif (allclose(a, b)) done();")), condition);
  t.strictSame(short(lint("import { allclose as near } from 'maniple';\nif (near(a, b)) done();")), condition);
  t.strictSame(short(lint("const np = require('maniple');\nif (np.allclose(a, b)) done();", 'commonjs')), condition);
  t.strictSame(short(lint("const { allclose } = require('maniple');\nif (allclose(a, b)) done();", 'commonjs')), condition);
  t.strictSame(lint("import * as linalg from 'maniple/linalg';\nlog(linalg.norm(x));"), []);
  t.strictSame(lint("import { cg } from 'maniple/sparse';\ncg(A, b);"), [
    'maniple/no-floating: cg(A, b) is a promise that is dropped: await it, or say so with void',
  ]);
});

t.test('names are those of the library', async (t) => {
  const doors: Readonly<Record<string, unknown>>[] = [np, np.linalg, np.random, np.testing, np.runtime, sparse];
  const later = new Set<string>(['data', 'fence']);
  for (const [name, value] of doors.flatMap((door) => Object.entries(door))) {
    const fn = typeof value === 'function' ? declarationOf(value)?.fn : undefined;
    if (fn?.constructor.name === 'AsyncFunction') later.add(name);
  }
  t.strictSame([...PROMISES].sort(), [...later].sort());
  const functions = np as Readonly<Record<string, unknown>>;
  for (const name of PREDICATES) t.equal(typeof functions[name], 'function', name);
  const methods = np.NDArray.prototype as unknown as Record<string, unknown>;
  for (const name of ARRAYS) t.ok(typeof functions[name] === 'function' && !PROMISES.has(name), name);
  for (const name of ARRAY_METHODS) t.ok(typeof (methods[name] ?? functions[name]) === 'function', name);
  for (const name of READS) t.equal(typeof (np.NDArray.prototype as unknown as Record<string, unknown>)[name], 'function', name);
  for (const name of ['allclose', 'equal', 'isin'])
    t.ok((functions[name] as (...given: unknown[]) => unknown)([1], [1]) instanceof np.NDArray, name);
});

t.test('names from elsewhere are not there, and what is meant is', async (t) => {
  const x = np.ones([2, 2]) as unknown as Readonly<Record<string, unknown>>;
  const spaces: readonly Readonly<Record<string, unknown>>[] = [np, np.linalg, np.random];
  const at = (name: string): unknown => spaces.map((space) => space[name]).find((value) => value !== undefined);
  for (const [name, meant] of Object.entries(ELSEWHERE)) {
    t.equal((np as Readonly<Record<string, unknown>>)[name], undefined, name);
    t.not(at(meant.replace('linalg.', '')), undefined, meant);
  }
  for (const name of DTYPES) t.equal((np as unknown as Readonly<Record<string, { name: string }>>)[name].name, name);
  for (const name of VALUES) t.ok(name in x && typeof x[name] !== 'function', name);
  const list = readFileSync(new URL('../../../../.ci/docs/names/numpy.txt', import.meta.url), 'utf8');
  const names = [...list.matchAll(/^np\.([a-z]\w*_\w+)$/gm)].map(([, name]) => name);
  t.ok(names.length > 50);
  const plainly = new Map(spaces.flatMap((space) => Object.keys(space)).map((name) => [name.toLowerCase(), name]));
  for (const name of names) {
    const ours = plainly.get(name.replaceAll('_', ''));
    const camel = name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (ours !== undefined && !Object.hasOwn(ELSEWHERE, name)) t.equal(camel, ours, name);
  }
});
