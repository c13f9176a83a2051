/**
 * Launch records made ready: a step of a plan with everything that does not change from launch to launch written down once (sizes, strides,
 * units), and the slots that do: addresses, scalars, the launch to wait for.
 */
import { ArgumentError, invariant } from '../../base/index.js';
import type { Device, Executable, LaunchQueue } from '../../device/index.js';
import type { Step } from '../../fusion/index.js';
import { type Kernel, type Layout, partialBytes, type Statement, structureOf, unitsOf, workOfNode } from '../../ir/index.js';
import { LAUNCH_BRIEF, LAUNCH_INLINE, RECORD } from '../../native/index.js';
import type { View } from '../../shape/index.js';
import type { Window } from '../issue/index.js';
import type { Range } from './ranges.js';

export interface ScalarSlot {
  readonly at: number;
  /** Its place among the scalars of the window's tasks. */
  readonly place: number;
  readonly long: boolean;
}

/** A record, and the slots to fill in at each launch. */
export interface Writable {
  /** The launch record; addresses, scalars and the kernel's number are filled in by each launch. */
  readonly record: Float64Array;
  readonly executable: Executable | null;
  /** Elements that the launch computes, by which tiers and inlining are decided. */
  readonly elements: number;
  /** It runs some units of a kernel, which are not followed by the kernel's `finish`. */
  readonly part: boolean;
  /** The slots of addresses, with the offset added to each; block -1: the offset is the address. */
  readonly pointers: readonly { readonly at: number; readonly block: number; readonly offset: number }[];
  readonly scalars: readonly ScalarSlot[];
  /** Memory of its own: where its address goes, and its bytes. */
  readonly scratch: readonly { readonly at: number; readonly bytes: number }[];
}

/** The number of a launch's kernel for its record: the fastest tier that is ready now, and of that the code for parts, if it is one. */
export function kernelNumber(
  device: Partial<Pick<Device, 'part'>>,
  { elements, part }: Pick<Writable, 'elements' | 'part'>,
  executable: Executable,
): number {
  const number = executable.number(elements);
  if (!part) return number;
  const own = device.part?.(number, executable.layout.length);
  invariant(own !== undefined, 'steps on accelerators have one point');
  return own;
}

/** Of a step: blocks are the slots of roots in the plan, and scratch memory is for the partial results of all units. */
export interface Template extends Writable {
  readonly step: Step;
  /** Of a part: the slots of the addresses of partial results' rows, which it leaves to be folded. */
  readonly rows: readonly { readonly at: number; readonly statement: Statement }[];
}

/** Where scalars are written. */
type Slots = Pick<LaunchQueue, 'records' | 'raw'>;

/** Writes the scalars of a window into the device's records, from slot `base` on. */
export function writeScalars(device: Slots, base: number, scalars: readonly ScalarSlot[], window: Window): void {
  if (scalars.length === 0) return;
  const values = window.inOrder();
  for (const { at, place, long } of scalars) writeScalar(device, base + at, values[place], long);
}

/** Writes one into slot `at`. */
export function writeScalar(device: Slots, at: number, value: number | bigint, long: boolean): void {
  const { records } = device;
  if (typeof value === 'number' && !long) records[at] = value;
  else writeOther(device, at, value, long);
}

function writeOther({ records, raw }: Slots, at: number, value: number | bigint, long: boolean): void {
  // Objects would run code of the user's in the midst of a launch.
  if (typeof value !== 'number' && typeof value !== 'bigint')
    throw new ArgumentError(`launch: a scalar is a number or a bigint, got ${typeof value}`);
  if (long) raw[at] = BigInt.asIntN(64, BigInt(value));
  else records[at] = Number(value);
}

/** Simple operations that a kernel does for each element. */
export function workOf({ loops }: Kernel): number {
  let nodes = 1;
  for (const loop of loops) for (const node of loop.nodes) nodes += workOfNode(node);
  return nodes;
}

/** Whether `finish` follows the units: it does nothing for kernels without full or outer folds or 0-d results. */
export function hasFinish({ kernel }: Step): boolean {
  if (kernel === null) return true;
  const structure = structureOf(kernel);
  return structure === 'full' || structure === 'outer' || kernel.args.some((a) => a.access === 'full' && a.privilege !== 'read');
}

/** Estimated nanoseconds of an element through one operation, and of an element of an opaque body. */
const ELEMENT = 0.3;
const OPAQUE = 10;

/** The estimated cost of a launch in nanoseconds. */
export function costOf(kernel: Kernel | null, elements: number): number {
  return kernel === null ? elements * OPAQUE : elements * workOf(kernel) * ELEMENT;
}

/** Elements times nodes, or as much work of a routine, that the calling thread does rather than hand over. */
const INLINE_WORK = 60_000;
/** Work of a point that the calling thread does rather than ask for notice of its end: a few hundred microseconds. */
const BRIEF_WORK = 2_000_000;

/** Pieces that a point is taken in, and the units that are not worth cutting. */
const TILES_A_POINT = 4;
const LEAST_TILE = 4;

/**
 * The template of a fused step: `sizes[slot]` is the root's element size. With `part`, of these units alone, by one more parameter of a
 * kernel that runs parts (`Device.part`).
 */
export function kernelTemplate(
  step: Step,
  executable: Executable,
  sizes: readonly number[],
  inline: boolean,
  part: Range | null = null,
): Template {
  const { kernel, layout } = executable;
  const structure = structureOf(kernel);
  const units = unitsOf(step.domain, kernel.rowRank, structure);
  const count = part === null ? units.count : part.to - part.from;
  const all = units.rows * units.inner;
  const elements = part === null ? all : Math.ceil((all * count) / units.count);
  const record = blankRecord(layout.length + (part === null ? 0 : 1), count, tileOf(step.unitsPerPoint));
  if (part !== null) record[RECORD.PARAMS + layout.length] = part.from;
  setPlace(record, elements * workOf(kernel), inline);
  const p = RECORD.PARAMS;
  step.domain.forEach((n, i) => (record[p + layout.domain + i] = n));
  const pointers = step.bindings.map((binding, k) => {
    writeView(record, p, layout, k, binding.view);
    return { at: p + layout.args[k].pointer, block: binding.slot, offset: binding.view.offset * sizes[binding.slot] };
  });
  const scalars = step.scalars.map((place, i) => ({
    place,
    at: p + layout.scalars[i],
    long: kernel.scalars[i].long,
  }));
  const partials = layout.partials
    .map((f) => ({
      at: p + f.slot,
      statement: f.statement,
      bytes: partialBytes(kernel, f.statement, units, step.bindings[f.statement.arg].view.shape),
    }))
    .filter((f) => f.bytes > 0);
  const [scratch, rows] = part === null ? [partials, []] : [[], partials];
  return { step, executable, part: part !== null, record, pointers, scalars, scratch, rows, elements };
}

function writeView(record: Float64Array, p: number, layout: Layout, k: number, view: View): void {
  const { sizes, strides } = layout.args[k];
  for (let i = 0; i < view.shape.length; i++) {
    if (sizes >= 0) record[p + sizes + i] = view.shape[i];
    record[p + strides + i] = view.strides[i];
  }
}

/** Units that a thread takes at a time: parts of a point, so that no thread waits long for the last part of one. */
export function tileOf(unitsPerPoint: number): number {
  return Math.max(Math.min(unitsPerPoint, LEAST_TILE), Math.ceil(unitsPerPoint / TILES_A_POINT), 1);
}

/** A record with so many parameters, of which none is written yet. */
export function blankRecord(params: number, units: number, tile: number): Float64Array {
  const record = new Float64Array(RECORD.PARAMS + params);
  record[RECORD.LENGTH] = record.length;
  record[RECORD.UNITS] = units;
  record[RECORD.TILE] = tile;
  return record;
}

/**
 * Sets the flags of the record at `at`, by its work: with little of it the calling thread runs all units, in the submit, if it may. Its
 * units and its tile are written already.
 */
export function setPlace(record: Float64Array, work: number, inline: boolean, at = 0): void {
  const units = record[at + RECORD.UNITS];
  if (inline && work <= INLINE_WORK) {
    record[at + RECORD.FLAGS] = LAUNCH_INLINE;
    record[at + RECORD.TILE] = Math.max(1, units);
  } else record[at + RECORD.FLAGS] = work * record[at + RECORD.TILE] <= BRIEF_WORK * units ? LAUNCH_BRIEF : 0;
}

/** How much there is to do: units, how many a thread takes at a time, simple operations; infinite keeps it from the calling thread. */
export interface Extent {
  readonly units: number;
  readonly tile: number;
  readonly work: number;
}

/**
 * The template of a routine, C body or native function: P is the status, the domain's sizes, each argument's address and strides, the
 * scalars; and behind them, for the device that checks how far arguments reach, the sizes of each argument (`routineSignature`).
 */
export function routineTemplate(step: Step, number: number, extent: Extent, sizes: readonly number[]): Template {
  const length =
    1 + step.domain.length + step.bindings.reduce((n, b) => n + 1 + 2 * b.view.shape.length, 0) + step.scalars.length;
  const record = blankRecord(length, extent.units, extent.tile);
  record[RECORD.KERNEL] = number;
  setPlace(record, extent.work, true);
  let at: number = RECORD.PARAMS + 1;
  for (const n of step.domain) record[at++] = n;
  const pointers = step.bindings.map((b) => {
    const pointer = { at: at++, block: b.slot, offset: b.view.offset * sizes[b.slot] };
    for (const s of b.view.strides) record[at++] = s;
    return pointer;
  });
  const scalars = step.scalars.map((place) => ({ place, at: at++, long: false }));
  for (const { view } of step.bindings) for (const n of view.shape) record[at++] = n;
  return {
    step,
    executable: null,
    part: false,
    record,
    pointers,
    scalars,
    scratch: [],
    rows: [],
    elements: step.domain.reduce((a, b) => a * b, 1),
  };
}
