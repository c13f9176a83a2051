/** Efficiency over task granularity, as Task Bench's papers draw it: a logarithmic axis of time, one curve a system. */
import { listOf, NUMBER, TEXT, takes } from '../base/index.js';
import { CURVE, type Curve } from './results.js';

const WIDTH = 720;
const HEIGHT = 440;
const MARGIN = { left: 64, right: 176, top: 40, bottom: 56 };
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000', '#8c6d31'];

interface Scale {
  x(microseconds: number): number;
  y(efficiency: number): number;
  readonly decades: readonly number[];
}

/**
 * The plot as a document; `percent` draws METG's line.
 *
 * @example
 * const points = [
 *   { iterations: 1, task_us: 1, flops: 1e8, efficiency: 0.1 },
 *   { iterations: 4, task_us: 5, flops: 9e8, efficiency: 0.9 },
 * ];
 * plotSvg([{ name: 'ours', points }], 'stencil', 50).startsWith('<svg'); // true
 */
export const plotSvg = takes(
  'plotSvg',
  listOf(CURVE),
  TEXT,
  NUMBER,
)((curves: readonly Curve[], title: string, percent: number): string => {
  const scale = scaleFor(curves);
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="white"/>`,
    `<text x="${MARGIN.left}" y="24" font-size="14">${escapeXml(title)}</text>`,
    ...axes(scale),
    `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${scale.y(percent / 100)}" y2="${scale.y(percent / 100)}" stroke="#888" stroke-dasharray="5 4"/>`,
    ...curves.flatMap((curve, i) => drawCurve(curve, i, scale)),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
});

function scaleFor(curves: readonly Curve[]): Scale {
  const times = curves.flatMap((c) => c.points.map((p) => p.task_us));
  const low = Math.floor(Math.log10(Math.min(...times)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...times))));
  const top = Math.max(1, ...curves.flatMap((c) => c.points.map((p) => p.efficiency)));
  const [w, h] = [WIDTH - MARGIN.left - MARGIN.right, HEIGHT - MARGIN.top - MARGIN.bottom];
  return {
    x: (us) => round(MARGIN.left + ((Math.log10(us) - low) / (high - low)) * w),
    y: (efficiency) => round(MARGIN.top + h - (efficiency / top) * h),
    decades: Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i)),
  };
}

function axes(scale: Scale): string[] {
  const [left, right, bottom] = [MARGIN.left, WIDTH - MARGIN.right, HEIGHT - MARGIN.bottom];
  const vertical = scale.decades.flatMap((us) => [
    `<line x1="${scale.x(us)}" x2="${scale.x(us)}" y1="${MARGIN.top}" y2="${bottom}" stroke="#ddd"/>`,
    `<text x="${scale.x(us)}" y="${bottom + 18}" text-anchor="middle">${Number(us.toPrecision(3))}</text>`,
  ]);
  const horizontal = [0, 0.25, 0.5, 0.75, 1].flatMap((e) => [
    `<line x1="${left}" x2="${right}" y1="${scale.y(e)}" y2="${scale.y(e)}" stroke="#ddd"/>`,
    `<text x="${left - 8}" y="${scale.y(e) + 4}" text-anchor="end">${100 * e} %</text>`,
  ]);
  return [
    ...vertical,
    ...horizontal,
    `<text x="${(left + right) / 2}" y="${HEIGHT - 14}" text-anchor="middle">task granularity, µs</text>`,
    `<text transform="translate(16 ${(MARGIN.top + bottom) / 2}) rotate(-90)" text-anchor="middle">efficiency</text>`,
  ];
}

function drawCurve(curve: Curve, index: number, scale: Scale): string[] {
  const colour = COLOURS[index % COLOURS.length];
  const points = [...curve.points].sort((a, b) => a.task_us - b.task_us);
  const legend = MARGIN.top + 16 + 20 * index;
  const at = WIDTH - MARGIN.right + 12;
  return [
    `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.map((p) => `${scale.x(p.task_us)},${scale.y(p.efficiency)}`).join(' ')}"/>`,
    ...points.map((p) => `<circle cx="${scale.x(p.task_us)}" cy="${scale.y(p.efficiency)}" r="2.5" fill="${colour}"/>`),
    `<line x1="${at}" x2="${at + 18}" y1="${legend - 4}" y2="${legend - 4}" stroke="${colour}" stroke-width="2"/>`,
    `<text x="${at + 24}" y="${legend}">${escapeXml(curve.name)}</text>`,
  ];
}

function round(n: number): number {
  return Math.round(n * 100) / 100;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}
