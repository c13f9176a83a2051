/** `gcd.at` and `lcm.at`: `x[i] = gcd(x[i], v)` for one value after the next, in JavaScript on the issuing thread. */
import { type DType, float64 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { sameRoot } from '../../store/index.js';
import { type ArgSpec, type BodyArg, defineKind, type TaskKind } from '../../task/index.js';
import type { Operand } from '../apply.js';
import { assign, astype, copy } from '../assign.js';
import { placeAt } from '../bins.js';
import { commonDivisor, type Whole, wholeOperands } from '../divisors.js';
import { broadcastTo } from '../manipulate.js';
import type { NDArray } from '../ndarray.js';
import { ravel, reshape } from '../reshape.js';
import { checkCast, checkTarget } from '../target.js';
import { type Places, placesIn } from '../written-places.js';

/** Elements, places and values. */
const ARGS: readonly ArgSpec[] = [
  { privilege: 'readwrite', access: 'whole' },
  { privilege: 'read', access: 'whole' },
  { privilege: 'read', access: 'whole' },
];

type Step = (a: Whole, b: Whole, wrapped: (value: Whole) => Whole) => Whole;

const magnitude = (x: Whole): Whole => (x < 0 ? -x : x);
const times = (a: Whole, b: Whole): Whole => (typeof a === 'bigint' ? a * BigInt(b) : Math.imul(a, Number(b)));
const over = (a: Whole, b: Whole): Whole => (typeof a === 'bigint' ? a / BigInt(b) : a / Number(b));

const steps: Readonly<Record<string, Step>> = {
  gcd: (a, b) => commonDivisor(a, magnitude(b)),
  lcm: (a, b, wrapped) => {
    const divisor = commonDivisor(a, magnitude(b));
    return divisor > 0 ? wrapped(times(over(magnitude(a), divisor), magnitude(b))) : divisor;
  },
};

const kinds = new Map<string, TaskKind>();

/** The task of a step, computed in a dtype. */
function kindOf(name: string, dtype: DType): TaskKind {
  const key = `${name} ${dtype.name}`;
  let kind = kinds.get(key);
  if (kind === undefined) {
    const room = new dtype.Typed(1);
    const wrapped = (value: Whole): Whole => {
      room[0] = value as never;
      return room[0] as Whole;
    };
    const run = (args: readonly BodyArg[]): void => inOrder(`${name}.at`, args, dtype, (a, b) => steps[name](a, b, wrapped));
    kinds.set(key, (kind = defineKind({ name: `${name}.at`, args: ARGS, body: { kind: 'js', run } })));
  }
  return kind;
}

function inOrder(operation: string, args: readonly BodyArg[], { long }: DType, step: (a: Whole, b: Whole) => Whole): void {
  const [to, places, from] = args;
  // All places before anything is written: a refused call leaves the elements as they were.
  const all = Float64Array.from({ length: places.shape[0] }, (_, i) => placeAt(places, i, to.shape[0], operation));
  const narrow = long && typeof to.data[0] === 'number';
  for (let i = 0; i < all.length; i++) {
    const at = to.offset + all[i] * to.strides[0];
    const element: Whole = narrow ? BigInt(to.data[at]) : to.data[at];
    const found = step(element, from.data[from.offset + i * from.strides[0]]);
    to.data[at] = (narrow ? Number(BigInt.asIntN(32, found as bigint)) : found) as never;
  }
}

/** Whether a function of whole numbers, by its name, is written to places here. */
export const isOfDivisors = (name: string): boolean => Object.hasOwn(steps, name);

/** Writes the function's results to the elements at the indices. Throws `DTypeError` unless elements and values are integers, `IndexError`. */
export function divisorsAt(name: string, x: NDArray, indices: Places, values: Operand): NDArray {
  const operation = `${name}.at`;
  checkTarget(x, operation);
  const { operands, dtype } = wholeOperands(x, values, operation);
  checkCast(dtype, x.dtype, operation);
  const at = placesIn(x, indices, operation);
  const given = astype(operands[1], dtype, { copy: false });
  const spread = broadcastTo(sameRoot(given, x) ? copy(given) : given, at.view.shape);
  if (at.size === 0) return x;
  const line = ravel(x);
  runtime().launch(kindOf(name, dtype), [at.size, x.size], [line, astype(ravel(at), float64), ravel(spread)]);
  return sameRoot(line, x) ? x : assign(x, reshape(line, x.view.shape));
}
