/** What this namespace of arrays has, as the array API standard asks for it (`__array_namespace_info__`). */
import { either, type Kind, kind, listOf, type OptionKinds, options, takes } from '../base/index.js';
import { type ComplexDType, complexDTypes, complexFor, type DType, dtypes, int64, isStored } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import { MOST_DEPTH } from './convert.js';
import { floatDefault, wholeDefault } from './default-dtypes.js';

type AnyDType = DType | ComplexDType;

/** The kinds of dtypes that can be asked for, each with its part of all dtypes of the standard. */
const KINDS: Readonly<Record<string, (dtype: AnyDType) => boolean>> = {
  bool: (dtype) => dtype.kind === 'bool',
  'signed integer': (dtype) => dtype.kind === 'int',
  'unsigned integer': (dtype) => dtype.kind === 'unsigned',
  integral: (dtype) => dtype.kind === 'int' || dtype.kind === 'unsigned',
  'real floating': (dtype) => dtype.kind === 'float',
  'complex floating': (dtype) => dtype.kind === 'complex',
  numeric: (dtype) => dtype.kind !== 'bool',
};

const KIND: Kind<string> = kind(
  `a kind of dtypes: ${Object.keys(KINDS).join(', ')}`,
  (given) => typeof given === 'string' && Object.hasOwn(KINDS, given),
);

/** Options of `dtypes`. */
interface DTypesOptions {
  /** A kind, or several; default all. */
  readonly kind?: string | readonly string[];
}
const DTYPES_OPTIONS: OptionKinds<DTypesOptions> = { kind: either(KIND, listOf(KIND)) };

/** The result of `arrayNamespaceInfo`. */
export interface NamespaceInfo {
  /** Whether masks may be indices, whether shapes may depend on values, and the greatest number of axes. */
  capabilities(): Readonly<Record<'boolean indexing' | 'data-dependent shapes', boolean> & Record<'max dimensions', number>>;
  /** The name of the device of new arrays. */
  defaultDevice(): string;
  /** The names of this machine's devices. */
  devices(): readonly string[];
  /** The dtypes of new arrays by kind. */
  defaultDtypes(): Readonly<Record<'real floating' | 'complex floating' | 'integral' | 'indexing', AnyDType>>;
  /** The standard's dtypes by their names, all or of some kinds. */
  dtypes(options?: DTypesOptions): Readonly<Record<string, AnyDType>>;
}

const dtypesOf = takes(
  'dtypes',
  options(DTYPES_OPTIONS),
)((given?: DTypesOptions): Readonly<Record<string, AnyDType>> => {
  const wanted = given?.kind === undefined ? null : [given.kind].flat();
  const all: readonly AnyDType[] = [...dtypes.filter((dtype) => !isStored(dtype)), ...complexDTypes];
  const found = all.filter((dtype) => wanted === null || wanted.some((name) => KINDS[name](dtype)));
  return Object.fromEntries(found.map((dtype) => [dtype.name, dtype]));
});

/**
 * What this namespace of arrays has, for programs that are written for several: the standard's `__array_namespace_info__`.
 *
 * @example
 * np.arrayNamespaceInfo().capabilities()['boolean indexing'];          // true
 * Object.keys(np.arrayNamespaceInfo().dtypes({ kind: 'real floating' })); // ['float32', 'float64']
 */
export const arrayNamespaceInfo = takes('arrayNamespaceInfo')(
  (): NamespaceInfo => ({
    capabilities: () => ({ 'boolean indexing': true, 'data-dependent shapes': true, 'max dimensions': MOST_DEPTH }),
    defaultDevice: () => runtime().devices.names[0],
    devices: () => runtime().devices.names,
    defaultDtypes: () => ({
      'real floating': floatDefault(),
      'complex floating': complexFor(floatDefault()),
      integral: wholeDefault() ?? int64,
      indexing: int64,
    }),
    dtypes: dtypesOf,
  }),
);
