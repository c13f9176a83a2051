/** Texts that are made from the table of operations: lists for the addon and its tests, in C, and a table to read. */
import { STRUCTURAL } from '../../lib/compile/block/opcodes.js';
import { memoryType, suffixOf } from '../../lib/compile/c/types.js';
import { type DType, dtypes as everyDType, isInteger, isStored } from '../../lib/dtype/index.js';
import { binaryOperations, type GpuForm, type Operation, operationNames, stripOf, unaryOperations } from '../../lib/ir/index.js';

/** Of arithmetic; floats that are stored alone are only converted. */
const dtypes = everyDType.filter((dtype) => !isStored(dtype));
const stored = everyDType.filter(isStored);

const NOTE = 'Generated from lib/ir/operations by test/golden/operations.test.ts (UPDATE_GOLDEN=1). Do not edit.';

const rows: readonly (readonly [string, Operation])[] = Object.entries({ ...unaryOperations, ...binaryOperations });

const capital = (name: string): string => name[0].toUpperCase() + name.slice(1);
const kindOf = ({ kind }: DType): 'float' | 'bool' | 'integer' => (kind === 'float' || kind === 'bool' ? kind : 'integer');
/** The name of a dtype's code in the addon. */
const codeOf = ({ name }: DType): string => capital(name).replace('Uint', 'UInt');

/** A macro that calls ROW for each entry. */
function list(name: string, entries: readonly string[]): string {
  return [`#define ${name}(ROW) \\`, ...entries.map((entry) => `  ROW(${entry}) \\`)].join('\n').replace(/ \\$/, '\n');
}

/** Every operation with each dtype that it takes. */
function* typed(operands: 1 | 2): Generator<readonly [string, Operation, DType]> {
  for (const [name, row] of rows) {
    if (row.operands !== operands) continue;
    for (const dtype of dtypes) if (row.takes.includes(dtype.kind)) yield [name, row, dtype];
  }
}

function expressions(operands: 1 | 2): string[] {
  const found: string[] = [];
  for (const [name, row, dtype] of typed(operands)) {
    const type = { end: suffixOf(dtype), name: memoryType(dtype) };
    const text = row.c[kindOf(dtype)]?.(type, 'a', operands === 1 ? '' : 'b');
    if (stripOf(row, dtype) !== 'own') found.push(`${capital(name)}, ${codeOf(dtype)}, ${text}`);
  }
  return found;
}

function ownStrips(operands: 1 | 2): string[] {
  return [...typed(operands)]
    .filter(([, row, dtype]) => stripOf(row, dtype) === 'own')
    .map(([name, , dtype]) => `${capital(name)}, ${codeOf(dtype)}, mk_${name}${suffixOf(dtype)}_strip`);
}

/** Strip forms that are plain loops: those of what is alone in its loop, and of long functions without one by hand. */
function plainStrips(operands: 1 | 2): string[] {
  return [...typed(operands)]
    .filter(([, row, dtype]) => dtype.kind === 'float' && (stripOf(row, dtype) ?? (row.long ? 'long' : 'own')) !== 'own')
    .map(([name, , dtype]) => `${name}${suffixOf(dtype)}, ${memoryType(dtype)}`);
}

/** The bound of an operation's relative error on float64 as pairs of float32. */
function emulatedText({ pairs }: GpuForm): string {
  if (pairs === 'exact') return '';
  if (pairs === null) return '; none by `--float64 emulate`';
  const angle = pairs.angle === undefined ? '' : ` + 2^${Math.log2(pairs.angle)} of a`;
  return `; 2^${Math.log2(pairs.relative)}${angle} by \`--float64 emulate\``;
}

/** The bounds of an operation's error, on the host and on GPUs. */
function exactnessOf({ reference, gpu }: Operation): string {
  const onHost = reference === null ? 'exact' : `${reference.ulps} ulp; float32 0.51`;
  if (gpu === null) return `${onHost}; not on GPUs`;
  return `${onHost}${gpu.float32 === 'exact' ? '' : `, ${gpu.float32} on GPUs`}${emulatedText(gpu)}`;
}

/** `native/core/dtypes.h`. */
export function dtypesHeader(): string {
  const numbers = dtypes.filter(({ kind }) => kind !== 'bool');
  const row = (dtype: DType): string => `${codeOf(dtype)}, ${dtype.inC}, ${dtype.short}`;
  return [
    `// ${NOTE}`,
    '#pragma once\n',
    '// Types of numbers in the order of their codes, behind Bool: the code, the C type of an element, the ending of names of routines.',
    list('MANIPLE_NUMBERS', numbers.map(row)),
    list('MANIPLE_INTEGERS', numbers.filter(isInteger).map(row)),
    '// Floats that are stored alone, behind the numbers.',
    list('MANIPLE_STORED', stored.map(row)),
  ].join('\n');
}

/** `native/block/operations.h`. */
export function blockHeader(): string {
  const broadcasts = [...typed(2)].filter(
    ([, row, dtype]) => row.broadcasts.includes(dtype.kind) && stripOf(row, dtype) !== 'own',
  );
  const given = rows.map(([name, row]) => `${capital(name)}, ${row.operands}, ${row.gives === 'bool' ? 1 : 0}`);
  return [
    `// ${NOTE}`,
    '#pragma once\n',
    '// Operators in the order of their numbers: operands, and whether the result is a bool.',
    list('MANIPLE_OPERATORS', given),
    '// The structural opcodes, numbered behind the element-wise ones.',
    list('MANIPLE_STRUCTURAL', Object.values(STRUCTURAL)),
    '// Expressions of a, and of a and b, by type.',
    list('MANIPLE_EXPRESSIONS1', expressions(1)),
    list('MANIPLE_EXPRESSIONS2', expressions(2)),
    '// Operations with forms in which one operand is the same for all elements.',
    list(
      'MANIPLE_BROADCASTS',
      broadcasts.map(([name, , dtype]) => `${capital(name)}, ${codeOf(dtype)}`),
    ),
    '// Operations that are computed by strips.',
    list('MANIPLE_STRIPS1', ownStrips(1)),
    list('MANIPLE_STRIPS2', ownStrips(2)),
  ].join('\n');
}

/** `native/math/vmath_operations.h`. */
export function stripsHeader(): string {
  return [
    `/* ${NOTE} */`,
    '#ifndef MK_VMATH_OPERATIONS_H\n#define MK_VMATH_OPERATIONS_H\n',
    '/* Functions with a plain loop as their strip form. */',
    list('MK_PLAIN_STRIPS1', plainStrips(1)),
    list('MK_PLAIN_STRIPS2', plainStrips(2)),
    '/* Floats that are stored alone: bits of the exponent, and of the fraction. */',
    list(
      'MK_COMPACTS',
      stored.map(({ short, format }) => `${short}, ${format?.exponent}, ${format?.fraction}`),
    ),
    '#endif\n',
  ].join('\n');
}

/** `native/test/operations.h`. */
export function testHeader(): string {
  const checked = (operands: 1 | 2): string[] =>
    rows.flatMap(([name, { reference, operands: own }]) => {
      if (reference === null || own !== operands) return [];
      const { inC, from, to, ulps } = reference;
      return [`${name}, ${inC}, ${from}, ${to}, ${ulps}`];
    });
  return [
    `// ${NOTE}`,
    '#pragma once\n',
    '// Functions that are not exact: the reference on long doubles, where most arguments are drawn, the bound of the error.',
    list('MANIPLE_FUNCTIONS1', checked(1)),
    list('MANIPLE_FUNCTIONS2', checked(2)),
  ].join('\n');
}

/** `lib/ir/OPERATIONS.md`. */
export function documentation(): string {
  const dtypesOf = (row: Operation): string =>
    dtypes
      .filter(({ kind }) => row.takes.includes(kind))
      .map(({ name }) => name)
      .join(' ');
  const lines = rows.map(([name, row]) => {
    const type = { end: '', name: 'T' };
    const inC =
      row.c.float?.(type, 'a', row.operands === 1 ? '' : 'b') ??
      row.c.integer?.({ ...type, end: '_i64' }, 'a', row.operands === 1 ? '' : 'b') ??
      row.c.bool?.(type, 'a', row.operands === 1 ? '' : 'b');
    return `| ${operationNames.indexOf(name as never)} | \`${name}\` | ${dtypesOf(row)} | ${row.gives === 'bool' ? 'bool' : 'the same'} | \`${inC?.replaceAll('|', '\\|')}\` | ${exactnessOf(row)} |`;
  });
  return [
    `<!-- ${NOTE} -->`,
    '# Operations of the kernel language\n',
    'One row each of the table in `lib/ir/operations`, which has more: JavaScript, strip forms, costs, references of tests.\n',
    '| number | operation | takes | gives | in C, on the widest dtype that it takes | error, at most |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}
