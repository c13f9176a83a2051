/** Room within `compile`: device programs as WGSL. */
export { BINDING, type Places, printWgsl } from './print.js';
