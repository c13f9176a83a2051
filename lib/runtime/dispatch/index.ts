/** Launches windows, and reads their results. */
export { Flusher } from './flusher.js';
export { type Issuer, Reader } from './reader.js';
export { SharedContents } from './shared-contents.js';
export { Uploads } from './uploads.js';
export { WindowLauncher } from './window-launcher.js';
