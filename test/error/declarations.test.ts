/**
 * Every public function is called with one argument too many, with an unknown option, with each option of a wrong kind, with arguments
 * of wrong kinds and without its arguments: none of these passes, and all that is thrown is typed. The calls are made from the
 * declarations, so that new functions come in by themselves.
 */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { type Declaration, type Kind, ManipleError, mostOf } from '../../lib/base/index.js';
import { placesOf } from '../../lib/base/places.js';
import * as sparse from '../../lib/sparse/index.js';
import { type Door, functions, methodsOf, valueOf, wrongFor } from '../support/declared.js';
import { classInstances } from '../support/instances.js';
import '../support/arrays.js';

const x = np.ones([2, 2]);

/** Methods that JavaScript itself calls, without arguments or with its own. */
const OWN = new Set(['toJSON', 'toString']);

/** Objects of the classes that doors give, closed at the end. */
const instances = await classInstances();
t.teardown(() => Promise.all(instances.map(({ close }) => close?.())));

/** What the runtime's own rooms call of each other, at each operation, and libraries do not: see `lib/README.md`. */
const OWN_ROOMS: Readonly<Record<string, readonly string[]>> = {
  Runtime:
    'enroll launch launchCall match matchOn launchOn issued flush within isBusyWith materialize contents beginScope figures'.split(
      ' ',
    ),
  TaskRuntime: 'resourceOf nextChannel launchGraph stateOf errorOf waitFor settle trigger'.split(' '),
  NumpyStream: ['counted', 'drawn', 'fill', 'nextExponential', 'nextNormal', 'orders'],
  Tensor: ['hold', 'infer', 'inferPattern', 'release', 'values'],
  Event: ['assign'],
  UserEvent: ['assign'],
  Allocation: ['give'],
  KernelBuilder: ['push', 'argument'],
  SegmentBuilder: ['push', 'argument'],
  RepeatBuilder: ['push', 'argument'],
};

/** The doors, with the kinds of what is passed: a method of an array is declared with the array in front. */
const doors: readonly (Door & { readonly declaration: Declaration })[] = [
  ...functions(),
  ...methodsOf('Generator', np.random.generator(1)),
  ...methodsOf('CsrArray', sparse.eye(2)),
  ...instances.flatMap(({ name, of }) => methodsOf(name, of)),
].filter((door): door is Door & { readonly declaration: Declaration } => door.declaration !== undefined);

async function errorOf(door: Door, given: readonly unknown[]): Promise<unknown> {
  try {
    await door.fn.apply(door.of, [...given]);
  } catch (error) {
    return error;
  }
  return undefined;
}

function leastOf(kinds: readonly Kind<unknown>[]): readonly Kind<unknown>[] {
  return kinds.filter((kind) => kind.optional !== true);
}

t.test('every function of the doors is declared', async (t) => {
  const none = functions().filter((door) => door.declaration === undefined);
  t.same(none.map((door) => door.name).sort(), []);
});

t.test('every method of the classes that doors give is declared', async (t) => {
  // Methods made of functions, which are declared themselves: every format of sparse matrices has them.
  const made = methodsOf('CsrArray', sparse.eye(2)).filter((door) => door.declaration === undefined);
  const isMade = (key: string): boolean => made.some((door) => door.name === `CsrArray.${key}`);
  for (const { name, of } of instances) {
    const isSparse = name === 'CooArray' || name === 'CscArray';
    const none = methodsOf(name, of).filter(
      (door) => door.declaration === undefined && !(isSparse && isMade(door.name.split('.')[1])),
    );
    const own = OWN_ROOMS[name] ?? [];
    t.same(none.map((door) => door.name.split('.')[1]).sort(), [...own].sort(), name);
  }
});

t.test('as many kinds as parameters', async (t) => {
  for (const { name, declaration } of doors) {
    const { fn, kinds } = declaration;
    const isListed = kinds.at(-1)?.many === true;
    if (declaration.method !== undefined) continue;
    t.ok(fn.length <= kinds.length && (isListed || fn.length > 0 || kinds.length <= 3), `${name}: ${fn.length} parameters`);
  }
});

t.test('one argument too many', async (t) => {
  for (const door of doors) {
    const { kinds } = door.declaration;
    const most = mostOf(door.declaration);
    if (most === Number.POSITIVE_INFINITY) continue;
    const given = kinds.map((kind) => (kind.optional === true ? undefined : valueOf(kind)));
    const last = [...given, ...padding((placesOf(door.declaration.name) ?? []).length), 7];
    t.match(await errorOf(door, last), { code: 'ERR_ARGUMENT', message: /expected (at most|no arguments)/ }, door.name);
  }
});

t.test('unknown options', async (t) => {
  for (const door of doors) {
    const { kinds } = door.declaration;
    const given = kinds.map((kind) => (kind.optional === true ? undefined : valueOf(kind)));
    for (const [i, kind] of kinds.entries()) {
      if (kind.options === undefined) continue;
      const error = await errorOf(door, given.with(i, { mispelt: 1 }));
      t.match(
        error,
        { code: 'ERR_ARGUMENT', message: /no option is called mispelt \(there (is|are) .*\w\)/ },
        `${door.name}, ${i}`,
      );
    }
  }
});

t.test('options of wrong kinds', async (t) => {
  for (const door of doors) {
    const { kinds } = door.declaration;
    const given = kinds.map((kind) => (kind.optional === true ? undefined : valueOf(kind)));
    for (const [i, kind] of kinds.entries()) {
      for (const [option, own] of Object.entries(kind.options ?? {}) as [string, Kind<unknown>][]) {
        const wrong = wrongFor(own);
        if (wrong === undefined) continue;
        const error = await errorOf(door, given.with(i, { [option]: wrong.value }));
        t.ok(error instanceof ManipleError, `${door.name}: ${option}: ${String(error)}`);
      }
    }
  }
});

t.test('arguments of wrong kinds, and none', async (t) => {
  for (const door of doors) {
    const { kinds } = door.declaration;
    const given = leastOf(kinds).map(valueOf);
    for (const [i, kind] of kinds.entries()) {
      const wrong = wrongFor(kind);
      if (wrong === undefined) continue;
      const error = await errorOf(
        door,
        i < given.length ? given.with(i, wrong.value) : [...given, ...padding(i - given.length), wrong.value],
      );
      t.ok(error instanceof ManipleError, `${door.name}, ${i}: ${String(error)}`);
    }
    if (given.length > 0 && !leastOf(kinds).every((kind) => kind.is(undefined)))
      t.ok((await errorOf(door, [])) instanceof ManipleError, `${door.name}()`);
  }
});

function padding(count: number): undefined[] {
  return new Array<undefined>(Math.max(0, count)).fill(undefined);
}

t.test('methods of arrays', async (t) => {
  for (const door of methodsOf('NDArray', x)) {
    const key = door.name.split('.')[1];
    if (OWN.has(key)) continue;
    const free = functions().find((one) => one.name === `np.${key}`)?.declaration;
    if (free === undefined || mostOf(free) === Number.POSITIVE_INFINITY) continue;
    const given = free.kinds.slice(1).map((kind) => (kind.optional === true ? undefined : valueOf(kind)));
    const last = [...given, ...padding((placesOf(free.name) ?? []).length), 7];
    t.match(await errorOf(door, last), { code: 'ERR_ARGUMENT', message: /expected/ }, door.name);
  }
});

const loose = (value: unknown): never => value as never;
const listed: readonly [string, () => unknown][] = [
  ['dot(a, b, 3)', () => np.dot(x, x, loose(3))],
  ['add(1, 2, 3)', () => np.add(1, 2, loose(3))],
  ['cg with tolerance', () => sparse.cg(sparse.eye(2), np.ones(2), loose({ tolerance: 1 }))],
  ['a draw with options and more', () => np.random.generator(1).normal({ mean: 1 }, loose(2))],
  ['a draw with two names of one option', () => np.random.generator(1).normal({ mean: 1, loc: 2 })],
  ['a date as options', () => np.isclose(x, x, loose(new Date(0)))],
];
for (const [name, run] of listed)
  t.test(name, async (t) =>
    t.match(
      await Promise.resolve()
        .then(run)
        .catch((error: unknown) => error),
      { code: 'ERR_ARGUMENT' },
    ),
  );
