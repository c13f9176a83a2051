/** Room `native`: finds and loads the addon; its typed interface; threads that serve it. */
export * from './addon.js';
export { makeExecutor } from './executor.js';
export { addonProblem, loadAddon, warnOfAddon } from './load.js';
export { loadPiscina, NativePool, workerFlags } from './pool.js';
