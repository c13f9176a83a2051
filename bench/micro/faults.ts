/**
 * Faults, provoked in the midst of work: milliseconds until the reader has its one typed error (or, where nothing was lost, the
 * right result), and from there until the next right result, with all threads there again. The worst of a few rounds.
 *
 *     fault ├── error at the reader ──┤├── the next right result, the pool whole ──┤
 *
 * Threads are killed while they run; bodies in JavaScript throw in a launch by itself, in a compiled graph and in an implicit task;
 * memory is refused. Implicit ones happen once in a first window and once in the midst of windows that replay.
 */
import * as np from '../../lib/array/index.js';
import { ManipleError } from '../../lib/base/index.js';
import { CpuDevice, JsDevice } from '../../lib/device/index.js';
import { createTaskRuntime, type TaskRuntime } from '../../lib/graph/index.js';
import { deviceOf } from '../../lib/runtime/current.js';
import { createRuntime, defineKind, float64, type Runtime, useRuntime } from '../../lib/runtime/public.js';
import { windows as sharedWindows } from '../../test/support/faults.js';
import { FROM_X_TO_Y } from '../../test/support/kinds.js';

const PROCS = 3;
const ROUNDS = 3;
const LENGTH = 200_000;
const STEPS = 12;
const MODULE = new URL('../../test/unit/graph/support/bodies.js', import.meta.url);

interface Times {
  /** From the fault to the reader's error. */
  readonly error: number;
  /** From there to the next right result. */
  readonly well: number;
}

/** A fault: it happens when `start` is called, which gives what the reader waits for; `again` checks that all is well. */
interface Fault {
  readonly start: () => Promise<unknown>;
  readonly again: () => Promise<void>;
  /** Whether it may end in the right result, as nothing depended on what was lost. */
  readonly mayEndWell?: boolean;
}

const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

async function timed({ start, again, mayEndWell = false }: Fault): Promise<Times> {
  const began = performance.now();
  const ended = await start().then(
    () => null,
    (error: unknown) => error,
  );
  const failed = performance.now();
  if (ended === null ? !mayEndWell : !(ended instanceof ManipleError)) throw new Error(`expected a typed error, got ${ended}`);
  await again();
  return { error: failed - began, well: performance.now() - failed };
}

const windows = (rt: Runtime): np.NDArray => sharedWindows(rt, LENGTH, STEPS);

async function checkWindows(rt: Runtime): Promise<void> {
  const values = (await windows(rt).data()) as Float64Array;
  if (!values.every((v) => v === STEPS)) throw new Error('a wrong result after a fault');
}

/** The worst times of some rounds of a fault on a runtime of its own; `replayed`: after windows that replay. */
async function implicit(
  device: 'cpu' | 'js',
  replayed: boolean,
  fault: (rt: Runtime) => Omit<Fault, 'again'> & { readonly whole?: () => boolean },
): Promise<Times> {
  const rt = createRuntime({ device, procs: PROCS, grain: 1, inline: false, tier: 'block' });
  const before = useRuntime(rt);
  try {
    const rounds: Times[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (let i = 0; i < (replayed ? 6 : 0); i++) await checkWindows(rt);
      const { whole, ...made } = fault(rt);
      const again = async (): Promise<void> => {
        await checkWindows(rt);
        while (whole !== undefined && !whole()) await turn();
      };
      rounds.push(await timed({ ...made, again }));
    }
    return worst(rounds);
  } finally {
    useRuntime(before);
    await rt.close();
  }
}

async function explicit(fault: (rt: TaskRuntime) => Promise<Fault['start']>): Promise<Times> {
  const rt = createTaskRuntime({ procs: PROCS });
  try {
    const mark = await rt.registerModule('mark', MODULE, 'mark');
    const again = async (): Promise<void> => {
      const memory = rt.allocate(8 * PROCS);
      await memory.ready.done();
      const graph = rt.graph();
      for (let p = 0; p < PROCS; p++) graph.task(p, mark, memory.address + 8 * p);
      await graph.compile().launch().event.done();
      if (new Float64Array(memory.view(), 0, PROCS).some((v) => v !== 1)) throw new Error('a wrong result after a fault');
      while (rt.machine.hosts() < PROCS - 1) await turn();
      await rt.free(memory).done();
    };
    const rounds: Times[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await timed({ start: await fault(rt), again }));
    return worst(rounds);
  } finally {
    await rt.close();
  }
}

function worst(rounds: readonly Times[]): Times {
  return { error: Math.max(...rounds.map((r) => r.error)), well: Math.max(...rounds.map((r) => r.well)) };
}

/** All helping threads of a device are killed behind the launch of some windows. */
function killed(rt: Runtime): ReturnType<Parameters<typeof implicit>[2]> {
  const device = deviceOf(rt);
  if (device instanceof CpuDevice) device.pool.start();
  const start = (): Promise<unknown> => {
    const result = windows(rt);
    const threads = device instanceof CpuDevice ? device.pool.threads : device instanceof JsDevice ? device.threads : [];
    const ends = [...threads].map((thread) => thread.terminate());
    return result.data().finally(() => Promise.all(ends));
  };
  const whole = (): boolean =>
    !(device instanceof CpuDevice) || (device.pool.serving === PROCS - 1 && device.workers === PROCS - 1);
  return { start, whole, mayEndWell: true };
}

const moody = defineKind({
  name: 'moody',
  args: FROM_X_TO_Y,
  body: {
    kind: 'js',
    run: () => {
      throw new RangeError('not today');
    },
  },
});

function throwing(rt: Runtime): { start: Fault['start'] } {
  return {
    start: () => {
      const x = windows(rt);
      const y = rt.create(float64, x.shape);
      rt.launch(moody, x.shape, [x, y]);
      return new np.NDArray(y.root, y.view, y.token).add(1).data();
    },
  };
}

/** Memory that is refused from some moment on. */
function refused(rt: Runtime): { start: Fault['start'] } {
  return {
    start: () => {
      const device = deviceOf(rt);
      const alloc = device.alloc.bind(device);
      const x = windows(rt);
      device.alloc = () => 0;
      // A length that no memory is kept for.
      const large = x.slice(':100001').add(np.arange(100_001));
      rt.flush();
      device.alloc = alloc;
      return large.data();
    },
  };
}

async function threadInBody(rt: TaskRuntime, compiled: boolean): Promise<Fault['start']> {
  const stay = await rt.registerModule('stay', MODULE, 'stay');
  const memory = rt.allocate(8);
  await memory.ready.done();
  const word = new Int32Array(memory.view(), 0, 1);
  word[0] = 0;
  const graph = rt.graph();
  if (compiled) graph.task(1, stay, memory.address);
  const event = compiled ? graph.compile().launch().event : rt.launch(1, stay, memory.address);
  while (word[0] === 0) await turn();
  return () => {
    const ends = rt.threads.map((thread) => thread.terminate());
    return event.done().finally(() => Promise.all(ends));
  };
}

async function throwingBody(rt: TaskRuntime, compiled: boolean): Promise<Fault['start']> {
  const fail = await rt.registerModule('fail', MODULE, 'fail');
  return () => {
    if (!compiled) return rt.launch(1, fail, 7).done();
    const graph = rt.graph();
    graph.task(0, fail, 8, [graph.task(2, fail, 7)]);
    return graph.compile().launch().event.done();
  };
}

const faults: Readonly<Record<string, () => Promise<Times>>> = {
  'threads killed': () => implicit('cpu', false, killed),
  'threads killed, replayed': () => implicit('cpu', true, killed),
  'JavaScript threads killed': () => implicit('js', false, killed),
  'JavaScript threads killed, replayed': () => implicit('js', true, killed),
  'thread killed in a body, event graph': () => explicit((rt) => threadInBody(rt, false)),
  'thread killed in a body, compiled graph': () => explicit((rt) => threadInBody(rt, true)),
  'body throws, event graph': () => explicit((rt) => throwingBody(rt, false)),
  'body throws, compiled graph': () => explicit((rt) => throwingBody(rt, true)),
  'body throws, implicit task': () => implicit('cpu', false, throwing),
  'body throws, replayed': () => implicit('cpu', true, throwing),
  'memory refused, event graph': () => explicit(async (rt) => () => rt.allocate(2 ** 52).ready.done()),
  'memory refused, implicit task': () => implicit('cpu', false, refused),
  'memory refused, replayed': () => implicit('cpu', true, refused),
};

const found: Record<string, number> = {};
for (const [name, run] of Object.entries(faults)) {
  const { error, well } = await run();
  found[`${name}: error`] = error;
  found[`${name}: well`] = well;
}
console.log(JSON.stringify(found));
