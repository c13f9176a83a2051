/** Results that were left out of their window and can be computed later. */
export { Rematerializer } from './rematerializer.js';
