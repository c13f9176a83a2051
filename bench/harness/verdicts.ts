/** From times to ratios, and from ratios to met or missed. */
import { cases, type Elements } from './cases.js';
import { geometricMean } from './samples.js';
import { BLOCK, type Target } from './sides.js';
import type { Measured, Timing } from './timing.js';

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
  /** Whether the size is the one that the target is about. */
  readonly sizeOfTarget: boolean;
  /** Where the rival is a package of npm: the elements of the comparison. */
  readonly elements: Elements | null;
}

/** One verdict for each rival that took part. */
export function judge(measured: Measured): Verdict[] {
  const found = cases.find((c) => c.name === measured.name);
  return measured.rivals.map((rival) => {
    const side = found?.sides.find((s) => s.label === rival.label);
    const target = side?.target ?? null;
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
      sizeOfTarget: measured.size === found?.size,
      elements: side?.spec.kind === 'npm' ? (found?.elements ?? null) : null,
    };
  });
}

function bandwidth(timing: Timing): number {
  return timing.bytes === null ? Number.NaN : timing.bytes / timing.median;
}

/** A ratio over several programs: a geometric mean, and what is asked of it. */
export interface Overall {
  readonly text: string;
  readonly programs: number;
  readonly ratio: number;
  readonly target: number;
  readonly met: boolean;
}

/** What the issue asks of the whole suite without a compiler, as a share of the native tier's speed. */
const BLOCK_TARGET = 0.5;
/** What it asks against each package of npm, by elements. */
const PACKAGE_TARGETS: Readonly<Record<Elements, number>> = { 100: 10, 1000000: 50 };

/** Programs that are judged together, by a rival: a mean is taken where every one of them was measured. */
interface Group {
  readonly text: string;
  readonly rival: string;
  readonly names: readonly string[];
  readonly least: number;
}
const LOOPS = ['elimination', 'cholesky', 'gram-schmidt', 'floyd-warshall', 'nussinov', 'vadv', 'adi'];
const TRANSFORMS = ['fourier-1024', 'fourier-1048576', 'fourier-1009', 'fourier-1000000', 'fourier-2d'];
const GROUPS: readonly Group[] = [
  { text: 'loops by hand against numpy', rival: 'numpy', names: LOOPS, least: 1.5 },
  { text: 'Fourier transforms against numpy', rival: 'numpy', names: TRANSFORMS, least: 1.5 },
  { text: 'Fourier transforms against scipy with two workers', rival: 'scipy', names: TRANSFORMS, least: 1 },
];

/** The means of the groups that were measured whole, at the sizes that targets are about. */
function groups(verdicts: readonly Verdict[]): Overall[] {
  return GROUPS.flatMap(({ text, rival, names, least }) => {
    const found = verdicts.filter((v) => v.rival === rival && v.sizeOfTarget && names.includes(v.name));
    const ratios = found.map((v) => v.ratio);
    return found.length === names.length ? [mean(text, ratios, least)] : [];
  });
}

/** The ratios over several programs that samples were taken for. */
export function overall(verdicts: readonly Verdict[]): Overall[] {
  const shares = verdicts.filter((v) => v.rival === BLOCK).map((v) => 1 / v.ratio);
  const rows = shares.length === 0 ? [] : [mean('without a compiler: share of our speed', shares, BLOCK_TARGET)];
  for (const elements of [100, 1_000_000] as const) {
    const those = verdicts.filter((v) => v.elements === elements);
    const size = `${elements.toLocaleString('en')} elements`;
    for (const rival of new Set(those.map((v) => v.rival))) {
      const ratios = those.filter((v) => v.rival === rival).map((v) => v.ratio);
      rows.push(mean(`against ${rival}, ${size}`, ratios, PACKAGE_TARGETS[elements]));
    }
  }
  return [...rows, ...groups(verdicts)];
}

function mean(text: string, ratios: readonly number[], target: number): Overall {
  const ratio = geometricMean(ratios);
  return { text, programs: ratios.length, ratio, target, met: ratio >= target };
}
