/**
 * Partitioning constraints (thesis 3.1.3), by argument number. A library states them; the solver finds partitions.
 */
export type Constraint =
  /** Both arguments are cut alike: equal tiles of equal shapes. */
  | { readonly kind: 'align'; readonly a: number; readonly b: number }
  /** Every point sees all of the argument (or of these axes). */
  | { readonly kind: 'broadcast'; readonly arg: number; readonly axes?: readonly number[] }
  /**
   * Each tile of `to` holds the elements that the values in `from`'s tile point at, along one axis of `to` (the first unless given). They
   * are coordinates; or, with `until`, an argument that is aligned with `from`, beginnings of ranges that end before its values.
   */
  | { readonly kind: 'image'; readonly from: number; readonly to: number; readonly until?: number; readonly axis?: number }
  /** Tile i of `to` is tile i of `from` with sizes multiplied by `factors`. */
  | { readonly kind: 'scale'; readonly from: number; readonly to: number; readonly factors: readonly number[] }
  /** Tile i of `to` is tile i of `from` widened by `low` and `high` elements on each axis: a halo. */
  | {
      readonly kind: 'bloat';
      readonly from: number;
      readonly to: number;
      readonly low: readonly number[];
      readonly high: readonly number[];
    };
