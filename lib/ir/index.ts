/** Room `ir`: the kernel language, its rules, and how kernels are called. */
export * from './kernel.js';
export * from './layout.js';
export * from './folds.js';
