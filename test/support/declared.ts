/** The public functions of every door, and arguments of the kinds that their declarations ask for. */
import * as np from '../../lib/array/index.js';
import { type Declaration, declarationOf, type Kind } from '../../lib/base/index.js';
import * as publicRuntime from '../../lib/runtime/public.js';
import * as sparse from '../../lib/sparse/index.js';
import * as taskbench from '../../lib/taskbench/index.js';
import * as tensor from '../../lib/tensor/index.js';
import './arrays.js';

export type Loose = (...given: unknown[]) => unknown;

/** A public function or method; `call` takes the object of a method first. */
export interface Door {
  readonly name: string;
  readonly fn: Loose;
  readonly of: object | null;
  readonly declaration: Declaration | undefined;
}

const doors: readonly (readonly [string, object])[] = [
  ['np', np],
  ['np.linalg', np.linalg],
  ['np.fft', np.fft],
  ['np.random', np.random],
  ['np.testing', np.testing],
  ['np.runtime', np.runtime],
  ['sparse', sparse],
  ['sparse.linalg', sparse.linalg],
  ['sparse.csgraph', sparse.csgraph],
  ['runtime', publicRuntime],
  ['taskbench', taskbench],
  ['tensor', tensor],
];

function isClass(fn: unknown): boolean {
  return typeof fn === 'function' && /^class\b/.test(Function.prototype.toString.call(fn));
}

/** All functions that doors export, without classes. */
export function functions(): Door[] {
  return doors.flatMap(([door, members]) =>
    Object.entries(members)
      .filter(([, fn]) => typeof fn === 'function' && !isClass(fn))
      .map(([name, fn]) => ({ name: `${door}.${name}`, fn: fn as Loose, of: null, declaration: declarationOf(fn as object) })),
  );
}

/** The methods of an object, those of its class alone. */
export function methodsOf(name: string, of: object): Door[] {
  const found: Door[] = [];
  for (
    let at: object | null = Object.getPrototypeOf(of);
    at !== null && at !== Object.prototype;
    at = Object.getPrototypeOf(at)
  ) {
    if (!Object.hasOwn(at, 'constructor')) continue; // names that arrays refuse (`base/refused-names.ts`)
    for (const [key, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (typeof value !== 'function' || key === 'constructor' || found.some((door) => door.name === `${name}.${key}`)) continue;
      found.push({ name: `${name}.${key}`, fn: value as Loose, of, declaration: declarationOf(value as object) });
    }
  }
  return found;
}

const matrix = np.asarray([
  [4, 1],
  [1, 3],
]);
const counts = { tasks: 1, dependencies: 0, local: 0, remote: 0, localBytes: 0, remoteBytes: 0, flops: 1, bytes: 0 };
const point = { iterations: 1, task_us: 1, flops: 1, efficiency: 1 };
const curves = { minimum: [point], median: [point], mean: [point] };
const measured = { peak: 1, curves, floor: null, coldTaskUs: 1, tasks: 1 };
const flags = taskbench.parseFlags([]);
const run = { mode: 'graph', procs: 1, specs: flags.specs, repeats: 1 } as const;
const asked = { name: 'a', mode: 'graph', percent: 50, statistic: 'minimum', procs: 1, repeats: 1 } as const;
const view = publicRuntime.identityView([2, 2]);
const whole = publicRuntime.projection([0, 1]);
const copy = publicRuntime.elementwise(1, [np.float64], np.float64, (_, x) => x);
const body = { kind: 'js', run: (): void => {} } as const;
const records: readonly unknown[] = [
  flags,
  counts,
  measured,
  run,
  asked,
  taskbench.makeReport(measured, asked),
  [point],
  [{ name: 'a', points: [point] }],
  view,
  whole,
  publicRuntime.none,
  copy,
  [publicRuntime.input(np.float64, 1)],
  [np.float64],
  np.float64,
  { name: 'declared', args: [], body },
];
/** Of no runtime: they are refused later than by a declaration. */
const made = (Class: { readonly prototype: object }): object => Object.create(Class.prototype) as object;
const event = new publicRuntime.Event({} as never, 1);
const grid = new tensor.Grid(2, 2);
const loops = tensor.indices();
const matrix2 = tensor.tensor('M', matrix, { on: grid, as: 'xy -> xy' });
const objects: readonly unknown[] = [
  event,
  [event],
  new publicRuntime.Allocation({} as never, 0, 8, event),
  { graph: made(publicRuntime.TaskGraph), index: 0 },
  [{ graph: made(publicRuntime.TaskGraph), index: 0 }],
  { name: 'task', kind: 'local', number: 0, body: (): void => {} },
  new Float64Array(2),
  { id: 0, dtype: np.float64 },
  [{ id: 0, dtype: np.float64 }],
  { low: [0], high: [1] },
  [{ low: [0], high: [1] }],
  { table: 0, columns: 0 },
  { dtype: 'float64', shape: [2], buffer: new SharedArrayBuffer(16) },
  'sum',
  'exp',
  'add',
  'argmin',
  'csr',
  grid,
  matrix2,
  loops.i,
  [loops.i],
  tensor.cosmaPlan({ m: 2, n: 2, k: 2, processors: 1, memory: 100 }),
  { m: 2, n: 2, k: 2, processors: 1, memory: 100 },
  tensor.blas.gemm,
  matrix2.at(loops.i, loops.j),
  tensor.tensor('V', [2, 2]).at(loops.i, loops.j).assign(matrix2.at(loops.i, loops.j)),
  [matrix2],
  { data: [1, 2], indices: [[0, 1]], shape: [2] },
  { type: { typeId: 3, precision: 2 }, length: 2, offset: 0, nullCount: 0, values: Float64Array.of(1, 2) },
];
const candidates: readonly unknown[] = [
  matrix,
  1,
  'float64',
  true,
  2n,
  [1, 2],
  [matrix, matrix],
  [matrix, [1], [1]],
  ['a'],
  {},
  (): unknown => 1,
  sparse.eye(2),
  [sparse.eye(2)],
  sparse.linalg.aslinearoperator(sparse.eye(2)),
  [[sparse.eye(2)]],
  new ArrayBuffer(8),
  '/nowhere/at/all',
  [[1, 2]],
  { a: matrix },
  null,
  ...records,
  ...objects,
];

/** Whether a kind takes a value; an earlier call may have ended it, so that its fields throw. */
function accepts<T>(kind: Kind<T>, value: unknown): boolean {
  try {
    return kind.is(value as T);
  } catch {
    return false;
  }
}

/** A value of a kind. */
export function valueOf(kind: Kind<unknown>): unknown {
  const found = candidates.find((value) => accepts(kind, value));
  if (found === undefined && !kind.is(found)) throw new Error(`no value of a test is ${kind.expected}`);
  return found;
}

/** A value that is of none of some kinds; undefined where all values are. */
export function wrongFor(...kinds: readonly Kind<unknown>[]): { readonly value: unknown } | undefined {
  const values = [Symbol('wrong'), new Date(0), { wrong: 1 }, new Map()];
  const value = values.find((one) => kinds.every((kind) => !kind.is(one)));
  return value === undefined ? undefined : { value };
}
