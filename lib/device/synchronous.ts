/** Shared by devices with launches that are over when `submit` returns: there is nothing to wait for. */
import { DeviceError, soon } from '../base/index.js';
import type { ForeignQueue } from './machine.js';

/** Slots of the record buffer. */
const SLOTS = 1 << 16;

export abstract class SynchronousDevice {
  readonly records: Float64Array;
  readonly raw: BigInt64Array;
  /** Launches so far. */
  protected launches = 0;

  constructor(buffer: ArrayBufferLike = new ArrayBuffer(SLOTS * 8)) {
    this.records = new Float64Array(buffer);
    this.raw = new BigInt64Array(buffer);
  }

  completed(): number {
    return this.launches;
  }

  wait(n: number): void {
    if (n > this.launches) throw new DeviceError(`wait: launch ${n} was never submitted; the last one is ${this.launches}`);
  }

  help(n: number): boolean {
    return n <= this.launches;
  }

  /** The next launch runs at once: the launch that it follows is waited for here. */
  follow(_position: number, { device }: ForeignQueue, launch: number): void {
    device.wait(launch);
  }

  reached(): void {}

  recover(least: number): number {
    this.launches = Math.max(this.launches, least);
    return this.launches;
  }

  notify(n: number, done: () => void): void {
    this.wait(n);
    soon(done);
  }
}

/** Memory for the record buffer that threads can be given, too. */
export function sharedRecords(): SharedArrayBuffer {
  return new SharedArrayBuffer(SLOTS * 8);
}
