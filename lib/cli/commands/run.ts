/** `maniple run FILE [args…]`: runs a program with the runtime's settings as flags. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { checkPassName } from '../../compile/index.js';
import { runtime } from '../../runtime/index.js';
import { atEnd, endBySignals } from '../at-end.js';
import { handedOver } from '../own-copy.js';
import { checkModule, runProgram } from '../program-file.js';
import { addSettings, applySettings } from '../settings.js';

interface RunFlags {
  readonly stats?: boolean;
  readonly dumpIr?: string;
  readonly traceReport?: boolean;
}

/** Adds the command. */
export function register(program: Command): void {
  const command = program
    .command('run')
    .description("run a program; flags before FILE are maniple's, flags after it the program's")
    .argument('<file>', 'a JavaScript module')
    .argument('[args...]', 'what the program finds in process.argv')
    .option('--stats', 'print what the runtime did, at the end, to standard error')
    .option('--trace-report', 'draw the share of replayed tasks and list the traces, at the end, to standard error')
    .option('--dump-ir <pass>', 'print each kernel after this pass (all: after every pass), to standard error')
    .passThroughOptions();
  addSettings(command).action(run);
}

async function run(file: string, args: string[], flags: RunFlags, command: Command): Promise<void> {
  const path = resolve(file);
  checkModule('run', file, path);
  if (await handedOver(path)) return;
  const misplaced = ownOptions(args, command);
  if (misplaced.length > 0) process.stderr.write(behindFile(misplaced, file));
  applySettings({ ...flags });
  if (flags.dumpIr !== undefined) {
    checkPassName(flags.dumpIr, '--dump-ir');
    process.env.MANIPLE_DUMP_IR = flags.dumpIr;
  }
  process.argv = [process.argv[0], path, ...args];
  await arrangeReports(flags);
  await runProgram('run', path);
}

/** Tables are loaded only where one is wanted; at the end it would be too late. */
async function arrangeReports({ stats, traceReport }: RunFlags): Promise<void> {
  if (stats === true) {
    const { formatStats } = await import('../stats.js');
    atEnd(() => formatStats(runtime().stats()));
  }
  if (traceReport === true) {
    const { formatTraceReport } = await import('../trace-report.js');
    atEnd(() => formatTraceReport(runtime().traceReport()));
  }
  if (stats === true || traceReport === true) endBySignals();
}

/** Options behind the file that would be this command's before it; none behind `--`, by which a program's are meant. */
function ownOptions(args: readonly string[], command: Command): string[] {
  const end = args.indexOf('--');
  const words = (end < 0 ? args : args.slice(0, end)).map((word) => word.split('=', 1)[0]);
  return words.filter((word) => command.options.some(({ long }) => long === word));
}

function behindFile(options: readonly string[], file: string): string {
  const [verb, place] = options.length === 1 ? ['goes', 'it stands'] : ['go', 'they stand'];
  return `maniple: run: ${options.join(', ')} behind ${file} ${verb} to the program; maniple obeys if ${place} before the file\n`;
}
