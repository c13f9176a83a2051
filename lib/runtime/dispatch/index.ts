/** Launches windows, and reads their results. */
export { type Issuer, Reader } from './reader.js';
export { WindowLauncher } from './window-launcher.js';
