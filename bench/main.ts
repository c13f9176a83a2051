/** `npm run bench`: every program against its rivals; one table, and JSON and an SVG chart beside it. See README.md. */
import { Command, InvalidArgumentError } from 'commander';
import { Progress } from '../lib/cli/progress.js';
import { runAgainst } from './against/index.js';
import { type Case, cases } from './harness/cases.js';
import { checkNames, type Elsewhere, readElsewhere } from './harness/elsewhere.js';
import { formatSeconds, secondsFor } from './harness/estimate.js';
import { facts, formatFacts } from './harness/facts.js';
import { type Figure, figureCases, formatFigures, measureFigures } from './harness/figures.js';
import { type Effort, measure } from './harness/measure.js';
import { formatMetg, METG, type MetgLine, measureMetg, metgCases } from './harness/metg.js';
import { installRivals, rivalsFolder } from './harness/packages.js';
import { formatPayback, measurePayback, PAYBACK, type Payback, paybackCases } from './harness/payback.js';
import { countTargets, formatOverall, formatSkipped, formatTable } from './harness/report.js';
import { keep, type Results, readVerdicts, type Saved, save } from './harness/saved.js';
import { select } from './harness/selection.js';
import type { Measured } from './harness/timing.js';
import { judge, overall, type Verdict } from './harness/verdicts.js';

interface Flags {
  readonly only?: readonly string[];
  readonly quick?: boolean;
  readonly compare?: string;
  readonly times?: readonly string[];
  readonly against?: string;
  readonly settings?: string;
  readonly bound?: number;
  readonly out: string;
  readonly rounds?: number;
  readonly keep?: string;
  readonly list?: boolean;
  readonly installRivals?: boolean;
}

const FULL: Effort = { rounds: 9, sample: 0.05, warmUp: 2, budget: 30 };
const QUICK: Effort = { rounds: 7, sample: 0.02, warmUp: 0.4, budget: 1.5 };
/** The ratio beyond which a program counts as slower. */
const BOUND = 1.03;

const flags: Flags = new Command('bench')
  .description('measure maniple against its rivals')
  .option('--only <names...>', 'these alone (a name, or the beginning of several; all: every one)')
  .option('--quick', 'smaller sizes, fewer rounds')
  .option('--rounds <n>', 'samples a side', (text) => {
    const n = Number(text);
    if (!Number.isInteger(n) || n < 1) throw new InvalidArgumentError('Expected an integer of at least 1.');
    return n;
  })
  .option('--compare <old.json>', 'show the ratios of an earlier run beside these')
  .option(
    '--times <files.json...>',
    'times of rivals that were measured elsewhere, beside these (bench/README.md says the format)',
  )
  .option('--against <ref>', 'measure another commit of this repository in turns with this tree, a round being four processes')
  .option('--settings <settings>', 'with --against: the other side runs with these; --against . is this tree under two settings')
  .option('--bound <ratio>', `with --against: beyond it a program counts as slower (default: ${BOUND})`, boundOf)
  .option('--out <folder>', 'where bench.json and bench.svg go', 'bench-results')
  .option(
    '--keep <file.json>',
    "also write the run without its samples: bench/results.json is what the documentation's charts show",
  )
  .option('--list', 'name the programs and their rivals')
  .option('--install-rivals', `install the rivals from npm into ${rivalsFolder()}`)
  .parse()
  .opts();

/** Rounds of a comparison with another commit: of four processes each. */
const AGAINST_ROUNDS = { full: 8, quick: 4 };

const quick = flags.quick === true;
const base = quick ? QUICK : FULL;
const effort: Effort = { ...base, rounds: flags.rounds ?? base.rounds };

/** Whatever is no comparison with a rival: a name for `--only`, about how many seconds it takes, how it is measured. */
interface Step<T> {
  readonly name: string;
  readonly text: string;
  readonly seconds: number;
  run(): T | Promise<T>;
}

/** Times of rivals that were measured elsewhere. */
const elsewhere: Elsewhere[] = [];

const comparisons = cases.map((c: Case): Step<Measured> => {
  const size = quick ? c.quick : c.size;
  return {
    name: c.name,
    text: `${c.name} (${size})`,
    seconds: secondsFor(c, effort),
    run: () => measure(c, size, effort, elsewhere),
  };
});
const paybacks = paybackCases.map(
  (c): Step<Payback> => ({
    name: PAYBACK,
    text: `${PAYBACK} of ${c.program}`,
    seconds: quick ? 3 : 20,
    run: () => measurePayback(c.program, quick ? c.quick : c.size, quick ? 1 : 3),
  }),
);
const metgs = metgCases.map(
  (c): Step<MetgLine> => ({
    name: METG,
    text: `${METG} ${c.mode} ${c.name}`,
    seconds: quick ? 2 : 8,
    run: () => measureMetg(c, quick ? 20 : 80),
  }),
);
const figures = figureCases.map(
  (c): Step<Figure[]> => ({
    name: c.name,
    text: [c.name, ...c.args].join(' '),
    seconds: (c.seconds ?? [3, 2])[quick ? 1 : 0],
    run: () => measureFigures(c, quick),
  }),
);

try {
  if (flags.installRivals === true) installRivals(rivalsFolder());
  else if (flags.list === true) list();
  else if (flags.against !== undefined && flags.times !== undefined)
    throw new Error('--times: expected no --against beside it, which compares this tree with a commit and with no rival');
  else if (flags.against !== undefined) {
    const rounds = flags.rounds ?? AGAINST_ROUNDS[quick ? 'quick' : 'full'];
    const { against: ref, settings = '', only, bound = BOUND, out } = flags;
    process.exitCode = await runAgainst({ ref, settings, only, quick, rounds, bound, out });
  } else if (flags.settings !== undefined)
    throw new Error('--settings: expected --against REF beside it (--against . is this tree); got none');
  else if (flags.bound !== undefined) throw new Error('--bound: expected --against REF beside it; got none');
  else await runAll();
} catch (error) {
  complain('bench', error);
}

function boundOf(text: string): number {
  const bound = Number(text);
  if (!(bound >= 1)) throw new InvalidArgumentError('Expected a ratio of at least 1.');
  return bound;
}

function complain(what: string, error: unknown): void {
  process.stderr.write(`${what}: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function list(): void {
  for (const c of cases) console.log(`${c.name.padEnd(24)} ${c.sides.map((s) => s.label).join(', ')}`);
  for (const name of new Set([...paybacks, ...metgs, ...figures].map((s) => s.name))) console.log(name);
}

async function runAll(): Promise<void> {
  elsewhere.push(...(flags.times ?? []).map(readElsewhere));
  checkNames(
    elsewhere,
    cases.map(({ name }) => name),
  );
  const steps = [...comparisons, ...paybacks, ...metgs, ...figures];
  const chosen = select([...new Set(steps.map((s) => s.name))], flags.only);
  const before = flags.compare === undefined ? null : readVerdicts(flags.compare);
  const wanted = steps.filter((s) => chosen.has(s.name));
  const expected = wanted.reduce((sum, s) => sum + s.seconds, 0);
  const found = facts();
  process.stderr.write(`${formatFacts(found)}\n`);
  process.stderr.write(`measurements: ${wanted.length}, about ${formatSeconds(expected)}\n`);
  const began = performance.now();
  const progress = await Progress.open();
  let number = 0;
  let past = 0;
  const measureChosen = async <T>(list: readonly Step<T>[]): Promise<T[]> => {
    const found: T[] = [];
    for (const step of list.filter((s) => chosen.has(s.name))) {
      progress.show(`${++number} of ${wanted.length}: ${step.text}`, past / expected);
      try {
        found.push(await step.run());
      } catch (error) {
        progress.stop();
        complain(`${step.text} FAILED`, error);
      }
      past += step.seconds;
    }
    return found;
  };
  const measured = await measureChosen(comparisons);
  const verdicts = measured.flatMap(judge);
  const results: Results = {
    measured,
    verdicts,
    overall: overall(verdicts),
    paybacks: await measureChosen(paybacks),
    metg: await measureChosen(metgs),
    figures: (await measureChosen(figures)).flat(),
  };
  progress.stop();
  report(results, before);
  const seconds = (performance.now() - began) / 1000;
  const saved: Saved = { when: new Date().toISOString(), ...found, quick, seconds, ...results };
  const paths = [...save(flags.out, saved), ...(flags.keep === undefined ? [] : [keep(flags.keep, saved)])];
  console.log(`${formatSeconds(seconds)}; written: ${paths.join(', ')}`);
}

function report(results: Results, before: readonly Verdict[] | null): void {
  const parts = [
    results.verdicts.length === 0 ? '' : formatTable(results.verdicts, before),
    formatSkipped(results.measured),
    formatOverall(results.overall),
    formatPayback(results.paybacks),
    results.metg.length === 0 ? '' : formatMetg(results.metg),
    formatFigures(results.figures),
    countTargets(results),
  ];
  console.log(parts.filter((part) => part !== '').join('\n'));
}
