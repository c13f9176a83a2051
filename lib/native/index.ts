/** Room `native`: finds and loads the addon; its typed interface. */
export * from './addon.js';
export { addonProblem, loadAddon } from './load.js';
