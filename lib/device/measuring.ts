/**
 * Measures what running and moving costs on an accelerator and on the host's device, in a bounded time. Both are made for that, and have no
 * launches but these. Times are the least of several, on sizes that grow until a run takes a few milliseconds; figures are rounded to powers
 * of √2, since times of less difference say nothing of the machine.
 */
import { now, OutOfMemoryError } from '../base/index.js';
import { float32 } from '../dtype/index.js';
import { input, type Kernel, kernel, output, structureOf, unitsOf } from '../ir/index.js';
import type { Figures, LinkRates, Rates } from '../placement/index.js';
import type { Device } from './contract.js';
import { writeDense } from './dense-record.js';
import type { Accelerator, LaunchQueue, Memory, Processor } from './machine.js';

/** Milliseconds of measuring, in all, where no single launch takes longer. */
const BUDGET = 50;
const SHARE = BUDGET / 6;
/** Milliseconds of a run that is long enough; runs of which the least counts, of one size and while sizes grow. */
const LONG = 2;
const RUNS = 32;
const FEW_RUNS = 3;
/** Milliseconds of a further kernel, at least, where noise hides them. */
const LEAST_LAUNCH = 0.0001;
const FEW = 64;
const MOST = 1 << 22;
/** Launches of a window, beside the first. */
const LAUNCHES = 16;
/** Rounds of a multiplication and an addition; fewer where a driver would take too long to compile that many. */
const ROUNDS = [12, 5];
const BYTES = 4;
/** Nanoseconds of a millisecond. */
const NANOSECONDS = 1e6;

const chain = (rounds: number): Kernel =>
  kernel(1, [input(float32, 1), output(float32, 1)], [], (b) => {
    let value = b.load(0);
    for (let i = 0; i < rounds; i++) value = b.add(b.mul(value, b.const(0.5, float32)), b.const(1, float32));
    b.store(1, value);
  });

/** The least milliseconds of a run, of several within a time; the first one warms up. */
function least(run: () => void, until: number, runs = RUNS): number {
  run();
  let found = Number.POSITIVE_INFINITY;
  for (let i = 0; i < runs; i++) {
    const begin = now();
    run();
    const end = now();
    found = Math.min(found, end - begin);
    if (end > until) break;
  }
  return found;
}

/** The last size, from few elements on, whose run is not long, and its milliseconds. */
function grown(run: (elements: number) => void, until: number): { readonly elements: number; readonly time: number } {
  for (let elements = FEW * FEW; ; elements *= 4) {
    const time = least(() => run(elements), until, FEW_RUNS);
    if (time > LONG || now() > until || 4 * elements > MOST) return { elements, time };
  }
}

/** A figure as a power of √2. */
const rounded = (figure: number): number => Number((2 ** (Math.round(2 * Math.log2(figure)) / 2)).toPrecision(3));

/** Nanoseconds, from milliseconds, 1 at least. */
const nanoseconds = (time: number): number => rounded(Math.max(1, time * NANOSECONDS));

/** A device that is measured. */
type Measured = LaunchQueue & Memory & Processor & Partial<Pick<Accelerator, 'cannotRun'>>;

/** Runs one kernel after another over dense arrays. */
class Runner {
  readonly #device: Measured;
  readonly #fill: (address: number, ones: Float32Array) => void;
  #elements = 0;
  /** Of an argument that is read, and one that is written. */
  addresses: readonly number[] = [];

  /** `fill`: gives memory its contents. */
  constructor(device: Measured, fill: (address: number, ones: Float32Array) => void) {
    this.#device = device;
    this.#fill = fill;
  }

  /** Memory for so many elements. Throws `OutOfMemoryError`. */
  room(elements: number): void {
    if (elements <= this.#elements) return;
    this.close();
    this.addresses = [0, 1].map(() => this.#device.alloc(BYTES * elements));
    this.#elements = elements;
    if (this.addresses.includes(0)) throw new OutOfMemoryError('measuring: memory was refused');
    this.#fill(this.addresses[0], new Float32Array(elements).fill(1));
  }

  close(): void {
    for (const address of this.addresses) if (address > 0) this.#device.free(address, BYTES * this.#elements);
    this.addresses = [];
  }

  /** Runs launches of a kernel, and waits for them. */
  run(kernel: Kernel, elements: number, launches: number): void {
    this.room(elements);
    const device = this.#device;
    const executable = device.compile(kernel);
    const units = unitsOf([elements], kernel.rowRank, structureOf(kernel)).count;
    const launch = { elements, units, tile: Math.max(1, units >> 5), addresses: this.addresses };
    for (let i = 0, at = 0; i < launches; i++) at += writeDense(device, at, executable, launch);
    device.wait(device.submit(launches));
  }

  /** The device's speeds, and the nanoseconds of a window of one small kernel. */
  rates(): { readonly rates: Rates; readonly window: number } {
    const rounds = ROUNDS.find((n) => (this.#device.cannotRun?.(chain(n)) ?? null) === null) ?? 1;
    const [plain, long] = [chain(1), chain(rounds)];
    const begin = now();
    const one = least(() => this.run(plain, FEW, 1), begin + SHARE / 2);
    const many = least(() => this.run(plain, FEW, 1 + LAUNCHES), begin + SHARE);
    const copied = grown((n) => this.run(plain, n, 1), now() + SHARE);
    const computed = grown((n) => this.run(long, n, 1), now() + SHARE);
    const rateOf = ({ elements, time }: typeof copied, each: number): number =>
      rounded((elements * each) / (Math.max(time - one, time / 8) * NANOSECONDS));
    const rates = {
      launch: nanoseconds(Math.max(LEAST_LAUNCH, (many - one) / LAUNCHES)),
      memory: rateOf(copied, 2 * BYTES),
      operations: rateOf(computed, 2 * rounds),
    };
    return { rates, window: nanoseconds(one) };
  }
}

/** One direction of a link; `copy` copies so many elements, and waits. */
function linkRates(copy: (elements: number) => void): LinkRates {
  const start = least(() => copy(FEW), now() + SHARE / 2);
  const { elements, time } = grown(copy, now() + SHARE / 2);
  return {
    start: nanoseconds(start),
    bytes: rounded((elements * BYTES) / (Math.max(time - start, time / 8) * NANOSECONDS)),
  };
}

/**
 * The figures of an accelerator beside a host's device, null where a launch failed. Both are closed by the caller. Throws `OutOfMemoryError`
 * where memory is refused.
 */
export function measure(host: Device, own: Accelerator): Figures | null {
  const there = new Runner(own, (address, ones) => void own.upload(address, bytesOf(ones, ones.length)));
  const here = new Runner(host, (address, ones) => void host.copyIn(address, ones));
  const { rates, window } = there.rates();
  const elements = new Float32Array(new SharedArrayBuffer(BYTES * MOST));
  const moved = (copy: (bytes: Uint8Array, address: number) => number): LinkRates =>
    linkRates((n) => {
      there.room(n);
      own.wait(copy(bytesOf(elements, n), there.addresses[0]));
    });
  const figures = {
    host: here.rates().rates,
    own: rates,
    window,
    up: moved((bytes, address) => own.upload(address, bytes)),
    down: moved((bytes, address) => own.download(bytes, address)),
    isMeasured: true,
  };
  there.close();
  here.close();
  return [...own.failures(), ...host.failures()].length === 0 ? figures : null;
}

const bytesOf = ({ buffer }: Float32Array, elements: number): Uint8Array => new Uint8Array(buffer, 0, BYTES * elements);
