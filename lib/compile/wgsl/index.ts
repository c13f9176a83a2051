/** Room within `compile`: device programs as WGSL. */
export { BINDING, printWgsl } from './print.js';
