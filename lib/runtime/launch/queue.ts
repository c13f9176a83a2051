/**
 * Launch records on their way to the device: numbered when they are complete, submitted together. A record that was begun and not finished,
 * because an error or an interruption came, is overwritten by the next.
 */
import { invariant } from '../../base/index.js';
import type { LaunchQueue } from '../../device/index.js';

export class Queue {
  readonly #device: LaunchQueue;
  #fill = 0;
  #count = 0;
  /** Number of the last launch, submitted or about to be. */
  last = 0;

  constructor(device: LaunchQueue) {
    this.#device = device;
  }

  /** Copies a record into the buffer; returns its first slot. It is the next launch once `wrote` is called. */
  begin(record: Float64Array): number {
    const at = this.room(record.length);
    this.#device.records.set(record, at);
    return at;
  }

  /** Forgets records that were not submitted; the device's last launch is this one. */
  recover(last: number): void {
    this.#fill = 0;
    this.#count = 0;
    this.last = last;
  }

  /** Makes room for a record of so many slots, by submitting earlier records if need be; returns its first slot. */
  room(length: number): number {
    const { records } = this.#device;
    invariant(length <= records.length, 'a launch record fits the buffer');
    if (this.#fill + length > records.length) this.submit();
    return this.#fill;
  }

  /** A record of so many slots was written where there was room: it is launch `last`. */
  wrote(length: number): void {
    this.#fill += length;
    this.#count++;
    this.last++;
  }

  /** The launches written since the last submit. */
  get written(): number {
    return this.#count;
  }

  get isEmpty(): boolean {
    return this.#count === 0;
  }

  /** Launches were made otherwise, when everything here was submitted. */
  skip(count: number): void {
    invariant(this.#count === 0, 'launches are numbered in order of submission');
    this.last += count;
  }

  submit(): void {
    if (this.#count === 0) return;
    const last = this.#device.submit(this.#count);
    invariant(last === this.last, 'launches are numbered in order of submission');
    this.#fill = 0;
    this.#count = 0;
  }

  /** Blocks until a launch and all before it are complete. */
  wait(launch: number): void {
    this.submit();
    if (launch > this.#device.completed()) this.#device.wait(launch);
  }
}
