/**
 * How many iterations it takes until fusion has paid for its planning and compiling: the first k at which k runs of a new
 * process took no longer in all than k unfused ones. Cold: an empty kernel cache on disk; warm: the one that they leave.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from './connection.js';
import { commandFor } from './rivals.js';
import { quantile } from './samples.js';

export interface Payback {
  readonly program: string;
  readonly size: number;
  /** Medians over the repetitions; null when it never paid within the runs. */
  readonly cold: number | null;
  readonly warm: number | null;
}

/** The name under which `--only` knows these. */
export const PAYBACK = 'payback';

/** What the issue asks for, in iterations. */
const TARGETS = { cold: 3, warm: 1 } as const;

/** The programs measured, with full and quick sizes. */
export const paybackCases = [
  { program: 'black-scholes', size: 1_000_000, quick: 200_000 },
  { program: 'channel-flow', size: 512, quick: 256 },
] as const;

const RUNS = 20;

/** Measures one program, each of the `repetitions` in processes of its own. */
export async function measurePayback(program: string, size: number, repetitions: number): Promise<Payback> {
  const counts: { cold: number[]; warm: number[] } = { cold: [], warm: [] };
  for (let i = 0; i < repetitions; i++) {
    const folder = mkdtempSync(join(tmpdir(), 'maniple-payback-'));
    try {
      for (const state of ['cold', 'warm'] as const) {
        const fused = await runTimes(program, size, '', join(folder, 'fused'));
        const unfused = await runTimes(program, size, '--fusion off', join(folder, 'unfused'));
        counts[state].push(paidAfter(fused, unfused));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const middle = (list: number[]): number | null => {
    const median = Math.ceil(
      quantile(
        list.sort((a, b) => a - b),
        0.5,
      ),
    );
    return Number.isFinite(median) ? median : null;
  };
  return { program, size, cold: middle(counts.cold), warm: middle(counts.warm) };
}

async function runTimes(program: string, size: number, config: string, cache: string): Promise<number[]> {
  const command = commandFor({ kind: 'maniple', config, env: { MANIPLE_CACHE: cache } }, program, size);
  if (typeof command === 'string') throw new Error(command);
  const connection = await Connection.open(command);
  const times: number[] = [];
  for (let i = 0; i < RUNS; i++) times.push(await connection.run(1));
  await connection.close();
  return times;
}

/** The first k with the k first runs of `fused` no slower in all than those of `unfused`; infinity for none. */
export function paidAfter(fused: readonly number[], unfused: readonly number[]): number {
  let ahead = 0;
  for (let k = 0; k < Math.min(fused.length, unfused.length); k++) {
    ahead += unfused[k] - fused[k];
    if (ahead >= 0) return k + 1;
  }
  return Number.POSITIVE_INFINITY;
}

/** Whether a count keeps to what is asked. */
export function paysInTime(found: Payback, state: 'cold' | 'warm'): boolean {
  const count = found[state];
  return count !== null && count <= TARGETS[state];
}

/** One line a program: after how many iterations fusion has paid. */
export function formatPayback(paybacks: readonly Payback[]): string {
  return paybacks
    .map((found) => {
      const parts = (['cold', 'warm'] as const).map((state) => {
        const verdict = paysInTime(found, state) ? 'met' : 'MISSED';
        return `${state} disk cache after ${found[state] ?? 'more than all'} (target ${TARGETS[state]}: ${verdict})`;
      });
      return `fusion has paid, in iterations of ${found.program} (${found.size}): ${parts.join(', ')}`;
    })
    .join('\n');
}
