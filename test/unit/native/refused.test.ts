/** Launches that the addon refuses: parameters that are not the kernel's, memory that is not there, at every kind of record. */
import t from 'tap';
import { CpuDevice, type Executable, type ForeignQueue, onQueue } from '../../../lib/device/index.js';
import { type Kernel, partialBytes, routineSignature, STATUS, signatureOf, structureOf, unitsOf } from '../../../lib/ir/index.js';
import { type Addon, addonProblem, loadAddon, type ProgramSource, RECORD } from '../../../lib/native/index.js';
import { axpy, columnMinima, dot, rowSums, scaled, scattered, spmv, take } from '../../support/kernels.js';

/** A launch that is in order, and where its addresses are. */
interface Launch {
  readonly record: Float64Array;
  /** Slots of the record, with the bytes that are behind each address. */
  readonly addresses: readonly { readonly at: number; readonly bytes: number }[];
}

type Sample = readonly [name: string, kernel: Kernel, domain: readonly number[], shapes: readonly (readonly number[])[]];

const SAMPLES: readonly Sample[] = [
  [
    'elements',
    axpy(2),
    [40, 50],
    [
      [40, 50],
      [40, 50],
      [40, 50],
    ],
  ],
  ['strips', axpy(1), [5000], [[5000], [5000], [5000]]],
  ['a full fold', dot(1), [5000], [[5000], [5000], []]],
  ['folds of rows', rowSums, [40, 50], [[40, 50], [40], [40]]],
  ['folds of columns', columnMinima, [4000, 5], [[4000, 5], [5]]],
  ['bins', scattered, [3000], [[3000], [3000], [7], [7]]],
  ['a gather', take, [30], [[9], [30], [30]]],
  ['segments', spmv, [20], [[9], [9], [20], [20], [5], [20]]],
  ['numbers', scaled(2), [30, 4], [[], [], [30, 4], [30, 4], []]],
];

const product = (sizes: readonly number[]): number => sizes.reduce((a, b) => a * b, 1);
const rowMajor = (shape: readonly number[]): number[] => shape.map((_, i) => product(shape.slice(i + 1)));

const addon = loadAddon();
if (addon === null) t.pass('skipped', { skip: addonProblem() ?? 'no addon' });
else suite(addon);

function suite(addon: Addon): void {
  const device = (): CpuDevice => new CpuDevice({ procs: 1, tier: 'block' });

  /** Allocates exactly what a launch needs, and writes its record. */
  const launchOf = (cpu: CpuDevice, executable: Executable, domain: readonly number[], shapes: Sample[3]): Launch => {
    const { kernel, layout } = executable;
    const units = unitsOf(domain, kernel.rowRank, structureOf(kernel));
    const record = new Float64Array(RECORD.PARAMS + layout.length);
    record[RECORD.LENGTH] = record.length;
    record[RECORD.UNITS] = units.count;
    record[RECORD.TILE] = 2;
    const p = RECORD.PARAMS;
    record.set(domain, p + layout.domain);
    const addresses = kernel.args.map(({ dtype }, k) => {
      const { pointer, sizes, strides } = layout.args[k];
      const bytes = product(shapes[k]) * dtype.size;
      record[p + pointer] = cpu.alloc(bytes);
      cpu.copyIn(record[p + pointer], new Uint8Array(bytes));
      if (sizes >= 0) record.set(shapes[k], p + sizes);
      record.set(rowMajor(shapes[k]), p + strides);
      return { at: p + pointer, bytes };
    });
    for (const { slot, statement } of layout.partials) {
      const bytes = partialBytes(kernel, statement, units, shapes[statement.arg]);
      record[p + slot] = cpu.alloc(bytes);
      addresses.push({ at: p + slot, bytes });
    }
    record[RECORD.KERNEL] = executable.number(product(domain));
    return { record, addresses };
  };

  /** Submits records; the status of each. */
  const statuses = (cpu: CpuDevice, ...records: readonly Float64Array[]): number[] => {
    let at = 0;
    for (const record of records) {
      cpu.records.set(record, at);
      at += record.length;
    }
    const last = cpu.submit(records.length);
    cpu.wait(last);
    const failures = cpu.failures();
    const found = records.map(() => 0);
    for (let i = 0; i < failures.length; i += 2) found[failures[i] - (last - records.length) - 1] = failures[i + 1];
    return found;
  };

  const changed = (record: Float64Array, at: number, value: number): Float64Array => {
    const other = record.slice();
    other[at] = value;
    return other;
  };

  /** Every way in which the record is not in order, by name. */
  const wrong = ({ record, addresses }: Launch): Map<string, Float64Array> => {
    const found = new Map<string, Float64Array>();
    const longer = changed(Float64Array.of(...record, 0), RECORD.LENGTH, record.length + 1);
    found.set('a parameter too many', longer);
    found.set('a parameter too few', changed(record.slice(0, -1), RECORD.LENGTH, record.length - 1));
    found.set('a unit too many', changed(record, RECORD.UNITS, record[RECORD.UNITS] + 1));
    if (record[RECORD.UNITS] > 1) found.set('a unit too few', changed(record, RECORD.UNITS, record[RECORD.UNITS] - 1));
    found.set('no kernel', changed(record, RECORD.KERNEL, 0));
    found.set('a kernel that there is not', changed(record, RECORD.KERNEL, 2 ** 30));
    found.set('a kernel without signature', changed(record, RECORD.KERNEL, addon.routine('gemm_f64')));
    for (const { at, bytes } of addresses) {
      const odd = [0, Number.NaN, -8, 1, 2 ** 60, Number.POSITIVE_INFINITY, record[at] + 1, record[at] - 1, record[at] + bytes];
      for (const value of odd) found.set(`address ${value} for ${record[at]}`, changed(record, at, value));
    }
    return found;
  };

  for (const [name, kernel, domain, shapes] of SAMPLES) {
    t.test(`a kernel's record: ${name}`, async (t) => {
      const cpu = device();
      const launch = launchOf(cpu, cpu.compile(kernel), domain, shapes);
      t.same(statuses(cpu, launch.record), [0], 'in order');
      for (const [what, record] of wrong(launch)) {
        const found = statuses(cpu, launch.record, record, launch.record);
        t.same(found, [0, STATUS.REFUSED, 0], `${what}: refused alone, and the queue goes on`);
      }
      for (const { at, bytes } of launch.addresses) {
        cpu.free(launch.record[at], bytes);
        t.same(statuses(cpu, launch.record), [STATUS.REFUSED], 'memory that was given back');
        const other = cpu.alloc(bytes);
        t.same(statuses(cpu, changed(launch.record, at, other)), [0], 'memory that there is');
        launch.record[at] = other;
      }
      await cpu.close();
    });
  }

  t.test("the record of a part: its own units' elements have to be there", async (t) => {
    const cpu = device();
    const executable = cpu.compile(axpy(1));
    const { record: whole, addresses } = launchOf(cpu, executable, [4096], [[4096], [4096], [4096]]);
    const record = Float64Array.of(...whole, 1);
    record[RECORD.LENGTH]++;
    record[RECORD.KERNEL] = cpu.part(whole[RECORD.KERNEL], executable.layout.length);
    record[RECORD.UNITS] = 2;
    const first = record.length - 1;
    // Its arrays hold elements 1024 to 3071 alone.
    for (const { at } of addresses) record[at] = cpu.alloc(2048 * 8) - 1024 * 8;
    t.same(statuses(cpu, record), [0]);
    for (const from of [0, 2, 3, 0.5, -1])
      t.same(statuses(cpu, changed(record, first, from)), [STATUS.REFUSED], `units from ${from}`);
    for (const { at } of addresses) {
      t.same(statuses(cpu, changed(record, at, record[at] + 8)), [STATUS.REFUSED]);
      t.same(statuses(cpu, changed(record, at, record[at] - 8)), [STATUS.REFUSED]);
    }
    t.throws(() => addon.part(whole[RECORD.KERNEL], executable.layout.length + 1), /slot/);
    t.throws(() => addon.part(record[RECORD.KERNEL], executable.layout.length + 1), /slot/);
    await cpu.close();
  });

  t.test('the record of a routine, and one on memory that is lent', async (t) => {
    const cpu = device();
    const kernel = cpu.sign(cpu.routine('lines_sort_f64'), routineSignature(3, [2, 2], [8, 8], 1));
    const lent = cpu.lend(80);
    const address = cpu.alloc(80);
    cpu.copyIn(address, Float64Array.of(3, 1, 2, 9, 8, 7, 6, 5, 4, 0));
    const views = [address, 10, 1, lent?.address ?? 0, 10, 1];
    const record = Float64Array.of(21, kernel, 1, 1, 0, 0, 0, 1, 10, 10, ...views, 0, 1, 10, 1, 10);
    t.same(statuses(cpu, record), [0]);
    t.same([...new Float64Array(lent?.buffer ?? new ArrayBuffer(0))], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const [at, value] of [
      [20, 11],
      [19, 2],
      [18, 11],
      [12, 2],
      [10, address + 8],
      [13, address + 8],
      [13, 0],
    ])
      t.same(statuses(cpu, changed(record, at, value)), [STATUS.REFUSED], `${value} at ${at}`);
    t.same(statuses(cpu, changed(record.slice(0, -1), 0, 20)), [STATUS.REFUSED]);
    cpu.free(address, 80);
    t.same(statuses(cpu, record), [STATUS.REFUSED]);
    await cpu.close();
  });

  t.test('code for one extent is not launched on another', async (t) => {
    const cpu = device();
    const executable = cpu.compile(axpy(1));
    const { record } = launchOf(cpu, executable, [100], [[100], [100], [100]]);
    const extent = { domain: [100], strides: [[1], [1], [1]] };
    record[RECORD.KERNEL] = addon.sign(record[RECORD.KERNEL], signatureOf(executable.kernel, executable.layout, extent));
    t.same(statuses(cpu, record), [0]);
    t.same(statuses(cpu, changed(record, RECORD.PARAMS + 1, 99)), [STATUS.REFUSED]);
    t.same(statuses(cpu, changed(record, RECORD.PARAMS + 3, 0)), [STATUS.REFUSED]);
    await cpu.close();
  });

  t.test("a replay's arguments, kernels and links", async (t) => {
    const cpu = device();
    const n = 2048;
    const executable = cpu.compile(axpy(1));
    const { layout } = executable;
    const { record } = launchOf(cpu, executable, [n], [[n], [n], [n]]);
    const addresses = layout.args.map(({ pointer }) => record[RECORD.PARAMS + pointer]);
    const source = (here: boolean): ProgramSource => ({
      params: record.slice(RECORD.PARAMS),
      steps: Float64Array.of(0, record[RECORD.UNITS]),
      fills: Float64Array.from(layout.args.flatMap(({ pointer }, k) => [pointer, k, 1, 0])),
      nodes: here ? new Float64Array(0) : Float64Array.of(0, 0, 0, record[RECORD.UNITS], 1, 1),
      edges: new Int32Array(0),
      args: 4,
      here,
      brief: true,
      arrivals: new Int32Array(here ? [] : [0, 3, 0]),
      releases: new Int32Array(0),
    });
    for (const here of [true, false]) {
      const program = cpu.compileProgram(source(here));
      if (program === null) throw new Error('the program is in order');
      const link = here ? -1 : cpu.link(program, program, Int32Array.of(0, 0));
      const replayed = (args: readonly number[], after: number | null = null): number => {
        cpu.records.set(args);
        const following = after === null ? null : ({ before: program, link: after } as never);
        const last = cpu.replay(program, 0, following, here ? [] : [{ step: 0, queue: first, launch: 1 }]);
        cpu.reached(1, 1);
        cpu.wait(last);
        return cpu.failures()[1] ?? 0;
      };
      const arrival = onQueue(1, 1);
      const first: ForeignQueue = {
        number: 1,
        device: { completed: () => 1, wait: () => undefined, notify: (_, done) => done(), recover: () => 1 },
      };
      const good = [...addresses, arrival, record[RECORD.KERNEL]];
      t.equal(replayed(good), 0);
      if (!here) t.equal(replayed(good, link), 0);
      for (let k = 0; k < good.length; k++) {
        const near = good[k] === arrival ? [5] : [good[k] + 8, good[k] - 8];
        for (const value of good[k] === arrival && here ? [] : [0, Number.NaN, -1, ...near, 2 ** 60]) {
          const args = [...good];
          args[k] = value;
          t.equal(replayed(args), STATUS.REFUSED, `argument ${k}: ${value}`);
          t.equal(replayed(good, here ? null : link), 0, 'the queue goes on');
        }
      }
      t.throws(() => replayed(good, 7), { code: 'ERR_DEVICE' }, 'a link that there is not');
      t.throws(() => cpu.replay({ ...program, number: 99 }, 0, null), { code: 'ERR_DEVICE' }, 'a program that there is not');
      t.equal(replayed(good), 0);
      cpu.free(addresses[0], n * 8);
      t.equal(replayed(good), STATUS.REFUSED, 'memory that was given back');
      addresses[0] = cpu.alloc(n * 8);
    }
    const broken = source(true);
    t.equal(cpu.compileProgram({ ...broken, fills: Float64Array.of(broken.params.length, 0, 1, 0) }), null);
    t.equal(cpu.compileProgram({ ...broken, args: 1 << 20 }), null, 'more arguments than the buffer holds');
    await cpu.close();
  });

  t.test('signatures and memory that are none', async (t) => {
    const cpu = device();
    const executable = cpu.compile(axpy(1));
    const signature = signatureOf(executable.kernel, executable.layout);
    const number = executable.number(1);
    t.throws(() => addon.sign(-1, signature), /no kernel/);
    for (let i = 0; i < signature.length; i++) {
      t.throws(() => addon.sign(number, signature.slice(0, i)), /signature/, `${i} numbers`);
      if (i < 5) t.throws(() => addon.sign(number, changed(signature, i, Number.NaN)), /signature/);
    }
    const address = addon.alloc(64);
    t.throws(() => addon.free(address, 128), /nothing of that size/);
    t.throws(() => addon.free(address + 8, 64), /nothing of that size/);
    addon.free(address, 64);
    t.throws(() => addon.free(address, 64), /nothing of that size/, 'twice');
    await cpu.close();
  });

  t.test('a buffer without so many records', async (t) => {
    const cpu = device();
    const { record } = launchOf(cpu, cpu.compile(axpy(1)), [10], [[10], [10], [10]]);
    for (const length of [0, 6, 2 ** 40, Number.NaN, 9.5]) {
      cpu.records.set(changed(record, RECORD.LENGTH, length));
      t.throws(() => cpu.submit(1), { code: 'ERR_DEVICE', message: /complete launch records/ });
    }
    for (const count of [Number.NaN, -1, 2 ** 30]) {
      cpu.records.set(record);
      t.throws(() => cpu.submit(count), { code: 'ERR_DEVICE' });
    }
    t.same(statuses(cpu, record), [0]);
    await cpu.close();
  });
}
