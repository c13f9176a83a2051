/** Where the package's modules are, for threads that begin with one of them. */

/**
 * The compiled module `path` of this folder's parent, such as `device/cpu/worker.js`. The depth of this file counts: bundled
 * (`.ci/bundle.mjs`), it becomes part of a file in `core/` or `chunks/`, which lie as deep as `base/`.
 */
export function moduleFile(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}
