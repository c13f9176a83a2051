/** Pieces: elements to copy between the slots of a state, or to send to other processes' memories and receive from them. */
import { bounding, type Rect, rectSize } from '../partition/index.js';
import type { Footprint } from './footprint.js';
import { transfersTo } from './layers.js';
import type { Mapper } from './mapper.js';
import { type RectSet, remove, within } from './rect-set.js';
import { nextSpan, type Part, type Span } from './span.js';
import type { State } from './state.js';

/** Elements to copy between two slots. A slot of a different process is -1: then the piece is received, or sent. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly rect: Rect;
  readonly fromMemory: number;
  readonly toMemory: number;
}

/** A piece between two slots. */
export function pieceOf(slots: readonly Part[], from: number, to: number, rect: Rect): Piece {
  return { from, to, rect, fromMemory: slots[from].memory, toMemory: slots[to].memory };
}

/** Pieces that can be copied in any order, and the span that they are. */
export interface Copies {
  readonly pieces: readonly Piece[];
  readonly span: Span;
  readonly elements: number;
}

/** Null when there is nothing to copy. */
export function copiesOf(pieces: readonly Piece[]): Copies | null {
  if (pieces.length === 0) return null;
  const rects = pieces.map((p) => p.rect);
  const span: Span = {
    id: nextSpan(),
    count: pieces.length,
    rectAt: (i) => rects[i],
    memoryAt: (i) => pieces[i].toMemory,
    sourceAt: (i) => pieces[i].fromMemory,
    items: null,
    bounds: around(rects),
    disjoint: false,
    sub: null,
    launch: [pieces.length],
    rooted: null,
  };
  return { pieces, span, elements: rects.reduce((n, r) => n + rectSize(r), 0) };
}

/** The smallest rectangle around some. */
export function around(rects: readonly Rect[]): Rect {
  return rects.reduce((all, rect) => bounding(all, rect));
}

/** Appends the pieces that other processes' memories get from own ones. */
export function send(state: State, footprint: Footprint, own: readonly number[], mapper: Mapper, pieces: Piece[]): void {
  const readers = new Set<number>();
  for (const set of state.valid) {
    for (const rect of set) for (const memory of footprint.memoriesMeeting(rect)) readers.add(memory);
  }
  for (const memory of readers) {
    if (own.includes(memory)) continue;
    const transfers = transfersTo(memory, state.layers, footprint.partsIn(memory), (to, from) => mapper.source(to, from));
    for (const { from, rect } of transfers) {
      let left: RectSet = own.includes(from) ? [rect] : [];
      for (const slot of state.slotsIn(from)) {
        for (const r of left.flatMap((l) => within(state.valid[slot], l))) {
          pieces.push({ from: slot, to: -1, rect: r, fromMemory: from, toMemory: memory });
          left = remove(left, r);
        }
      }
    }
  }
}
