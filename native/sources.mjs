/**
 * Reads `sources.txt` for binding.gyp and the tests.
 *
 *     node native/sources.mjs sources avx2     the paths compiled for a variant (`any` for the baseline)
 *     node native/sources.mjs flags avx2       the variant's compiler flags
 */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** The list as data: `variants` by name, `sources` as [variant, path] pairs, `tests` as paths. */
export function readSources(file = new URL('sources.txt', import.meta.url)) {
  const list = { variants: {}, sources: [], tests: [] };
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [keyword, ...rest] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (keyword === 'variant') list.variants[rest[0]] = { arch: rest[1], flags: rest.slice(2) };
    else if (keyword === 'source') list.sources.push([rest[0], rest[1]]);
    else if (keyword === 'test') list.tests.push(rest[0]);
    else if (keyword !== '') throw new Error(`native/sources.txt: unknown keyword '${keyword}'`);
  }
  return list;
}

function main([what, variant]) {
  const list = readSources();
  const words =
    what === 'flags' ? list.variants[variant].flags : list.sources.filter(([name]) => name === variant).map(([, path]) => path);
  console.log(words.join('\n'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
