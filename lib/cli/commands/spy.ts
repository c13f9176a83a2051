/** `maniple spy FILE`: verifies a log that a program wrote under `--spy FILE`. Exit status 1 when something is wrong. */
import Table from 'cli-table3';
import type { Command } from 'commander';
import { type Report, readLog, verify } from '../../spy/index.js';
import { print } from '../print.js';
import { Progress } from '../progress.js';

/** Problems that are printed. */
const MOST = 20;

/** Adds the command. */
export function register(program: Command): void {
  program
    .command('spy')
    .description('check what the runtime decided: order, fusion, memory; FILE is written by --spy FILE')
    .argument('<file>', 'the log')
    .option('--json', 'print one line of JSON')
    .action(async (file: string, flags: { json?: boolean }) => {
      const report = verify(await Progress.during(() => readLog(file)));
      print(flags.json === true ? `${JSON.stringify({ file, ...report })}\n` : format(report));
      if (report.problems.length > 0) process.exitCode = 1;
    });
}

function format({ summary, problems }: Report): string {
  const table = new Table({ style: { head: [], border: [] } });
  table.push(
    ['roots', summary.roots],
    ['tasks', summary.tasks],
    ['windows planned (failed)', `${summary.windows} (${summary.failed})`],
    ['launches', `${summary.launches}, of at most ${summary.fused} tasks`],
    ['windows replayed as graphs', summary.replays],
    ['roots that got no memory', summary.eliminated],
    ['conflicts whose order was checked', summary.pairs],
    ['reads that launches did not need', summary.spared],
    ['allocations', summary.allocations],
    ['memory handed on', summary.recycled],
    ...(summary.copies + summary.folds === 0 ? [] : [['copies between memories, folds', `${summary.copies}, ${summary.folds}`]]),
    ['problems', problems.length],
  );
  const lines = problems.slice(0, MOST).map(({ kind, message }) => `${kind}: ${message}\n`);
  if (problems.length > MOST) lines.push(`… and ${problems.length - MOST} more\n`);
  return `${table.toString()}\n${lines.join('')}`;
}
