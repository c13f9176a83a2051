/** The table that people read. */
import Table from 'cli-table3';
import type { Measured } from './measure.js';
import { PAYBACK_TARGETS, type Payback } from './payback.js';
import { BLOCK_TARGET, blockShare, packageRatios, type Verdict } from './verdicts.js';

/** The ratios, with what an earlier run had where one is given. */
export function formatTable(verdicts: readonly Verdict[], before: readonly Verdict[] | null): string {
  const head = ['program', 'size', 'against', 'maniple', 'rival', 'ratio', 'target', ''];
  if (before !== null) head.push('before');
  const table = new Table({
    head,
    style: { head: [], border: [] },
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
      v.met === null ? '' : v.met ? 'met' : 'MISSED',
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

/** One line a program: after how many iterations fusion has paid. */
export function formatPayback(paybacks: readonly Payback[]): string {
  return paybacks
    .map(({ program, size, ...found }) => {
      const parts = (['cold', 'warm'] as const).map((state) => {
        const count = found[state];
        const met = count !== null && count <= PAYBACK_TARGETS[state];
        return `${state} disk cache after ${count ?? 'more than all'} (target ${PAYBACK_TARGETS[state]}: ${met ? 'met' : 'MISSED'})`;
      });
      return `fusion has paid, in iterations of ${program} (${size}): ${parts.join(', ')}`;
    })
    .join('\n');
}

/** What was left out, and the verdict over the whole table. */
export function formatSummary(measured: readonly Measured[], verdicts: readonly Verdict[]): string {
  const lines = measured.flatMap((m) => m.skipped.map((s) => `skipped ${m.name} against ${s.label}: ${s.reason}`));
  const share = blockShare(verdicts);
  if (share !== null) {
    lines.push(
      `without a compiler: ${share.toFixed(2)} of our speed, geometric mean (target ${BLOCK_TARGET}): ${share >= BLOCK_TARGET ? 'met' : 'MISSED'}`,
    );
  }
  for (const { name, ratio, target } of packageRatios(verdicts)) {
    lines.push(
      `against npm's packages, ${name}: ${ratio.toFixed(1)}×, geometric mean (target ${target}×): ${ratio >= target ? 'met' : 'MISSED'}`,
    );
  }
  const judged = verdicts.filter((v) => v.met !== null);
  lines.push(`${judged.filter((v) => v.met === true).length} of ${judged.length} targets met`);
  return lines.join('\n');
}
