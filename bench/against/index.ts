/**
 * `npm run bench -- --against REF`: this tree and another commit, or this tree under other settings, measured in turns, with an interval for
 * each ratio. See README.md.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Progress } from '../../lib/cli/progress.js';
import { parseConfig } from '../../lib/runtime/index.js';
import { select } from '../harness/selection.js';
import { alternate } from './alternate.js';
import { type Built, candidates, guarded } from './candidates.js';
import { checkOut, OWN } from './reference.js';
import { formatLines, type Line } from './report.js';
import { compare, outcomeOf } from './statistics.js';

export interface Asked {
  readonly ref: string;
  /** Settings that the side of `ref` has and this tree has not. */
  readonly settings: string;
  readonly only: readonly string[] | undefined;
  readonly quick: boolean;
  /** Rounds of four processes each. */
  readonly rounds: number;
  /** A ratio beyond which a candidate counts as slower. */
  readonly bound: number;
  readonly out: string;
}

/** The folder of this tree: `dist/bench/against/` is three below it. */
const HERE = fileURLToPath(new URL('../../..', import.meta.url));

/** Compares, prints and writes `against.json`; gives the exit status: 1 when something is slower, or could not be compared. */
export async function runAgainst({ ref, settings, only, quick, rounds, bound, out }: Asked): Promise<number> {
  const say = (what: string): void => void process.stderr.write(`${what}\n`);
  const names = select(
    candidates.map((c) => c.name),
    only ?? guarded,
  );
  // Another commit may have settings that this one has not.
  if (ref === OWN) parseConfig(settings);
  const tree = checkOut(ref, HERE, say);
  const sides: { before: Built; after: Built } = {
    before: { tree: tree.folder, settings },
    after: { tree: HERE, settings: '' },
  };
  const lines: Line[] = [];
  const progress = await Progress.open();
  const stop = (): void => {
    tree.close();
    process.exit(130);
  };
  process.once('SIGINT', stop);
  try {
    const chosen = candidates.filter((c) => names.has(c.name));
    for (const [n, candidate] of chosen.entries()) {
      progress.show(`${n + 1} of ${chosen.length}: ${candidate.name}, ${rounds} rounds of four processes`, n / chosen.length);
      lines.push(await lineOf(candidate.name));
    }
  } finally {
    progress.stop();
    process.off('SIGINT', stop);
    tree.close();
  }
  console.log(formatLines(lines, { ref, commit: tree.commit, settings }, bound));
  mkdirSync(out, { recursive: true });
  const path = join(out, 'against.json');
  writeFileSync(
    path,
    `${JSON.stringify({ when: new Date().toISOString(), ref, commit: tree.commit, settings, bound, quick, lines }, null, 1)}\n`,
  );
  console.log(`written: ${path}`);
  return lines.some((line) => line.outcome === 'slower' || line.outcome === 'failed') ? 1 : 0;

  async function lineOf(name: string): Promise<Line> {
    const candidate = candidates.find((c) => c.name === name);
    if (candidate === undefined) throw new Error(`nothing is called ${name}`);
    try {
      const found = await alternate(candidate, sides, { rounds, quick });
      const comparison = compare(found);
      return {
        name,
        unit: candidate.unit,
        rounds: found,
        comparison,
        outcome: outcomeOf(comparison, bound, rounds),
        reason: null,
      };
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return { name, unit: candidate.unit, rounds: [], comparison: null, outcome: 'failed', reason };
    }
  }
}
