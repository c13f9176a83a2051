/** The ratios as an SVG chart: a bar for each, on a logarithmic scale, with a line at 1 and a tick at each target. */
import type { Verdict } from './verdicts.js';

const ROW = 18;
const LABELS = 260;
const WIDTH = 900;
const TOP = 30;

/** A whole SVG document. */
export function drawChart(verdicts: readonly Verdict[]): string {
  const ratios = verdicts.flatMap((v) => [v.ratio, v.target ?? v.ratio]).filter((r) => r > 0 && Number.isFinite(r));
  const low = Math.min(0.5, ...ratios);
  const high = Math.max(2, ...ratios);
  const place = (ratio: number): number =>
    LABELS + ((Math.log(ratio) - Math.log(low)) / (Math.log(high) - Math.log(low))) * (WIDTH - LABELS - 70);
  const rows = verdicts.filter((v) => v.ratio > 0 && Number.isFinite(v.ratio)).map((v, i) => drawRow(v, TOP + i * ROW, place));
  const height = TOP + rows.length * ROW + 20;
  const one = place(1).toFixed(1);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="sans-serif" font-size="11">`,
    `<rect width="${WIDTH}" height="${height}" fill="white"/>`,
    `<text x="8" y="18" font-size="13">maniple against its rivals: times faster (logarithmic)</text>`,
    ...rows,
    `<line x1="${one}" y1="${TOP - 4}" x2="${one}" y2="${height - 16}" stroke="black"/>`,
    `<text x="${one}" y="${height - 4}" text-anchor="middle">1×</text>`,
    '</svg>\n',
  ].join('\n');
}

function drawRow(v: Verdict, y: number, place: (ratio: number) => number): string {
  const [from, to] = [place(1), place(v.ratio)].sort((a, b) => a - b);
  const colour = v.met === false ? '#c44' : v.met === true ? '#3a7' : '#89a';
  const parts = [
    `<text x="${LABELS - 8}" y="${y + 12}" text-anchor="end">${escape(`${v.name} (${v.size}) / ${v.rival}`)}</text>`,
    `<rect x="${from.toFixed(1)}" y="${y + 2}" width="${Math.max(1, to - from).toFixed(1)}" height="${ROW - 5}" fill="${colour}"/>`,
    `<text x="${(to + 4).toFixed(1)}" y="${y + 12}">${v.ratio.toFixed(2)}×</text>`,
  ];
  if (v.target !== null) {
    const x = place(v.target).toFixed(1);
    parts.push(`<line x1="${x}" y1="${y}" x2="${x}" y2="${y + ROW - 1}" stroke="black" stroke-dasharray="2 2"/>`);
  }
  return parts.join('');
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
