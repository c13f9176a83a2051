/** The runtime's counters as a table for people. */
import Table from 'cli-table3';
import type { Stats } from '../runtime/index.js';
import { formatGraphs } from './trace-report.js';
import { formatBytes } from './units.js';

/** A table of counts with their names. */
export function formatStats(stats: Stats): string {
  const table = new Table({ style: { head: [], border: [] } });
  const { fused, temporaries, collections, memory } = stats;
  table.push(
    ['tasks issued', stats.tasks],
    ['launches', stats.launches],
    ['tasks launched without a plan', stats.single],
    ['windows (plan known)', `${stats.windows} (${stats.planHits})`],
    ['tasks in a fused launch', fused.max === 0 ? 'none' : `${fused.min} to ${fused.max}, ${fused.mean.toFixed(1)} on average`],
    ['share of tasks fused', `${(100 * fused.share).toFixed(1)} %`],
    ['arrays that never got memory', `${temporaries.count} (${formatBytes(temporaries.bytes)})`],
    ['time planning', `${(1000 * stats.planSeconds).toFixed(2)} ms`],
    ['collections', `${collections.minor} minor, ${collections.major} major`],
    ['memory', `${formatBytes(memory.live)} in use, ${formatBytes(memory.peak)} at most`],
  );
  const { copies, copiedBytes = 0, folds = 0 } = stats;
  if (copies !== undefined)
    table.push(['copies between memories', `${copies} (${formatBytes(copiedBytes)}), ${folds} reductions folded`]);
  const { memories = [] } = stats;
  if (memories.length > 0) table.push(['memories at most', memories.map(({ peak }) => formatBytes(peak)).join(', ')]);
  const { off = [] } = stats;
  if (off.length > 0)
    table.push([stats.devices === undefined ? 'off with several memories' : 'off beside an accelerator', off.join(',\n')]);
  for (const [device, tasks] of Object.entries(stats.devices ?? {})) table.push([`tasks on ${device}`, tasks]);
  for (const [link, { copies, bytes }] of Object.entries(stats.links ?? {}))
    table.push([`from ${link}`, `${copies} copies (${formatBytes(bytes)})`]);
  if (stats.evicted !== undefined && stats.evicted.arrays > 0)
    table.push(['arrays that left a full memory', `${stats.evicted.arrays} (${formatBytes(stats.evicted.bytes)})`]);
  if (stats.evicted !== undefined && stats.evicted.kernels > 0)
    table.push(['kernels that ran on the cpu for want of memory', stats.evicted.kernels]);
  for (const [device, { kernels, pipelines }] of Object.entries(stats.dropped ?? {}))
    if (kernels > 0) table.push([`kernels that ${device} has dropped`, `${kernels} (${pipelines} pipelines)`]);
  if (stats.compiling) table.push(['kernels that ran on the cpu while they were compiled', stats.compiling]);
  for (const [why, tasks] of Object.entries(stats.stayed ?? {})) table.push([`tasks that stayed on the cpu: ${why}`, tasks]);
  if (stats.graphs !== undefined) table.push(['graphs', formatGraphs(stats.graphs)]);
  const { kernels } = stats;
  table.push([
    'kernels in C',
    `${kernels.compiled} compiled in ${kernels.milliseconds.toFixed(0)} ms, ${kernels.fromDisk} from disk, ${kernels.refused} refused there, ${kernels.failed} failed`,
  ]);
  for (const problem of kernels.problems) table.push(['compiler', problem]);
  const barriers = Object.entries(stats.barriers);
  const all = barriers.reduce((sum, [, count]) => sum + count, 0);
  for (const [barrier, count] of barriers)
    table.push([`fusion ended by ${barrier}`, `${count} (${((100 * count) / all).toFixed(1)} %)`]);
  return `${table.toString()}\n`;
}
