/** Lazy arrays: the forms that functions of the library have for arrays of which the size is not known yet. */
import './element-wise.js';
import './folds.js';
import './indexing.js';
import './methods.js';
import './waiting.js';

export type { LazyArray } from './lazy-array.js';
