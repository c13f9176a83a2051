/** Bytes that come one after another: of a file, or of a member of an archive. */

/** Bytes that are read, written, inflated or converted at a time. */
export const PIECE = 2 ** 22;

export interface Source {
  /** Bytes from here to the end; null when unknown (a pipe). */
  readonly left: number | null;
  /** Fills `into` from its beginning and returns how many bytes came: fewer than its length at the end alone. */
  read(into: Uint8Array): Promise<number>;
}

/** Reads on to the end, so that checks at the end take place. */
export async function skip(source: Source): Promise<void> {
  const piece = new Uint8Array(2 ** 16);
  while ((await source.read(piece)) === piece.length);
}
