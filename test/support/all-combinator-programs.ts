/**
 * All programs of a few combinators: maps, scans forwards, gathers and scatters, each of any arrays that there are. The last array is the
 * program's result, and each of the arrays leads to it.
 */
import type { FusionGraph } from '../../lib/fusion/optimal/graph.js';
import { Combinators } from './combinators.js';

type Kind = 'map' | 'scan' | 'gather' | 'scatter';
/** A combinator, and the arrays that it reads, by number: 0 is the input, i the result of combinator i. */
interface Step {
  readonly kind: Kind;
  readonly reads: readonly number[];
}

/** The graphs of all programs of 1 to `most` combinators. */
export function* everyProgram(most: number): Generator<FusionGraph> {
  for (let length = 1; length <= most; length++) yield* from([], length);
}

function* from(steps: readonly Step[], length: number): Generator<FusionGraph> {
  if (steps.length === length) {
    if (isConnected(steps)) yield graphOf(steps);
    return;
  }
  const overwritten = steps.flatMap(({ kind, reads }) => (kind === 'scatter' ? [reads[0]] : []));
  const arrays = Array.from({ length: steps.length + 1 }, (_, i) => i).filter((i) => !overwritten.includes(i));
  for (const a of arrays) {
    yield* from([...steps, { kind: 'map', reads: [a] }], length);
    yield* from([...steps, { kind: 'scan', reads: [a] }], length);
    for (const b of arrays) {
      yield* from([...steps, { kind: 'gather', reads: [a, b] }], length);
      if (a !== b && a > 0) yield* from([...steps, { kind: 'scatter', reads: [a, b] }], length);
    }
  }
}

/** Whether each array but the last is read. */
function isConnected(steps: readonly Step[]): boolean {
  const read = new Set(steps.flatMap(({ reads }) => reads));
  return steps.slice(1).every((_, i) => read.has(i + 1));
}

function graphOf(steps: readonly Step[]): FusionGraph {
  const program = new Combinators().inputs(8, 'v0');
  steps.forEach(({ kind, reads }, i) => {
    const [a, b] = reads.map((read) => `v${read}`);
    const name = `v${i + 1}`;
    const bytes = 8 * (i + 2);
    if (kind === 'map') program.map(name, bytes, [a]);
    else if (kind === 'scan') program.scan(name, bytes, [a]);
    else if (kind === 'gather') program.gather(name, bytes, [a], [b]);
    else program.scatter(name, bytes, a, [b]);
  });
  return program.returns(`v${steps.length}`).graph();
}
