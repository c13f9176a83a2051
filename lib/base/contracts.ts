/**
 * The method by which a grid of processors contracts arrays for `einsum`. Grids belong to a room below the arrays', which asks a grid that it
 * is given for this method.
 */
export const CONTRACTS: unique symbol = Symbol('contracts');
