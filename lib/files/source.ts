/** Bytes in order: of a file, or of a member of an archive. */

/** Bytes that are read, written, inflated or converted at a time. */
export const PIECE = 2 ** 22;

export interface Source {
  /** Bytes from here to the end; null when unknown (a pipe). */
  readonly left: number | null;
  /** Fills `into` from its beginning and returns how many bytes came: fewer than its length at the end alone. */
  read(into: Uint8Array): Promise<number>;
}
