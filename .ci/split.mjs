/**
 * How the packed library is split into files (`bundle.mjs`): modules that every program begins with, that some come to, and that few need.
 *
 *     core.js     the doors that are FIRST, and all that their modules use while they are loaded and for first results
 *     work.js     modules of these rooms that only some programs come to: random numbers, factorizations, transforms, files, emitted JavaScript
 *     annex.js    the other doors, and modules that few programs come to
 */

/** Doors that the core has, of the package and of commands that are brief. */
export const FIRST = [
  'array/index',
  'array/random/index',
  'array/linalg/index',
  'sparse/index',
  'base/index',
  'profile/index',
  'native/index',
  'runtime/index',
];

/** Modules of the core's rooms that few programs come to: they are in the annex, which is loaded when one of their names is used. */
export const LATER = [
  'device/null/device',
  'device/played/accelerator',
  'device/webgpu/accelerator',
  'device/webgpu/describe',
  'runtime/memories/index',
];

/** Folders whose modules are in `work.js`, as far as the core does not need them to be loaded: modules of each, or all. */
const WORK = {
  'array/composed': ['operands', 'sample-points', 'window-sums', 'subscripts', 'einsum-plan', 'path-report', 'horner', 'binning'],
  'array/fft': ['stages', 'plan', 'line', 'transform', 'along'],
  'array/formats': ['literal', 'npy-header', 'numbers', 'table', 'arrow-layout', 'unzip', 'zip'],
  'array/linalg': ['factor', 'jacobi', 'spectra', 'least-squares', 'balance', 'schur', 'complex-factors', 'lu', 'exponential'],
  'array/random': [
    ...[
      'arguments',
      'distributions',
      'gamma',
      'multinomial',
      'parameters',
      'bits',
      'mersenne',
      'ziggurat',
      'fills',
      'multivariate',
    ],
    ...['ziggurat-tables', 'hypergeometric', 'numpy-choice', 'numpy-counts', 'numpy-continuous', 'legacy', 'bit-generators'],
  ],
  'array/vectorize': ['terms', 'math', 'scope', 'source', 'expressions', 'flow', 'plain', 'rounds', 'loops', 'statements'],
  'compile/js': null,
  'compile/js/math': null,
  'device/js': ['memory', 'team', 'control', 'device'],
  'fusion/optimal': null,
  spy: null,
};

/** Whether a module, by its path below `lib/` without an ending, is in `work.js`. */
export function isWork(module) {
  const folder = module.slice(0, module.lastIndexOf('/'));
  const name = module.slice(folder.length + 1);
  if (!Object.hasOwn(WORK, folder) || name === 'index') return false;
  return WORK[folder]?.includes(name) ?? true;
}
