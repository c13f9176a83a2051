/**
 * The examples in the documentation of the libraries, of `maniple/runtime` and of `maniple/taskbench`, run. A line `expression; // value` is checked against the value;
 * comments that are no JavaScript value are for people. Every exported function and class must have an example.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import t from 'tap';
import * as np from '../../../lib/array/index.js';
import * as explicit from '../../../lib/graph/index.js';
import { loadAddon } from '../../../lib/native/index.js';
import * as api from '../../../lib/runtime/public.js';
import * as sparse from '../../../lib/sparse/index.js';
import * as bench from '../../../lib/taskbench/index.js';
import * as tensors from '../../../lib/tensor/index.js';
import '../../support/arrays.js';
import { whyNoArrow } from '../../support/arrow.js';

const sources = new Map(
  ['array', 'tensor', 'sparse', 'runtime', 'graph', 'taskbench', 'ir', 'partition', 'store', 'dependence'].flatMap((room) => {
    const folder = resolve('lib', room);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    return files.map((name): [string, string] => [join(room, name), readFileSync(join(folder, name), 'utf8')]);
  }),
);
const work = mkdtempSync(join(tmpdir(), 'maniple-docs-'));
const home = process.cwd();
const absent = whyNoArrow();
t.teardown(() => {
  process.chdir(home);
  rmSync(work, { recursive: true });
});
process.chdir(work);

interface Example {
  readonly name: string;
  readonly lines: readonly string[];
}

function examplesOf(file: string, text: string): Example[] {
  return [...text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*?)@example\n((?:(?!\*\/)[\s\S])*?)\*\/\s*(.*)/g)].map((m) => ({
    name: `${file}: ${m[3].slice(0, 60)}`,
    lines: m[2].split('\n').map((line) => line.replace(/^\s*\* ?/, '')),
  }));
}

/** The names that examples of a room use as they are: those of its door. */
function membersFor(file: string): Readonly<Record<string, unknown>> {
  if (file.startsWith('tensor')) return tensors;
  if (file.startsWith('taskbench')) return bench;
  return /^(?:runtime|graph|ir|partition|store|dependence)\//.test(file) ? api : {};
}

/** The value that a comment states, or undefined when it states none. */
function stated(comment: string): { value: unknown } | undefined {
  try {
    const value: unknown = new Function(`return (${comment});`)();
    return value === undefined ? undefined : { value };
  } catch {
    return undefined;
  }
}

const AsyncFunction = (async () => {}).constructor as new (...args: string[]) => (...values: unknown[]) => Promise<void>;

function program(example: Example): string {
  return example.lines
    .map((line) => {
      const found = /^(?!const |let |\s|\})(.*?);\s*\/\/ (.*)$/.exec(line);
      if (found === null || stated(found[2]) === undefined) return line;
      return `check(await (${found[1]}), ${found[2]}, ${JSON.stringify(line)});`;
    })
    .join('\n');
}

t.test('examples do what they say', async (t) => {
  await np.save('x.npy', np.arange(3));
  for (const [file, text] of sources) {
    for (const example of examplesOf(file, text)) {
      if (absent !== false && example.lines.some((line) => line.includes('np.toArrow('))) continue;
      if (/^(?:graph|taskbench)\//.test(file) && loadAddon() === null) continue;
      const rng = np.random.generator(1);
      const check = (found: unknown, value: unknown, line: string): void => void t.same(found, value, `${example.name}: ${line}`);
      try {
        const given: Record<string, unknown> = { np, sparse, check, rng, x: np.arange(4), ...membersFor(file) };
        const names = Object.keys(given).filter(
          (name) => !example.lines.some((line) => new RegExp(`const (${name} =|\\{[^}]*\\b${name}\\b[^}]*\\} =)`).test(line)),
        );
        await new AsyncFunction(...names, program(example))(...names.map((name) => given[name]));
        t.pass(example.name);
      } catch (error) {
        t.fail(`${example.name}: ${String(error)}`);
      }
    }
  }
});

t.test('what the doors export has an example', async (t) => {
  const documented = new Set<string>();
  for (const text of sources.values()) {
    for (const m of text.matchAll(/@example\n(?:(?!\*\/)[\s\S])*?\*\/\s*export (?:async )?(?:function|class|const) (\w+)/g))
      documented.add(m[1]);
  }
  const doors: [string, object][] = [
    ['np', np],
    ['np.random', np.random],
    ['np.linalg', np.linalg],
    ['np.fft', np.fft],
    ['np.special', np.special],
    ['np.testing', np.testing],
    ['sparse', sparse],
    ['sparse.linalg', sparse.linalg],
    ['sparse.csgraph', sparse.csgraph],
    ['np.runtime', np.runtime],
    ['taskbench', bench],
    ['explicit', explicit],
    ['tensor', tensors],
    ['runtime', api],
  ];
  for (const [door, members] of doors) {
    for (const [name, member] of Object.entries(members)) {
      if (typeof member !== 'function' || member.prototype instanceof Error || np.ManipleError === member) continue;
      t.ok(documented.has(member.name) || member.name === 'promote', `${door}.${name}`);
    }
  }
});
