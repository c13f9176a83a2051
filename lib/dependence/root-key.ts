/** Roots as coherence is told of them. */
import type { Shape } from '../shape/index.js';

/** The key of a root in coherence: one object a root. Its record is garbage when the key is, unless the root is released before. */
export interface RootKey {
  readonly id: number;
  readonly shape: Shape;
  /** Bytes an element. */
  readonly itemSize: number;
  /** The memory of its instances goes with the garbage, too. */
  readonly collected?: boolean;
  /**
   * Coherence's record of it, for a root that one process has alone: a field is found sooner than a table's entry, and collected with the
   * root.
   */
  record?: object | null;
}
