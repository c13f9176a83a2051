/**
 * Reads `sources.txt` for binding.gyp and the tests.
 *
 *     node native/sources.mjs sources avx2     the paths compiled for a variant (`any` for the baseline)
 *     node native/sources.mjs flags avx2       the variant's compiler flags
 *     node native/sources.mjs wrapper          the folder of Node-API's C++ wrapper, from here
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { carriedHeaders } from './edition.mjs';

/** The list as data: `variants` by name, `sources` as [variant, path] pairs, `tests` as paths, `threaded` the tests that start threads. */
export function readSources(file = new URL('sources.txt', import.meta.url)) {
  const list = { variants: {}, sources: [], tests: [], threaded: [] };
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [keyword, ...rest] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (keyword === 'variant') list.variants[rest[0]] = { arch: rest[1], flags: rest.slice(2) };
    else if (keyword === 'source') list.sources.push([rest[0], rest[1]]);
    else if (keyword === 'test') {
      const [path, threads, ...more] = rest;
      if ((threads ?? 'threads') !== 'threads' || more.length > 0)
        throw new Error(`native/sources.txt: unknown word in '${line.trim()}'`);
      list.tests.push(path);
      if (threads !== undefined) list.threaded.push(path);
    } else if (keyword !== '') throw new Error(`native/sources.txt: unknown keyword '${keyword}'`);
  }
  return list;
}

/** Where napi.h lies: the package node-addon-api, or else the headers that this copy carries. Throws when it has none. */
export function wrapperFolder() {
  try {
    return dirname(createRequire(import.meta.url).resolve('node-addon-api/napi.h'));
  } catch (error) {
    if (!existsSync(join(carriedHeaders, 'napi.h'))) throw new Error('node-addon-api is not installed', { cause: error });
    return carriedHeaders;
  }
}

const questions = {
  sources: (variant) => readSources().sources.flatMap(([name, path]) => (name === variant ? [path] : [])),
  flags: (variant) => readSources().variants[variant].flags,
  wrapper: () => [relative(process.cwd(), wrapperFolder())],
};

function main([question, variant]) {
  console.log(questions[question](variant).join('\n'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
