/** Functions that programs may call, in the forms that devices ask for. */
import { type GpuFeatures, legalizeLibrary } from '../language/legalize.js';
import { type Library, parseFunctions } from '../language/parse.js';
import { doubles } from './doubles.js';
import { elementary } from './elementary/index.js';
import { integers } from './integers.js';
import { singles } from './singles.js';
import { longs, words } from './words.js';

/** Each text uses functions of the ones before it. */
const texts = [words, longs, singles, doubles, integers, elementary];

function read(): Library {
  const library = new Map();
  for (const text of texts) for (const fn of parseFunctions(text, library)) library.set(fn.name, fn);
  return library;
}

let written: Library | undefined;
const legal = new Map<string, Library>();

/** The functions as they are written. */
export function library(): Library {
  written ??= read();
  return written;
}

/** The functions for a device with these features. */
export function libraryFor(features: GpuFeatures): Library {
  const key = JSON.stringify(features);
  const known = legal.get(key);
  if (known !== undefined) return known;
  const made = legalizeLibrary(library(), features);
  legal.set(key, made);
  return made;
}
