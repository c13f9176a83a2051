/** The parts of a block of memory: it may begin in one arena and go on in the arenas behind it. */

/** Bytes from `offset` of a buffer on, which are the block's from `at` on. */
interface Piece {
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly at: number;
  readonly size: number;
}

/** The parts of so many bytes from a byte of an arena on. */
export function piecesOf(arenas: { arenaOf(arena: number): GPUBuffer }, arena: number, offset: number, bytes: number): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < bytes; arena++) {
    const buffer = arenas.arenaOf(arena);
    const size = Math.min(bytes - at, buffer.size - offset);
    if (size > 0) pieces.push({ buffer, offset, at, size });
    at += Math.max(0, size);
    offset = Math.max(0, offset - buffer.size);
  }
  return pieces;
}
