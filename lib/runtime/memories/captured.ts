/**
 * A launch of a window as it was decided, told of a table of instances: what of it changes when the same decisions are
 * carried out again is where those instances are, its scalars, the tier of its kernel and what it waits for.
 */
import type { Executable } from '../../device/index.js';
import type { Rect } from '../../partition/index.js';
import type { LogUse } from '../../spy/index.js';
import type { ScalarSlot } from '../template.js';

/** What of an instance a launch touches: elements of its root, or rows of partial results. */
export interface Use {
  /** In the table of instances. */
  readonly place: number;
  readonly rect: Rect;
  readonly writes: boolean;
}

/** What the log says of a launch: instances by place, roots by slot. */
export type Told =
  | {
      readonly event: 'point';
      readonly tasks: readonly number[];
      readonly from: number;
      readonly to: number;
      readonly uses: readonly (Omit<LogUse, 'root' | 'instance'> & { readonly slot: number; readonly place: number })[];
    }
  | { readonly event: 'copy'; readonly from: number; readonly to: number; readonly rect: Rect }
  | {
      readonly event: 'fold';
      readonly slot: number;
      readonly from: number;
      readonly into: number;
      readonly shape: readonly number[];
      readonly strides: readonly number[];
      readonly offset: number;
    };

export interface Captured {
  /** As for a launch that is not replayed; addresses, scalars and kernel are written over. */
  readonly record: Float64Array;
  readonly executable: Executable | null;
  readonly elements: number;
  /** It runs some units of a kernel, which are not followed by its `finish`. */
  readonly part: boolean;
  /** Something has to follow when all units are over. */
  readonly finishes: boolean;
  /** Where addresses go, and what is added to them. */
  readonly pointers: readonly { readonly at: number; readonly place: number; readonly offset: number }[];
  /** Memory of its own. */
  readonly scratch: readonly { readonly at: number; readonly bytes: number }[];
  readonly scalars: readonly ScalarSlot[];
  readonly uses: readonly Use[];
  /** Where it runs, or writes. */
  readonly memory: number;
  /** The step that it is a point of, by number; -1 for copies and folds. */
  readonly step: number;
  readonly told: Told;
}
