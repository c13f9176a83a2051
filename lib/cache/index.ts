/** Room `cache`: the folder for files that are loaded and run, which must be this user's alone, and seals on such files. */

export { digestOf } from './digest.js';
export { cacheFolder, wantedFolder } from './folder.js';
export { makeFolder } from './make-folder.js';
export { notify, numberFrom } from './notice.js';
export { readOwn } from './own.js';
export { readRecord, writeRecord } from './record.js';
export { seal, unseal } from './seal.js';
export { whyUntrusted } from './trust.js';
export { temporaryIn, writeWhole } from './whole.js';
