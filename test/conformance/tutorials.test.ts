/**
 * Programs of the size of tutorials (`bench/life/tutorials`): each gives what NumPy gives for the same program (`bench/rivals/life/tutorials`),
 * which runs where it is installed; test/golden/numpy/tutorials.json has its numbers, and UPDATE_GOLDEN=1 writes them anew.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import t from 'tap';
import { numpyProgram } from '../../bench/harness/rivals.js';
import { TUTORIALS, type Tutorial } from '../../bench/life/tutorials.js';

type Results = Readonly<Record<string, readonly number[]>>;

const root = dirname(createRequire(import.meta.url).resolve('#package'));
const path = join(root, 'test', 'golden', 'numpy', 'tutorials.json');

/** NumPy's results of today, or null without it. */
function fromNumPy(): Results | null {
  const command = numpyProgram('life/tutorial.py', ['--all']);
  if (command === null) return null;
  const env = { ...process.env, ...command.env };
  return JSON.parse(execFileSync(command.file, [...command.args], { encoding: 'utf8', env })) as Results;
}

/** Numbers of sums and products whose order differs from NumPy's. */
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
const areNear = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, i) => isNear(value, b[i]));

const numpy = fromNumPy();
if (process.env.UPDATE_GOLDEN === '1' && numpy !== null) {
  const lines = Object.entries(numpy).map(([name, values]) => `${JSON.stringify(name)}: ${JSON.stringify(values)}`);
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`);
}
const golden = JSON.parse(readFileSync(path, 'utf8')) as Results;

t.test('every program is there in both languages, and has its numbers', (t) => {
  const filesOf = (folder: string, ending: string): string[] =>
    readdirSync(join(root, 'bench', folder, 'tutorials')).flatMap((file) => (file.endsWith(ending) ? [file.slice(0, -3)] : []));
  t.same(filesOf('life', '.ts').sort(), TUTORIALS);
  t.same(filesOf(join('rivals', 'life'), '.py').sort(), TUTORIALS);
  t.same(Object.keys(golden).sort(), TUTORIALS);
  t.end();
});

for (const name of TUTORIALS)
  t.test(name, async (t) => {
    const { program } = (await import(`../../bench/life/tutorials/${name}.js`)) as Tutorial;
    const values = await program();
    t.ok(areNear(values, golden[name]), `[${values}] for [${golden[name]}]`);
    if (numpy === null) t.comment('python3 with NumPy is needed for a comparison with today’s');
    else t.ok(areNear(numpy[name], golden[name]), `NumPy gives [${numpy[name]}] for [${golden[name]}]`);
  });
