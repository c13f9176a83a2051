/** Tracing for people (thesis Fig. 5.11): the share of replayed tasks over time, and the traces that were found. */
import Table from 'cli-table3';
import type { TraceReport } from '../runtime/index.js';

const HEIGHT = 8;
const WIDTH = 64;

/** A chart of the share, then a table of traces, the most replayed first. */
export function formatTraceReport(report: TraceReport): string {
  const lines = [`share of the last 5,000 tasks that were replayed: ${percent(report.share)}`, ...chart(report.series), ''];
  if (report.traces.length === 0) lines.push('no traces: windows ended where the program read, or nothing repeated');
  else {
    const table = new Table({ head: ['trace', 'tasks', 'replays'], style: { head: [], border: [] } });
    const sorted = [...report.traces].sort((a, b) => b.replays * b.length - a.replays * a.length);
    for (const { id, length, replays } of sorted) table.push([id, length, replays]);
    lines.push(table.toString());
  }
  if (report.graphs !== undefined) lines.push(formatGraphs(report.graphs));
  return `${lines.join('\n')}\n`;
}

/** How windows with a plan were carried out, and why not as graphs. */
export function formatGraphs({ replays, stepwise }: NonNullable<TraceReport['graphs']>): string {
  const why = Object.entries(stepwise).flatMap(([reason, count]) => (count > 0 ? [`${count} ${REASONS[reason] ?? reason}`] : []));
  return `windows with a plan: ${replays} replayed as graphs${why.length === 0 ? '' : `, step by step ${why.join(', ')}`}`;
}

const REASONS: Readonly<Record<string, string>> = {
  new: 'for the first times',
  varies: 'under ever other conditions',
  unfit: 'with bodies in JavaScript',
  large: 'of steps so long that graphs save nothing',
  device: 'on a device without graphs',
  memory: 'for want of memory',
};

/** Columns of blocks, a column for each stretch of tasks. */
function chart(series: TraceReport['series']): string[] {
  const step = Math.max(1, Math.ceil(series.length / WIDTH));
  const columns = series.filter((_, i) => i % step === step - 1 || i === series.length - 1);
  const rows = Array.from({ length: HEIGHT }, (_, r) => {
    const level = (HEIGHT - r - 0.5) / HEIGHT;
    const label = r === 0 ? '100 %' : r === HEIGHT - 1 ? '  0 %' : '';
    return `${label.padStart(6)} │${columns.map((c) => (c.share >= level ? '█' : ' ')).join('')}`;
  });
  const last = columns[columns.length - 1].tasks;
  return [...rows, `       └${'─'.repeat(columns.length)} ${last} tasks`];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
