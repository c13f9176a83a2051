/** Windows as the owner keeps them: rows of numbers, the dispatches and copies that they are once these were looked up, and how they are encoded. */
import { COPY, ROW } from './messages.js';
import type { Compiled } from './pipelines.js';

/** A copy between arenas. */
interface Copy {
  readonly kind: 'copy';
  readonly from: GPUBuffer;
  readonly offset: number;
  readonly to: GPUBuffer;
  readonly at: number;
  readonly bytes: number;
}

/** A dispatch that is ready to be encoded; without a pipeline it is refused. */
interface Dispatch {
  readonly kind: 'dispatch';
  readonly compiled: Compiled;
  readonly group: GPUBindGroup;
  readonly offsets: readonly number[];
  readonly workgroups: number;
  readonly launch: number;
}

type Step = Dispatch | Copy;

/** The rows of a window, and its dispatches once they were looked up. */
export interface Known {
  readonly rows: Int32Array;
  steps: readonly Step[] | null;
}

/** Whether a step may set status words. */
export const setsStatus = (step: Step): boolean => step.kind === 'dispatch' && step.compiled.fails;

interface Lookup {
  readonly compiled: ReadonlyMap<number, Compiled>;
  /** The bind group of a binding. */
  readonly group: (binding: number) => GPUBindGroup;
  readonly arenaOf: (arena: number) => GPUBuffer;
}

/** The dispatches and copies of a window. */
export function stepsOf(rows: Int32Array, { compiled, group, arenaOf }: Lookup): readonly Step[] {
  const found: Step[] = [];
  for (let at = 0; at < rows.length; at += ROW.LENGTH) {
    const row = rows.subarray(at, at + ROW.LENGTH);
    const of = compiled.get(row[ROW.PIPELINE]);
    if (row[COPY.FROM] < 0 || of === undefined) {
      const [from, to] = [arenaOf(-1 - row[COPY.FROM]), arenaOf(row[COPY.TO])];
      found.push({ kind: 'copy', from, offset: row[COPY.OFFSET], to, at: row[COPY.AT], bytes: row[COPY.BYTES] });
      continue;
    }
    const [offsets, workgroups, launch] = [[row[ROW.OFFSET]], row[ROW.GROUPS], row[ROW.LAUNCH]];
    found.push({ kind: 'dispatch', compiled: of, group: group(row[ROW.BINDING]), offsets, workgroups, launch });
  }
  return found;
}

/** Encodes dispatches in passes, with copies between these; notes the launches that are refused. */
export function encode(encoder: GPUCommandEncoder, steps: readonly Step[], refused: Map<number, string>): void {
  let pass: GPUComputePassEncoder | null = null;
  let last: GPUComputePipeline | null = null;
  for (const step of steps) {
    if (step.kind === 'copy') {
      pass?.end();
      [pass, last] = [null, null];
      encoder.copyBufferToBuffer(step.from, step.offset, step.to, step.at, step.bytes);
      continue;
    }
    const { compiled, group, offsets, workgroups, launch } = step;
    const { pipeline, why } = compiled;
    if (pipeline === null) {
      refused.set(launch, `a shader of its kernel does not compile: ${why}`);
      continue;
    }
    pass ??= encoder.beginComputePass();
    if (pipeline !== last) pass.setPipeline(pipeline);
    last = pipeline;
    pass.setBindGroup(0, group, offsets);
    pass.dispatchWorkgroups(workgroups);
  }
  pass?.end();
}

/** Whether rows have a dispatch with one of these pipelines or bindings. */
export function haveAny(rows: Int32Array, pipelines: ReadonlySet<number>, bindings: ReadonlySet<number>): boolean {
  for (let at = 0; at < rows.length; at += ROW.LENGTH) {
    if (rows[at + ROW.PIPELINE] < 0) continue;
    if (pipelines.has(rows[at + ROW.PIPELINE]) || bindings.has(rows[at + ROW.BINDING])) return true;
  }
  return false;
}
