/**
 * A graphics processor played by a host's device, so that everything above is tested bit by bit without a driver. Its memory has addresses
 * that mean nothing elsewhere; dtypes of 8 bytes and of fewer than 4 are missing unless it is wide, and so are large allocations; and it is
 * late: a submitted launch runs when it is waited for, or when the event loop turns.
 */
import { DeviceError, invariant, needStack, soon } from '../../base/index.js';
import type { DType } from '../../dtype/index.js';
import { type Kernel, layoutOf, pointersOf, STATUS } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import { type Figures, STATED } from '../../placement/index.js';
import type { Device } from '../contract.js';
import { onQueue } from '../launch-numbers.js';
import type { Accelerator, Executable, ForeignQueue } from '../machine.js';
import type { PlayedLimits } from './limits.js';
import { type Followed, NOTHING, timed, type Waiting } from './waiting.js';

/** Slots of the record buffer. */
const SLOTS = 1 << 16;
/** More than any address of an argument without elements, which is an offset from 0. */
const NOWHERE = 2 ** 16;
/** More than a host's address. */
const SPACE = 2 ** 48;
/** The number of spaces below 2^53. */
const MOST = 30;

/** The cost of a copy between neighbours. */
const DIRECT = 0.5;

export class PlayedAccelerator implements Accelerator {
  readonly kind = 'played';
  readonly name: string;
  readonly largest: number;
  readonly least: number;
  readonly records = new Float64Array(SLOTS);
  readonly raw = new BigInt64Array(this.records.buffer);
  readonly capacity: number;
  readonly #wide: boolean;
  readonly #bindings: number;
  readonly #compiling: number;
  readonly figures: () => Figures;
  readonly #player: Device;
  /** Its queue's number among the machine's. */
  readonly #queue: number;
  /** The player's last launch. */
  #played = 0;
  /** The offset added to the player's addresses. */
  readonly #base: number;
  /** By kernel number: the slots of addresses. */
  readonly #pointers = new Map<number, readonly number[]>();
  /** Launches that were submitted and have not run, the oldest first. */
  #waiting: Waiting[] = [];
  /** The launches that the next one follows. */
  #follows: readonly Followed[] = NOTHING;
  #reached: (launch: number) => void = () => undefined;
  #last = 0;
  /** The launch that is running; 0 for none. */
  #running = 0;
  #failures: number[] = [];
  #allocated = 0;
  #lost = false;

  /** Number `index` from 0 of a machine's accelerators; `player` runs its kernels and belongs to it. */
  constructor(
    index: number,
    player: Device,
    { capacity = Infinity, largest = Infinity, least = 1, bindings = Infinity, wide = false, ...rest }: PlayedLimits = {},
  ) {
    const { compiling = 0, figures = STATED } = rest;
    invariant(index < MOST, 'addresses are below 2^53');
    this.name = `gpu${index}`;
    this.#queue = index + 1;
    this.#base = (index + 1) * SPACE;
    this.#player = player;
    this.capacity = capacity;
    this.largest = largest;
    this.least = least;
    this.#wide = wide;
    this.#bindings = bindings;
    this.#compiling = compiling;
    this.figures = () => figures;
  }

  itemSize({ size }: DType): number {
    return this.#wide || size === 4 ? size : 0;
  }

  alloc(bytes: number): number {
    if (bytes > this.largest || this.#allocated + bytes > this.capacity) return 0;
    const address = this.#player.alloc(bytes);
    if (address === 0) return 0;
    this.#allocated += bytes;
    return this.#base + address;
  }

  free(address: number, bytes: number): void {
    this.#allocated -= bytes;
    this.#player.free(this.#own(address), bytes);
  }

  /** The player's address. */
  #own(address: number): number {
    const own = address - this.#base;
    invariant(own > 0 && own < SPACE, `${address} is an address in the memory of ${this.name}`);
    return own;
  }

  cannotRun({ args, scalars, loops }: Kernel): string | null {
    if (args.length > this.#bindings) return 'bindings';
    const floats = loops.flatMap(({ nodes }) => nodes.filter(({ dtype }) => dtype.kind === 'float'));
    const types = [...[...args, ...floats].map(({ dtype }) => dtype), ...scalars];
    return types.find((dtype) => this.itemSize(dtype) === 0)?.name ?? null;
  }

  compile(kernel: Kernel): Executable {
    const executable = this.#player.compile(kernel);
    const layout = layoutOf(kernel);
    const pointers = [...layout.args.map(({ pointer }) => pointer), ...layout.partials.map(({ slot }) => slot)];
    const number = (elements: number): number => {
      const found = executable.number(elements);
      this.#pointers.set(found, pointers);
      return found;
    };
    let asked = 0;
    const isCompiled = (): boolean => ++asked > this.#compiling;
    return { kernel, layout, number, isCompiled, tier: () => 'gpu', settled: executable.settled };
  }

  hasRoutine(name: string): boolean {
    return this.#player.routine(name) >= 0;
  }

  routine(name: string, signature: Float64Array): number {
    const number = this.#player.sign(this.#player.routine(name), signature);
    this.#pointers.set(number, pointersOf(signature));
    return number;
  }

  submit(count: number): number {
    for (let i = 0, at = 0; i < count; i++) {
      const end = at + this.records[at + RECORD.LENGTH];
      const record = this.records.slice(at, end);
      this.#rebase(record);
      this.#push(null, () => this.#launch(record));
      at = end;
    }
    return this.#last;
  }

  /** Addresses become the player's. */
  #rebase(record: Float64Array): void {
    const slots = this.#pointers.get(record[RECORD.KERNEL]);
    invariant(slots !== undefined, `kernel ${record[RECORD.KERNEL]} was compiled by ${this.name}`);
    for (const slot of slots) {
      const address = record[RECORD.PARAMS + slot];
      record[RECORD.PARAMS + slot] = address < NOWHERE ? 0 : this.#own(address);
    }
    record[RECORD.WAIT] = 0;
  }

  #launch(record: Float64Array): number {
    const player = this.#player;
    player.records.set(record);
    player.wait((this.#played = player.submit(1)));
    return player.failures()[1] ?? STATUS.OK;
  }

  upload(address: number, from: Uint8Array): number {
    const bytes = this.#follows.length > 0 ? from : from.slice();
    const own = this.#own(address);
    return this.#push('upload', () => {
      this.#player.copyIn(own, bytes);
      return STATUS.OK;
    });
  }

  download(into: Uint8Array, address: number): number {
    const own = this.#own(address);
    return this.#push('download', () => {
      this.#player.copyOut(into, own);
      return STATUS.OK;
    });
  }

  /** Neighbours reach each other. */
  costFrom(from: Accelerator): number {
    return from instanceof PlayedAccelerator && (from.#base - this.#base) % (2 * SPACE) !== 0 ? DIRECT : Number.POSITIVE_INFINITY;
  }

  copyFrom(address: number, from: Accelerator, source: number, bytes: number): number {
    invariant(
      from instanceof PlayedAccelerator && this.costFrom(from) === DIRECT,
      `${this.name} reaches the memory of ${from.name}`,
    );
    const [own, other, player] = [this.#own(address), from.#own(source), from.#player];
    return this.#push(`copy from ${from.name}`, () => {
      const elements = new Uint8Array(bytes);
      player.copyOut(elements, other);
      this.#player.copyIn(own, elements);
      return STATUS.OK;
    });
  }

  #push(text: string | null, run: () => number): number {
    if (this.#waiting.length === 0) soon(() => this.#runTo(this.#last));
    this.#waiting.push({ follows: this.#follows, text, run });
    this.#follows = NOTHING;
    return ++this.#last;
  }

  #runTo(n: number): void {
    this.#goOn();
    needStack();
    while (this.completed() < n) {
      const [{ follows, text, run }] = this.#waiting;
      for (const { queue, launch } of follows) if (launch > queue.device.completed()) queue.device.wait(launch);
      this.#running = this.completed() + 1;
      const launch = onQueue(this.#queue, this.#running);
      const status = this.#lost ? STATUS.DEVICE_LOST : timed(this.name, launch, text, run, () => this.#played);
      this.#waiting.shift();
      if (status !== STATUS.OK) this.#failures.push(this.#running, status);
      // Before it is over: where this is interrupted, `#goOn` tells again.
      this.#reached(this.completed());
      this.#running = 0;
    }
  }

  follow(queue: ForeignQueue, launch: number): void {
    this.#follows = [...this.#follows, { queue, launch }];
  }

  tell(reached: (launch: number) => void): void {
    this.#reached = reached;
  }

  /** Goes on behind a launch that was interrupted in its midst, which has failed: it may have overwritten its own arguments. */
  #goOn(): void {
    if (this.#running === 0) return;
    this.#player.recover(0);
    if (this.completed() < this.#running) this.#waiting.shift();
    this.#failures.push(this.#running, STATUS.INTERRUPTED);
    this.#reached(this.completed());
    this.#running = 0;
  }

  completed(): number {
    return this.#last - this.#waiting.length;
  }

  wait(n: number): void {
    if (n > this.#last)
      throw new DeviceError(`wait: launch ${n} of ${this.name} was never submitted; the last one is ${this.#last}`);
    this.#runTo(n);
  }

  help(n: number): boolean {
    return n <= this.completed();
  }

  notify(n: number, done: () => void): void {
    soon(() => {
      this.wait(n);
      done();
    });
  }

  isOver(): boolean {
    return this.#waiting.length === 0 && this.#failures.length === 0;
  }

  failures(): readonly number[] {
    const failures = this.#failures;
    this.#failures = [];
    return failures;
  }

  recover(least: number): number {
    this.#runTo(this.#last);
    this.#last = Math.max(this.#last, least);
    this.#follows = NOTHING;
    this.#reached(this.#last);
    return this.#last;
  }

  get isLost(): boolean {
    return this.#lost;
  }

  /** Is lost, as a driver loses a device: waiting launches never run. */
  lose(): void {
    this.#lost = true;
  }

  async close(): Promise<void> {
    this.#runTo(this.#last);
    await this.#player.close();
  }
}
