/**
 * A launch of a window as it was decided, told of a table of instances, which are the blocks of the form that it becomes
 * (`recorded-form.ts`).
 */
import type { Rect } from '../../partition/index.js';
import type { Writable } from '../launch/index.js';
import type { Told } from '../replay/index.js';

/** The box of an instance that a launch touches: elements of its root, or rows of partial results. */
export interface Use {
  readonly block: number;
  readonly rect: Rect;
  readonly writes: boolean;
}

export interface ListedLaunch extends Writable {
  readonly told: Told;
  /** Whether the kernel's `finish` has to follow when all units are over. */
  readonly finishes: boolean;
  readonly uses: readonly Use[];
  /** Where it runs, or writes. */
  readonly memory: number;
  /** The step that it is a point of, by number; -1 for copies and folds. */
  readonly step: number;
}

/** A launch between two instances, without their addresses and the launch to wait for. */
export interface Move extends Pick<Writable, 'record' | 'executable' | 'elements'> {
  /** The slots of the source's and the target's addresses, and the offsets added to them. */
  readonly pointers: readonly { readonly at: number; readonly offset: number }[];
}
