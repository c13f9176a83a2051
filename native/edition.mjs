/** The files that a build of the addon reads, and the name under which a prebuilt addon of exactly these lies in the package. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));
/** Where prebuilt addons lie: `prebuilds/<platform>-<arch>-<libc>/<edition>.node`; not in git, but in the package. */
export const prebuilds = join(root, 'prebuilds');
/** Headers of Node-API and its C++ wrapper that a package carries, so that it builds without packages for that. */
export const carriedHeaders = join(prebuilds, 'include');

/** Every file under native/ that a build reads, and the build files themselves. */
export function inputs(folder = join(root, 'native')) {
  const found = readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'test' ? [] : inputs(path);
    return /\.(c|cpp|h|inl|txt)$/.test(entry.name) ? [path] : [];
  });
  return folder.endsWith('native') ? [...found, join(root, 'CMakeLists.txt'), join(root, 'binding.gyp')] : found;
}

/** The Node-API version that the addon needs, and a digest of its sources: `napi8-0123456789ab`. */
export function edition() {
  const { binary } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const sum = createHash('sha256');
  for (const path of inputs().sort()) {
    sum.update(`${relative(root, path).split(sep).join('/')}\n`).update(readFileSync(path));
  }
  return `napi${binary.napi_versions[0]}-${sum.digest('hex').slice(0, 12)}`;
}

/** Prebuilt addons of these sources for this platform and architecture, whatever the C library. */
export function prebuiltHere() {
  if (!existsSync(prebuilds)) return [];
  const file = `${edition()}.node`;
  const folders = readdirSync(prebuilds).filter((name) => `${name}-`.startsWith(`${process.platform}-${process.arch}-`));
  return folders.map((name) => join(prebuilds, name, file)).filter((path) => existsSync(path));
}
