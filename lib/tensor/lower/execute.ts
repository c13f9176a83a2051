/**
 * Programs on the runtime: each launch is a task, with its points in the memories of the machine. Operands that are not where their
 * distributions say are copied there first, and the result ends where its distribution says.
 */
import { astype, type NDArray } from '../../array/index.js';
import { ScheduleError } from '../../base/index.js';
import { isEmpty, type Partition, rectOf, sameRect } from '../../partition/index.js';
import { type Runtime, runtime } from '../../runtime/index.js';
import { internView, type Shape, sizeOf, type View } from '../../shape/index.js';
import { fromBox, type IndexLaunch } from '../../task/index.js';
import type { TensorSymbol } from '../notation/terms.js';
import { elementKind } from './kernels.js';
import { fresh, hasBoxes, launchOver, placedOperand, placedResult } from './placed.js';
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

/** Runs a program, and gives its target the result. Throws `ScheduleError` for a grid that is larger than the machine. */
export function execute(program: Program): TensorSymbol {
  const rt = runtime();
  checkMachine(program, rt.config.memories);
  const { memories } = rt.config;
  // Arrays of compressed tensors are used where they are.
  const place = (tensor: TensorSymbol): NDArray => (tensor instanceof StorageSymbol ? tensor.array() : placedOperand(rt, tensor));
  const computed = issue(rt, program, place, memories === 1 ? launchAlone : launchAll);
  return give(program, placedResult(rt, program.target, computed, isComputedInPlace(program)));
}

/** Runs a program without a schedule, its launches as tasks that the runtime cuts and fuses as any. */
export function executeAlone(program: Program): TensorSymbol {
  return give(
    program,
    issue(runtime(), program, (tensor) => tensor.array(), launchAlone),
  );
}

/** Issues a program's launches; the values of its target. */
function issue(rt: Runtime, program: Program, place: (tensor: TensorSymbol) => NDArray, launch: typeof launchAlone): NDArray {
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

/** Programs that were run, and whether their results are where distributions say. */
const inPlace = new WeakMap<Program, boolean>();

function isComputedInPlace(program: Program): boolean {
  let known = inPlace.get(program);
  if (known === undefined) inPlace.set(program, (known = endsInPlace(program)));
  return known;
}

/** Whether every launch that gives the target elements has the parts, and the processors, of its distribution. */
function endsInPlace({ launches, target }: Program): boolean {
  const { domain, grid, partition } = placingOf(target, true);
  return launches.every(({ args: [into], domain: own, grid: at }) => {
    if (into.tensor !== target) return true;
    return (
      own.join() === domain.join() &&
      at.base === grid.base &&
      (sizeOf(own) === 1 || at.strides.join() === grid.strides.join()) &&
      haveEqualParts(into.partition, partition, own, target.shape)
    );
  });
}

/** Whether the points of a domain have the same elements by two partitions. */
function haveEqualParts(a: Partition, b: Partition, domain: Shape, shape: Shape): boolean {
  if (a === b) return true;
  return Array.from({ length: sizeOf(domain) }, (_, n) => coordinatesOf(n, domain)).every((point) => {
    const [one, other] = [a, b].map((partition) => rectOf(partition, point, shape));
    return (isEmpty(one) && isEmpty(other)) || sameRect(one, other);
  });
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

/** All points of a launch, each in its memory. */
function launchAll(rt: Runtime, { kind, index }: Prepared, arrays: readonly NDArray[]): void {
  launchOver(rt, kind, index, arrays);
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
