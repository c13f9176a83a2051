/** Sound files of every format that maniple reads, and damaged ones: bytes flipped, cut out, repeated, exchanged for telling ones. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ZipWriter } from '../../lib/array/formats/zip.js';
import type * as np from '../../lib/array/index.js';
import { replaceFile } from '../../lib/files/index.js';
import type { Draw } from '../support/random.js';

export type Kind = 'npy' | 'npz' | 'txt' | 'mtx';
export const KINDS: readonly Kind[] = ['npy', 'npz', 'txt', 'mtx'];

export interface Job {
  readonly kind: Kind;
  readonly dtype: np.DTypeName;
  readonly delimiter?: string;
}

const SHAPES = ['()', '(3,)', '(2, 3)', '(0, 2)', '(1, 2, 2)'];
const HAD = ['b1', 'u1', 'i1', 'i2', 'u2', 'i4', 'u4', 'i8', 'u8', 'f2', 'f4', 'f8', 'c8', 'c16'];
const HAD_NOT = ['U3', 'V8', 'O'];

/** A `.npy` file of random bytes. */
function npyFile(draw: Draw): Buffer {
  const type = draw.pick(draw.chance(0.95) ? HAD : HAD_NOT);
  const shape = draw.pick(SHAPES);
  const [q, long] = [draw.pick(["'", '"', "'"]), draw.chance(0.1) ? 'L' : ''];
  const descr = `${type === 'b1' || type === 'u1' || type === 'i1' ? '|' : draw.pick(['<', '>', '='])}${type}`;
  const text = `{${q}descr${q}: ${q}${descr}${q}, ${q}fortran_order${q}: ${draw.pick(['True', 'False'])}, ${q}shape${q}: ${shape.replace(/\d(?=,|\))/, `$&${long}`)}, }`;
  const version = draw.pick([1, 1, 2, 3]);
  const header = Buffer.from(`${text.padEnd(draw.pick([0, 117]))}\n`);
  const length = Buffer.alloc(version === 1 ? 2 : 4);
  length.writeUIntLE(header.length, 0, length.length);
  const data = Buffer.from(Array.from({ length: draw.chance(0.95) ? 96 : 12 }, () => draw.int(256)));
  return Buffer.concat([Buffer.from('\x93NUMPY', 'latin1'), Buffer.from([version, 0]), length, header, data]);
}

/** An archive of two or three of them. */
async function npzFile(draw: Draw, folder: string): Promise<Buffer> {
  const path = join(folder, 'made.npz');
  await replaceFile('test', path, async (sink) => {
    const archive = new ZipWriter(sink, draw.chance(0.1) ? 10 : undefined);
    for (const name of draw.pick([['a', 'b'], ['a'], ['x', 'ü', 'z/w']]))
      await archive.add(`${name}.npy`, [draw.chance(0.4) ? damaged(npyFile(draw), draw) : npyFile(draw)], draw.chance(0.5));
    await archive.end();
  });
  return readFileSync(path);
}

const WORDS = [
  '0',
  '1',
  '-2.5',
  '1e5',
  '+3',
  '.5',
  '7.',
  'nan',
  '-inf',
  '1e-320',
  '123456789012345678',
  '0x10',
  '2147483648',
  '9007199254740993',
];
const REALS = WORDS.filter((word) => !/^\+|x/.test(word));
const WHOLE = ['0', '1', '-2', '300', '+3', '2147483647', '9223372036854775807', '00012'];

function textFile(draw: Draw, job: Job): Buffer {
  const words = job.dtype.startsWith('float')
    ? WORDS.slice(0, draw.chance(0.9) ? 11 : WORDS.length)
    : WHOLE.slice(0, draw.int(WHOLE.length) + 1);
  const columns = 1 + draw.int(3);
  const end = draw.pick(['\n', '\n', '\r\n', '\r']);
  const between = job.delimiter ?? draw.pick([' ', '  ', '\t']);
  const lines = Array.from({ length: draw.int(5) }, () => Array.from({ length: columns }, () => draw.pick(words)).join(between));
  if (draw.chance(0.2)) lines.unshift('# a comment');
  return Buffer.from(lines.map((line) => line + end).join(''));
}

function matrixFile(draw: Draw): Buffer {
  const format = draw.pick(['coordinate', 'coordinate', 'array']);
  const field =
    format === 'array' ? draw.pick(['real', 'integer']) : draw.pick(['real', 'integer', 'pattern', 'unsigned-integer']);
  const symmetry = draw.pick([
    'general',
    'general',
    'symmetric',
    'symmetric',
    'skew-symmetric',
    draw.chance(0.2) ? 'hermitian' : 'general',
  ]);
  const [rows, cols] = symmetry === 'general' ? [1 + draw.int(4), 1 + draw.int(4)] : [3, 3];
  const words = field === 'real' ? (draw.chance(0.9) ? REALS : WORDS) : draw.chance(0.9) ? ['0', '1', '7', '300'] : WHOLE;
  const places: number[][] = [];
  for (let j = 1; j <= cols; j++)
    for (let i = symmetry === 'general' ? 1 : symmetry.startsWith('skew') ? j + 1 : j; i <= rows; i++) places.push([i, j]);
  const kept = format === 'array' ? places : places.filter(() => draw.chance(0.6));
  const value = (): string => (field === 'pattern' ? '' : draw.pick(words));
  const lines = kept.map(([i, j]) => (format === 'array' ? value() : `${i} ${j} ${value()}`));
  const sizes = format === 'array' ? `${rows} ${cols}` : `${rows} ${cols} ${kept.length}`;
  return Buffer.from(
    `%%MatrixMarket matrix ${format} ${field} ${symmetry}\n${draw.chance(0.3) ? '% note\n' : ''}${sizes}\n${lines.join('\n')}\n`,
  );
}

/** How a file of a kind is to be read. */
export function jobOf(kind: Kind, draw: Draw): Job {
  if (kind !== 'txt') return { kind, dtype: 'float64' };
  return {
    kind,
    dtype: draw.pick(['float64', 'float64', 'float32', 'int64', 'int32', 'uint8', 'bool']),
    ...(draw.chance(0.4) ? { delimiter: draw.pick([',', '\t', ' ']) } : {}),
  };
}

export function soundFile(job: Job, draw: Draw, folder: string): Buffer | Promise<Buffer> {
  if (job.kind === 'npy') return npyFile(draw);
  if (job.kind === 'npz') return npzFile(draw, folder);
  return job.kind === 'txt' ? textFile(draw, job) : matrixFile(draw);
}

const TELLING = [
  ...'0123456789.,;:()[]{}\'"-+eExXLTFN#%_ \n\r\t\0\\',
  '\xff',
  '\x80',
  'PK',
  '99999999',
  '4294967296',
  'True',
  '1_0',
  '(',
  '\x85',
];

/** One to three changes. */
export function damaged(bytes: Buffer, draw: Draw): Buffer {
  let out = bytes;
  for (let n = draw.pick([0, 0, 0, 1, 2]); n >= 0; n--) {
    // Half of them near the beginning, where headers are.
    const at = draw.int(Math.max(1, draw.chance(0.5) ? Math.min(out.length, 130) : out.length));
    const length = draw.pick([1, 1, 1, 2, 8, 40]);
    const [before, part, after] = [out.subarray(0, at), out.subarray(at, at + length), out.subarray(at + length)];
    const telling = Buffer.from(draw.pick(TELLING), 'latin1');
    const kind = draw.int(6);
    if (kind === 0) out = Buffer.concat([before, Buffer.from([(out[at] ?? 0) ^ (1 << draw.int(8))]), out.subarray(at + 1)]);
    else if (kind === 1) out = Buffer.concat([before, telling, out.subarray(at + telling.length)]);
    else if (kind === 2) out = Buffer.concat([before, telling, out.subarray(at)]);
    else if (kind === 3) out = Buffer.concat([before, after]);
    else if (kind === 4) out = Buffer.concat([before, part, part, after]);
    else out = draw.chance(0.5) ? before : Buffer.concat([out, telling]);
  }
  return Buffer.from(out);
}
