/** Room `files`: files that are written whole or not at all, files that are read piece by piece, the system's refusals as typed errors. */
export { failed, pathOf } from './failure.js';
export { FileSource, readWhole } from './read.js';
export { PIECE, type Source } from './source.js';
export { FileSink, replaceFile } from './write.js';
