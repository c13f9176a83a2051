/** Measures both sides of a candidate in turns, each time in a new process: A B B A, then B A A B, and so on. */
import type { Built, Candidate, Found } from './candidates.js';
import type { Round } from './statistics.js';

export type SideName = 'before' | 'after';

/** Whose turn it is, in the processes of a round. */
export function turns(round: number): readonly SideName[] {
  return round % 2 === 0 ? ['before', 'after', 'after', 'before'] : ['after', 'before', 'before', 'after'];
}

/** The rounds of a candidate. Rejects when a side fails, or when their results differ: then times say nothing. */
export async function alternate(
  candidate: Candidate,
  sides: Readonly<Record<SideName, Built>>,
  { rounds, quick }: { readonly rounds: number; readonly quick: boolean },
): Promise<Round[]> {
  const found: Round[] = [];
  let expected: Found | null = null;
  for (let round = 0; round < rounds; round++) {
    const values: Record<SideName, number[]> = { before: [], after: [] };
    for (const side of turns(round)) {
      const { value, result } = await measured(candidate, side, sides[side], quick);
      expected ??= { value, result };
      const problem = candidate.disagreement(expected.result, result);
      if (problem !== null) throw new Error(`the results of both sides differ: ${problem}`);
      values[side].push(value);
    }
    found.push(values);
  }
  return found;
}

async function measured(candidate: Candidate, side: SideName, built: Built, quick: boolean): Promise<Found> {
  try {
    return await candidate.measure(built, quick);
  } catch (cause) {
    throw new Error(`${side}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
