/** A run's results on disk: `bench.json`, which `--compare` reads again, and `bench.svg`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawChart } from './chart.js';
import type { Facts } from './facts.js';
import type { Figure } from './figures.js';
import type { MetgLine } from './metg.js';
import type { Payback } from './payback.js';
import type { Measured } from './timing.js';
import type { Overall, Verdict } from './verdicts.js';

/** What one run found. */
export interface Results {
  readonly measured: readonly Measured[];
  readonly verdicts: readonly Verdict[];
  readonly overall: readonly Overall[];
  readonly paybacks: readonly Payback[];
  readonly metg: readonly MetgLine[];
  readonly figures: readonly Figure[];
}

export interface Saved extends Results, Facts {
  readonly when: string;
  readonly quick: boolean;
  /** How long the run took. */
  readonly seconds: number;
}

/** Writes both files; gives their paths. */
export function save(folder: string, saved: Saved): string[] {
  const paths = ['bench.json', 'bench.svg'].map((name) => join(folder, name));
  mkdirSync(folder, { recursive: true });
  writeFileSync(paths[0], `${JSON.stringify(saved, null, 1)}\n`);
  writeFileSync(paths[1], drawChart(saved.verdicts));
  return paths;
}

/** Keeps a run, without its samples, for the documentation's charts (`.ci/docs/benchmarks.mjs`). */
export function keep(path: string, { measured: _, ...results }: Saved): string {
  writeFileSync(path, `${JSON.stringify(results, null, 1)}\n`);
  return path;
}

/** The verdicts of an earlier run. Throws, naming the file, where it cannot be read or is not one. */
export function readVerdicts(path: string): readonly Verdict[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const verdicts = typeof content === 'object' && content !== null && 'verdicts' in content ? content.verdicts : null;
  if (!Array.isArray(verdicts) || !verdicts.every(isVerdict))
    throw new Error(`${path}: expected the bench.json of an earlier run, got something without verdicts`);
  return verdicts;
}

function isVerdict(value: unknown): value is Verdict {
  const v = value as Partial<Verdict> | null;
  return typeof v?.name === 'string' && typeof v.rival === 'string' && typeof v.size === 'number' && typeof v.ratio === 'number';
}
