/** Functions that programs may call, in the forms that devices ask for. */
import { type GpuFeatures, legalizeLibrary } from '../language/legalize.js';
import { type Library, parseFunctions } from '../language/parse.js';
import { doubleBits } from './double-bits.js';
import { doubleSingles } from './double-single.js';
import { doubleSingleFunctions } from './double-single-functions.js';
import { doubles } from './doubles.js';
import { elementary } from './elementary/index.js';
import { integers } from './integers.js';
import { singles } from './singles.js';
import { subnormals } from './subnormals.js';
import { longs, words } from './words.js';

/** A product and a sum, each rounded. */
const products = 'fn mad_f32(a: f32, b: f32, c: f32): f32 { return a * b + c; }';

/** Functions that devices without subnormal numbers have as they are written. */
const careful: readonly string[] = [subnormals, elementary, products, doubleSingles, doubleSingleFunctions];

/** Each text uses functions of the ones before it. */
const texts = [
  words,
  longs,
  singles,
  subnormals,
  doubles,
  doubleBits,
  integers,
  elementary,
  products,
  doubleSingles,
  doubleSingleFunctions,
];

interface Texts {
  readonly functions: Library;
  /** Names of the functions in `careful`. */
  readonly careful: ReadonlySet<string>;
}

function read(): Texts {
  const functions = new Map();
  const names = new Set<string>();
  for (const text of texts)
    for (const fn of parseFunctions(text, functions)) {
      functions.set(fn.name, fn);
      if (careful.includes(text)) names.add(fn.name);
    }
  return { functions, careful: names };
}

let written: Texts | undefined;
const legal = new Map<string, Library>();

function asWritten(): Texts {
  written ??= read();
  return written;
}

/** The functions as they are written. */
export function library(): Library {
  return asWritten().functions;
}

/** The functions for a device with these features. */
export function libraryFor(features: GpuFeatures): Library {
  const key = JSON.stringify(features);
  const known = legal.get(key);
  if (known !== undefined) return known;
  const { functions, careful } = asWritten();
  const made = legalizeLibrary(functions, (name) => (careful.has(name) ? { ...features, subnormals: true } : features));
  legal.set(key, made);
  return made;
}
