/** The command line from outside: outputs, exit statuses, settings. */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import { commands, commandsFor } from '../../../lib/cli/commands.js';
import * as sparse from '../../../lib/sparse/index.js';
import { maniple, manipleUnread } from '../../support/command.js';

const folder = t.testdir();
const file = (name: string, contents?: string): string => {
  const path = join(folder, name);
  if (contents !== undefined) writeFileSync(path, contents);
  return path;
};

t.test('solve writes what solves the system, and says how it went', async (t) => {
  const A = sparse.poisson2d(12);
  const b = np.sin(np.arange(144));
  const [matrix, vector, out] = ['A.mtx', 'b.npy', 'x.npy'].map((name) => file(name));
  await sparse.writeMatrixMarket(matrix, A, { symmetry: 'symmetric' });
  await np.save(vector, b);
  for (const extra of [
    ['--method', 'cg'],
    ['--method', 'bicgstab', '--precondition', 'jacobi'],
    ['--method', 'gmres', '--precondition', 'ilu'],
    ['--method', 'minres'],
    ['--method', 'direct'],
  ]) {
    const {
      status,
      out: text,
      err,
    } = await maniple(['solve', matrix, vector, '--tol', '1e-10', '--out', out, '--json', ...extra]);
    t.equal(status, 0, err);
    const report = JSON.parse(text);
    t.same([report.converged, report.n, report.nnz, report.residuals.length], [true, 144, A.nnz, report.iterations + 1]);
    const x = await np.load(out);
    const rest = b.subtract(A.matmul(x));
    t.ok(Number(await np.sqrt(rest.multiply(rest).sum()).item()) < 1e-8, 'the file solves it');
  }
  const words = await maniple(['solve', matrix, '--procs', '1']);
  t.match(words.out, /144 unknowns, 672 entries\ncg: converged after \d+ iterations/);
  t.match((await maniple(['solve', matrix, '--method', 'direct'])).out, /\ndirect: converged, \d/);
  const [brief, full] = [await maniple(['solve', matrix, '--json']), await maniple(['solve', matrix, '--json', '--procs', '1'])];
  const [a, b2] = [brief, full].map(({ out: text }) => ({ ...JSON.parse(text), seconds: 0 }));
  t.same(a, b2, 'a small system is solved without the core, and with the same bits');
  const refused = await maniple(['solve', matrix, '--method', 'direct', '--maxiter', '3']);
  t.same([refused.status, refused.err], [1, 'maniple: --method direct has no iterations: leave --maxiter out\n']);
});

t.test('a reader that has read enough ends the command quietly', async (t) => {
  t.same(await manipleUnread(['info']), { status: 0, err: '' });
});

t.test('solve fails loudly', async (t) => {
  const matrix = file('short.mtx');
  await sparse.writeMatrixMarket(matrix, sparse.poisson2d(12));
  const short = await maniple(['solve', matrix, '--maxiter', '2']);
  t.same([short.status, /DID NOT CONVERGE \(maxiter\) after 2 iterations/.test(short.out)], [2, true]);
  const none = await maniple(['solve', 'none.mtx']);
  t.same(
    [none.status, none.err],
    [1, 'maniple: readMatrixMarket: none.mtx: cannot be read: ENOENT: no such file or folder; check the path\n'],
  );
  const bad = await maniple(['solve', file('bad.mtx', '%%MatrixMarket matrix coordinate real general\n2 2 1\n1 9 1\n')]);
  t.match(bad.err, /^maniple: readMatrixMarket: .*bad\.mtx:3: expected a column number, an integer from 1 to 2, got '9'\n$/);
  const oblong = await maniple(['solve', file('oblong.mtx', '%%MatrixMarket matrix coordinate real general\n2 3 0\n')]);
  t.match(oblong.err, /oblong\.mtx: expected a square matrix, got 2 by 3\n$/);
  await np.save(file('three.npy'), np.ones([3]));
  t.match(
    (await maniple(['solve', matrix, file('three.npy')])).err,
    /three\.npy: expected 144 numbers for .*short\.mtx, got 3\n$/,
  );
  t.match((await maniple(['solve', matrix, 'none.npy'])).err, /^maniple: load: none\.npy: cannot be read: ENOENT.*\n$/);
  t.match((await maniple(['solve', matrix, '--tol', 'small'])).err, /--tol.*'small' is invalid\. Expected a number/);
  t.match((await maniple(['solve', matrix, '--method', 'gauss'])).err, /Allowed choices are cg, bicgstab, gmres, minres, direct/);
});

t.test('run hands settings and arguments to a program', async (t) => {
  const program = file('program.mjs', 'console.log(JSON.stringify([process.argv.slice(2), process.env.MANIPLE_CONFIG]));');
  const { status, out } = await maniple(['run', '--procs', '1', '--fusion', 'off', program, 'a', '--procs', '9'], {
    MANIPLE_CONFIG: '--procs 2',
  });
  t.equal(status, 0);
  t.same(JSON.parse(out), [['a', '--procs', '9'], '--procs 2 --procs 1 --fusion off']);
  const wrong = await maniple(['run', '--procs', 'many', program]);
  t.same([wrong.status, wrong.out], [1, '']);
  t.match(wrong.err, /^maniple: --procs: expected an integer from 1 to 1024, got "many"\n$/);
  t.match((await maniple(['run', 'none.mjs'])).err, /^maniple: run: none\.mjs: no such file\n$/);
  t.match((await maniple(['run', folder])).err, /^maniple: run: .*: expected a JavaScript module, got a folder\n$/);
  t.match((await maniple(['run', file('data.npy', '')])).err, /^maniple: run: .*data\.npy: expected a JavaScript module .*\n$/);
  const broken = await maniple(['run', file('broken.mjs', 'throw new TypeError("mine");')]);
  t.equal(broken.status, 1);
  t.match(broken.err, /TypeError: mine/);
});

t.test('an error of a program is one line and a status, whether anybody waits for it or not', async (t) => {
  const begin = `import * as np from 'maniple';\nconst busy = np.ones([300, 300]).matmul(np.ones([300, 300])).data();\n`;
  const line =
    /^maniple: IndexError: take: index 3 is outside the 3 elements that it selects from; issued at .*(?:waited|forgotten)\.mjs:3:\d+\n$/;
  const reads = { waited: 'await np.take(np.ones([3]), [3]).data();', forgotten: 'np.take(np.ones([3]), [3]).data();' };
  for (const [name, read] of Object.entries(reads)) {
    const { status, out, err } = await maniple(['run', file(`${name}.mjs`, begin + read)]);
    t.same([status, out], [1, ''], name);
    t.match(err, line);
  }
  const listens = `process.on('unhandledRejection', (error) => console.log(error.name));\n`;
  const own = await maniple(['run', file('listens.mjs', begin + listens + reads.forgotten)]);
  t.same([own.status, own.out, own.err], [0, 'IndexError\n', '']);
});

t.test('an error that a call throws is told with its class and the lines of the program', async (t) => {
  const begin = `import * as np from 'maniple';\nfunction step(x) {\n  return x.add(np.ones([4]));\n}\n`;
  const told = 'ShapeError: add: shapes (3,) and (4,) do not broadcast: axis 0 has 3 and 4';
  const ends = {
    thrown: 'step(np.ones([3]));\n',
    rejected: 'void (async () => {\n  await null;\n  step(np.ones([3]));\n})();\n',
  };
  for (const [name, end] of Object.entries(ends)) {
    const program = file(`${name}.mjs`, begin + end);
    const at = `file://${program}`;
    const below = name === 'thrown' ? `    at ${at}:5:1` : `    at ${at}:7:3`;
    const expected = `maniple: ${told}\n    at step (${at}:3:12)\n${below}\n`;
    for (const command of [['run'], ['profile', '--out', file('failed.html')], ['doctor']]) {
      const { status, err } = await maniple([...command, program]);
      t.equal(status, 1, command[0]);
      t.equal(err.split('maniple: profile:')[0], expected, `${command[0]} ${name}`);
    }
  }
});

t.test('run --stats counts what the program did, --dump-ir shows its kernels', async (t) => {
  const program = file('sum.mjs', `import * as np from 'maniple';\nconsole.log(await np.ones([10]).add(1).sum().item());\n`);
  const { status, out, err } = await maniple(['run', '--stats', program]);
  t.same([status, out], [0, '20\n']);
  t.match(err, /tasks issued +│ 3 /);
  const dumped = await maniple(['run', '--dump-ir', 'simplify', program]);
  t.equal(dumped.out, '20\n');
  t.match(dumped.err, /^after simplify\n[\s\S]*fold sum/);
  t.match(
    (await maniple(['run', '--dump-ir', 'polish', program])).err,
    /^maniple: --dump-ir: there is no pass "polish"; expected .*all\n$/,
  );
});

t.test('run --stats is written however a program ends', async (t) => {
  const begin = `import * as np from 'maniple';\nawait np.ones([10]).add(1).sum().item();\n`;
  const handler = "process.on('SIGTERM', () => { console.log('mine'); process.exit(5); });\n";
  const signal = "process.kill(process.pid, 'SIGTERM');\nsetTimeout(() => {}, 10000);\n";
  const interrupt = signal.replace('SIGTERM', 'SIGINT');
  const endings: [string, string, number, string][] = [
    ['exit', 'process.exit(3);\n', 3, ''],
    ['error', 'throw new Error("mine");\n', 1, ''],
    ['uncaught', 'setTimeout(() => { throw new Error("mine"); });\n', 1, ''],
    ['rejection', 'void Promise.reject(new Error("mine"));\n', 1, ''],
    ['terminated', signal, 143, ''],
    ['interrupted', interrupt, 130, ''],
    ['handled', handler + signal, 5, 'mine\n'],
    ['waits', 'await new Promise(() => {});\n', 13, ''],
    ['leaves', 'setTimeout(() => process.exit());\nawait new Promise(() => {});\n', 0, ''],
  ];
  for (const [name, end, expected, printed] of endings) {
    const { status, out, err } = await maniple(['run', '--stats', '--trace-report', file(`${name}.mjs`, begin + end)]);
    t.same([status, out], [expected, printed], name);
    t.equal(err.match(/tasks issued +│ 3 /g)?.length, 1, name);
    t.match(err, /tasks in a fused launch/);
    t.match(err, /tasks that were replayed/);
  }
});

t.test('run says when options behind the file look like its own', async (t) => {
  const program = file('options.mjs', 'console.log(JSON.stringify(process.argv.slice(2)));');
  const args = ['--foo', '--stats', '--procs=2', 'x'];
  const { status, out, err } = await maniple(['run', program, ...args]);
  t.same([status, JSON.parse(out)], [0, args], 'the program gets them all');
  t.match(
    err,
    /^maniple: run: --stats, --procs behind .*options\.mjs go to the program; maniple obeys if they stand before the file\n$/,
  );
  t.equal((await maniple(['run', program, '--foo', '-x'])).err, '', "a program's own are nothing to say");
  t.equal((await maniple(['run', program, '--', '--stats'])).err, '', 'nor what is behind --');
});

t.test('info and doctor', async (t) => {
  const info = JSON.parse((await maniple(['info', '--json', '--procs', '1', '--device', 'js'])).out);
  t.match(info, { procs: 1, device: 'js', fusion: true, node: process.versions.node });
  const { status, out } = await maniple(['doctor', '--json']);
  t.equal(status, 0);
  const findings: { what: string; found: string }[] = JSON.parse(out);
  t.same(
    findings.map((f) => f.what).filter((what) => what !== 'dense products'),
    ['maniple', 'processors', 'addon', 'C compiler', 'kernel cache', 'GPU', 'solver'],
  );
  const products = (found: typeof findings) => found.find((f) => f.what === 'dense products')?.found;
  const addon = findings.some((f) => f.what === 'addon' && f.found.startsWith('loaded'));
  t.equal(products(findings) !== undefined, addon);
  const wrong = await maniple(['doctor', '--json'], { MANIPLE_CONFIG: '--blas /nowhere/libblas.so' });
  if (addon) t.match(products(JSON.parse(wrong.out)), /\/nowhere\/libblas.so cannot be used/);
  const own = await maniple(['info', '--blas', 'none']);
  if (addon) t.match(own.out, /products +maniple's own kernels/);
  const without = await maniple(['doctor'], { PATH: '/nonexistent', MANIPLE_CC: '/nonexistent/cc' });
  t.match(without.out, /missing {2}C compiler +none\n +→ .*MANIPLE_CC/);
});

t.test('info starts no core, and one where only a runtime can answer; the answers are the same', async (t) => {
  const preload = file(
    'loaded.cjs',
    "process.on('exit', () => process.stderr.write(Object.keys(require.cache).some((f) => f.endsWith('boot.cjs')) ? 'core' : 'no core'));",
  );
  const env = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --require ${preload}` };
  const plain = await maniple(['info', '--json', '--procs', '1'], env);
  t.same([plain.status, plain.err], [0, 'no core']);
  const apart = await maniple(['info', '--json', '--procs', '1', '--memories', '2'], env);
  t.same([apart.status, apart.err], [0, 'core']);
  t.same({ ...JSON.parse(plain.out), memories: 2 }, JSON.parse(apart.out));
  const refused = await maniple(['info', '--procs', 'many'], env);
  t.same([refused.status, refused.out], [1, '']);
  t.match(refused.err, /^maniple: --procs: expected an integer from 1 to 1024, got "many"\n/);
  const absent = await maniple(['info', '--device', 'cpu'], { MANIPLE_ADDON: 'none' });
  t.same(
    [absent.status, absent.err],
    [1, 'maniple: cpu: MANIPLE_ADDON=none disables the native addon; the js device needs no addon\n'],
  );
  const unread = await maniple(['info'], { MANIPLE_CONFIG: '--prosc 1' });
  t.match(unread.err, /^maniple: MANIPLE_CONFIG: cannot read "--prosc 1": known settings are [^\n]*\n$/);
  const addon = JSON.parse(plain.out).device === 'cpu';
  const blas = await maniple(['info', '--blas', '/nowhere/libblas.so']);
  if (addon) t.match(blas.err, /^maniple: --blas: expected auto, any, none or a library .*\/nowhere\/libblas\.so[^\n]*\n$/);
});

t.test('files that cannot be read or written are one line, before anything is computed', async (t) => {
  const nowhere = join(folder, 'nowhere', 'file');
  const system = file('system.mtx');
  await sparse.writeMatrixMarket(system, sparse.poisson2d(4));
  const metg = ['metg', '-kernel', 'compute_bound', '-steps', '2', '-width', '1', '--procs', '1'];
  for (const args of [
    ['spy', nowhere],
    ['spy', folder],
    ['spy', file('no.log', '\u0000')],
    ['solve', folder],
    ['solve', file('garbage.mtx', 'garbage\n')],
    ['solve', system, file('garbage.npy', 'garbage')],
    ['solve', system, '--out', nowhere],
    ['solve', system, '--spy', nowhere],
    [...metg, '--svg', nowhere],
    [...metg, '--results', nowhere],
    [...metg, '--results', file('garbage.json', '{')],
    ['info', '--memories', '0'],
    ['metg', '-type', 'nothing'],
  ]) {
    const { status, err } = await maniple(args);
    t.equal(status, 1, args.join(' '));
    t.match(err, /^maniple: [^\n]*\n$/, args.join(' '));
  }
});

t.test('every file of commands is in the table', async (t) => {
  const folder = new URL('../../../lib/cli/commands/', import.meta.url);
  const files = readdirSync(folder).flatMap((name) => (name.endsWith('.js') ? [name.slice(0, -3)] : []));
  t.same(Object.keys(commands), files.sort());
  t.equal((await commandsFor(['info', '--json'])).length, 1, 'a named one is loaded alone');
  t.equal((await commandsFor(['toString'])).length, files.length);
});

t.test('unknown commands and flags', async (t) => {
  const unknown = await maniple(['sovle']);
  t.equal(unknown.status, 1);
  t.match(unknown.err, /unknown command 'sovle'\n\(Did you mean solve\?\)/);
  t.match((await maniple(['--help'])).out, /doctor[\s\S]*info[\s\S]*metg[\s\S]*run[\s\S]*solve[\s\S]*spy/);
  t.match((await maniple(['help', 'run'])).out, /Usage: maniple run/);
  for (const flag of ['--version', '-V']) t.match((await maniple([flag])).out, /^\d+\.\d+\.\d+\n$/);
});

t.test('a program of a different copy of the library', async (t) => {
  const at = (path: string): string => new URL(`../../../${path}`, import.meta.url).href;
  const text = (path: string): string =>
    `import * as np from '${at(path)}';\nconsole.log(await np.arange(3).add(1).sum().item());\n`;
  const other = file('other-copy.mjs', text('lib/array/index.js'));
  const line =
    /^maniple: (\w+): the program computes with a different copy of the library, in \S+\/dist\/lib\/: options and reports of this command are of the copy in \S+\/dist\/pack\/; run the command of the program's copy$/m;
  for (const args of [['run', '--stats'], ['run'], ['profile', '--out', file('other.html')]]) {
    const { status, out, err } = await maniple([...args, other]);
    t.same([status, out, err.match(line)?.[1]], [0, '6\n', args[0]], err);
  }
  const own = await maniple(['run', '--stats', file('own-copy.mjs', text('pack/array/index.js'))]);
  t.notMatch(own.err, /different copy/);
  t.match(own.err, /tasks issued\W+[1-9]/);
});

t.test('programs that cannot be parsed, or fail in JavaScript, are told by their lines', async (t) => {
  const text = 'let a = 1;\nlet x = ;\n';
  for (const name of ['syntax.mjs', 'syntax.cjs']) {
    const broken = await maniple(['run', file(name, text)]);
    t.equal(broken.status, 1);
    t.match(broken.err, new RegExp(`${name.replace('.', '\\.')}:2\\nlet x = ;\\n +\\^`), 'the file, the line and the place');
  }
  const absent = await maniple(['run', file('absent.mjs', "import './syntax.mjs';\n")]);
  t.match(absent.err, /syntax\.mjs:2\nlet x = ;/, 'of a module that it imports');
  const failing = await maniple(['run', file('failing.mjs', 'const none = undefined;\nnone.x;\n')]);
  t.equal(failing.status, 1);
  t.match(
    failing.err,
    /^maniple: TypeError: Cannot read properties of undefined \(reading 'x'\)\n {4}at .*failing\.mjs:2:6\)?\n$/,
  );
});

t.test('an output that cannot be written', { skip: existsSync('/dev/full') ? false : 'no /dev/full' }, async (t) => {
  const main = fileURLToPath(new URL('../../../pack/cli/main.cjs', import.meta.url));
  const full = openSync('/dev/full', 'w');
  const ran = spawnSync(process.execPath, [main, 'info'], { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' });
  closeSync(full);
  t.same([ran.status, ran.stderr], [1, 'maniple: standard output cannot be written: ENOSPC: no space left on device, write\n']);
});
