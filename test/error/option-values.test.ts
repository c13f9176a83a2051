/**
 * Every option of every public function and method of arrays is given NaN, an empty text, {}, a bigint and an Array where its kind does not take
 * these: the call throws a typed error, for real, complex and lazy arrays alike. Forms of functions for complex and lazy arrays have code of their own,
 * which may read an option and take it for something else.
 */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { type Kind, ManipleError } from '../../lib/base/index.js';
import { type Door, functions, type Loose, valueOf } from '../support/declared.js';

const VALUES: Readonly<Record<string, unknown>> = {
  NaN: Number.NaN,
  'an empty text': '',
  '{}': {},
  '1n': 1n,
  '[]': [],
};

/** First arguments, made anew for each call, as it may end or write them. */
const SORTS: Readonly<Record<string, () => np.NDArray>> = {
  real: () =>
    np.asarray([
      [4, 1],
      [1, 3],
    ]),
  complex: () =>
    np.complex(
      np.asarray([
        [4, 1],
        [1, 3],
      ]),
      np.ones([2, 2]),
    ),
  lazy: () => np.asarray([1, -2, 3]).get([true, false, true]),
};

/** The options of a function's arguments that a value is not for: the place of the argument, and the name. */
function* refusing(kinds: readonly Kind<unknown>[], value: unknown): Generator<readonly [number, string]> {
  for (const [at, kind] of kinds.entries())
    for (const [option, own] of Object.entries(kind.options ?? {}) as [string, Kind<unknown>][])
      if (at > 0 && !own.is(value)) yield [at, option];
}

/** What a call throws; undefined where it does not. */
async function errorOf(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  return undefined;
}

/** Calls of a function, and of the method of its name, with a wrong value for each option. */
async function* callsOf({ name, fn, declaration }: Door, make: () => np.NDArray): AsyncGenerator<readonly [string, unknown]> {
  const kinds = declaration?.kinds ?? [];
  if (kinds.length === 0 || kinds[0].optional === true) return;
  const given = kinds.map((kind) => (kind.optional === true ? undefined : valueOf(kind)));
  const method = name.split('.')[1];
  for (const [of, value] of Object.entries(VALUES))
    for (const [at, option] of refusing(kinds, value)) {
      const text = `${option}: ${of}`;
      const first = (): unknown => (kinds[0].gathers === true ? [make(), make()] : make());
      const rest = given.with(at, { [option]: value }).slice(1);
      yield [`${name}(…, { ${text} })`, await errorOf(() => fn(first(), ...rest))];
      if (name.split('.').length > 2 || !Object.hasOwn(np.NDArray.prototype, method) || method === 'shape') continue;
      const call = (x: np.NDArray): unknown => (x as unknown as Readonly<Record<string, Loose>>)[method]?.(...rest);
      yield [`x.${method}(…, { ${text} })`, await errorOf(() => call(make()))];
    }
}

for (const [sort, make] of Object.entries(SORTS))
  t.test(`options of ${sort} arrays`, async (t) => {
    let calls = 0;
    for (const door of functions().filter(({ name }) => name.startsWith('np.')))
      for await (const [call, error] of callsOf(door, make)) {
        calls++;
        if (!(error instanceof ManipleError)) t.fail(`${call}: ${error === undefined ? 'passed' : String(error)}`);
      }
    t.ok(calls > 2000, `${calls} calls`);
  });

t.test('null is an option that is left out, as None is', async (t) => {
  const [x, z] = [
    np.asarray([
      [3, 1],
      [2, 3],
    ]),
    np.complex(np.ones([2, 2]), np.eye(2)),
  ];
  const free = np as unknown as Readonly<Record<string, (...given: unknown[]) => np.NDArray>>;
  const values = (y: np.NDArray): Promise<unknown> => y.tolist();
  t.same(await values(np.linalg.lstsq(x, [1, 2], { rcond: null } as never).x), await values(np.linalg.lstsq(x, [1, 2]).x));
  t.same(await values(free.sum(x, { axis: null, dtype: null, out: null })), 9);
  t.same(await values(free.sum(z, { dtype: null, axis: 0 })), await values(np.sum(z as never, { axis: 0 })), 'of complex arrays');
  t.same(await values(free.unique(x, { axis: null })), [1, 2, 3]);
  t.same(await values(np.histogram([1, 2], 2, { range: null, weights: null } as never).counts), [1, 1]);
  t.throws(
    () => free.diff(x, { axis: null }),
    { name: 'ArgumentError', message: /axis: expected a number, got null/ },
    'where no axis means all',
  );
  t.throws(() => free.sum(x, { axes: null }), { name: 'ArgumentError' }, 'a name that is no option');
});
