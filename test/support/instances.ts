/** An object of each class that doors give, for tests that call the methods of all. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as np from '../../lib/array/index.js';
import { loadAddon } from '../../lib/native/index.js';
import * as publicRuntime from '../../lib/runtime/public.js';
import * as sparse from '../../lib/sparse/index.js';
import * as taskbench from '../../lib/taskbench/index.js';
import * as tensor from '../../lib/tensor/index.js';

export interface Instance {
  readonly name: string;
  readonly of: object;
  readonly close?: () => unknown;
}

export async function classInstances(): Promise<Instance[]> {
  const builder = new publicRuntime.KernelBuilder([publicRuntime.input(np.float64, 1)], [np.float64]);
  const runtime = publicRuntime.createRuntime({ procs: 1 });
  return [
    { name: 'Runtime', of: runtime, close: () => runtime.close() },
    { name: 'KernelBuilder', of: builder },
    { name: 'SegmentBuilder', of: new publicRuntime.SegmentBuilder([], []) },
    { name: 'RepeatBuilder', of: new publicRuntime.RepeatBuilder([], []) },
    { name: 'Mapper', of: new publicRuntime.Mapper(2) },
    { name: 'NumpyStream', of: np.random.pcg64(1) },
    { name: 'SeedSequence', of: np.random.seedSequence(1) },
    { name: 'CooArray', of: sparse.eye(2).tocoo() },
    { name: 'CscArray', of: sparse.eye(2).tocsc() },
    { name: 'LinearOperator', of: sparse.linalg.aslinearoperator(sparse.eye(2)) },
    { name: 'LaplacianNd', of: sparse.linalg.laplacianNd([2]) },
    ...statements(),
    await archive(),
    ...(loadAddon() === null ? [] : native()),
  ];
}

/** Of `maniple/tensor`. */
function statements(): Instance[] {
  const { i, j } = tensor.indices();
  const of = tensor.tensor('B', np.ones([2]));
  const expression = of.at(i).times(2);
  const assignment = tensor.tensor('A', [2]).at(i).assign(of.at(j));
  const schedule = assignment.schedule();
  return [
    { name: 'Grid', of: new tensor.Grid(2) },
    { name: 'Tensor', of },
    { name: 'Compressed', of: tensor.compressed({ data: [1], indices: [[0]], shape: [2] }) },
    { name: 'Expression', of: expression },
    { name: 'Access', of: of.at(i) },
    { name: 'Assignment', of: assignment },
    { name: 'Schedule', of: schedule },
    { name: 'Compiled', of: schedule.compile() },
  ];
}

async function archive(): Promise<Instance> {
  const folder = mkdtempSync(join(tmpdir(), 'maniple-test-'));
  const path = join(folder, 'a.npz');
  await np.savez(path, { a: np.ones(2) });
  return { name: 'NpzFile', of: await np.openz(path), close: () => rmSync(folder, { recursive: true }) };
}

/** Those that need the addon. */
function native(): Instance[] {
  const tasks = publicRuntime.createTaskRuntime({ procs: 1 });
  const { specs } = taskbench.parseFlags([]);
  const bench = new taskbench.BenchRun({ mode: 'graph', procs: 1, specs });
  const allocation = tasks.allocate(8);
  allocation.ready.wait();
  return [
    { name: 'TaskRuntime', of: tasks, close: () => tasks.close() },
    { name: 'TaskGraph', of: tasks.graph() },
    { name: 'CompiledGraph', of: compiled(tasks) },
    { name: 'Event', of: allocation.ready },
    { name: 'UserEvent', of: tasks.userEvent() },
    { name: 'Allocation', of: allocation },
    { name: 'BenchRun', of: bench, close: () => bench.close() },
  ];
}

function compiled(tasks: publicRuntime.TaskRuntime): publicRuntime.CompiledGraph {
  const graph = tasks.graph();
  const task = tasks.register('nothing', () => {});
  graph.task(0, task, undefined);
  return graph.compile();
}
