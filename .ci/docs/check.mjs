/**
 * The site in Chromium: every page opens without an error and asks nothing of other hosts, search finds functions, and the page is light and dark.
 * Without Chromium, or before the site was built, it says so and passes.
 *
 *     node .ci/docs/check.mjs [--screenshots FOLDER]
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const site = fileURLToPath(new URL('../../dist/docs', import.meta.url));
const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};
/** Pages that are opened at a time. */
const TABS = 4;
const { screenshots } = parseArgs({ options: { screenshots: { type: 'string' } } }).values;

function chromium() {
  const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return places.find((path) => path && existsSync(path)) ?? null;
}

/** Serves the site's files on a port of this machine. */
function serve() {
  const server = createServer((request, response) => {
    const path = join(site, decodeURIComponent(new URL(request.url, 'http://x').pathname));
    if (path.endsWith('favicon.ico')) return response.writeHead(204).end();
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
    if (!existsSync(file)) return response.writeHead(404).end();
    response
      .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream', 'cache-control': 'max-age=3600' })
      .end(readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** A page that notes what goes wrong: exceptions, errors of the console, answers that are no success, other hosts. */
async function watched(browser, base, problems) {
  const page = await browser.newPage();
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && problems.push(`${page.url()}: ${message.text()}`));
  page.on('response', (response) => {
    if (!response.ok()) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url()))
      problems.push(`asks a different host: ${request.url()}`);
  });
  return page;
}

async function search(page, words, expected) {
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  await page.waitForSelector('#localsearch-input');
  await page.type('#localsearch-input', words);
  await page.waitForSelector('.VPLocalSearchBox .result');
  const found = await page.$$eval('.VPLocalSearchBox .result', (list) => list.map((each) => each.getAttribute('href')));
  await page.keyboard.press('Escape');
  assert.ok(
    found.some((href) => expected.test(href)),
    `search for ${words} found ${found.join(', ')}`,
  );
}

const background = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

async function colours(page, base) {
  const seen = [];
  for (const value of ['light', 'dark']) {
    await page.evaluate((theme) => localStorage.setItem('vitepress-theme-appearance', theme), value);
    await page.goto(`${base}/guide/slicing.html`, { waitUntil: 'networkidle0' });
    seen.push(await background(page));
    if (screenshots !== undefined) await page.screenshot({ path: join(screenshots, `${value}.png`) });
  }
  assert.notEqual(seen[0], seen[1], 'light and dark');
}

/** Opens the pages that are left in `names`, one behind the other in a tab. */
async function openAll(browser, base, names, problems) {
  const page = await watched(browser, base, problems);
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    await page.goto(`${base}/${name}`, { waitUntil: 'load' });
    assert.ok((await page.$('h1')) !== null, `${name} has no title`);
  }
  await page.close();
}

/** Every chart of the benchmarks is drawn, with as many dots as its table has rows. */
async function charts(page, base) {
  await page.goto(`${base}/benchmarks.html`, { waitUntil: 'load' });
  await page.waitForSelector('.chart svg circle');
  const [dots, rows] = await page.evaluate(() => [
    document.querySelectorAll('.chart svg g[aria-label=dot] circle').length,
    [...document.querySelectorAll('table')].reduce(
      (sum, table) =>
        sum + (table.rows[0].cells.length === 5 && table.rows[0].cells[1].innerText === 'against' ? table.rows.length - 1 : 0),
      0,
    ),
  ]);
  assert.ok(rows > 0);
  assert.equal(dots, rows, 'a dot for each row of the tables');
  if (screenshots !== undefined) await page.screenshot({ path: join(screenshots, 'benchmarks.png'), fullPage: true });
}

/** Every link within the site leads to a page that is there, and its anchor to an element of that page. */
function links() {
  const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
  const texts = new Map(pages.map((name) => [`/${name}`, readFileSync(join(site, name), 'utf8')]));
  const ids = new Map([...texts].map(([name, text]) => [name, new Set([...text.matchAll(/ id="([^"]+)"/g)].map((m) => m[1]))]));
  const broken = new Set();
  let count = 0;
  for (const [page, text] of texts) {
    for (const [, href] of text.matchAll(/<a\b[^>]* href="([^"]+)"/g)) {
      const { origin, pathname, hash } = new URL(href.replaceAll('&amp;', '&'), `http://site${page}`);
      if (origin !== 'http://site') continue;
      count++;
      const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
      const target = ids.get(decodeURIComponent(path));
      if (target === undefined ? !existsSync(join(site, path)) : hash !== '' && !target.has(decodeURIComponent(hash.slice(1))))
        broken.add(`${page}: ${href}`);
    }
  }
  assert.deepEqual([...broken].slice(0, 20), [], `${broken.size} links lead nowhere`);
  console.log(`${count} links lead to what is there`);
}

async function main() {
  if (!existsSync(site)) return console.log('skipped: no site in dist/docs; npm run docs builds it');
  links();
  const executablePath = chromium();
  if (executablePath === null) return console.log('skipped: no Chromium (Debian: apt install chromium; or name one in CHROMIUM)');
  const { default: puppeteer } = await import('puppeteer-core');
  const server = await serve();
  const base = `http://127.0.0.1:${server.address().port}`;
  const browser = await puppeteer.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'], timeout: 120_000 });
  try {
    const problems = [];
    const page = await watched(browser, base, problems);
    const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.html') && name !== '404.html',
    );
    const count = pages.length;
    await Promise.all(Array.from({ length: TABS }, () => openAll(browser, base, pages, problems)));
    await page.goto(`${base}/guide/install.html`, { waitUntil: 'networkidle0' });
    await search(page, 'linspace', /linspace/);
    await search(page, 'eigh', /eigh/);
    await colours(page, base);
    await charts(page, base);
    assert.deepEqual(problems, []);
    console.log(`${count} pages open without an error; search, light and dark work`);
  } finally {
    await browser.close();
    server.close();
  }
}

await main();
