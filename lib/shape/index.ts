/** Room `shape`: shapes, broadcasting, interned affine views. */
export * from './shape.js';
export { identityView, internView, isIntact, mayOverlap, type Slices, sameView, type View, wholeLike } from './view.js';
