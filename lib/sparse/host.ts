/** A second door of room `sparse`: its parts that work on the host alone, without arrays. A command that is brief takes a copy of them. */
export { compress } from './coordinates.js';
export { FEW, solveFew } from './few.js';
export { parseMatrixMarket } from './matrix-market.js';
