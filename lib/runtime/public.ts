/**
 * `maniple/runtime`: the API that libraries are written with. Stores and their views, task kinds with kernels, C source or JavaScript
 * bodies, constraints, and the runtime that takes them.
 *
 *     import { defineKind, elementwise, float64, runtime } from 'maniple/runtime';
 *     const TWICE = defineKind({
 *       name: 'twice',
 *       args: [{ privilege: 'read', access: 'elementwise' }, { privilege: 'write', access: 'elementwise' }],
 *       body: { kind: 'kernel', kernel: (rank) => elementwise(rank, [float64], float64, (b, x) => b.add(x, x)) },
 *     });
 *     const rt = runtime();
 *     const x = rt.upload(Float64Array.of(1, 2, 3), float64, [3]);
 *     const y = rt.create(float64, [3]);
 *     rt.launch(TWICE, [3], [x, y]);
 *     console.log(await rt.read(y)); // Float64Array(3) [ 2, 4, 6 ]
 */
export {
  ArgumentError,
  ConfigError,
  ConvergenceError,
  DeviceError,
  DisposedError,
  DTypeError,
  FileError,
  FileFormatError,
  IndexError,
  InterruptedError,
  ManipleError,
  OutOfMemoryError,
  ShapeError,
  TaskError,
  TraceError,
} from '../base/index.js';
export { Mapper } from '../dependence/index.js';
export {
  bool,
  type DType,
  type DTypeKind,
  type DTypeName,
  dtypes,
  float16,
  float32,
  float64,
  int8,
  int16,
  int32,
  int64,
  type TypedArray,
  uint8,
  uint16,
  uint32,
  uint64,
} from '../dtype/index.js';
export {
  Allocation,
  CompiledGraph,
  type CopyRange,
  Event,
  type EventState,
  type GraphLaunch,
  type GraphNode,
  type RegisteredTask,
  TaskGraph,
  TaskRuntime,
  type TaskRuntimeOptions,
  UserEvent,
} from '../graph/index.js';
export {
  type BinaryOp,
  type FoldOp,
  type Kernel,
  type KernelArg,
  KernelBuilder,
  RepeatBuilder,
  SegmentBuilder,
  type UnaryOp,
  type Value,
} from '../ir/index.js';
export {
  type Constraint,
  none,
  type Partition,
  type Projection,
  type Rect,
} from '../partition/index.js';
export type { Shape, View } from '../shape/index.js';
export {
  type Root,
  Store,
} from '../store/index.js';
export type { ArgSpec, Body, BodyArg, Task, TaskKind } from '../task/index.js';

import './door/classes.js';

export * from './door/kernels.js';
export * from './door/settings.js';
export * from './door/views.js';
export {
  type Config,
  type Policies,
  type PredictedRoot,
  Runtime,
  type SettingName,
  type Stats,
  settings,
  type TraceReport,
} from './index.js';
