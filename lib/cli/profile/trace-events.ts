/** A profile as Chrome trace events, which Perfetto and chrome://tracing open. */
import type { ProfileData } from './data.js';

const PROCESS = 1;
const TICKS_A_MICROSECOND = 10;

/** The events as JSON text, a line each; times in microseconds. */
export function traceEvents(data: ProfileData): string {
  const { lanes, texts, begin, length, lane, text, where, memory } = data;
  const lines = [
    event({ ph: 'M', name: 'process_name', pid: PROCESS, args: { name: data.program } }),
    ...lanes.map((name, tid) => event({ ph: 'M', name: 'thread_name', pid: PROCESS, tid, args: { name } })),
    ...lanes.map((_, tid) => event({ ph: 'M', name: 'thread_sort_index', pid: PROCESS, tid, args: { sort_index: tid } })),
  ];
  for (let i = 0; i < begin.length; i++) {
    const [ts, dur] = [begin[i] / TICKS_A_MICROSECOND, length[i] / TICKS_A_MICROSECOND];
    const line = texts[where[i]];
    lines.push(event({ ph: 'X', name: texts[text[i]], pid: PROCESS, tid: lane[i], ts, dur, args: line === '' ? {} : { line } }));
  }
  for (const [time, bytes] of memory)
    lines.push(event({ ph: 'C', name: 'memory', pid: PROCESS, ts: time / TICKS_A_MICROSECOND, args: { bytes } }));
  return `[\n${lines.join(',\n')}\n]\n`;
}

function event(fields: object): string {
  return JSON.stringify(fields);
}
