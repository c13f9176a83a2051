/**
 * Programs that make kernels without end on a GPU: the ones used last are kept, with their pipelines and bindings, and one that comes again is
 * prepared anew. The device is a double that notes what it is told, and refuses what no order of messages could mean.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import t from 'tap';
import { SPACE } from '../../../lib/device/webgpu/arenas.js';
import { IEEE } from '../../../lib/device/webgpu/examination.js';
import { ROW, type Window } from '../../../lib/device/webgpu/messages.js';
import { SharedObjects } from '../../../lib/device/webgpu/shared-objects.js';
import { WindowMaker } from '../../../lib/device/webgpu/windows.js';
import { float32 } from '../../../lib/dtype/index.js';
import { input, type Kernel, layoutOf, output } from '../../../lib/ir/index.js';
import { RECORD } from '../../../lib/native/index.js';
import { kernelOf } from '../../support/webgpu-kernels.js';

/** x + k, a shader of its own for each k. */
const plus = (k: number): Kernel =>
  kernelOf([input(float32, 1), output(float32, 1)], 1, (b) => b.store(1, b.add(b.load(0), b.const(k, float32))));

/** A device that has what it is told by number, as the owner has it. */
class Told {
  readonly pipelines = new Map<number, string>();
  readonly bindings = new Map<number, string>();
  readonly windows = new Map<number, Int32Array>();
  readonly maker: WindowMaker;
  /** Pipelines that were made, and the largest number of one. */
  made = 0;
  largest = 0;
  /** Whether numbers of pipelines can be given again. */
  frees = true;

  constructor(kernels: number) {
    this.maker = new WindowMaker({
      alloc: () => 0,
      free: () => undefined,
      pipeline: (number, { text }) => {
        if (this.pipelines.has(number)) throw new Error(`pipeline ${number} is there`);
        this.pipelines.set(number, text);
        this.made++;
        this.largest = Math.max(this.largest, number);
      },
      isCompiled: () => true,
      binding: (number, arenas, bytes) => {
        if (this.bindings.has(number)) throw new Error(`binding ${number} is there`);
        this.bindings.set(number, `${arenas}:${bytes}`);
      },
      forget: ({ pipelines, bindings }, forgotten) => {
        for (const number of pipelines) if (!this.pipelines.delete(number)) throw new Error(`no pipeline ${number}`);
        for (const number of bindings) if (!this.bindings.delete(number)) throw new Error(`no binding ${number}`);
        forgotten(this.frees ? pipelines : []);
      },
      features: IEEE,
      fastMath: true,
      arenas: 4,
      segment: 2 ** 20,
      segments: (arena) => [arena],
      kernels,
    });
  }

  /** A window of one launch of each of these kernels, from an arena to itself; gives the texts of the shaders that it runs. */
  run(kernels: readonly { readonly kernel: Kernel; readonly number: () => number }[], arena = 0): string[] {
    kernels.forEach(({ kernel, number }, index) => {
      const layout = layoutOf(kernel);
      const records = new Float64Array(RECORD.PARAMS + layout.length);
      records[RECORD.LENGTH] = records.length;
      records[RECORD.KERNEL] = number();
      records[RECORD.PARAMS + layout.domain] = 64;
      layout.args.forEach(({ pointer, strides }, arg) => {
        records[RECORD.PARAMS + pointer] = (arena + 1) * SPACE + arg * 256;
        records[RECORD.PARAMS + strides] = 1;
      });
      t.equal(this.maker.add(records, new BigInt64Array(records.buffer), 0, index), null);
    });
    const window = this.maker.take(1, kernels.length);
    this.maker.handedOver();
    const texts = this.#encoded(window);
    this.maker.trim();
    return texts;
  }

  /** What the owner would encode, of a window that is known or not. */
  #encoded({ number, rows }: Window): string[] {
    const known = rows ?? this.windows.get(number);
    if (known === undefined) throw new Error(`no window ${number}`);
    this.windows.set(number, known);
    const texts: string[] = [];
    for (let at = 0; at < known.length; at += ROW.LENGTH) {
      const text = this.pipelines.get(known[at + ROW.PIPELINE]);
      if (text === undefined || !this.bindings.has(known[at + ROW.BINDING]))
        throw new Error('a window has no pipeline or binding');
      texts.push(text);
    }
    return texts;
  }
}

const prepared = (told: Told, k: number): { kernel: Kernel; number: () => number } => {
  const kernel = plus(k);
  return { kernel, number: told.maker.prepare(kernel).number };
};

/** The constant in a shader's text. */
const has = (text: string, k: number): boolean => text.includes(`${new Uint32Array(Float32Array.of(k).buffer)[0]}u`);

/** Bytes of the heap that are in use, without garbage. */
function used(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

t.test('10,000 kernels take the memory of those that are kept', async (t) => {
  const told = new Told(128);
  const first = prepared(told, 0.5);
  told.run([first]);
  const run = (from: number, to: number): void => {
    for (let k = from; k < to; k++) if (!has(told.run([prepared(told, k)])[0], k)) t.fail(`kernel ${k} runs another`);
  };
  run(1, 2000);
  const before = used();
  run(2000, 10_000);
  const grown = used() - before;
  const { kernels, pipelines, evicted } = told.maker.counts;
  t.ok(kernels <= 128 && pipelines <= 128, `${kernels} kernels and ${pipelines} pipelines are kept`);
  t.equal(pipelines, told.pipelines.size, 'the device has as many');
  t.equal(evicted, 10_000 - kernels, 'the others were evicted');
  t.ok(told.largest < 256, `numbers are given again: the largest is ${told.largest}`);
  t.ok(grown < 2 ** 22, `${grown} bytes more after 8,000 kernels more`);
  t.ok(has(told.run([first])[0], 0.5), 'one that was evicted runs when it comes again');
  t.equal(told.made, 10_001, 'with a pipeline that is made anew');
});

t.test('kernels that come again are kept, and all kernels of records that are not yet submitted', async (t) => {
  const told = new Told(8);
  const often = prepared(told, 0.5);
  for (let k = 1; k < 100; k++) told.run([often, prepared(told, k)]);
  t.equal(told.made, 100, 'the pipeline of one that comes again is made once');
  const many = Array.from({ length: 50 }, (_, k) => prepared(told, 1000 + k));
  t.ok(
    told.run(many).every((text, k) => has(text, 1000 + k)),
    'a window of more kernels than are kept',
  );
  t.ok(
    told.run(many).every((text, k) => has(text, 1000 + k)),
    'and again',
  );
  t.ok(told.maker.counts.kernels <= 50);
});

t.test('bindings go with the last launch on their arenas', async (t) => {
  const told = new Told(4);
  const one = prepared(told, 0.5);
  for (let arena = 0; arena < 40; arena++) told.run([one], arena);
  t.equal(told.made, 1, 'one pipeline serves all arenas');
  t.equal(told.bindings.size, 8, 'as many as launches of a kernel are kept');
});

t.test('a pipeline that two kernels have stays as long as one of them', async (t) => {
  const told = new Told(2);
  const [one, two] = [prepared(told, 7), prepared(told, 7)];
  told.run([one, two]);
  t.equal(told.made, 1);
  for (let k = 100; k < 110; k++) told.run([two, prepared(told, k)]);
  t.ok(has(told.run([two])[0], 7));
  t.equal(told.made, 11, 'it was not made again');
});

t.test('the number of a pipeline that is still being compiled is not given again', async (t) => {
  const told = new Told(2);
  told.frees = false;
  for (let k = 0; k < 20; k++) told.run([prepared(told, k)]);
  t.equal(told.largest, 19);
});

t.test('objects that are shared', async (t) => {
  const shared = new SharedObjects();
  const made: string[] = [];
  const use = (key: string): number => shared.use(key, (number) => void made.push(`${key}${number}`));
  t.same([use('a'), use('b'), use('a')], [0, 1, 0]);
  t.same(made, ['a0', 'b1'], 'equal ones are made once');
  shared.drop(0);
  t.same(shared.sweep(), [], 'one that is used is kept');
  shared.drop(0);
  shared.drop(1);
  t.equal(use('b'), 1);
  t.same(shared.sweep(), [0], 'one that is used again before the sweep is kept');
  t.equal(use('a'), 2, 'a number is not given again before it is released');
  shared.release([0]);
  t.equal(use('c'), 0);
  t.equal(shared.size, 3);
});
