/** Elements of a view that transfers bring to the host's program, box by box. */
import type { ManipleError } from '../../base/index.js';
import { type Device, queueOf } from '../../device/index.js';
import type { TypedArray } from '../../dtype/index.js';
import type { Rect } from '../../partition/index.js';
import type { View } from '../../shape/index.js';
import type { Root } from '../../store/index.js';
import type { Fetched } from '../launch/index.js';
import { type Box, gatherContents } from './contents.js';

export class FetchedBoxes implements Fetched {
  readonly #device: Device;
  readonly root: Root;
  readonly view: View;
  readonly isAll: boolean;
  readonly boxes: Box[] = [];
  error: ManipleError | null = null;
  /** By queue: the last launch. */
  readonly #last = new Map<number, number>();

  constructor(device: Device, root: Root, view: View, isAll: boolean) {
    this.#device = device;
    this.root = root;
    this.view = view;
    this.isAll = isAll;
  }

  get launches(): readonly number[] {
    return [...this.#last.values()];
  }

  /** The contents are not there before a launch of the machine is complete; 0 for none. */
  await(launch: number): void {
    if (launch === 0) return;
    const queue = queueOf(launch);
    this.#last.set(queue, Math.max(this.#last.get(queue) ?? 0, launch));
  }

  /** A launch brings the elements of a box, row-major. */
  bring(rect: Rect, { buffer }: Uint8Array, launch: number): void {
    this.boxes.push({ rect, values: new this.root.dtype.Typed(buffer as ArrayBuffer) });
    this.await(launch);
  }

  into(out: TypedArray): void {
    gatherContents(this.#device, this.root, this.view, [], out, this.boxes);
  }
}
