/** Takes a profile of the program that this process is about to run, until the process ends. */
import { PerformanceObserver } from 'node:perf_hooks';
import { GCProfiler } from 'node:v8';
import { now } from '../../base/index.js';
import { loadAddon } from '../../native/index.js';
import { type Recorder, startRecorder } from '../../profile/index.js';
import { runtime } from '../../runtime/index.js';
import { version } from '../version.js';
import { type ProfileData, profileOf } from './data.js';
import type { Stretch } from './events.js';

/** In a millisecond. */
const MICROSECONDS = 1000;

/** Begins; `done` is called with the profile when the process ends, once, and must not wait. */
export function collect(program: string, done: (data: ProfileData) => void): void {
  const recorder = startRecorder();
  const observer = watchCollections(recorder);
  const profiler = new GCProfiler();
  profiler.start();
  const addon = loadAddon();
  const shift = addon === null ? 0 : now() - 1000 * addon.now();
  addon?.timeline(true);
  process.once('exit', () => {
    observer.disconnect();
    const collections = profiler.stop();
    const end = now();
    try {
      runtime().fenceSync();
    } catch (error) {
      process.stderr.write(
        `maniple: profile: not all launches are in it: ${error instanceof Error ? error.message : String(error)}\n`,
      );
    }
    recorder.end();
    const rows = addon === null ? new Float64Array(1) : addon.timeline(false);
    const stretches = [...stretchesOf(rows, shift), ...recorder.runs.map((run) => ({ ...run, thread: 0 }))];
    const missing = missingIn(recorder, rows[rows.length - 1], collections?.statistics ?? []);
    done(profileOf(recorder, stretches, { program, facts: facts(), missing, end }));
  });
}

/** The gaps of the profile: `lost` stretches of launches, notes that found no room, and collections whose times never arrived. */
function missingIn({ dropped, spans }: Recorder, lost: number, collections: readonly { readonly cost: number }[]): string[] {
  const missing: string[] = [];
  if (lost > 0) missing.push(`${lost} stretches of launches found no room and are missing.`);
  if (dropped > 0) missing.push(`${dropped} events found no room and are missing: sums and tables lack them, too.`);
  const untimed = collections.length - spans.filter(({ lane }) => lane === 'collect').length;
  if (untimed > 0) {
    const milliseconds = collections.reduce((sum, { cost }) => sum + cost / MICROSECONDS, 0).toFixed(1);
    missing.push(
      `${collections.length} collections took ${milliseconds} ms in all; ${untimed} of them are not in the timeline, since Node tells when a collection was only at a turn of the event loop, to which the program did not return.`,
    );
  }
  return missing;
}

function facts(): string[] {
  const { config, device } = runtime();
  const { tasks, launches, windows, planHits } = runtime().stats();
  return [
    `maniple ${version()}, Node.js ${process.versions.node}`,
    `${config.procs} ${config.procs === 1 ? 'processor' : 'processors'}, device ${device.name}`,
    `${tasks} tasks in ${launches} launches, ${windows} windows, ${planHits} of them with a plan known before`,
  ];
}

/** Rows of begin, end, launch and thread, in seconds of the addon's clock. */
function stretchesOf(rows: Float64Array, shift: number): Stretch[] {
  const found: Stretch[] = [];
  for (let at = 0; at + 3 < rows.length; at += 4)
    found.push({
      begin: 1000 * rows[at] + shift,
      end: 1000 * rows[at + 1] + shift,
      launch: rows[at + 2],
      thread: rows[at + 3],
    });
  return found;
}

/** The engine's collections, ours among them: Node tells of them when the event loop turns, by a clock of its own. */
function watchCollections(recorder: Recorder): PerformanceObserver {
  const shift = now() - performance.now();
  const observer = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      recorder.spans.push({
        lane: 'collect',
        text: 'collection',
        begin: startTime + shift,
        end: startTime + shift + duration,
        site: null,
      });
  });
  observer.observe({ entryTypes: ['gc'] });
  return observer;
}
