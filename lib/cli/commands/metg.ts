/** `maniple metg`: the minimum effective task granularity of this runtime, by Task Bench. */
import { appendFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { ArgumentError } from '../../base/index.js';
import { failed, replaceFile } from '../../files/index.js';
import {
  type BenchFlags,
  type Counts,
  type Curve,
  countRun,
  describe,
  describeRun,
  formatReport,
  MODES,
  type Mode,
  makeReport,
  parseFlags,
  plotSvg,
  type Report,
  type RunOptions,
  readResults,
  runOnce,
  STATISTICS,
  type Statistic,
  sweep,
} from '../../taskbench/index.js';
import { integer, real } from '../options.js';
import { print } from '../print.js';
import { Progress } from '../progress.js';

interface MetgFlags {
  readonly mode: Mode;
  readonly procs: number;
  readonly percent: number;
  readonly peak?: number;
  readonly repeats: number;
  readonly statistic: Statistic;
  readonly batch: number;
  readonly floor: boolean;
  readonly pin: boolean;
  readonly name?: string;
  readonly svg?: string;
  readonly results: string[];
  readonly json?: boolean;
}

/** Adds the command. */
export function register(program: Command): void {
  program
    .command('metg')
    .description(
      "the smallest tasks that this runtime runs efficiently (Task Bench); also takes Task Bench's own flags, -type stencil_1d …",
    )
    .argument('[flags...]', "Task Bench's flags, as the public benchmark has them")
    .addOption(
      new Option(
        '--mode <mode>',
        'who orders the tasks: a graph compiled once, the events that each names, or the runtime, from what tasks on stores read and write',
      )
        .choices([...MODES])
        .default('graph'),
    )
    .option('--procs <n>', 'processors', integer(1), availableParallelism())
    .option('--percent <p>', 'METG of this efficiency', real(0), 50)
    .option('--peak <flops>', 'operations per second to compare with (default: measured here)', real(1))
    .option('--repeats <n>', 'runs of each point', integer(1), 5)
    .addOption(new Option('--statistic <name>', 'of the repeats').choices([...STATISTICS]).default('minimum'))
    .option('--batch <n>', 'tasks issued by one call, in mode events', integer(1), 128)
    .option('--floor', 'also measure pinned threads that spin on flags', false)
    .option('--no-pin', "leave threads to the system's scheduler")
    .option('--name <text>', 'what the plot calls it')
    .option('--svg <file>', 'write a plot')
    .option('--results <file...>', "other systems' results, for the plot", [])
    .option('--json', 'print JSON')
    .allowUnknownOption()
    .action(run);
}

async function run(words: string[], flags: MetgFlags): Promise<void> {
  const bench = parseFlags(words);
  return bench.once ? runSingle(bench, flags) : runSweep(bench, flags);
}

/** With `-iter`: as the public benchmark's programs. */
async function runSingle(bench: BenchFlags, flags: MetgFlags): Promise<void> {
  if (flags.svg !== undefined || flags.results.length > 0 || flags.floor)
    throw new ArgumentError('metg: --svg, --results and --floor are for sweeps of the iterations; leave -iter out');
  const tell = tellerFor(flags);
  if (flags.json !== true || bench.verbose > 0) tell(describe(bench));
  const seconds = await runOnce({ ...runOf(flags, bench), repeats: flags.repeats, statistic: flags.statistic });
  const counts = countRun(bench);
  const { mode, statistic, procs, repeats } = flags;
  if (flags.json === true) print(`${JSON.stringify({ mode, statistic, procs, repeats, seconds, ...counts })}\n`);
  else print(describeRun(counts, bench.nodes, seconds));
}

async function runSweep(bench: BenchFlags, flags: MetgFlags): Promise<void> {
  const tell = tellerFor(flags);
  checkFiles(flags);
  if (bench.verbose > 0) tell(describe(bench, 'swept'));
  const options = {
    ...runOf(flags, bench),
    repeats: flags.repeats,
    peak: flags.peak,
    floor: flags.floor,
    enough: Math.min(0.95, Math.max(0.85, flags.percent / 100 + 0.1)),
  };
  const measured = await Progress.during(() => sweep(options));
  const report = makeReport(measured, { ...pick(flags), name: flags.name ?? `maniple ${flags.mode}` });
  if (flags.svg !== undefined) {
    const plot = plotSvg(curvesOf(report, flags), titleOf(bench, report), flags.percent);
    await replaceFile('metg', flags.svg, (sink) => sink.write(plot));
  }
  if (bench.verbose > 0 || bench.nodes > 0) tell(describePoints(report, countRun(bench), bench.nodes));
  print(flags.json === true ? `${JSON.stringify(report)}\n` : formatReport(report));
}

/** Where notes go that are beside the answer: with --json the answer alone is on standard output. */
function tellerFor({ json }: MetgFlags): (text: string) => void {
  return json === true ? (text) => void process.stderr.write(text) : print;
}

function runOf({ mode, procs, batch, pin }: MetgFlags, { specs, validate }: BenchFlags): RunOptions {
  return { mode, procs, batch, pin, specs, validate };
}

/** Checks the files before minutes are spent on measuring. Throws `FileFormatError`, `FileError`. */
function checkFiles({ svg, results }: MetgFlags): void {
  for (const path of results) readResults(path, 1, 1);
  if (svg === undefined) return;
  try {
    appendFileSync(svg, '');
  } catch (cause) {
    throw failed('metg: --svg', svg, 'written', cause);
  }
}

/** Each point of a sweep as a run of its own. */
function describePoints(report: Report, counts: Counts, nodes: number): string {
  return report.points
    .map(({ iterations, task_us, flops }) => {
      const seconds = (task_us * counts.tasks) / report.procs / 1e6;
      return `Iterations: ${iterations}\n${describeRun({ ...counts, flops: Math.round(flops * seconds) }, nodes, seconds)}`;
    })
    .join('');
}

function pick({
  mode,
  percent,
  statistic,
  procs,
  repeats,
}: MetgFlags): Pick<MetgFlags, 'mode' | 'percent' | 'statistic' | 'procs' | 'repeats'> {
  return { mode, percent, statistic, procs, repeats };
}

function curvesOf(report: Report, flags: MetgFlags): Curve[] {
  const own: Curve[] = [{ name: report.name, points: report.points }];
  if (report.floor_points !== null) own.push({ name: 'floor (spinning threads)', points: report.floor_points });
  return [...own, ...flags.results.map((path) => readResults(path, report.peak_flops, report.procs))];
}

function titleOf(bench: BenchFlags, report: Report): string {
  const graphs = bench.specs.map((s) => `${s.type} width ${s.width}, ${s.steps} steps, ${s.kernel}`).join(' and ');
  return `${graphs}; ${report.procs} processors`;
}
