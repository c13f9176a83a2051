/** Complex arrays: pairs of real arrays, and the forms that functions of the library have for them. */
import './composed-forms.js';
import './creation-forms.js';
import './dtype-forms.js';
import './edge.js';
import './elementary-forms.js';
import './lazy-complex-forms.js';
import './methods.js';
import './numpy-forms.js';
import './order-forms.js';
import './reduction-forms.js';
import './spaced-forms.js';
import './structure-forms.js';
import './text-forms.js';
import './ufunc-method-forms.js';

export type { AnyDTypeLike } from './convert.js';
export * from './numpy-names.js';
export * from './parts-of.js';
