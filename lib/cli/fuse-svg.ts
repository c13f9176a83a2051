/** A window as a drawing: a column for each kernel, its tasks in it, and dependences; red where two tasks cannot share a kernel. */
import type { ReviewedWindow } from './fuse-report.js';

const COLUMN = 170;
const ROW = 44;
const MARGIN = 28;
const BOX = { width: 130, height: 26 };

interface Place {
  readonly x: number;
  readonly y: number;
}

/** The drawing as a document. */
export function drawWindow({ number, tasks, review, best }: ReviewedWindow): string {
  const levels = (best ?? review.greedy).levels;
  const columns = Array.from({ length: new Set(levels).size }, (_, kernel) =>
    [...levels.keys()].filter((t) => levels[t] === kernel),
  );
  const places: Place[] = levels.map((kernel, t) => ({
    x: MARGIN + kernel * COLUMN + 10,
    y: 2 * MARGIN + columns[kernel].indexOf(t) * ROW + 10,
  }));
  const width = 2 * MARGIN + columns.length * COLUMN;
  const height = 3 * MARGIN + Math.max(1, ...columns.map(({ length }) => length)) * ROW;
  const frames = columns.map(
    ({ length }, kernel) =>
      `<rect x="${MARGIN + kernel * COLUMN}" y="${2 * MARGIN}" width="${COLUMN - 20}" height="${length * ROW + 4}" rx="8" fill="#eef4fb" stroke="#0072b2"/>`,
  );
  const edges = (review.graph?.edges ?? []).map(({ from, to, fusible }) => line(places[from], places[to], fusible));
  const boxes = places.map((place, t) => box(place, `${review.names[t]} ${review.shapes[t]}`));
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    `<text x="${MARGIN}" y="${MARGIN}" font-size="14">window ${number}: ${tasks} tasks, ${columns.length} kernels</text>`,
    ...frames,
    ...edges,
    ...boxes,
    '</svg>',
  ].join('\n')}\n`;
}

function box({ x, y }: Place, text: string): string {
  const shown = text.length > 22 ? `${text.slice(0, 21)}…` : text;
  return `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="5" fill="white" stroke="#444"/><text x="${x + 6}" y="${y + 17}">${escaped(shown)}</text>`;
}

function line(from: Place, to: Place, fusible: boolean): string {
  const isInside = from.x === to.x;
  const [x1, y1] = isInside ? [from.x + BOX.width / 2, from.y + BOX.height] : [from.x + BOX.width, from.y + BOX.height / 2];
  const [x2, y2] = isInside ? [to.x + BOX.width / 2, to.y] : [to.x, to.y + BOX.height / 2];
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${fusible ? '#888' : '#d55e00'}"/>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
