/** Launch records on their way to the device: numbered as they are written, submitted together. */
import { invariant } from '../../base/index.js';
import type { Device } from '../../device/index.js';

export class Queue {
  readonly #device: Device;
  #fill = 0;
  #count = 0;
  /** Number of the last launch, submitted or about to be. */
  last = 0;

  constructor(device: Device) {
    this.#device = device;
  }

  /** Copies a record into the buffer; where its first slot is. It is launch `last`, once its other slots are written. */
  push(record: Float64Array): number {
    const { records } = this.#device;
    invariant(record.length <= records.length, 'a launch record fits the buffer');
    if (this.#fill + record.length > records.length) this.submit();
    const at = this.#fill;
    records.set(record, at);
    this.#fill += record.length;
    this.#count++;
    this.last++;
    return at;
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
