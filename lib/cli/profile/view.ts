/**
 * The page's timeline. These functions run in the browser: the page has their text, so they use nothing of this file but each other. Events
 * are sorted by lane and begin; for each pixel the next event is found by bisection, so that a million of them are drawn as fast as a thousand.
 */
import type { Frame, Item, Page, Pen, Pointer } from './browser.js';
import type { ProfileData } from './data.js';

declare const document: Page;
declare const window: Frame;

/** The text of the script. */
export function viewScript(): string {
  const parts = [
    start,
    unpack,
    laneOf,
    lanesOf,
    firstAfter,
    hue,
    drawLane,
    drawAll,
    drawMemory,
    describeEvent,
    eventAt,
    listen,
    search,
  ];
  return parts.map(String).join('\n');
}

/** Events of one lane, by begin. */
interface Row {
  readonly name: string;
  readonly begin: Float64Array;
  readonly end: Float64Array;
  readonly event: Int32Array;
}

interface View {
  readonly data: ProfileData;
  readonly rows: readonly Row[];
  readonly canvas: Item;
  readonly memory: Item;
  readonly total: number;
  from: number;
  to: number;
  /** The events that the search finds, by lane; null without a search. */
  hits: readonly Row[] | null;
  due: boolean;
}

/** Unpacks the profile, draws it, and listens; `fillTables` makes the tables. */
export async function start(fillTables: (data: ProfileData) => void): Promise<void> {
  const data = await unpack();
  const total = Math.max(1, data.milliseconds * 10000);
  const [canvas, memory] = [document.getElementById('timeline'), document.getElementById('memory')];
  const view: View = { data, rows: lanesOf(data, null), canvas, memory, total, from: 0, to: total, hits: null, due: false };
  listen(view);
  drawAll(view);
  fillTables(data);
}

async function unpack(): Promise<ProfileData> {
  const bytes = Uint8Array.from(atob(document.getElementById('data').textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return (await new Response(stream as never).json()) as ProfileData;
}

/** Events by lane; `found`: the texts of the ones that are wanted. */
function lanesOf(data: ProfileData, found: readonly boolean[] | null): Row[] {
  const lists: number[][] = data.lanes.map(() => []);
  for (let i = 0; i < data.lane.length; i++)
    if (found === null || found[data.text[i]] || found[data.where[i]]) lists[data.lane[i]].push(i);
  return lists.map((list, lane) => laneOf(data, list, data.lanes[lane]));
}

function laneOf({ begin, length }: ProfileData, list: number[], name: string): Row {
  list.sort((a, b) => begin[a] - begin[b]);
  return {
    name,
    begin: Float64Array.from(list, (i) => begin[i]),
    end: Float64Array.from(list, (i) => begin[i] + length[i]),
    event: Int32Array.from(list),
  };
}

/** The first event of a lane that ends behind a time. */
function firstAfter({ end }: Row, time: number, from: number): number {
  let [low, high] = [from, end.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (end[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function hue(text: number): number {
  return (text * 137.508) % 360;
}

/** One lane: each stretch of pixels has the colour of its first event. */
function drawLane(view: View, pen: Pen, row: Row, y: number, width: number, dark: boolean): void {
  const { data, from, to } = view;
  const scale = width / (to - from);
  for (let i = firstAfter(row, from, 0); i < row.begin.length && row.begin[i] < to; ) {
    const x = Math.max(0, (row.begin[i] - from) * scale);
    const wide = Math.max(1, (Math.min(row.end[i], to) - from) * scale - x);
    const text = data.text[row.event[i]];
    pen.fillStyle = `hsl(${hue(text)} 55% ${dark ? 45 : 68}%)`;
    pen.fillRect(x, y, wide, 20);
    if (wide > 40) {
      pen.fillStyle = dark ? '#fff' : '#111';
      // A letter is some 7 pixels wide.
      const most = Math.floor((wide - 8) / 7);
      const name = data.texts[text];
      pen.fillText(name.length <= most ? name : `${name.slice(0, most - 1)}…`, x + 4, y + 14);
    }
    // The next event that reaches beyond this pixel.
    const next = firstAfter(row, from + (Math.floor(x + wide) + (wide > 1 ? 0 : 1)) / scale, i + 1);
    i = Math.max(i + 1, next);
  }
}

function drawAll(view: View): void {
  view.due = false;
  const { canvas, rows, from, to } = view;
  const dark = window.matchMedia('(prefers-color-scheme: dark)').matches;
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, 24 + rows.length * 40];
  canvas.style.height = `${height}px`;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const pen = canvas.getContext('2d');
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.font = '12px system-ui, sans-serif';
  const ink = dark ? '#e6e9ec' : '#1b1f24';
  const step = 10 ** Math.floor(Math.log10((to - from) / 4));
  for (let time = Math.ceil(from / step) * step; time < to; time += step) {
    const x = ((time - from) * width) / (to - from);
    pen.fillStyle = dark ? '#353b42' : '#d5dbe1';
    pen.fillRect(x, 0, 1, height);
    pen.fillStyle = ink;
    pen.fillText(step >= 1e7 ? `${time / 1e7} s` : step >= 1e4 ? `${time / 1e4} ms` : `${+(time / 10).toFixed(1)} us`, x + 3, 12);
  }
  rows.forEach((row, lane) => {
    pen.fillStyle = ink;
    pen.fillText(row.name, 4, 34 + lane * 40);
    pen.globalAlpha = view.hits === null ? 1 : 0.15;
    drawLane(view, pen, row, 36 + lane * 40, width, dark);
    pen.globalAlpha = 1;
    if (view.hits !== null) drawLane(view, pen, view.hits[lane], 36 + lane * 40, width, dark);
  });
  drawMemory(view, width, ratio, ink);
}

/** Bytes in use over time, as columns. */
function drawMemory(view: View, width: number, ratio: number, ink: string): void {
  const { data, memory: canvas, from, to } = view;
  const height = 70;
  canvas.style.height = `${height}px`;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const pen = canvas.getContext('2d');
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.font = '12px system-ui, sans-serif';
  const most = data.memory.reduce((a, [, bytes]) => Math.max(a, bytes), 1);
  let last = 0;
  let at = 0;
  for (let x = 0; x < width; x++) {
    const until = from + ((x + 1) * (to - from)) / width;
    let top = last;
    while (at < data.memory.length && data.memory[at][0] < until) {
      last = data.memory[at++][1];
      top = Math.max(top, last);
    }
    pen.fillStyle = '#0072b288';
    pen.fillRect(x, height - (top / most) * (height - 16), 1, (top / most) * (height - 16));
  }
  pen.fillStyle = ink;
  pen.fillText(`most: ${(most / 1e6).toFixed(2)} MB`, 4, 12);
}

function eventAt({ rows, canvas, from, to }: View, { offsetX, offsetY }: Pointer): number {
  const lane = Math.floor((offsetY - 34) / 40);
  const row = rows[lane];
  if (row === undefined || offsetY - 34 - lane * 40 > 24) return -1;
  const time = from + (offsetX * (to - from)) / canvas.clientWidth;
  const i = firstAfter(row, time, 0);
  const pixel = (to - from) / canvas.clientWidth;
  return i < row.begin.length && row.begin[i] <= time + pixel ? row.event[i] : -1;
}

function describeEvent({ data }: View, event: number): string {
  const { begin, length, texts, text, where } = data;
  const micro = length[event] / 10;
  const took = micro < 1000 ? `${micro.toFixed(1)} us` : `${(micro / 1000).toFixed(3)} ms`;
  const line = texts[where[event]];
  return `${texts[text[event]]}\n${took}, at ${(begin[event] / 1e4).toFixed(3)} ms${line === '' ? '' : `\n${line}`}`;
}

function search(view: View, words: string): void {
  const wanted = words.trim().toLowerCase();
  const { data } = view;
  view.hits =
    wanted === ''
      ? null
      : lanesOf(
          data,
          data.texts.map((text) => text.toLowerCase().includes(wanted)),
        );
  let [count, time] = [0, 0];
  for (const { event } of view.hits ?? []) {
    count += event.length;
    for (const i of event) time += data.length[i];
  }
  document.getElementById('found').textContent = wanted === '' ? '' : `${count} events, ${(time / 1e4).toFixed(2)} ms`;
}

function listen(view: View): void {
  const { canvas, total } = view;
  const tip = document.getElementById('tip');
  const redraw = (): void => {
    if (!view.due) window.requestAnimationFrame(() => drawAll(view));
    view.due = true;
  };
  const show = (from: number, to: number): void => {
    const span = Math.min(total, Math.max(10, to - from));
    view.from = Math.min(Math.max(0, from), total - span);
    view.to = view.from + span;
    redraw();
  };
  let moved = 0;
  canvas.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const at = view.from + (event.offsetX * (view.to - view.from)) / canvas.clientWidth;
      const by = 1.0015 ** event.deltaY;
      show(at - (at - view.from) * by, at + (view.to - at) * by);
    },
    { passive: false },
  );
  let last = 0;
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    [moved, last] = [0, event.offsetX];
  });
  canvas.addEventListener('pointermove', (event) => {
    if (event.buttons > 0) {
      const by = ((last - event.offsetX) * (view.to - view.from)) / canvas.clientWidth;
      moved += Math.abs(last - event.offsetX);
      last = event.offsetX;
      show(view.from + by, view.to + by);
    }
    const found = eventAt(view, event);
    tip.style.display = found < 0 ? 'none' : 'block';
    tip.style.left = `${event.clientX + 14}px`;
    tip.style.top = `${event.clientY + 14}px`;
    if (found >= 0) tip.textContent = describeEvent(view, found);
  });
  canvas.addEventListener('pointerleave', () => (tip.style.display = 'none'));
  canvas.addEventListener('click', (event) => {
    const found = moved > 4 ? -1 : eventAt(view, event);
    if (found < 0) return;
    const { begin, length } = view.data;
    show(begin[found] - length[found], begin[found] + 2 * length[found]);
  });
  document.getElementById('whole').addEventListener('click', () => show(0, total));
  const box = document.getElementById('search');
  box.addEventListener('input', () => {
    search(view, box.value);
    redraw();
  });
  window.addEventListener('resize', redraw);
}
