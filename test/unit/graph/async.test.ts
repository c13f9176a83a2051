/**
 * Asynchronous devices in task graphs (thesis 6.4.3): one is made here, in a library of its own, which completes nothing before
 * it is told to and then on a thread of its own.
 */
import t from 'tap';
import { DeviceError, TaskError } from '../../../lib/base/index.js';
import { createTaskRuntime, type GraphNode, type TaskRuntime } from '../../../lib/graph/index.js';
import { type Addon, addonProblem, type Executor, LAUNCH_INLINE, loadAddon, makeExecutor } from '../../../lib/native/index.js';
import { buildLibrary, kernelOf, type Library } from '../native/library.js';
import { write } from '../native/records.js';

const SOURCE = `
#include <mutex>
#include <set>
#include <thread>
#include <vector>
#include "graph/async.h"
using namespace maniple::graph;

struct Work { double argument; uint32_t marker; std::vector<uint32_t> after; const Signal* done; };

struct Device : AsyncDevice {
  int32_t enqueue(const AsyncWork& work) override {
    std::lock_guard<std::mutex> lock(mutex);
    if (refuses) return kDeviceFailed;
    queue.push_back({(double)(uintptr_t)work.argument, work.marker, {work.after, work.after + work.afterCount}, work.done});
    enqueued++;
    return kOk;
  }
  // Completes what it may, the newest first.
  void drain(int32_t status) {
    std::set<uint32_t> over;
    for (;;) {
      const Signal* done = nullptr;
      {
        std::lock_guard<std::mutex> lock(mutex);
        size_t i = queue.size();
        while (i > 0 && !ready(queue[i - 1], over)) i--;
        if (i == 0) return;
        over.insert(queue[i - 1].marker);
        order.push_back(queue[i - 1].argument);
        done = queue[i - 1].done;
        queue.erase(queue.begin() + (long)(i - 1));
        if (done != nullptr) signals++;
      }
      if (done != nullptr) done->signal(status);
    }
  }
  static bool ready(const Work& work, const std::set<uint32_t>& over) {
    for (uint32_t marker : work.after) if (over.count(marker) == 0) return false;
    return true;
  }
  void join() { if (thread.joinable()) thread.join(); }
  std::mutex mutex;
  std::vector<Work> queue;
  std::vector<double> order;
  std::thread thread;
  double enqueued = 0, signals = 0;
  bool refuses = false;
};
static Device device;
static double* at(double slot) { return (double*)(uintptr_t)slot; }

extern "C" void query(double* P, int64_t, int64_t) {
  std::lock_guard<std::mutex> lock(device.mutex);
  double* out = at(P[1]);
  out[0] = (double)(uintptr_t)(AsyncDevice*)&device;
  out[1] = device.enqueued;
  out[2] = device.signals;
  out[3] = (double)device.order.size();
  for (size_t i = 0; i < device.order.size() && i < 12; i++) out[4 + i] = device.order[i];
}
extern "C" void release(double* P, int64_t, int64_t) {
  const int32_t status = (int32_t)P[1];
  device.join();
  device.thread = std::thread([status] { device.drain(status); });
}
extern "C" void refuse(double* P, int64_t, int64_t) { device.refuses = P[1] != 0; }
extern "C" void reset(double*, int64_t, int64_t) {
  device.join();
  device.enqueued = device.signals = 0;
  device.order.clear();
}
`;

/** The device, through kernels that run at once on this thread. */
class TestDevice {
  readonly #addon: Addon;
  readonly #executor: Executor;
  readonly #library: Library;
  readonly #state: number;

  constructor(addon: Addon, library: Library) {
    this.#addon = addon;
    this.#library = library;
    this.#executor = makeExecutor(addon, 1024, 1);
    this.#state = addon.alloc(16 * 8);
  }

  #call(name: string, ...params: number[]): void {
    const addresses = name === 'query' ? 1 : 0;
    const kernel = kernelOf(this.#addon, this.#library.path, name, '', addresses, params.length - addresses);
    this.#executor.submit(write(this.#executor.records, [{ kernel, units: 1, params, flags: LAUNCH_INLINE }]));
  }

  get address(): number {
    return this.#query()[0];
  }

  /** Work that it took, signals that it gave, and the arguments of what it completed. */
  get state(): { enqueued: number; signals: number; order: number[] } {
    const [, enqueued, signals, length, ...order] = this.#query();
    return { enqueued, signals, order: order.slice(0, length) };
  }

  #query(): Float64Array {
    this.#call('query', this.#state);
    return new Float64Array(this.#addon.view(this.#state, 16 * 8)).slice();
  }

  release(status = 0): void {
    this.#call('release', status);
  }

  refuse(on: boolean): void {
    this.#call('refuse', on ? 1 : 0);
  }

  reset(): void {
    this.#call('reset');
  }
}

const LENGTH = 6;

/** A chain of device tasks on both processors by turns, and a task of this program at its end. */
function chain(rt: TaskRuntime, device: TestDevice, independent: boolean, last: () => void) {
  const graph = rt.graph();
  let before: GraphNode[] = [];
  for (let i = 0; i < LENGTH; i++) before = [graph.async(i % 2, device.address, 100 + i, independent, before)];
  graph.task(0, rt.register('last', last), undefined, before);
  return graph.compile();
}

const until = async (done: () => boolean): Promise<void> => {
  while (!done()) await new Promise((resolve) => setImmediate(resolve));
};

function suite(device: TestDevice): void {
  const arguments_ = Array.from({ length: LENGTH }, (_, i) => 100 + i);

  t.test('it is never waited for between its own tasks', async (t) => {
    const rt = createTaskRuntime({ procs: 2 });
    let ended = 0;
    const compiled = chain(rt, device, true, () => ended++);
    for (let launch = 1; launch <= 5; launch++) {
      device.reset();
      const { event } = compiled.launch();
      const done = event.done();
      await until(() => device.state.enqueued === LENGTH);
      t.same(device.state.order, [], 'all was handed over, nothing is complete');
      t.same([event.state, ended], ['pending', launch - 1]);
      device.release();
      await done;
      t.equal(ended, launch);
      t.same(device.state.order, arguments_, 'in order, though it takes the newest first');
      t.equal(device.state.signals, 1, 'of six completions the host heard of the one that it waits for');
    }
    await rt.close();
  });

  t.test('host code that looks at its inputs waits for them', async (t) => {
    const rt = createTaskRuntime({ procs: 2 });
    let ended = 0;
    device.reset();
    const { event } = chain(rt, device, false, () => ended++).launch();
    const done = event.done();
    for (let i = 1; i <= LENGTH; i++) {
      await until(() => device.state.enqueued >= i);
      t.same([device.state.enqueued, device.state.order.length, ended], [i, i - 1, 0]);
      device.release();
      await until(() => device.state.order.length === i);
    }
    await done;
    t.equal(device.state.signals, LENGTH);
    await rt.close();
  });

  t.test('a failure of the device reaches whoever waits, and the next launch is well', async (t) => {
    const rt = createTaskRuntime({ procs: 2 });
    let ended = 0;
    const compiled = chain(rt, device, true, () => ended++);
    const launch = async (status: number): Promise<void> => {
      device.reset();
      const done = compiled.launch().event.done();
      const settled = done.then(
        () => undefined,
        () => undefined,
      );
      await until(() => device.state.enqueued === LENGTH);
      device.release(status);
      await settled;
      return done;
    };
    await t.rejects(launch(9), TaskError);
    await t.rejects(launch(-3), DeviceError);
    device.reset();
    device.refuse(true);
    await t.rejects(compiled.launch().event.done(), DeviceError);
    device.refuse(false);
    t.equal(ended, 0);
    await launch(0);
    t.equal(ended, 1);
    await rt.close();
  });

  t.test('the device has nothing left', async (t) => {
    device.reset();
    t.same(device.state, { enqueued: 0, signals: 0, order: [] });
  });
}

const addon = loadAddon();
const library = addon === null ? (addonProblem() ?? 'no addon') : buildLibrary(SOURCE, 'cpp');
if (addon === null || typeof library === 'string') {
  t.pass('skipped', { skip: String(library) });
} else {
  t.teardown(() => library.remove());
  suite(new TestDevice(addon, library));
}
