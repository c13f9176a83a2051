/** Room `placement`: which device each task of a window runs on. */
export { warnOfFloat64 } from './notice.js';
export { type Placed, Placer, type Wish } from './placer.js';
