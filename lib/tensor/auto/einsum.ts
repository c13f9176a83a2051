/** `np.einsum` on a grid: each step of its path is a statement that gets a schedule. Schedules are kept by names, shapes, and grid. */
import type { ContractionRequest, NDArray } from '../../array/index.js';
import { CONTRACTS, DTypeError, Generations } from '../../base/index.js';
import { bool, type DType } from '../../dtype/index.js';
import { Grid } from '../machine/grid.js';
import { Assignment } from '../notation/assignment.js';
import { Tensor } from '../notation/tensor.js';
import { type AccessTerm, accessesOf, IndexVariable, type Term } from '../notation/terms.js';
import { type Found, scheduleOf } from './auto-schedule.js';

/** A step: which operands it takes, and its schedule. */
interface Scheduled {
  readonly operands: readonly number[];
  readonly found: Found;
}

/** Contractions that are remembered. */
const KEPT = 64;

const known = new Generations<string, readonly Scheduled[]>(KEPT);

/** The result is A, operands are B, C, D, …: letters that no axis has, which are names in statements, too. */
function nameOfTensor(n: number, isAxis: (name: string) => boolean): string {
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) => !isAxis(letter))[n] ?? `T${n}`;
}

function contract(
  this: Grid,
  { operation, arrays, labels, steps, memory }: ContractionRequest,
): { run(): NDArray; explain(): string } {
  if (arrays[0].dtype === bool)
    throw new DTypeError(
      `${operation}: expected integers or floats on a grid, got bool; convert the arrays with astype('int64')`,
    );
  const shapes = arrays.map(({ shape }) => shape);
  const key = JSON.stringify([String(this), shapes, arrays[0].dtype.name, labels, steps, memory]);
  let scheduled = known.get(key);
  if (scheduled === undefined)
    known.set(key, (scheduled = schedulesOf(this, arrays[0].dtype, { shapes, labels, steps, memory })));
  const plan = scheduled;
  return {
    run: () => plan.reduce(runStep, [...arrays])[0],
    explain: () => textOf(plan),
  };
}

/** Programs to be pasted: of several steps, each in a block, with its operands' numbers. */
function textOf(plan: readonly Scheduled[]): string {
  const programs = plan.map(({ found }) => found.schedule.program());
  if (plan.length === 1) return programs[0];
  return programs.map((text, n) => `// operands ${plan[n].operands.join(', ')}\n{\n${text}}\n`).join('');
}

type Shapes = Pick<ContractionRequest, 'labels' | 'steps' | 'memory'> & { readonly shapes: readonly (readonly number[])[] };

function schedulesOf(on: Grid, dtype: DType, { shapes, labels, steps, memory }: Shapes): Scheduled[] {
  const sizes = new Map(labels.flatMap((own, n) => own.map((label, axis) => [label, shapes[n][axis]] as const)));
  const isAxis = (name: string): boolean => sizes.has(name);
  const left = labels.map((own) => own);
  return steps.map(({ operands, result }) => {
    const variables = new Map([...sizes.keys()].map((label, n) => [label, new IndexVariable(nameOf(label, n))]));
    const access = (name: string, own: readonly string[]): AccessTerm => {
      const tensor = new Tensor(
        name,
        own.map((label) => sizes.get(label) ?? 1),
        dtype,
        null,
        null,
      );
      return { kind: 'access', tensor, indices: own.flatMap((label) => variables.get(label) ?? []) };
    };
    const factors = operands.map((at, n): Term => access(nameOfTensor(n + 1, isAxis), left[at]));
    for (const at of [...operands].sort((a, b) => b - a)) left.splice(at, 1);
    left.push(result);
    const statement = new Assignment(
      access(nameOfTensor(0, isAxis), result),
      factors.reduce((a, b) => ({ kind: 'multiply', a, b })),
    );
    return { operands, found: scheduleOf(statement, memory === undefined ? { on } : { on, memory }) };
  });
}

/** Letters stand for themselves; axes of an ellipsis, `.0`, get a name. */
function nameOf(label: string, n: number): string {
  return /^[A-Za-z]$/.test(label) ? label : `e${n}`;
}

/** The arrays behind a step: its operands are taken out, its result comes last. */
function runStep(arrays: readonly NDArray[], { operands, found }: Scheduled): NDArray[] {
  const { schedule, compiled } = found;
  const tensors = accessesOf(schedule.statement.value).map(({ tensor }) => tensor);
  tensors.forEach((tensor, n) => tensor.hold(arrays[operands[n]]));
  const result = compiled.run();
  const array = result.array();
  // Remembered schedules keep no arrays alive.
  for (const tensor of [...tensors, result]) tensor.release();
  return [...arrays.filter((_, n) => !operands.includes(n)), array];
}

Object.defineProperty(Grid.prototype, CONTRACTS, { value: contract });
