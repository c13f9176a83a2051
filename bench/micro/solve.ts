/**
 * The solver's time for a simulated machine of 1,000,000 processors over that for 4, in one process, alternated: the
 * representation is scale-free, so the ratio stays about 1 (at most 1.2).
 */
import { unitsOf } from '../../lib/ir/index.js';
import { type Problem, solve } from '../../lib/partition/index.js';

const domain = [2 ** 40];

function problem(procs: number): Problem {
  const arg = (privilege: 'read' | 'write') => ({
    shape: domain,
    privilege,
    access: 'elementwise' as const,
    key: null,
    bytes: 2 ** 43,
  });
  return {
    domain,
    rowRank: 1,
    units: unitsOf(domain, 1, 'map'),
    args: [arg('read'), arg('read'), arg('write')],
    constraints: [
      { kind: 'align', a: 0, b: 1 },
      { kind: 'align', a: 0, b: 2 },
    ],
    machine: { procs, grainElements: 1000 },
  };
}

/** Microseconds a solve, the best of many rounds of 500. */
export function measure(rounds = 60): { few: number; many: number; ratio: number } {
  const problems = [problem(4), problem(1_000_000)];
  const best = [Infinity, Infinity];
  for (let round = 0; round < rounds; round++) {
    problems.forEach((p, i) => {
      const start = performance.now();
      for (let n = 0; n < 500; n++) solve(p);
      best[i] = Math.min(best[i], ((performance.now() - start) * 1000) / 500);
    });
  }
  return { few: best[0], many: best[1], ratio: best[1] / best[0] };
}

if (process.argv[1]?.endsWith('solve.js')) console.log(JSON.stringify({ bench: 'micro/solve', unit: 'us', ...measure() }));
