/** The table that people read. */
import Table from 'cli-table3';
import { paysInTime } from './payback.js';
import type { Results } from './saved.js';
import type { Measured } from './timing.js';
import type { Overall, Verdict } from './verdicts.js';

/** The ratios, with what an earlier run had where one is given. */
export function formatTable(verdicts: readonly Verdict[], before: readonly Verdict[] | null): string {
  const head = ['program', 'size', 'against', 'maniple', 'rival', 'ratio', 'target', ''];
  if (before !== null) head.push('before');
  const table = new Table({
    head,
    style: { head: [], border: [] },
    chars: { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' },
    colAligns: ['left', 'right', 'left', 'right', 'right', 'right', 'right', 'left'],
  });
  for (const v of verdicts) {
    const row = [
      v.name,
      String(v.size),
      v.rival,
      formatTime(v.ours, v.spreads[0]),
      formatTime(v.theirs, v.spreads[1]),
      formatRatio(v),
      v.target === null ? '' : `${v.target}×`,
      v.met === null ? '' : verdictOf(v.met, v.sizeOfTarget),
    ];
    const earlier = before?.find((b) => b.name === v.name && b.rival === v.rival && b.size === v.size);
    if (before !== null) row.push(earlier === undefined ? '' : `${earlier.ratio.toFixed(2)}×`);
    table.push(row);
  }
  return table.toString();
}

function formatRatio(v: Verdict): string {
  return `${v.ratio.toFixed(2)}×${v.by === 'bandwidth' ? ' bytes/s' : ''}`;
}

/** Milliseconds with three figures, and the spread in per cent. */
export function formatTime(milliseconds: number, spread: number): string {
  const text =
    milliseconds >= 1 ? `${Number(milliseconds.toPrecision(3))} ms` : `${Number((milliseconds * 1000).toPrecision(3))} µs`;
  return `${text} ±${(100 * spread).toFixed(0)}%`;
}

/** A line for each rival that was left out, and why: in these programs. */
export function formatSkipped(measured: readonly Measured[]): string {
  const programs = new Map<string, string[]>();
  for (const { name, skipped } of measured) {
    for (const { label, reason } of skipped) {
      const line = `${label}: ${reason}`;
      programs.set(line, [...(programs.get(line) ?? []), name]);
    }
  }
  return [...programs].map(([line, names]) => `skipped in ${names.join(', ')}: ${line}`).join('\n');
}

/** A line for each ratio over several programs. */
export function formatOverall(rows: readonly Overall[]): string {
  return rows
    .map(({ text, programs, ratio, target, met }) => {
      const of = `geometric mean of ${programs} program${programs === 1 ? '' : 's'}`;
      return `${text}: ${ratio.toFixed(2)}×, ${of} (target ${target}×: ${verdictOf(met, true)})`;
    })
    .join('\n');
}

function verdictOf(met: boolean, sizeOfTarget: boolean): string {
  return `${met ? 'met' : 'MISSED'}${sizeOfTarget ? '' : ', smaller'}`;
}

/** How many targets were met, over everything that was measured; empty where none was judged. */
export function countTargets(results: Results): string {
  const met = [
    ...results.verdicts.map((v) => v.met),
    ...results.overall.map((o) => o.met),
    ...results.paybacks.flatMap((p) => [paysInTime(p, 'cold'), paysInTime(p, 'warm')]),
    ...results.metg.map((m) => m.met),
    ...results.figures.map((f) => f.met),
  ].filter((m) => m !== null);
  return met.length === 0 ? '' : `${met.filter((m) => m).length} of ${met.length} targets met`;
}
