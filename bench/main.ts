/** `npm run bench`: every program against its rivals; one table, and JSON and an SVG chart beside it. See README.md. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { type Case, cases } from './harness/cases.js';
import { drawChart } from './harness/chart.js';
import { type Figure, figureCases, formatFigures, measureFigures } from './harness/figures.js';
import { type Effort, type Measured, measure } from './harness/measure.js';
import { formatMetg, METG, type MetgLine, measureMetg, metgCases } from './harness/metg.js';
import { measurePayback, type Payback, paybackCases } from './harness/payback.js';
import { formatPayback, formatSummary, formatTable } from './harness/report.js';
import { threads } from './harness/rivals.js';
import { judge, type Verdict } from './harness/verdicts.js';

interface Flags {
  readonly only?: readonly string[];
  readonly quick?: boolean;
  readonly compare?: string;
  readonly out: string;
  readonly rounds?: number;
  readonly list?: boolean;
}

/** What `--compare` reads. */
interface Saved {
  readonly when: string;
  readonly machine: string;
  readonly threads: number;
  readonly node: string;
  readonly measured: readonly Measured[];
  readonly verdicts: readonly Verdict[];
  readonly paybacks: readonly Payback[];
  readonly metg?: readonly MetgLine[];
  readonly figures?: readonly Figure[];
}

const FULL: Effort = { rounds: 9, sample: 0.05, warmUp: 2 };
const QUICK: Effort = { rounds: 5, sample: 0.02, warmUp: 1 };

const flags: Flags = new Command('bench')
  .description('measure maniple against its rivals')
  .option('--only <names...>', 'these programs only (a name, or its beginning)')
  .option('--quick', 'small sizes, few rounds')
  .option('--rounds <n>', 'samples a side', (text) => {
    const n = Number(text);
    if (!Number.isInteger(n) || n < 1) throw new InvalidArgumentError('Expected an integer of at least 1.');
    return n;
  })
  .option('--compare <old.json>', 'show the ratios of an earlier run beside these')
  .option('--out <folder>', 'where bench.json and bench.svg go', 'bench-results')
  .option('--list', 'name the programs and their rivals')
  .parse()
  .opts();

/** The name under which `--only` knows measurements that are no comparison with a rival. */
const PAYBACK = 'payback';
const wanted = (name: string): boolean => flags.only === undefined || flags.only.some((beginning) => name.startsWith(beginning));
const measurements = [...new Set(figureCases.map((c) => c.name)), PAYBACK, METG];
const chosen = cases.filter((c) => wanted(c.name));
if (flags.list === true) {
  for (const c of cases) console.log(`${c.name.padEnd(22)} ${c.sides.map((s) => s.label).join(', ')}`);
} else if (chosen.length === 0 && !measurements.some(wanted)) {
  console.error(
    `bench: no program is called ${flags.only?.join(' or ')}; there are ${[...cases.map((c) => c.name), ...measurements].join(', ')}`,
  );
  process.exitCode = 1;
} else {
  await runAll(chosen);
}

async function runAll(list: readonly Case[]): Promise<void> {
  const before: Saved | null = flags.compare === undefined ? null : JSON.parse(readFileSync(flags.compare, 'utf8'));
  const base = flags.quick === true ? QUICK : FULL;
  const effort = { ...base, rounds: flags.rounds ?? base.rounds };
  const measured: Measured[] = [];
  for (const c of list) {
    const size = flags.quick === true ? c.quick : c.size;
    process.stderr.write(`${c.name} (${size}) …\n`);
    try {
      measured.push(await measure(c, size, effort));
    } catch (error) {
      process.stderr.write(`${c.name} FAILED: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
  const paybacks = wanted(PAYBACK) ? await measurePaybacks() : [];
  const verdicts = measured.flatMap(judge);
  if (verdicts.length > 0) {
    console.log(formatTable(verdicts, before?.verdicts ?? null));
    console.log(formatSummary(measured, verdicts));
  }
  if (paybacks.length > 0) console.log(formatPayback(paybacks));
  const metg = wanted(METG) ? measureMetgs() : [];
  if (metg.length > 0) console.log(formatMetg(metg));
  const figures = measureAllFigures();
  if (figures.length > 0) console.log(formatFigures(figures));
  save({ measured, verdicts, paybacks, metg, figures });
}

function measureAllFigures(): Figure[] {
  const found: Figure[] = [];
  for (const c of figureCases.filter((c) => wanted(c.name))) {
    process.stderr.write(`${[c.name, ...c.args].join(' ')} …\n`);
    try {
      found.push(...measureFigures(c, flags.quick === true));
    } catch (error) {
      process.stderr.write(`${c.name} FAILED: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
  return found;
}

function measureMetgs(): MetgLine[] {
  const found: MetgLine[] = [];
  for (const c of metgCases) {
    process.stderr.write(`${METG} ${c.mode} ${c.name} …\n`);
    try {
      found.push(measureMetg(c, flags.quick === true ? 3 : 11));
    } catch (error) {
      process.stderr.write(`${METG} FAILED: ${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    }
  }
  return found;
}

async function measurePaybacks(): Promise<Payback[]> {
  const found: Payback[] = [];
  for (const { program, size, quick } of paybackCases) {
    process.stderr.write(`${PAYBACK} of ${program} …\n`);
    found.push(await (flags.quick === true ? measurePayback(program, quick, 1) : measurePayback(program, size, 3)));
  }
  return found;
}

function save(found: Pick<Saved, 'measured' | 'verdicts' | 'paybacks' | 'metg' | 'figures'>): void {
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`;
  const saved: Saved = {
    when: new Date().toISOString(),
    machine,
    threads,
    node: process.versions.node,
    ...found,
  };
  mkdirSync(flags.out, { recursive: true });
  writeFileSync(join(flags.out, 'bench.json'), `${JSON.stringify(saved, null, 1)}\n`);
  writeFileSync(join(flags.out, 'bench.svg'), drawChart(found.verdicts));
  console.log(`written: ${join(flags.out, 'bench.json')}, ${join(flags.out, 'bench.svg')}`);
}
