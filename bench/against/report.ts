/** The table of a comparison with another commit, or with other settings. */
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

/** The name of the side called *before*. */
export interface Reference {
  readonly ref: string;
  readonly commit: string | null;
  readonly settings: string;
}

function formatReference({ ref, commit, settings }: Reference): string {
  const tree = commit === null ? 'itself' : `${ref}, ${commit.slice(0, 9)}`;
  return settings === '' ? tree : `${tree} with ${settings}`;
}

/** A line for each candidate, and what the bound says of it. */
export function formatLines(lines: readonly Line[], reference: Reference, bound: number): string {
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
    `this tree (after) against ${formatReference(reference)} (before): ratios of medians, above 1 *after* is slower`,
    table.toString(),
    ...lines.flatMap(({ name, reason }) => (reason === null ? [] : [`${name} failed: ${reason}`])),
    `slower: the whole interval is beyond ${bound}; within the bound: all of it is above 1.00, none beyond ${bound}; no slower: it reaches`,
    `1.00, and none is beyond ${bound}; not decided: ${bound} is within it, and more rounds may tell (above 1.00: all of it is)`,
  ].join('\n');
}

/** Three figures, with a unit that suits them. */
export function formatValue(value: number, unit: Line['unit']): string {
  const micros = unit === 's' ? value * 1e6 : value;
  const text = (x: number): string => String(Number(x.toPrecision(3)));
  if (micros < 1000) return `${text(micros)} µs`;
  return micros < 1e6 ? `${text(micros / 1e3)} ms` : `${text(micros / 1e6)} s`;
}
