/**
 * Every element-wise function beside NumPy on special values and all pairs of them: zeros, infinities and NaN of either sign, the ends
 * of each dtype and of its subnormal numbers, where functions overflow, ties. On each tier; in compiled C the functions of bits and
 * selections. Needs python3 with NumPy 2.
 */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import t from 'tap';
import * as np from '../../lib/array/index.js';
import { createRuntime } from '../../lib/runtime/index.js';
import type { Packed } from '../support/beside-numpy.js';
import { onRuntime } from '../support/on-runtime.js';
import { tiers } from '../support/tiers.js';
import { ulpsApart } from '../support/ulps.js';

interface Line {
  readonly name: string;
  readonly args: readonly Packed[];
  readonly want: readonly Packed[];
  readonly tolerance: number;
}

const writer = join(dirname(createRequire(import.meta.url).resolve('#package')), 'test', 'conformance', 'numpy', 'special.py');

/** The calls, or why there are none. */
function linesOf(): Line[] | string {
  try {
    const text = execFileSync('python3', ['-B', writer], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [first, ...lines] = text.trim().split('\n');
    const { numpy } = JSON.parse(first) as { numpy: string };
    return Number.parseInt(numpy, 10) >= 2 ? lines.map((line) => JSON.parse(line) as Line) : `NumPy 2 is needed, not ${numpy}`;
  } catch (error) {
    return `python3 with NumPy 2 is needed: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`;
  }
}

/** Where this library means something else, and says so. */
const OTHERWISE = (line: Line): boolean => line.name === 'reciprocal' && !line.args[0].dtype.startsWith('float');

/** Each takes the compiler a third of a second: the other functions in C are beside the interpreter in `test/property`. */
const COMPILED = new Set('nextafter copysign signbit spacing fabs abs negative logaddexp logaddexp2 acosh hypot sign'.split(' '));
const inC = (line: Line): boolean => COMPILED.has(line.name) && line.args.every((x) => /float|int32/.test(x.dtype));

function valuesOf({ dtype, data }: Packed): np.TypedArray {
  return new np[dtype as np.DTypeName].Typed(Uint8Array.from(Buffer.from(data, 'base64')).buffer);
}

/** Whether a value is as near to NumPy's as it has to be; sums of logarithms cancel, and are as exact as their larger operand. */
function near(
  { name, tolerance }: Line,
  dtype: string,
  operands: readonly (number | bigint)[],
  a: number | bigint,
  b: number | bigint,
): boolean {
  if (ulpsApart(dtype, a, b) <= tolerance) return true;
  const unit = dtype === 'float32' ? 2 ** -23 : 2 ** -52;
  return (
    name.startsWith('logaddexp') &&
    Math.abs(Number(a) - Number(b)) <= unit * Math.max(...operands.map((x) => Math.abs(Number(x))))
  );
}

/** The first elements that differ. */
function differences(line: Line, found: readonly np.TypedArray[]): string[] {
  const args = line.args.map(valuesOf);
  const shown = (v: number | bigint): string => (Object.is(v, -0) ? '-0' : String(v));
  return line.want.flatMap((packed, k) => {
    const want = valuesOf(packed);
    const operands = (i: number): (number | bigint)[] => args.map((a) => a[i]);
    const bad = Array.from(want.keys()).filter((i) => !near(line, packed.dtype, operands(i), found[k][i], want[i]));
    return bad.slice(0, 5).map((i) => `(${operands(i).map(shown).join(', ')}): ${shown(found[k][i])}, not ${shown(want[i])}`);
  });
}

/** The calls' results; operands are shared, so that calls on one dtype fuse. */
function resultsOf(lines: readonly Line[]): Promise<np.TypedArray[]>[] {
  const arrays = new Map<string, np.NDArray>();
  const arrayOf = (packed: Packed): np.NDArray => {
    const key = `${packed.dtype} ${packed.data}`;
    const array = arrays.get(key) ?? np.array(valuesOf(packed), { dtype: packed.dtype });
    arrays.set(key, array);
    return array;
  };
  const made = lines.map((line) => functions[line.name](...line.args.map(arrayOf)));
  return made.map((found) => Promise.all((Array.isArray(found) ? found : [found]).map((x) => x.data())));
}

const functions = np as unknown as Record<string, (...args: np.NDArray[]) => np.NDArray | np.NDArray[]>;
const lines = linesOf();

if (typeof lines === 'string') t.test('special values beside NumPy', { skip: lines }, async () => undefined);
else
  for (const { label, config, skip } of tiers) {
    t.test(`special values beside NumPy: ${label}`, { skip }, async (t) => {
      await onRuntime(createRuntime(config), async () => {
        const calls = lines.filter((line) => !OTHERWISE(line) && (config.tier !== 'c' || inC(line)));
        for (const [k, found] of resultsOf(calls).entries()) {
          const call = `${calls[k].name} of ${calls[k].args.map((x) => x.dtype).join(', ')}`;
          t.same(differences(calls[k], await found), [], call);
        }
      });
    });
  }
