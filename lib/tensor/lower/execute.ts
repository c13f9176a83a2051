/**
 * Programs on the runtime: each launch is a task, with its points in the memories of the machine. Operands that are not where their
 * distributions say are copied there first, and the result ends where its distribution says.
 */
import { astype, NDArray } from '../../array/index.js';
import { ScheduleError } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import { rectOf } from '../../partition/index.js';
import { type Runtime, runtime } from '../../runtime/index.js';
import { internView, type Shape, sizeOf, type View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import { fromBox, type IndexLaunch, kindOver } from '../../task/index.js';
import type { Distribution } from '../format/distribution.js';
import type { TensorSymbol } from '../notation/terms.js';
import { elementKind, FETCH } from './kernels.js';
import { coordinatesOf, placingOf } from './placing.js';
import type { Program } from './program.js';
import { StorageSymbol } from './storage.js';
import { type PreparedLaunch, prepare } from './tasks.js';

type Prepared = Pick<PreparedLaunch, 'kind' | 'index' | 'rows'>;

/** Programs that were run, by runtime, of which each device has routines of its own: their launches as tasks. */
const prepared = new WeakMap<Runtime, WeakMap<Program, readonly PreparedLaunch[]>>();

function preparedOn(rt: Runtime, program: Program): readonly PreparedLaunch[] {
  let programs = prepared.get(rt);
  if (programs === undefined) prepared.set(rt, (programs = new WeakMap()));
  let launches = programs.get(program);
  if (launches === undefined) programs.set(program, (launches = program.launches.map((launch) => prepare(launch, program))));
  return launches;
}

/** Distributions of arrays that were put where these say. A later write may have moved their elements: then they are only fetched from further away. */
const places = new WeakMap<Root, string>();

function keyOf({ grid, text }: Distribution): string {
  return `${String(grid)} ${text}`;
}

/** Runs a program, and gives its target the result. Throws `ScheduleError` for a grid that is larger than the machine. */
export function execute(program: Program): TensorSymbol {
  const rt = runtime();
  checkMachine(program, rt.config.memories);
  const { memories } = rt.config;
  // Arrays of compressed tensors are used where they are.
  const place = (tensor: TensorSymbol): NDArray =>
    tensor instanceof StorageSymbol ? tensor.array() : placed(rt, tensor, tensor.array());
  const computed = issue(rt, program, place, memories === 1 ? launchAlone : launchOver);
  return give(program, placed(rt, program.target, computed, isComputedInPlace(program)));
}

/** Runs a program without a schedule, its launches as tasks that the runtime cuts and fuses as any. */
export function executeAlone(program: Program): TensorSymbol {
  return give(
    program,
    issue(runtime(), program, (tensor) => tensor.array(), launchAlone),
  );
}

/** Issues a program's launches; the values of its target. */
function issue(rt: Runtime, program: Program, place: (tensor: TensorSymbol) => NDArray, launch: typeof launchOver): NDArray {
  const arrays = new Map<TensorSymbol, NDArray>();
  for (const tensor of [...program.temporaries, program.target]) arrays.set(tensor, fresh(rt, program.compute, tensor.shape));
  for (const tensor of program.inputs) arrays.set(tensor, place(tensor));
  for (const prepared of preparedOn(rt, program)) {
    const own = prepared.tensors.map((tensor) => arrayOf(arrays, tensor));
    if (hasBoxes(prepared.index)) launch(rt, prepared, own);
  }
  return arrayOf(arrays, program.target);
}

function give({ target, result, compute }: Program, values: NDArray): TensorSymbol {
  target.hold(target.dtype === null || target.dtype === compute ? values : astype(values, target.dtype));
  return result;
}

/** Whether every launch that gives the target elements has the parts, and the processors, of its distribution. */
function isComputedInPlace({ launches, target }: Program): boolean {
  const { domain, grid, partition } = placingOf(target, true);
  return launches.every(({ args: [into], domain: own, grid: at }) => {
    if (into.tensor !== target) return true;
    return (
      into.partition === partition &&
      own.join() === domain.join() &&
      at.base === grid.base &&
      at.strides.join() === grid.strides.join()
    );
  });
}

function notePlace({ distribution }: TensorSymbol, { root }: NDArray): void {
  if (distribution !== null) places.set(root, keyOf(distribution));
}

function arrayOf(arrays: ReadonlyMap<TensorSymbol, NDArray>, tensor: TensorSymbol): NDArray {
  return arrays.get(tensor) ?? tensor.array();
}

function checkMachine({ processors, inputs, target, text }: Program, memories: number): void {
  const grids = [...inputs, target].flatMap(({ distribution }) => (distribution === null ? [] : [distribution.grid.size]));
  const needed = Math.max(processors, ...grids);
  if (needed <= memories) return;
  throw new ScheduleError(
    `run: the schedule is for ${needed} processors, the machine has ${memories === 1 ? 'one memory' : `${memories} memories`}; start the program with ` +
      `--memories ${needed} (MANIPLE_CONFIG='--memories ${needed}'), or take a grid of at most ${memories}. The statement is\n${text}`,
  );
}

function fresh(rt: Runtime, dtype: DType, shape: Shape): NDArray {
  const { root, view, token } = rt.create(dtype, shape);
  return new NDArray(root, view, token);
}

/**
 * An array where a tensor's distribution says: the array itself, where it was put there before; else a copy. `isThere`: each part is on one of
 * its processors.
 */
function placed(rt: Runtime, tensor: TensorSymbol, array: NDArray, isThere = false): NDArray {
  const { distribution } = tensor;
  if (distribution === null || rt.config.memories === 1) return array;
  if (array.view === array.root.view && places.get(array.root) === keyOf(distribution)) return array;
  const copy = isThere ? array : copied(rt, tensor, array);
  if (distribution.places.some(({ kind }) => kind === 'all')) repeat(rt, tensor, copy);
  notePlace(tensor, copy);
  return copy;
}

/** Has the parts of an array fetched to all processors that have them, where they stay. */
function repeat(rt: Runtime, tensor: TensorSymbol, array: NDArray): void {
  let index = fetches.get(tensor);
  if (index === undefined) {
    const { domain, grid, partition } = placingOf(tensor, false);
    const axes = tensor.shape.map(() => -1);
    const boxes = new Array<null>(sizeOf(domain)).fill(null);
    index = { points: domain, grid, args: [{ partition, ends: false, axes, along: [] }], boxes };
    fetches.set(tensor, index);
  }
  rt.launchOn(kindOver(FETCH, index), domainOf(index, 1), [array], [array.view]);
}

/** A copy of an array, its parts on the processors of a tensor's distribution; of repeated ones, on the first. */
function copied(rt: Runtime, tensor: TensorSymbol, array: NDArray): NDArray {
  let index = copies.get(tensor);
  if (index === undefined) copies.set(tensor, (index = copyOf(tensor)));
  const copy = fresh(rt, array.dtype, tensor.shape);
  const kind = elementKind('copy', Math.max(1, tensor.shape.length), array.dtype);
  if (hasBoxes(index)) launchOver(rt, { kind, index, rows: null }, [copy, array]);
  return copy;
}

/** By tensor: the launches that copy an array to its processors, and that repeat it there. */
const copies = new WeakMap<TensorSymbol, IndexLaunch>();
const fetches = new WeakMap<TensorSymbol, IndexLaunch>();

function copyOf(tensor: TensorSymbol): IndexLaunch {
  const { shape } = tensor;
  const { domain, grid, partition } = placingOf(tensor, true);
  const rank = Math.max(1, shape.length);
  const boxes = Array.from({ length: sizeOf(domain) }, (_, n) => {
    const { low, high } = rectOf(partition, coordinatesOf(n, domain), shape);
    const empty = low.some((x, axis) => x >= high[axis]);
    return empty ? null : shape.length === 0 ? { low: [0], high: [1] } : { low, high };
  });
  const along = Array.from({ length: rank }, (_, axis) => axis);
  const arg = { partition, axes: shape.map((_, axis) => axis), along };
  const [into, from] = [false, true].map((ends) => ({ ...arg, ends }));
  return { points: domain, grid, args: [into, from], boxes };
}

/** Whether any point has something to do. */
function hasBoxes({ boxes }: IndexLaunch): boolean {
  return boxes.some((box) => box !== null);
}

/** Issues an index launch. */
function launchOver(rt: Runtime, { kind, index }: Prepared, arrays: readonly NDArray[]): void {
  const rank = index.boxes.find((box) => box !== null)?.low.length ?? 1;
  const views = arrays.map(({ view }) => view);
  rt.launchOn(kindOver(kind, index), domainOf(index, rank), arrays, views);
}

/** An element for each point. */
function domainOf({ boxes }: IndexLaunch, rank: number): number[] {
  return Array.from({ length: rank }, (_, axis) => (axis === 0 ? boxes.length : 1));
}

/** One point, as a task on views. A task may not write what it reads through a different view: it reads a copy of the target. */
function launchAlone(rt: Runtime, { kind, index, rows }: Prepared, arrays: readonly NDArray[]): void {
  const [box] = index.boxes;
  if (box === null) return;
  const domain = box.low.map((low, axis) => box.high[axis] - low);
  const views = arrays.map(({ view }, k) => over(view, index, k, box));
  if (rows === null) {
    rt.launchOn(kind, domain, arrays, views);
    return;
  }
  const [target] = arrays;
  const before = fresh(rt, target.dtype, domain.slice(0, rows));
  rt.launchOn(elementKind('copy', rows, target.dtype), before.shape, [before, target], [before.view, views[0]]);
  const strides = domain.map((_, axis) => (axis < rows ? before.view.strides[axis] : 0));
  const again = internView(domain, strides, before.view.offset);
  rt.launchOn(kind, domain, [...arrays.slice(0, -1), before], [...views.slice(0, -1), again]);
}

/** A view over the axes of a box of iterations. */
function over(
  view: View,
  { args }: IndexLaunch,
  k: number,
  box: { readonly low: readonly number[]; readonly high: readonly number[] },
): View {
  const { axes, along } = args[k];
  if (along === null) return fromBox(view, axes, box);
  const shape = along.map((axis) => box.high[axis] - box.low[axis]);
  const strides = along.map((axis) => axes.reduce((n, own, t) => (own === axis ? n + view.strides[t] : n), 0));
  const offset = axes.reduce((n, axis, t) => (axis < 0 ? n : n + box.low[axis] * view.strides[t]), view.offset);
  return internView(shape, strides, offset);
}
