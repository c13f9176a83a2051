/** The table of a comparison with another commit. */
import Table from 'cli-table3';
import type { Comparison, Outcome, Round } from './statistics.js';

export interface Line {
  readonly name: string;
  readonly unit: 's' | 'µs';
  readonly rounds: readonly Round[];
  /** Null where it failed. */
  readonly comparison: Comparison | null;
  readonly outcome: Outcome | 'failed';
  readonly reason: string | null;
}

/** A line for each candidate, and what the bound says of it. */
export function formatLines(
  lines: readonly Line[],
  { ref, commit, bound }: { readonly ref: string; readonly commit: string; readonly bound: number },
): string {
  const table = new Table({
    head: ['program', 'before', 'after', 'ratio', '95 % interval', ''],
    style: { head: [], border: [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
    colAligns: ['left', 'right', 'right', 'right', 'right', 'left'],
  });
  for (const { name, unit, comparison: c, outcome } of lines) {
    if (c === null) table.push([name, '', '', '', '', outcome]);
    else
      table.push([
        name,
        formatValue(c.before, unit),
        formatValue(c.after, unit),
        c.ratio.toFixed(3),
        `${c.low.toFixed(3)} to ${c.high.toFixed(3)}`,
        outcome,
      ]);
  }
  return [
    `this tree (after) against ${ref}, ${commit.slice(0, 9)} (before): ratios of medians, above 1 it became slower`,
    table.toString(),
    ...lines.flatMap(({ name, reason }) => (reason === null ? [] : [`${name} failed: ${reason}`])),
    `slower: the whole interval is beyond ${bound}; not decided: ${bound} is within it, and more rounds may tell`,
  ].join('\n');
}

/** Three figures, with a unit that suits them. */
export function formatValue(value: number, unit: Line['unit']): string {
  const micros = unit === 's' ? value * 1e6 : value;
  const text = (x: number): string => String(Number(x.toPrecision(3)));
  if (micros < 1000) return `${text(micros)} µs`;
  return micros < 1e6 ? `${text(micros / 1e3)} ms` : `${text(micros / 1e6)} s`;
}
