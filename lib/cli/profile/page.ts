/**
 * The page of a profile: one file that asks for nothing else. Its script is made of the functions of `view.ts` and `tables.ts`, as they are:
 * a bundler may have given them new names.
 */
import { gzipSync } from 'node:zlib';
import type { ProfileData } from './data.js';
import { fillTables, tableScript } from './tables.js';
import { start, viewScript } from './view.js';

const STYLE = `
  :root { color-scheme: light dark; --ink: #1b1f24; --paper: #fff; --line: #d5dbe1; --soft: #f2f5f8; --mark: #0072b2; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --paper: #14171a; --line: #353b42; --soft: #1d2226; --mark: #56b4e9; } }
  body { margin: 0 auto; padding: 1rem 1.5rem 4rem; max-width: 1500px; font: 14px/1.45 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
  h1 { font-size: 1.3rem; margin: 0 0 .2rem; } h2 { font-size: 1.05rem; margin: 1.6rem 0 .4rem; }
  p { margin: .2rem 0; } .facts { opacity: .8; }
  canvas { width: 100%; display: block; border: 1px solid var(--line); border-radius: 6px; cursor: grab; touch-action: none; }
  #bar { display: flex; gap: .6rem; align-items: center; margin: .8rem 0 .4rem; flex-wrap: wrap; }
  input, button { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: 5px; padding: .2rem .5rem; }
  #search { width: 18rem; } #found { min-width: 12rem; }
  #tip { position: fixed; pointer-events: none; display: none; max-width: 40rem; padding: .35rem .6rem; background: var(--paper); border: 1px solid var(--line);
    border-radius: 6px; box-shadow: 0 2px 10px #0004; white-space: pre-wrap; font-size: 13px; z-index: 2; }
  table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .2rem .7rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
  th { font-weight: 600; } td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } td.c { font-family: ui-monospace, monospace; font-size: 12.5px; }
`;

/** The page as a document. */
export function profilePage(data: ProfileData): string {
  const packed = gzipSync(JSON.stringify(data)).toString('base64');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(data.program)}: profile</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>${STYLE}</style></head><body>
<h1>${escaped(data.program)}</h1>
<p class="facts">${data.facts.map(escaped).join(' · ')} · ${(data.milliseconds / 1000).toFixed(3)} s</p>
${data.missing.map((text) => `<p class="facts">${escaped(text)}</p>`).join('\n')}
<div id="bar"><input id="search" type="search" placeholder="search names and lines" aria-label="search"><span id="found"></span>
<button id="whole">whole run</button><span class="facts">wheel: zoom · drag: move · click: zoom to an event</span></div>
<canvas id="timeline"></canvas>
<h2>Memory</h2><canvas id="memory"></canvas>
<h2>Slowest lines</h2><div id="lines"></div>
<h2>Kernels and launches</h2><div id="kernels"></div>
<h2>Why kernels are apart</h2>
${data.unplanned === 0 ? '' : `<p class="facts">${unplannedText(data.unplanned)}</p>`}<div id="apart"></div>
<div id="tip"></div>
<script id="data" type="text/plain">${packed}</script>
<script>
${viewScript()}
${tableScript()}
${start.name}(${fillTables.name});
</script></body></html>
`;
}

function unplannedText(windows: number): string {
  const many = windows === 1 ? '1 window' : `${windows} windows`;
  return `Launched without a plan, task by task, since a plan would not have paid yet: ${many}. Nothing is known of what would fuse there.`;
}

const OPENING = '<script id="data" type="text/plain">';

/** The profile in a page; null where there is none. */
export function packedIn(page: string): string | null {
  const from = page.indexOf(OPENING);
  if (from < 0) return null;
  return page.slice(from + OPENING.length, page.indexOf('</script>', from));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
