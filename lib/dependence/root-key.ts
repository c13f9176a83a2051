/** Roots as coherence is told of them. */
import type { Shape } from '../shape/index.js';

/** What coherence knows a root by: one object a root. What it knows is garbage when the key is, unless the root is released before. */
export interface RootKey {
  readonly id: number;
  readonly shape: Shape;
  /** Bytes an element. */
  readonly itemSize: number;
  /** The memory of its instances goes with the garbage, too. */
  readonly collected?: boolean;
  /** What coherence knows of it, for a root that one process has alone: a field is found sooner, and collected with the rest. */
  record?: object | null;
}
