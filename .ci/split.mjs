/**
 * How the packed library is split into files (`bundle.mjs`): the core, which every program begins with, and further files, each of which is loaded when
 * something of it is used. A module that no table names is in the first file that needs it.
 *
 *     core.js        the doors that are FIRST, and all that their modules use while they are loaded and for first results
 *     work.js        modules of these rooms that only some programs come to: emitted JavaScript, formats, helpers of composed functions
 *     composed.js    composed functions that few programs call
 *     linalg.js, fft.js, random.js, sparse.js    these rooms
 *     annex.js       the remaining doors, and devices and memories that few programs come to
 *
 * The core has stubs for public functions of further files, and namespaces that look their names up. So it can pass them on, but
 * ask nothing of them while it is loaded: `bundle.mjs` names the module where it does, and such a module is left out of the tables here.
 */

/** Doors that the core has, of the package and of commands that are brief. */
export const FIRST = ['array/index', 'base/index', 'profile/index', 'native/index', 'runtime/index'];

/** Folders with their modules in a file: all, some, or all without some, which the core needs to be loaded. */
const all = () => true;
const some =
  (...names) =>
  (name) =>
    names.includes(name);
const without =
  (...names) =>
  (name) =>
    !names.includes(name);

/** Further files: their doors, their modules, and whether a process that waits loads them ahead. */
const FILES = {
  work: {
    ahead: true,
    folders: {
      'array/formats': some('literal', 'npy-header', 'numbers', 'table', 'arrow-layout', 'unzip', 'zip'),
      'array/vectorize': some(
        ...['terms', 'math', 'scope', 'source', 'expressions', 'flow', 'plain', 'rounds', 'loops', 'statements'],
      ),
      'compile/js': without('index'),
      'compile/js/math': without('index'),
      'device/js': some('memory', 'team', 'control', 'device'),
      'fusion/optimal': without('index'),
      spy: without('index'),
    },
  },
  composed: {
    ahead: true,
    folders: {
      'array/composed': without(
        ...['index', 'ufunc-methods', 'elementary', 'floating', 'inverses', 'roots'],
        ...['indexing', 'setting', 'order', 'orders', 'placing', 'quantile-methods', 'set-options'],
      ),
    },
  },
  linalg: {
    ahead: true,
    doors: ['array/linalg/index'],
    folders: { 'array/linalg': without('trace', 'complex-composed', 'complex-forms', 'complex-systems', 'matrix-function') },
  },
  fft: { ahead: true, folders: { 'array/fft': all } },
  random: { ahead: true, doors: ['array/random/index'], folders: { 'array/random': all } },
  sparse: {
    doors: ['sparse/index'],
    folders: { sparse: without('host'), 'sparse/linalg': all, 'sparse/csgraph': all },
  },
  annex: {
    folders: {
      'device/null': some('device'),
      'device/played': some('accelerator'),
      'device/webgpu': some('accelerator', 'describe'),
      'runtime/memories': some('index'),
    },
  },
};

/** Further files in the order in which they are made; the last one has all remaining doors. */
export const LATER = Object.keys(FILES);

/** Files that a process which waits loads ahead. */
export const AHEAD = LATER.filter((name) => FILES[name].ahead === true);

/** The doors that a further file has, by its table. */
export const doorsOf = (file) => FILES[file].doors ?? [];

/** The further file whose table names a module, by its path below `lib/` without an ending; null where none does. */
export function fileOf(module) {
  const folder = module.slice(0, module.lastIndexOf('/'));
  const name = module.slice(folder.length + 1);
  return LATER.find((file) => Object.hasOwn(FILES[file].folders, folder) && FILES[file].folders[folder](name)) ?? null;
}
