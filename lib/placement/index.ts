/** Room `placement`: which device each task of a window runs on. */
export { type Placed, Placer, type Wish } from './placer.js';
