/**
 * Which of many rectangles meet a given one, without looking at each. Rectangles are packed into groups of 16 neighbours
 * ("sort-tile-recursive" packing: Leutenegger, Lopez, Edgington 1997), groups into groups of groups; a search descends
 * where the bounds of a group meet the rectangle.
 *
 *     rectangles   [0,4) [4,8) [8,12) [12,16)           groups of two   [0,8)  [8,16)
 *     search [7,9)                                      both groups, of each one rectangle
 */
import { bounding, intersects, isEmpty, type Rect } from '../partition/index.js';

const GROUP = 16;

export class RectIndex {
  readonly #rects: readonly Rect[];
  /** The numbers of the rectangles in the order of the packing. */
  readonly #order: readonly number[];
  /** Bounds of groups; level 0 is of rectangles. */
  readonly #levels: Rect[][] = [];

  /** Empty rectangles meet nothing. */
  constructor(rects: readonly Rect[]) {
    this.#rects = rects;
    this.#order = packed(rects);
    let bounds = this.#order.map((i) => rects[i]);
    while (bounds.length > 1) {
      bounds = groupsOf(bounds);
      this.#levels.push(bounds);
    }
  }

  /** The numbers of the rectangles that share a point with `rect`, ascending. */
  meeting(rect: Rect): number[] {
    const found: number[] = [];
    this.#search(this.#levels.length - 1, 0, this.#order.length, rect, found);
    return found.sort((a, b) => a - b);
  }

  #search(level: number, from: number, to: number, rect: Rect, found: number[]): void {
    if (level < 0) {
      for (let k = from; k < Math.min(to, this.#order.length); k++) {
        const i = this.#order[k];
        if (intersects(this.#rects[i], rect)) found.push(i);
      }
      return;
    }
    const groups = this.#levels[level];
    for (let g = from; g < Math.min(to, groups.length); g++) {
      if (intersects(groups[g], rect)) this.#search(level - 1, g * GROUP, (g + 1) * GROUP, rect, found);
    }
  }
}

/** In slabs along the first axis, each slab along the second. */
function packed(rects: readonly Rect[]): number[] {
  const order = rects.map((_, i) => i).filter((i) => !isEmpty(rects[i]));
  if (order.length === 0 || rects[order[0]].low.length === 0) return order;
  order.sort((a, b) => rects[a].low[0] - rects[b].low[0]);
  if (rects[order[0]].low.length === 1) return order;
  const slab = GROUP * Math.max(1, Math.ceil(Math.sqrt(order.length / GROUP)));
  const slabs: number[] = [];
  for (let k = 0; k < order.length; k += slab) {
    for (const i of order.slice(k, k + slab).sort((a, b) => rects[a].low[1] - rects[b].low[1])) slabs.push(i);
  }
  return slabs;
}

function groupsOf(bounds: readonly Rect[]): Rect[] {
  const groups: Rect[] = [];
  for (let k = 0; k < bounds.length; k += GROUP) {
    groups.push(bounds.slice(k, k + GROUP).reduce((around, rect) => bounding(around, rect)));
  }
  return groups;
}
