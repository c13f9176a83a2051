/**
 * The numbers of a program's kernels, as a replay submits them: the fastest tiers that are ready now. Small steps that were replayed some
 * ten thousand times are compiled once more, for their extent alone: walking units and views takes longer than computing them.
 */
import type { Device, Executable } from '../../device/index.js';
import { extentOf } from '../../ir/index.js';
import { RECORD } from '../../native/index.js';
import { kernelNumber } from '../launch/index.js';
import { costs } from '../tiering/index.js';
import type { LaunchForm, ReplayForm } from './form.js';

interface Tier {
  readonly executable: Executable;
  readonly form: LaunchForm;
  readonly launch: number;
  /** The number of code for its extent; -1 until that is there. */
  exact: (() => number) | null;
}

export class Kernels {
  readonly #device: Device;
  readonly #numbers: Float64Array;
  /** All steps run on the calling thread. */
  readonly #small: boolean;
  /** Of launches for which there may be a faster kernel, and of the others, whose code lives as long as these hold it. */
  #open: readonly Tier[];
  #settled: readonly Tier[] = [];
  #runs = 0;

  constructor(device: Device, { launches }: ReplayForm, small: boolean) {
    this.#device = device;
    this.#small = small;
    this.#numbers = Float64Array.from(launches, ({ record }) => record[RECORD.KERNEL]);
    this.#open = launches.flatMap((form, launch): Tier[] => {
      const { executable } = form;
      return executable === null ? [] : [{ executable, form, launch, exact: null }];
    });
  }

  /** Writes the numbers into the device's records, from `at` on. */
  write(records: Float64Array, at: number): void {
    if (++this.#runs === costs.replays && this.#small) this.#makeExact();
    if (this.#open.length > 0) this.#improve();
    const numbers = this.#numbers;
    for (let i = 0; i < numbers.length; i++) records[at + i] = numbers[i];
  }

  #improve(): void {
    let settled = 0;
    for (const { executable, form, launch, exact } of this.#open) {
      const number = exact === null ? -1 : exact();
      if (number >= 0) settled++;
      this.#numbers[launch] = number >= 0 ? number : kernelNumber(this.#device, form, executable);
    }
    if (settled === 0) return;
    const isSettled = ({ exact }: Tier): boolean => exact !== null && exact() >= 0;
    this.#settled = [...this.#settled, ...this.#open.filter(isSettled)];
    this.#open = this.#open.filter((tier) => !isSettled(tier));
  }

  #makeExact(): void {
    for (const tier of this.#open) {
      const { executable, form } = tier;
      const { record, part, told } = form;
      if (executable.exact === undefined || part || told.event === 'fold') continue;
      const extent = extentOf(executable.kernel, executable.layout, (slot) => record[RECORD.PARAMS + slot]);
      tier.exact = executable.exact(extent);
    }
  }
}
