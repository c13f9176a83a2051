/** The page's tables. These functions run in the browser, as those of `view.ts`. */
import type { Page } from './browser.js';
import type { ProfileData } from './data.js';

declare const document: Page;

/** The text of the script. */
export function tableScript(): string {
  return [fillTables, table, cell].map(String).join('\n');
}

/** Fills the page's tables. */
export function fillTables({ lines, kernels, apart }: ProfileData): void {
  const ms = (time: number): string => (time < 10 ? time.toFixed(3) : time.toFixed(1));
  const slowest = lines
    .slice(0, 10)
    .map((row) => [
      row.where,
      ms(row.computing + row.waiting + row.uploading),
      ms(row.computing),
      ms(row.waiting),
      row.launches,
      row.reads,
      row.uploads,
      row.names.slice(0, 8).join(', '),
    ]);
  table('lines', ['line', '#ms', '#computing', '#waiting', '#tasks run', '#reads', '#uploads', 'operations'], slowest);
  const rows = kernels
    .slice(0, 25)
    .map(({ name, milliseconds, launches, elements }) => [name, ms(milliseconds), launches, elements]);
  table('kernels', ['tasks', '#ms', '#launches', '#elements each'], rows);
  const reasons: Record<string, string> = {
    domain: 'different domains',
    true: 'reads or overwrites elements that other points of it write',
    anti: 'overwrites elements that other points of it read',
    reduction: 'a fold is complete only when its kernel ends',
    opaque: 'code that is no kernel',
    device: 'on different devices',
    size: 'too many arrays for one kernel',
  };
  const why = apart.slice(0, 50).map(({ reason, before, after, count }) => [reasons[reason] ?? reason, before, after, count]);
  table('apart', ['why', 'the kernel that ends with', 'and the one that begins with', '#times'], why);
}

function table(id: string, head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const heads = head.map((text) => `<th class="${text.startsWith('#') ? 'n' : ''}">${text.replace('#', '')}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((value, k) => cell(value, head[k].startsWith('#'), k)).join('')}</tr>`).join('');
  document.getElementById(id).innerHTML = rows.length === 0 ? '<p>nothing</p>' : `<table><tr>${heads}</tr>${body}</table>`;
}

function cell(value: string | number, isNumber: boolean, column: number): string {
  const text = String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<td class="${isNumber ? 'n' : column === 0 ? 'c' : ''}">${text}</td>`;
}
