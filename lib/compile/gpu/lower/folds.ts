/** What programs of folding kernels share: the tree of lanes, accumulators in scratch memory, results. */
import { accumulatorOf, type FoldOp, identityOf, type Kernel, LANE_TREE, LANES } from '../../../ir/index.js';
import { elementOf } from './address.js';
import type { Folding } from './element.js';
import { type Accumulation, accumulation } from './operators.js';
import { P, type ProgramText } from './text.js';
import { accumulatorAt, accumulatorTo, accumulatorWords, stored } from './types.js';

export interface Fold {
  readonly number: number;
  readonly statement: Folding;
  readonly how: Accumulation;
}

function howOf(op: FoldOp, kernel: Kernel, arg: number): Accumulation {
  const { dtype } = kernel.args[arg];
  return accumulation(op, dtype, identityOf(op, accumulatorOf(op, dtype)));
}

/** The folding statements of a kernel that accumulate; an argFold does not. */
export function foldsOf(kernel: Kernel): (Fold | null)[] {
  const statements = kernel.loops.flatMap((loop) => loop.statements.filter((s): s is Folding => s.kind !== 'store'));
  return statements.map((statement, number) =>
    statement.kind === 'argFold' ? null : { number, statement, how: howOf(statement.op, kernel, statement.arg) },
  );
}

/** The word of accumulator `index` behind word `base` of scratch memory, as a name. */
export function placeOf(text: ProgramText, { how }: Fold, base: string, index: string): string {
  return text.let(`${base} + ${index}${accumulatorWords(how.type) === 2 ? ' * 2u' : ''}`, 'a');
}

export function read(text: ProgramText, { how }: Fold, at: string): string {
  return text.let(accumulatorAt(text.scratch, how.type, at), 'x');
}

export function write(text: ProgramText, { how }: Fold, at: string, value: string): void {
  text.add(...accumulatorTo(text.scratch, how.type, at, value));
}

/** The tree over eight lanes. */
export function laneTree(text: ProgramText, { how }: Fold, lane: (l: number) => string): string {
  const lanes = Array.from({ length: LANES }, (_, l) => lane(l));
  for (const [a, b] of LANE_TREE) lanes[a] = text.let(how.combined(lanes[a], lanes[b]), 'x');
  return lanes[0];
}

/** Stores a result as the argument's element at a point of its axes. */
export function storeResult(text: ProgramText, arg: number, value: string, point: readonly string[]): void {
  text.add(...stored(arg, text.kernel.args[arg].dtype, elementOf(text, arg, point), text.let(value)));
}

/** The partial results of a fold begin at this word. */
export function partialsOf(text: ProgramText, fold: Fold): string {
  return P(text.parameters.partials[fold.number]);
}
