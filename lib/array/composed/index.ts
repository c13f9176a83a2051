/** Functions made of the library's others: they define no kinds and launch nothing themselves, so they fuse as their parts do. */
export * from './along.js';
export * from './averages.js';
export * from './calculus.js';
export * from './elementary.js';
export * from './interpolation.js';
export * from './members.js';
export * from './nans.js';
export * from './order.js';
export * from './polynomials.js';
export * from './products.js';
export * from './spacing.js';
export * from './stacking.js';
