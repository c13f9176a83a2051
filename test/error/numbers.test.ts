/**
 * Numbers that options and arguments do not take: each is refused with a typed error, or gives what NumPy gives; none is ignored. Drawn for every option that is
 * a number: NaN, infinity, a half, a negative one, a text and a bigint.
 */
import t from 'tap';
import * as np from '../../lib/array/index.js';
import '../support/arrays.js';

const values = { NaN, Infinity: Number.POSITIVE_INFINITY, half: 1.5, negative: -1, text: '3', bigint: 1n };
type Name = keyof typeof values;
type Call = (value: never) => unknown;

const real = np.asarray([
  [1, 2, 3],
  [4, 5, 7],
]);
const row = np.asarray([3, 1, 2, 5]);
const z = np.asarray([
  [
    { re: 1, im: 1 },
    { re: 2, im: 0 },
  ],
  [
    { re: 4, im: 1 },
    { re: 5, im: 2 },
  ],
]);

/** Calls, and the values that they take. */
const calls: readonly (readonly [string, Call, readonly Name[]])[] = [
  ['cov ddof', (ddof) => np.cov(real, { ddof }), ['negative']],
  ['complex cov ddof', (ddof) => np.cov(z as never, { ddof }), ['negative']],
  ['complex cov correction', (correction) => np.cov(z as never, { correction }), ['negative']],
  ['tensordot axes', (axes) => np.tensordot(real, real, { axes }), ['negative']],
  ['fromiter count', (count) => np.fromiter([1, 2, 3], { count }), ['negative']],
  ['bincount minlength', (minlength) => np.bincount([1, 2], { minlength }), []],
  ['polyfit degree', (degree) => np.polyfit([1, 2, 3], [1, 2, 4], degree), []],
  ['polyfit rcond', (rcond) => np.polyfit([1, 2, 3], [1, 2, 4], 1, { rcond }), ['Infinity', 'half', 'negative']],
  ['lstsq rcond', (rcond) => np.linalg.lstsq(real, [1, 2], { rcond }), ['Infinity', 'half', 'negative']],
  ['complex lstsq rcond', (rcond) => np.linalg.lstsq(z as never, [1, 2], { rcond }), ['Infinity', 'half', 'negative']],
  ['tri columns', (columns) => np.tri(2, { columns }), ['negative']],
  ['tri rows', (rows) => np.tri(rows), ['negative']],
  ['diagIndices', (n) => np.diagIndices(n), ['negative']],
  ['pad statLength', (statLength) => np.pad(row, 1, { statLength }), []],
  ['pad endValues', (endValues) => np.pad(row, 1, { endValues }), []],
  ['pad constantValues', (constantValues) => np.pad(row, 1, { mode: 'edge', constantValues }), []],
  ['loadtxt skiprows', (skiprows) => np.loadtxt('missing.txt', { skiprows }), []],
  ['loadtxt maxRows', (maxRows) => np.loadtxt('missing.txt', { maxRows }), []],
  ['genfromtxt skipHeader', (skipHeader) => np.genfromtxt('missing.txt', { skipHeader }), []],
  ['permutation', (n) => np.random.generator(1).permutation(n), ['negative']],
  ['fft n', (n) => np.fft.fft(row, { n }), []],
  ['complex fft n', (n) => np.fft.fft(z as never, { n }), []],
  ['complex isclose rtol', (rtol) => np.isclose(z as never, z as never, { rtol }), ['NaN', 'Infinity', 'half', 'negative']],
  ['diff n', (n) => np.diff(row, { n }), []],
  ['eye columns', (columns) => np.eye(2, { columns }), []],
  ['linspace num', (num) => np.linspace(0, 1, { num }), []],
  ['sort axis', (axis) => np.sort(row, { axis }), ['negative']],
];

for (const [name, call, taken] of calls)
  t.test(`${name} takes ${taken.length === 0 ? 'none of these numbers' : taken.join(', ')}`, async (t) => {
    for (const [of, value] of Object.entries(values)) {
      const made = async (): Promise<unknown> => call(value as never);
      if (taken.includes(of as Name)) await t.resolves(made(), of);
      else await t.rejects(made(), { code: /^ERR_(ARGUMENT|SHAPE|INDEX|DTYPE)$/ }, of);
    }
  });

t.test('complex forms refuse options that the functions do not have', async (t) => {
  const bogus = { bogus: 1 } as never;
  const forms: readonly [string, () => unknown][] = [
    ['sort', () => np.sort(z as never, bogus)],
    ['cov', () => np.cov(z as never, bogus)],
    ['fft', () => np.fft.fft(z as never, bogus)],
    ['pinv', () => np.linalg.pinv(z as never, bogus)],
    ['vander', () => np.vander([{ re: 1, im: 1 }] as never, bogus)],
    ['matrixRank', () => np.linalg.matrixRank(z as never, bogus)],
    ['isclose', () => np.isclose(z as never, z as never, bogus)],
    ['unique', () => np.unique(z as never, bogus)],
  ];
  for (const [name, call] of forms)
    await t.rejects(async () => call(), { name: 'ArgumentError', message: /^\w+: no option is called bogus/ }, name);
  t.throws(() => np.cov(z as never, { ddof: '3' } as never), { message: /cov: ddof: expected an integer, got "3"/ });
});

t.test('nanvar and nanstd obey ddof', async (t) => {
  const close = async (got: np.NDArray, wanted: number): Promise<boolean> =>
    Math.abs(((await got.item()) as number) - wanted) < 1e-12;
  t.ok(await close(np.nanvar([1, Number.NaN, 2, 4], { ddof: 1 }), 7 / 3));
  t.ok(await close(np.nanstd([1, 2, 4], { ddof: 2 }), Math.sqrt(14 / 3)));
});
