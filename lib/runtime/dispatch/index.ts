/** Launches windows, and reads what they computed. */
export { type Issuer, Reader } from './reader.js';
export { WindowLauncher } from './window-launcher.js';
