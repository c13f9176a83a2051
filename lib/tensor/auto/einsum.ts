/** Contractions of arrays on a grid, `np.einsum` and products: plans are kept by names, shapes, and grid. */
import type { ContractionRequest, NDArray } from '../../array/index.js';
import { CONTRACTS, DTypeError, Generations } from '../../base/index.js';
import { bool } from '../../dtype/index.js';
import { Grid } from '../machine/grid.js';
import { planContraction, runContraction, type Step, trafficOf } from './contraction.js';

/** Contractions that are remembered. */
const KEPT = 64;

const known = new Generations<string, readonly Step[]>(KEPT);

function contract(
  this: Grid,
  { operation, arrays, labels, steps, memory }: ContractionRequest,
): { run(): NDArray; explain(): string } {
  const [{ dtype }] = arrays;
  if (dtype === bool)
    throw new DTypeError(
      `${operation}: expected integers or floats on a grid, got bool; convert the arrays with astype('int64')`,
    );
  const shapes = arrays.map(({ shape }) => shape);
  const key = JSON.stringify([String(this), shapes, dtype.name, labels, steps, memory]);
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = planContraction(this, dtype, { shapes, labels, steps, memory })));
  const plan = found;
  return { run: () => runContraction(plan, arrays), explain: () => textOf(plan, this.size) };
}

/** The traffic of all steps, and programs to be pasted: of several steps, each in a block, with its operands' numbers. */
function textOf(plan: readonly Step[], processors: number): string {
  const { messages, bytes } = trafficOf(plan);
  const brought = plan.reduce((n, step) => n + step.brought.bytes, 0);
  const between = plan.length === 1 ? '' : `, of which ${brought} bytes bring results to where the next step has them`;
  const total = `// ${processors} processors: ${messages} messages, ${bytes} bytes${between}\n`;
  const programs = plan.map(({ found }) => found.schedule.program());
  if (plan.length === 1) return `${total}${programs[0]}`;
  return [total, ...programs.map((text, n) => `// operands ${plan[n].operands.join(', ')}\n{\n${text}}\n`)].join('');
}

Object.defineProperty(Grid.prototype, CONTRACTS, { value: contract });
