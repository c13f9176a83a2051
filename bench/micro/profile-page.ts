/**
 * The frame time of a profile's page: a page of made events is opened in Chromium, zoomed and moved, and each redraw is timed.
 *
 *     node dist/bench/micro/profile-page.js [EVENTS] [SCREENSHOT.png]
 *
 * Prints an object: events, milliseconds until the page is drawn, and the median and slowest milliseconds of a redraw.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profilePage } from '../../lib/cli/profile/page.js';
import { madeProfile } from '../../test/support/made-profile.js';

interface Page {
  setViewport(size: { readonly width: number; readonly height: number }): Promise<void>;
  goto(url: string): Promise<unknown>;
  waitForSelector(selector: string): Promise<unknown>;
  evaluate<T>(script: string): Promise<T>;
  screenshot(options: { readonly path: string }): Promise<unknown>;
}
interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

const events = Number(process.argv[2] ?? 1_000_000);
const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);
if (executablePath === undefined) throw new Error('no Chromium: name one in CHROMIUM');
const folder = mkdtempSync(join(tmpdir(), 'maniple-page-'));
const name = 'puppeteer-core';
const { launch } = (await import(name)) as { launch(options: object): Promise<Browser> };
const browser = await launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

/** Zooms in and out again and moves, a step for each frame; milliseconds from each event to the end of the frame that draws it. */
const FRAMES = `(async () => {
  const c = document.getElementById('timeline');
  const r = c.getBoundingClientRect();
  const times = [];
  for (let i = 0; i < 60; i++) {
    const began = performance.now();
    c.dispatchEvent(new WheelEvent('wheel', { deltaY: i < 30 ? -200 : 200, clientX: r.left + 10 * i, clientY: r.top + 50, cancelable: true }));
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b);
})()`;

try {
  const path = join(folder, 'page.html');
  writeFileSync(path, profilePage(madeProfile(events)));
  const page = await browser.newPage();
  await page.setViewport({ width: 1400, height: 900 });
  const began = performance.now();
  await page.goto(`file://${path}`);
  await page.waitForSelector('#lines p');
  const opened = performance.now() - began;
  const times = await page.evaluate<number[]>(FRAMES);
  const shot = process.argv[3];
  if (shot !== undefined) await page.screenshot({ path: shot });
  const [median, slowest] = [times[times.length >> 1], times[times.length - 1]].map((ms) => Number(ms.toFixed(1)));
  console.log(JSON.stringify({ events, opened: Math.round(opened), median, slowest }));
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
