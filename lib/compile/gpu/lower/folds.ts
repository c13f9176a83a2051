/** What programs of folding kernels share: the tree of lanes, accumulators in scratch memory, results. */
import { invariant } from '../../../base/index.js';
import { accumulatorOf, type FoldOp, identityOf, type Kernel, LANE_TREE, LANES } from '../../../ir/index.js';
import { elementOf } from './address.js';
import type { Folding } from './element.js';
import { type Accumulation, accumulation } from './operators.js';
import { P, type ProgramText } from './text.js';
import { accumulatorAt, accumulatorTo, accumulatorWords, stored } from './types.js';

/** Steps of the tree: each combines the first half of the lanes that are left with the second half, pair by pair. */
const STEPS = Math.log2(LANES);
const pairs = Array.from({ length: STEPS }, (_, h) => LANES >> (h + 1)).flatMap((half) =>
  Array.from({ length: half }, (_, l) => `${l},${l + half}`),
);
invariant(pairs.sort().join(' ') === [...LANE_TREE].map(String).sort().join(' '), 'the tree of lanes halves them');

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

/**
 * The tree over eight lanes, `lane` by their number, a name; gives the name of its result. Loops, since drivers copy what a shader calls to each
 * place that calls it, and float64 in integers is long: seven combinations instead of one take SwiftShader five times as long to compile.
 */
export function laneTree(text: ProgramText, { how }: Fold, lane: (l: string) => string): string {
  const [x, l, h] = [text.name('x'), text.name('l'), text.name('h')];
  text.add(`array ${x}: ${how.type}[${LANES}];`);
  text.block(`for (${l}: u32 = 0u; ${l} < ${LANES}u; ${l} += 1u)`, () => text.add(`${x}[${l}] = ${lane(l)};`));
  text.block(`for (${h}: u32 = 0u; ${h} < ${STEPS}u; ${h} += 1u)`, () => {
    const half = text.let(`${LANES / 2}u >> ${h}`, 'n');
    text.block(`for (${l}: u32 = 0u; ${l} < ${half}; ${l} += 1u)`, () =>
      text.add(`${x}[${l}] = ${how.combined(`${x}[${l}]`, `${x}[${l} + ${half}]`)};`),
    );
  });
  return text.let(`${x}[0u]`, 'x');
}

/** Stores a result as the argument's element at a point of its axes. */
export function storeResult(text: ProgramText, arg: number, value: string, point: readonly string[]): void {
  text.add(...stored(arg, text.kernel.args[arg].dtype, elementOf(text, arg, point), text.let(value)));
}

/** The partial results of a fold begin at this word. */
export function partialsOf(text: ProgramText, fold: Fold): string {
  return P(text.parameters.partials[fold.number]);
}
