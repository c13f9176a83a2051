/** Room `placement`: which device each task of a window runs on. */
export { describeFigures, type Figures, type LinkRates, type Rates, STATED } from './figures.js';
export { keptHome, type Placed, Placer, type Wish } from './placer.js';
