/** Where the package's modules are, for threads that begin with one of them. */

/**
 * The compiled module `path` of this folder's parent, such as `device/cpu/worker.js`. It is this file's depth that counts: when
 * doors are bundled for a package (`.ci/bundle.mjs`), it becomes part of a file in `chunks/`, which lies as deep as `base/`.
 */
export function moduleFile(path: string): URL {
  return new URL(`../${path}`, import.meta.url);
}
