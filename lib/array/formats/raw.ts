/** Files of nothing but elements, as NumPy's `tofile` writes them. */
import { byPlace, options, PATH, takes } from '../../base/index.js';
import { pathOf, readWhole, replaceFile } from '../../files/index.js';
import { frombuffer } from '../composed/buffers.js';
import { OWN } from '../kinds.js';
import type { NDArray } from '../ndarray.js';
import { byName, type Positional } from '../positional.js';
import { data } from '../read.js';
import { FROM_BYTES, type FrombufferOptions } from './from-bytes.js';

/**
 * The elements of a file of nothing but such, in this machine's byte order unless the dtype names one, as a vector (default float64). Rejects
 * with `ArgumentError` as `frombuffer` throws it, and with `FileError` where the system refuses.
 *
 * @example
 * await np.tofile('x.bin', np.arange(3));
 * await (await np.fromfile('x.bin')).tolist(); // [0, 1, 2]
 */
export const fromfile = takes(
  'fromfile',
  PATH,
  byPlace(FROM_BYTES, 'dtype'),
  options(FROM_BYTES),
)(
  async (
    path: string | URL,
    how?: Positional<FrombufferOptions, 'dtype'>,
    more?: Omit<FrombufferOptions, 'dtype'>,
  ): Promise<NDArray> => {
    const given = byName('fromfile', how, 'dtype', more);
    return frombuffer(await readWhole('fromfile', pathOf('fromfile', path)), { ...given });
  },
);

/**
 * Writes the elements to a file, row-major, and nothing else; `fromfile` reads them, given their dtype. Rejects with `FileError` as `save`
 * does.
 *
 * @example
 * await np.tofile('x.bin', np.arange(3));
 */
export const tofile = takes(
  'tofile',
  PATH,
  OWN,
)(async (path: string | URL, x: NDArray): Promise<void> => {
  const values = await data(x);
  await replaceFile('tofile', path, (sink) => sink.write(new Uint8Array(values.buffer, values.byteOffset, values.byteLength)));
});
