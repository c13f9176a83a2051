/**
 * The documentation as a site, `dist/docs`: the guide (`guide/`), the reference (`reference.mjs`), tables (`tables.mjs`), the mechanisms of the
 * papers (`pages/`). VitePress lays it out, and fails where a link leads nowhere.
 *
 *     npm run docs        behind npm run compile; serve the folder with any server of files
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchmarksPage } from './benchmarks.mjs';
import { DOORS, referenceOf } from './reference.mjs';
import { tables } from './tables.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = join(root, '.ci', 'docs');
const work = join(root, 'build', 'docs');
const out = join(root, 'dist', 'docs');

const CHAPTERS = [
  'install',
  'arrays',
  'slicing',
  'waiting',
  'masks',
  'random-and-files',
  'linear-algebra',
  'sparse',
  'tensors',
  'speed',
  'many-processors',
  'embedding',
  'kernels',
];

function write(path, text) {
  const file = join(work, `${path}.md`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`);
}

const titleOf = (text) => /^# (.*)$/m.exec(text)?.[1] ?? '';

function guide() {
  const there = readdirSync(join(here, 'guide')).map((name) => name.replace(/\.md$/, ''));
  if (there.sort().join() !== [...CHAPTERS].sort().join())
    throw new Error(`the guide's chapters are ${CHAPTERS.join(', ')}; found ${there.join(', ')}`);
  return CHAPTERS.map((name) => {
    const text = readFileSync(join(here, 'guide', `${name}.md`), 'utf8');
    write(`guide/${name}`, text);
    return { text: titleOf(text), link: `/guide/${name}` };
  });
}

/** Throws where a page names a folder or a file of `lib/` that is gone. */
function checkPaths(name, text) {
  const named = [...text.matchAll(/`([a-z-]+\/[\w./-]*)`/g)].map((m) => m[1].replace(/^lib\//, ''));
  const gone = named.filter((path) => !existsSync(join(root, 'lib', path)));
  if (gone.length > 0) throw new Error(`${name} names what is not in lib/: ${gone.join(', ')}`);
}

function pages() {
  return readdirSync(join(here, 'pages'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(here, 'pages', name), 'utf8');
      checkPaths(name, text);
      write(name.replace(/\.md$/, ''), text);
      return { text: titleOf(text), link: `/${name.replace(/\.md$/, '')}` };
    });
}

async function reference() {
  const links = new Map();
  const groups = [];
  for (const door of DOORS) {
    const { pages: found, links: own } = await referenceOf(root, door);
    links.set(door.door, own);
    for (const { path, body } of found) write(path, body);
    groups.push({ text: door.text, collapsed: true, items: found.map(({ path, title }) => ({ text: title, link: `/${path}` })) });
  }
  return { links, groups };
}

async function main() {
  if (!existsSync(join(root, 'dist', 'lib', 'array', 'index.d.ts')))
    throw new Error('npm run docs reads dist/lib: run npm run compile first');
  rmSync(work, { recursive: true, force: true });
  const chapters = guide();
  const { links, groups } = await reference();
  for (const [name, text] of Object.entries(await tables(root, links))) write(name, text);
  write('benchmarks', benchmarksPage(root, work));
  const further = [
    { text: 'For NumPy users', link: '/numpy' },
    { text: 'For SciPy users', link: '/scipy' },
    { text: 'Benchmarks', link: '/benchmarks' },
    ...pages(),
  ];
  const list = chapters.map(({ text, link }) => `- [${text}](${link})`).join('\n');
  write(
    'index',
    `# maniple\n\nComposable, accelerated numerics for JavaScript: NumPy- and SciPy-style programs, fused and parallel.\n\n${list}\n\n${further.map(({ text, link }) => `- [${text}](${link})`).join('\n')}`,
  );
  mkdirSync(join(work, '.vitepress'), { recursive: true });
  cpSync(join(here, 'config.mjs'), join(work, '.vitepress', 'config.mjs'));
  const sidebar = [{ text: 'Guide', items: chapters }, { text: 'Coming from elsewhere', items: further }, ...groups];
  writeFileSync(join(work, '.vitepress', 'sidebar.json'), JSON.stringify(sidebar));
  rmSync(out, { recursive: true, force: true });
  process.env.MANIPLE_DOCS_OUT = out;
  const { build } = await import('vitepress');
  await build(work);
}

await main();
