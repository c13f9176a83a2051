/**
 * The parameters of NumPy's functions (`numpy/parameters.json`, which `parameters.py` writes where NumPy is installed) against the declarations of
 * ours. What may be left out in NumPy is an option of that name here, or stands on the page of parameters, by its other name or with the reason
 * why it is not here; and what has a place in NumPy has the same place here.
 */
import { readFileSync } from 'node:fs';
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { type Declaration, declarationOf } from '../../lib/base/index.js';
import { placesOf } from '../../lib/base/places.js';

const signatures = JSON.parse(readFileSync('test/golden/numpy/parameters.json', 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;
const page = readFileSync('.ci/docs/pages/parameters.md', 'utf8');

const spaces: Readonly<Record<string, object>> = {
  '': np,
  linalg: np.linalg,
  fft: np.fft,
  random: np.random,
  Generator: Object.getPrototypeOf(np.random.defaultRng(1)) as object,
};

/** As JavaScript writes it. */
function camel(name: string): string {
  return name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

interface Shared {
  readonly name: string;
  readonly declaration: Declaration;
  readonly parameters: readonly string[];
}

/** NumPy's functions that are here, each once, with all of its names. */
function shared(): Shared[] {
  const seen = new Set<unknown>();
  return Object.entries(signatures).flatMap(([name, parameters]) => {
    const at = name.lastIndexOf('.');
    const space = spaces[name.slice(0, Math.max(0, at))] as Readonly<Record<string, unknown>>;
    const fn = space[camel(name.slice(at + 1))];
    if (typeof fn !== 'function' || seen.has(fn)) return [];
    seen.add(fn);
    const declaration = declarationOf(fn);
    return declaration === undefined ? [] : [{ name, declaration, parameters }];
  });
}

function optionsOf({ kinds }: Declaration): ReadonlySet<string> {
  return new Set(kinds.flatMap((kind) => Object.keys(kind.options ?? {})));
}

const nameIn = (parameter: string): string => parameter.replace(/^\*, /, '').replace(/=$/, '');

/** Parameters that NumPy's caller may leave out and ours has neither as an option nor as an argument of its own. */
function missingIn({ declaration, parameters }: Shared): string[] {
  const options = optionsOf(declaration);
  return parameters.flatMap((parameter, at) => {
    const name = nameIn(parameter);
    const own = declaration.kinds[at];
    const isArgument = own !== undefined && own.options === undefined && !parameter.startsWith('*');
    return parameter.endsWith('=') && !options.has(camel(name)) && !isArgument ? [name] : [];
  });
}

/** The page's rows: functions and their parameters, and what is said of them. */
const rows = [...page.matchAll(/^\| (`.*`) \| (.+) \|$/gm)].flatMap(([, cell, said]) =>
  [...cell.matchAll(/`([^`:]+): ([^`]+)`/g)].flatMap(([, names, parameters]) =>
    names.split(' ').flatMap((name) => parameters.split(' ').map((parameter) => ({ entry: `${name}: ${parameter}`, said }))),
  ),
);
const said = new Map(rows.map(({ entry, said }) => [entry, said]));
const functions = shared();

t.test('each parameter of NumPy is here, or left out with a reason', async (t) => {
  t.ok(functions.length > 400, `${functions.length} functions`);
  const unsaid = functions.flatMap((one) =>
    missingIn(one).flatMap((parameter) =>
      said.has(`${one.name}: ${parameter}`) || said.has(`*: ${parameter}`) ? [] : [`${one.name}: ${parameter}`],
    ),
  );
  t.same(unsaid, [], 'write these, or say on the page of parameters why not');
});

t.test('nothing is said to be left out that is here, that NumPy has not, or twice', async (t) => {
  const missing = new Set(
    functions.flatMap((one) => missingIn(one).flatMap((parameter) => [`${one.name}: ${parameter}`, `*: ${parameter}`])),
  );
  t.same(
    rows.map(({ entry }) => entry).filter((entry) => !missing.has(entry)),
    [],
    'these are here by now: delete their reasons',
  );
  t.equal(said.size, rows.length);
  for (const { said } of rows) t.ok(said.length > 5);
});

/** Whether an option is reached by the place that its parameter has in NumPy. */
function isPlaced({ kinds, name }: Declaration, option: string, at: number): boolean {
  const first = kinds.findIndex(({ options }) => options !== undefined);
  return kinds[at]?.place === option || placesOf(name)?.[at - first] === option;
}

t.test("options have NumPy's places", async (t) => {
  const drawn = (name: string): boolean => name.startsWith('random.') || name.startsWith('Generator.');
  const misplaced = functions
    .filter(({ name, declaration }) => !drawn(name) && !declaration.counted && declaration.kinds.at(-1)?.many !== true)
    .flatMap(({ name, declaration, parameters }) => {
      const options = optionsOf(declaration);
      return parameters.flatMap((parameter, at) => {
        const option = camel(nameIn(parameter));
        const isPlace = parameter.endsWith('=') && !parameter.startsWith('*') && options.has(option);
        return isPlace && !isPlaced(declaration, option, at) ? [`${name}: ${option} is argument ${at + 1}`] : [];
      });
    });
  t.same(misplaced, []);
});
