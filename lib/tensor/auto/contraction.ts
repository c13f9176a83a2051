/**
 * The steps of a contraction path on a grid, each a statement with a schedule. A step leaves its result in a distribution; the next step either
 * takes the result where it lies, or where its own best schedule wants it, to which the result is brought:
 *
 *     T(a, c) = A(a, b) · B(b, c)      (4, 8) · (8, 16) on four processors: 768 bytes
 *     C(a, d) = T(a, c) · D(c, d)      · (16, 8), T where it lies: 1024 bytes       T elsewhere: 768, and 384 that bring T there
 *
 * The choice is the fewest bytes, step by step, and never more bytes than steps that are scheduled apart.
 */
import type { ContractionRequest, NDArray } from '../../array/index.js';
import { ScheduleError } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import type { Distribution } from '../format/distribution.js';
import { simulateCopy } from '../lower/simulate.js';
import type { Grid } from '../machine/grid.js';
import { Assignment } from '../notation/assignment.js';
import { Tensor } from '../notation/tensor.js';
import { type AccessTerm, accessesOf, IndexVariable, type TensorSymbol, type Term } from '../notation/terms.js';
import { scheduleOf } from './auto-schedule.js';
import type { Found } from './found.js';
import { COMMON } from './network.js';

/** Messages between processors, their bytes, and the seconds that they take. */
interface Traffic {
  readonly messages: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** A step: which operands it takes, its schedule, and the copies that bring results of earlier steps to the places of the schedule. */
export interface Step {
  readonly operands: readonly number[];
  readonly found: Found;
  readonly brought: Traffic;
}

/** Arrays by shape. */
type Shapes = Pick<ContractionRequest, 'labels' | 'steps' | 'memory'> & {
  readonly shapes: readonly (readonly number[])[];
};

const NONE: Traffic = { messages: 0, bytes: 0, seconds: 0 };

/** The plan of a contraction. `carries`: whether a step may take a result where it lies. */
export function planContraction(on: Grid, dtype: DType, shapes: Shapes, carries = true): readonly Step[] {
  const statements = statementsOf(dtype, shapes);
  const options = shapes.memory === undefined ? { on } : { on, memory: shapes.memory };
  // The schedule of a step by itself is a choice of both plans.
  const alone = statements.map(({ make }) => scheduleOf(make([]), options));
  const count = shapes.shapes.length;
  const apart = planAlong(statements, count, (n) => [alone[n]]);
  if (!carries || statements.length === 1) return apart;
  const carried = planAlong(statements, count, (n, places) => {
    const found = choicesOf(places).flatMap((chosen) => fitting(() => scheduleOf(statements[n].make(chosen), options)));
    return [alone[n], ...found];
  });
  return isLess(trafficOf(carried), trafficOf(apart)) ? carried : apart;
}

/** The result of a plan's steps. */
export function runContraction(plan: readonly Step[], arrays: readonly NDArray[]): NDArray {
  return plan.reduce(runStep, [...arrays])[0];
}

/** The arrays behind a step. */
function runStep(arrays: readonly NDArray[], { operands, found }: Step): NDArray[] {
  const { schedule, compiled } = found;
  const tensors = accessesOf(schedule.statement.value).map(({ tensor }) => tensor);
  tensors.forEach((tensor, n) => tensor.hold(arrays[operands[n]]));
  const result = compiled.run();
  const array = result.array();
  // Remembered schedules keep no arrays alive.
  for (const tensor of [...tensors, result]) tensor.release();
  return behind(arrays, operands, array);
}

/** The messages and bytes of all steps, and of the copies between steps. */
export function trafficOf(plan: readonly Step[]): Traffic {
  return plan.reduce((sum, { found, brought }) => added(added(sum, { ...found.cost, seconds: found.seconds }), brought), NONE);
}

function added(a: Traffic, b: Traffic): Traffic {
  return { messages: a.messages + b.messages, bytes: a.bytes + b.bytes, seconds: a.seconds + b.seconds };
}

function isLess(a: Traffic, b: Traffic): boolean {
  return a.bytes < b.bytes || (a.bytes === b.bytes && a.seconds < b.seconds);
}

/** A schedule, or none where no grid fits the memory with tensors where they are. */
function fitting(find: () => Found): Found[] {
  try {
    return [find()];
  } catch (error) {
    if (error instanceof ScheduleError) return [];
    throw error;
  }
}

/** Distributions by operand that a step may take as they are: all, and each alone. */
function choicesOf(places: readonly (Distribution | null)[]): readonly (readonly (Distribution | null)[])[] {
  const held = places.flatMap((place, n) => (place === null ? [] : [n]));
  if (held.length === 0) return [];
  const each = held.map((own) => places.map((place, n) => (n === own ? place : null)));
  return held.length === 1 ? [places] : [places, ...each];
}

/** A statement with its operands in some distributions; null for one that is to be chosen. */
interface Statement {
  readonly operands: readonly number[];
  make(places: readonly (Distribution | null)[]): Assignment;
}

/** The steps one after the other, each by the schedule that moves least, copies to its operands included. */
function planAlong(
  statements: readonly Statement[],
  count: number,
  find: (n: number, places: readonly (Distribution | null)[]) => readonly Found[],
): readonly Step[] {
  // Results of steps; null for arrays, which begin where a schedule has them.
  let left = new Array<TensorSymbol | null>(count).fill(null);
  return statements.map(({ operands }, n) => {
    const taken = operands.map((at) => left[at]);
    const places = taken.map((tensor) => tensor?.distribution ?? null);
    const steps = find(n, places).map((found): Step => ({ operands, found, brought: broughtTo(found, taken) }));
    const best = steps.reduce((a, b) => (isLess(trafficOf([b]), trafficOf([a])) ? b : a));
    left = behind(left, operands, best.found.schedule.statement.target.tensor);
    return best;
  });
}

/** Copies that bring results of earlier steps to the places where a schedule has its operands. */
function broughtTo({ schedule }: Found, taken: readonly (TensorSymbol | null)[]): Traffic {
  return accessesOf(schedule.statement.value).reduce((sum, { tensor }, n) => {
    const from = taken[n];
    if (from === null || tensor.distribution === null) return sum;
    const { messages, bytes, perProcessor } = simulateCopy(from, tensor);
    const most = perProcessor.reduce((m, own) => Math.max(m, own.messages), 0);
    const { latency, bandwidth } = COMMON;
    return added(sum, { messages, bytes, seconds: most * latency + bytes / (perProcessor.length * bandwidth) });
  }, NONE);
}

/** A step's operands leave the list, its result comes last. */
function behind<T>(list: readonly T[], operands: readonly number[], result: T): T[] {
  return [...list.filter((_, n) => !operands.includes(n)), result];
}

/** The result is A, operands are B, C, D, …: letters that no axis has, which are names in statements, too. */
function nameOfTensor(n: number, isAxis: (name: string) => boolean): string {
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) => !isAxis(letter))[n] ?? `T${n}`;
}

/** Letters stand for themselves; axes of an ellipsis, `.0`, get a name. */
function nameOf(label: string, n: number): string {
  return /^[A-Za-z]$/.test(label) ? label : `e${n}`;
}

function statementsOf(dtype: DType, { shapes, labels, steps }: Shapes): readonly Statement[] {
  const sizes = new Map(labels.flatMap((own, n) => own.map((label, axis) => [label, shapes[n][axis]] as const)));
  const isAxis = (name: string): boolean => sizes.has(name);
  let left: readonly (readonly string[])[] = labels;
  return steps.map(({ operands, result }) => {
    const taken = operands.map((at) => left[at]);
    left = behind(left, operands, result);
    const make = (places: readonly (Distribution | null)[]): Assignment => {
      const variables = new Map([...sizes.keys()].map((label, n) => [label, new IndexVariable(nameOf(label, n))]));
      const access = (n: number, own: readonly string[], place: Distribution | null): AccessTerm => {
        const shape = own.map((label) => sizes.get(label) ?? 1);
        const tensor = new Tensor(nameOfTensor(n, isAxis), shape, dtype, place, null);
        return { kind: 'access', tensor, indices: own.flatMap((label) => variables.get(label) ?? []) };
      };
      const factors = taken.map((own, n): Term => access(n + 1, own, places[n] ?? null));
      return new Assignment(
        access(0, result, null),
        factors.reduce((a, b) => ({ kind: 'multiply', a, b })),
      );
    };
    return { operands, make };
  });
}
