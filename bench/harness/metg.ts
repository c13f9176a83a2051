/**
 * METG(50) by Task Bench, beside the floor in the same run: pinned threads that spin on flags. Each line is a process of its
 * own, `maniple metg`; a target is in microseconds, and for graphs also a ratio to the floor.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The name under which `--only` knows these. */
export const METG = 'metg';

interface MetgCase {
  readonly name: string;
  readonly mode: 'graph' | 'events' | 'implicit';
  readonly flags: string;
  readonly atMost: number;
  readonly timesFloor: number | null;
}

const COMMON = '-steps 1000 -kernel compute_bound';
export const metgCases: readonly MetgCase[] = [
  { name: 'stencil_1d, width 2', mode: 'graph', flags: '-type stencil_1d -width 2', atMost: 0.5, timesFloor: 1.5 },
  { name: 'stencil_1d, width 8', mode: 'graph', flags: '-type stencil_1d -width 8', atMost: 0.3, timesFloor: 1.5 },
  { name: 'nearest radix 5, width 8', mode: 'graph', flags: '-type nearest -radix 5 -width 8', atMost: 0.5, timesFloor: 1.5 },
  { name: 'fft, width 8', mode: 'graph', flags: '-type fft -width 8', atMost: 0.5, timesFloor: 1.5 },
  { name: 'stencil_1d, width 8', mode: 'events', flags: '-type stencil_1d -width 8', atMost: 2, timesFloor: null },
  { name: 'stencil_1d, width 8', mode: 'implicit', flags: '-type stencil_1d -width 8', atMost: 2, timesFloor: null },
];

export interface MetgLine {
  readonly name: string;
  readonly mode: string;
  /** Microseconds, by the best run of each point; null when the efficiency was not reached. */
  readonly metg: number | null;
  readonly median: number | null;
  readonly floor: number | null;
  readonly atMost: number;
  readonly timesFloor: number | null;
  readonly met: boolean;
}

/** What `maniple metg --json` prints, of which a part is used. */
interface MetgReport {
  readonly metg_us: number | null;
  readonly floor_us: number | null;
  readonly metg_us_by: { readonly median: number | null };
}

/** Runs the command of a compiled tree; throws what it said when it failed. */
export function runMetg(c: MetgCase, repeats: number, cli: string, env: Readonly<Record<string, string>> = {}): MetgReport {
  const options = ['--json', '--floor', '--mode', c.mode, '--repeats', String(repeats)];
  const args = ['metg', ...options, ...c.flags.split(' '), ...COMMON.split(' ')];
  const done = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8', env: { ...process.env, ...env } });
  if (done.status !== 0) throw new Error(done.stderr.trim());
  return JSON.parse(done.stdout);
}

/** Runs a case; throws what the command said when it failed. */
export function measureMetg(c: MetgCase, repeats: number): MetgLine {
  const report = runMetg(c, repeats, fileURLToPath(new URL('../../lib/cli/main.js', import.meta.url)));
  const [metg, floor] = [report.metg_us, report.floor_us];
  const nearFloor = c.timesFloor === null || (metg !== null && floor !== null && metg <= c.timesFloor * floor);
  return {
    name: c.name,
    mode: c.mode,
    metg,
    median: report.metg_us_by.median,
    floor,
    atMost: c.atMost,
    timesFloor: c.timesFloor,
    met: metg !== null && metg <= c.atMost && nearFloor,
  };
}

/** A line for each case. */
export function formatMetg(lines: readonly MetgLine[]): string {
  const micros = (value: number | null): string => (value === null ? 'none' : `${value.toFixed(3)} µs`);
  return [
    'METG(50), Task Bench, compute-bound tasks (best runs; median; best of the floor, pinned threads spinning on flags):',
    ...lines.map((l) => {
      const ratio = l.metg !== null && l.floor !== null ? ` (${(l.metg / l.floor).toFixed(2)} × the floor)` : '';
      const target = `at most ${l.atMost} µs${l.timesFloor === null ? '' : ` and ${l.timesFloor} × the floor`}`;
      return `  ${l.mode.padEnd(8)} ${l.name.padEnd(25)} ${micros(l.metg)}; ${micros(l.median)}; ${micros(l.floor)}${ratio}: ${target}: ${l.met ? 'met' : 'MISSED'}`;
    }),
  ].join('\n');
}
