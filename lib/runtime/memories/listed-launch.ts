/**
 * A launch of a window as it was decided, told of a table of instances, which are the blocks of the forms that launches become
 * (`recorded-form.ts`).
 */
import type { Rect } from '../../partition/index.js';
import type { View } from '../../shape/index.js';
import type { Writable } from '../launch/index.js';
import type { Told } from '../replay/index.js';

/** The elements of a root that a view shows. */
export type Elements = Pick<View, 'shape' | 'strides' | 'offset'>;

/** The box of an instance that a launch touches: elements of its root, or rows of partial results. */
export interface Use {
  readonly block: number;
  readonly rect: Rect;
  readonly writes: boolean;
}

/** A launch of a queue. */
interface ListedUse {
  readonly told: Told;
  readonly uses: readonly Use[];
  /** A memory of the queue that it is a launch of: where it runs, or writes. */
  readonly memory: number;
  /** The step that it is a point of, by number; -1 for copies, folds and transfers. */
  readonly step: number;
}

/** A launch of a kernel. */
export interface ListedLaunch extends Writable, ListedUse {
  /** Whether the kernel's `finish` has to follow when all units are over. */
  readonly finishes: boolean;
}

/** Elements in one piece of an instance, from `offset` bytes on. */
export interface ListedPiece {
  readonly block: number;
  readonly offset: number;
}

/** Moves a piece between memories with queues of their own. */
export interface ListedTransfer extends ListedUse {
  readonly from: ListedPiece;
  readonly to: ListedPiece;
  readonly bytes: number;
  readonly rect: Rect;
  /** The slot of the root with the elements; -1 where no slot has it. */
  readonly slot: number;
}

export type Listed = ListedLaunch | ListedTransfer;

export function isTransfer(listed: Listed): listed is ListedTransfer {
  return 'bytes' in listed;
}

/** A launch between two instances, without their addresses and the launch to wait for. */
export interface Move extends Pick<Writable, 'record' | 'executable' | 'elements'> {
  /** The slots of the source's and the target's addresses, and the offsets added to them. */
  readonly pointers: readonly { readonly at: number; readonly offset: number }[];
}
