/**
 * The declarations of the package as an editor reads them, by TypeScript's language service: what is offered behind a dot, what stands on hover,
 * and what compiles.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from '@typescript/typescript6';
import t, { type Test } from 'tap';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = t.testdir();
const types = join(folder, 'types');
execFileSync(process.execPath, [join(root, '.ci/declarations.mjs'), types], { stdio: 'pipe' });

const FILE = join(folder, 'program.mts');
const HEAD = `import * as np from './types/array/index.js';
import { runtime, storeOf } from './types/runtime/public.js';
const x: np.NDArray<'float64', 1> = np.ones([2]);
`;

/** Files that services have parsed, by name and version. */
const parsed = ts.createDocumentRegistry();
let programs = 0;

/** A language service that has a program. */
function serviceFor(program: string): ts.LanguageService {
  const options: ts.CompilerOptions = { strict: true, module: ts.ModuleKind.Node16, target: ts.ScriptTarget.ES2022, types: [] };
  const version = String(++programs);
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [FILE],
    getScriptVersion: (name) => (name === FILE ? version : '1'),
    getScriptSnapshot: (name) => {
      const text = name === FILE ? program : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => folder,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === FILE || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
  };
  return ts.createLanguageService(host, parsed);
}

/** Names that are offered behind the dot at the end of a program. */
function offered(expression: string): string[] {
  const program = `${HEAD}${expression}.`;
  const found = serviceFor(program).getCompletionsAtPosition(FILE, program.length, {});
  return (found?.entries ?? []).map(({ name }) => name).filter((name) => /^\w+$/.test(name));
}

/** Names without documentation on hover. */
function undocumented(expression: string, names: readonly string[]): string[] {
  const program = `${HEAD}const it = ${expression};\n${names.map((name) => `it.${name};`).join('\n')}`;
  const service = serviceFor(program);
  return names.filter((name) => {
    const at = program.indexOf(`\nit.${name};`) + 4;
    const text = service.getQuickInfoAtPosition(FILE, at)?.documentation ?? [];
    return text.map((part) => part.text).join('').length < 5;
  });
}

/** Messages about a program, and about the declarations. */
function faults(lines: string): string[] {
  const service = serviceFor(HEAD + lines);
  const all = [FILE, join(types, 'maniple.d.ts')].flatMap((file) => service.getSemanticDiagnostics(file));
  return all.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

const INTERNALS = ['source', 'view', 'held', 'root', 'token', 'walk'];

for (const [name, expression, least] of [
  ['arrays', 'x', 150],
  ['complex arrays', "np.asarray([{ re: 1, im: 2 }], 'complex128')", 20],
  ['arrays chosen by a mask', 'np.compress([true, false], x)', 20],
] as const)
  t.test(`what is offered of ${name}`, async (t: Test) => {
    const names = offered(expression);
    t.ok(names.length >= least, `${names.length} names`);
    t.same(
      names.filter((each) => INTERNALS.includes(each)),
      [],
      'internals',
    );
    t.same(undocumented(expression, names), [], 'names without documentation');
  });

t.test('methods say what their functions say', async (t) => {
  const program = `${HEAD}x.median(); np.median(x); x.fill(1); np.assign(x, 1); x.compress([true]);`;
  const service = serviceFor(program);
  const said = (name: string): string => {
    const found = service.getQuickInfoAtPosition(FILE, program.indexOf(name, HEAD.length) + name.indexOf('.') + 1);
    return (found?.documentation ?? []).map((part) => part.text).join('');
  };
  t.equal(said('x.median'), said('np.median'));
  t.equal(said('x.fill'), said('np.assign'));
  t.match(said('x.compress'), /mask/);
});

t.test('arrays go where the runtime takes stores, and storeOf shows what they are', async (t) => {
  t.same(faults('export const found = [runtime().read(x), runtime().dispose(x), storeOf(x).root, storeOf(x).view.strides];'), []);
});

t.test('what does not compile', async (t) => {
  t.match(faults('x.root;')[0], /Property 'root' does not exist/);
  t.match(faults('new np.NDArray();')[0], /private/);
  t.match(faults("const wrong: np.NDArray<'int8', 1> = x; wrong;")[0], /not assignable/);
});

t.test('null stands for an option that is left out, and results stay as precise', async (t: Test) => {
  const program = `
    const a: np.NDArray = np.sum(x, null);
    const b: np.NDArray = np.sum(x, { axis: null, dtype: null, out: null, where: null });
    const c: np.NDArray = np.linalg.lstsq([[1]], [1], { rcond: null }).x;
    const d: np.NDArray<'float64', 1> = np.zeros([2], { dtype: null });
    const e: np.NDArray = np.add(x, x, { out: null, dtype: null });
    const f: np.NDArray = np.random.defaultRng(1).normal(0, 1, { shape: null });
    const g: np.NDArray = np.linspace(0, 1, 5, true);
    const h: np.NDArray = np.argsort(x, null);
    const [values, counts] = await np.unique(x, { returnCounts: true, axis: null });
    const i: np.NDArray = np.repeat(x, 2, null);
  `;
  t.same(faults(program), []);
  t.match(faults("np.sum(x, { dtype: 'no dtype' });"), [/not assignable/], 'and a wrong value does not compile');
});
