/** The default dtype of floats: what it is taken for, and what it leaves alone. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import * as np from '../../../lib/array/index.js';
import { parseConfig } from '../../../lib/runtime/index.js';

const integers = (): np.NDArray => np.asarray(Int32Array.of(1, 2, 3));
const typed = (): np.NDArray => np.asarray(Float64Array.of(1, 2, 3));

/** Programs whose results have the default dtype. */
const floats: Readonly<Record<string, () => np.NDArray>> = {
  zeros: () => np.zeros(3),
  ones: () => np.ones([2, 2]),
  full: () => np.full(3, 1.5),
  empty: () => np.empty(3),
  arange: () => np.arange(5),
  linspace: () => np.linspace(0, 1, 5),
  eye: () => np.eye(3),
  'numbers in Arrays': () => np.asarray([1, 2.5]),
  'numbers and booleans in Arrays': () => np.asarray([[1.5], [true as never]]),
  'an Array of none': () => np.asarray([]),
  'a number': () => np.asarray(2),
  'two numbers': () => np.add(1, 2),
  'integers divided': () => integers().divide(2),
  'a function of integers': () => np.sqrt(integers()),
  'a mean of integers': () => np.mean(integers()),
  'integers and a fraction': () => integers().multiply(0.5),
  'integers in Arrays with a fraction': () => np.stack([integers(), np.asarray(integers())]).add(0.25),
  'random numbers': () => np.random.generator(3).random(4),
  'normal numbers': () => np.random.generator(3).normal({ shape: 4 }),
  "NumPy's random numbers": () => np.random.rand(3),
  'integers and float32': () => integers().add(np.ones(3, 'float32')),
  'integers, float32 and a number': () => np.where(np.asarray([true, false, true]), integers(), np.ones(3, 'float32')).add(1),
  'integers joined with float32': () => np.concat([integers(), np.ones(3, 'float32')]),
  coordinates: () => np.fromfunction((i) => i.multiply(1.5), [3]),
};

/** Programs whose results have float64 all the same. */
const kept: Readonly<Record<string, () => np.NDArray>> = {
  'a Float64Array': typed,
  'a Float64Array and a number': () => typed().multiply(0.5),
  'float64 and new numbers': () => typed().add(np.ones(3)),
  'a dtype that is given': () => np.zeros(3, 'float64'),
};

function check(t: Test, dtype: 'float32' | 'float64'): void {
  for (const [name, program] of Object.entries(floats)) t.equal(program().dtype.name, dtype, `${name}: ${dtype}`);
  for (const [name, program] of Object.entries(kept)) t.equal(program().dtype.name, 'float64', `${name}: float64`);
  t.equal(np.resultType(1.5).name, dtype);
  t.equal(np.resultType('int32', 1.5).name, dtype);
  t.equal(np.asarray([{ re: 1, im: 2 }] as never).dtype.name as string, dtype === 'float32' ? 'complex64' : 'complex128');
}

t.test('float64 at first, and again after float32', async (t) => {
  t.equal(np.defaultDType().name, 'float64');
  check(t, 'float64');
  t.equal(np.defaultDType('float32').name, 'float32');
  check(t, 'float32');
  const half = await np.asarray(Int32Array.of(1, 2)).divide(3).data();
  t.same([...half], [Math.fround(1 / 3), Math.fround(2 / 3)], 'divided in float32');
  t.equal(np.defaultDType(np.float64), np.float64);
  check(t, 'float64');
});

t.test('other dtypes are refused', async (t) => {
  for (const dtype of ['int64', 'bool', 'uint8'] as const)
    t.throws(() => np.defaultDType(dtype), {
      code: 'ERR_DTYPE',
      message: new RegExp(`expected float64 or float32, got ${dtype}`),
    });
  t.throws(() => np.defaultDType('float16' as never), { code: 'ERR_DTYPE' });
  t.equal(np.defaultDType().name, 'float64', 'it is as it was');
});

t.test('the setting --dtype', async (t) => {
  t.same(parseConfig('--dtype float32'), { dtype: 'float32' });
  t.throws(() => parseConfig('--dtype float16'), {
    code: 'ERR_CONFIG',
    message: '--dtype: expected float64|float32, got "float16"',
  });
  const library = fileURLToPath(new URL('../../../pack/array/index.js', import.meta.url));
  const program = `import * as np from ${JSON.stringify(library)}; console.log(np.ones(2).dtype.name, np.defaultDType().name)`;
  const env = { ...process.env, MANIPLE_CONFIG: '--dtype float32', NODE_NO_WARNINGS: '1' };
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' });
  t.equal(out, 'float32 float32\n');
});

t.test('numbers without a fraction are integers where a program asks for it', async (t) => {
  t.teardown(() => np.defaultDType({ floats: 'float64', integers: null }));
  const whole: Readonly<Record<string, () => np.NDArray>> = {
    'numbers in Arrays': () =>
      np.asarray([
        [1, 2],
        [3, -4],
      ]),
    'a number': () => np.asarray(2),
    'numbers and booleans': () => np.asarray([1, true as never]),
    arange: () => np.arange(5),
    'arange from and by': () => np.arange(2, 11, 3),
    full: () => np.full([2], 7),
    'two numbers': () => np.add(1, 2),
    'their sum': () => np.asarray([1, 2]).sum(),
  };
  const floats: Readonly<Record<string, () => np.NDArray>> = {
    'a fraction among them': () => np.asarray([1, 2.5]),
    'none at all': () => np.asarray([]),
    'larger ones than integers hold exactly': () => np.asarray([2 ** 60]),
    'what is no number': () => np.asarray([1, Number.NaN]),
    'a step with a fraction': () => np.arange(0, 1, 0.5),
    zeros: () => np.zeros(2),
    'a quotient': () => np.asarray([1, 2]).divide(2),
    'integers and a fraction': () => np.asarray([1, 2]).multiply(0.5),
  };
  for (const [name, program] of Object.entries(whole)) t.equal(program().dtype.name, 'float64', `${name}: floats at first`);
  t.equal(np.defaultDType({ integers: 'int64' }).name, 'float64', 'the dtype of floats');
  for (const [name, program] of Object.entries(whole)) t.equal(program().dtype.name, 'int64', name);
  for (const [name, program] of Object.entries(floats)) t.equal(program().dtype.name, 'float64', name);
  t.equal(np.resultType(1).name, 'int64');
  t.equal(np.arrayNamespaceInfo().defaultDtypes().integral.name, 'int64');
  t.same(await np.asarray([1, -2]).multiply(3).tolist(), [3n, -6n]);
  t.same(await np.arange(2, 11, 3).tolist(), [2n, 5n, 8n]);
  t.equal(np.asarray([1, 2], { dtype: 'float32' }).dtype.name, 'float32', 'a dtype that is given');
  t.equal(np.ones(2, 'float32').add(1).dtype.name, 'float32', 'a number beside an array takes its dtype');

  np.defaultDType({ floats: 'float32', integers: 'int32' });
  t.equal(np.asarray([1, 2]).dtype.name, 'int32');
  t.equal(np.asarray([2 ** 31]).dtype.name, 'float32', 'what int32 does not hold');
  t.equal(np.asarray([1.5]).dtype.name, 'float32');
  t.equal(np.defaultDType('float64').name, 'float64');
  t.equal(np.asarray([1, 2]).dtype.name, 'int32', 'which a dtype for floats leaves as it was');
  np.defaultDType({ integers: null });
  t.equal(np.asarray([1, 2]).dtype.name, 'float64');
  t.throws(() => np.defaultDType({ integers: 'int8' }), {
    code: 'ERR_DTYPE',
    message: 'defaultDType: expected int64 or int32 for integers, got int8; give other dtypes by hand',
  });
  t.throws(() => np.defaultDType({ whole: 'int64' } as never), { code: 'ERR_ARGUMENT' });
});
