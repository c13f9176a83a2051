/** From times to ratios, and from ratios to met or missed. */
import { BLOCK, cases, NPM, type Target } from './cases.js';
import type { Measured, Timing } from './measure.js';

export interface Verdict {
  readonly name: string;
  readonly size: number;
  readonly rival: string;
  /** Milliseconds a run: ours, the rival's; spreads as shares. */
  readonly ours: number;
  readonly theirs: number;
  readonly spreads: readonly [number, number];
  /** Above 1: we are faster (or move more bytes a second). */
  readonly ratio: number;
  readonly by: Target['by'];
  readonly target: number | null;
  readonly met: boolean | null;
}

/** One verdict for each rival that took part. */
export function judge(measured: Measured): Verdict[] {
  const sides = cases.find((c) => c.name === measured.name)?.sides ?? [];
  return measured.rivals.map((rival) => {
    const target = sides.find((s) => s.label === rival.label)?.target ?? null;
    const by = target?.by ?? 'speed';
    const ratio = by === 'speed' ? rival.median / measured.ours.median : bandwidth(measured.ours) / bandwidth(rival);
    return {
      name: measured.name,
      size: measured.size,
      rival: rival.label,
      ours: measured.ours.median * 1000,
      theirs: rival.median * 1000,
      spreads: [measured.ours.spread, rival.spread],
      ratio,
      by,
      target: target?.least ?? null,
      met: target === null ? null : ratio >= target.least,
    };
  });
}

function bandwidth(timing: Timing): number {
  return timing.bytes === null ? Number.NaN : timing.bytes / timing.median;
}

/** The whole suite without a compiler: the block tier's share of our speed, as a geometric mean; null without samples. */
export function blockShare(verdicts: readonly Verdict[]): number | null {
  const shares = verdicts.filter((v) => v.rival === BLOCK).map((v) => 1 / v.ratio);
  return shares.length === 0 ? null : geometricMean(shares);
}

/** The share that the block tier must reach. */
export const BLOCK_TARGET = 0.5;

/** Against packages of npm: geometric means over small and over large sizes, where they took part. */
export function packageRatios(verdicts: readonly Verdict[]): { name: string; ratio: number; target: number }[] {
  const classes = [
    { name: '100 elements', target: 10, fits: (size: number) => size === 100 },
    { name: 'a million elements', target: 50, fits: (size: number) => size === 1_000_000 },
  ];
  return classes.flatMap(({ name, target, fits }) => {
    const ratios = verdicts.filter((v) => v.rival === NPM && fits(v.size)).map((v) => v.ratio);
    return ratios.length === 0 ? [] : [{ name, target, ratio: geometricMean(ratios) }];
  });
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, v) => sum + Math.log(v), 0) / values.length);
}
