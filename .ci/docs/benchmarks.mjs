/**
 * The page of benchmarks, from the result of one full run that is kept in `bench/results.json` (`npm run bench -- --keep bench/results.json`): charts
 * (Observable Plot, in the browser), and every number in tables.
 */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const OWN = new Set(['unfused', 'block tier', 'untraced', 'by hand', 'prefixes', 'as it comes', 'planned at once']);

/** Charts, and the ratios that belong to each. */
const GROUPS = [
  { title: 'Against NumPy, SciPy, PETSc, Numba and C', has: (v) => v.elements === null && !OWN.has(v.rival) },
  { title: 'Against packages of npm, 100 elements', has: (v) => v.elements === 100 },
  { title: 'Against packages of npm, 10⁶ elements', has: (v) => v.elements === 1_000_000 },
  { title: 'Against maniple itself, without a part of it', has: (v) => v.elements === null && OWN.has(v.rival) },
];

const time = (ms) => (ms >= 1 ? `${Number(ms.toPrecision(3))} ms` : `${Number((ms * 1000).toPrecision(3))} µs`);

const rowOf = ({ name, size, rival, ours, theirs, ratio, by }) => ({
  program: `${name} (${size.toLocaleString('en')})`,
  rival: by === 'bandwidth' ? `${rival}, bytes/s` : rival,
  ratio: Number(ratio.toPrecision(3)),
  ours: time(ours),
  theirs: time(theirs),
});

function tableOf(rows) {
  const lines = rows.map(
    ({ program, rival, ours, theirs, ratio }) => `| ${program} | ${rival} | ${ours} | ${theirs} | ${ratio} |`,
  );
  return ['| program (size) | against | maniple | rival | ratio |', '| --- | --- | ---: | ---: | ---: |', ...lines].join('\n');
}

function figuresOf(figures) {
  const lines = figures
    .filter(({ value }) => value !== null)
    .map(({ name, text, value, unit, atMost, above, met }) => {
      const bound = atMost !== undefined ? `at most ${atMost}` : above !== undefined ? `above ${above}` : '';
      return `| ${name} | ${text} | ${Number(value.toPrecision(3))}${unit === '' ? '' : ` ${unit}`} | ${bound} | ${met === null ? '' : met ? 'met' : 'missed'} |`;
    });
  return ['| figure | of | value | target | |', '| --- | --- | ---: | --- | --- |', ...lines].join('\n');
}

function metgOf(lines) {
  const rows = lines.map(({ mode, name, metg, floor, met }) => {
    const micro = (value) => (value === null || value === undefined ? '' : Number(value.toPrecision(3)));
    return `| ${mode} ${name} | ${micro(metg)} | ${micro(floor)} | ${met === null ? '' : met ? 'met' : 'missed'} |`;
  });
  return ['| mode and graph | µs | spinning threads, µs | target |', '| --- | ---: | ---: | --- |', ...rows].join('\n');
}

/** Writes the page, its data and its chart into the folder that VitePress reads; gives the page's text. */
export function benchmarksPage(root, work) {
  const run = JSON.parse(readFileSync(join(root, 'bench', 'results.json'), 'utf8'));
  mkdirSync(join(work, 'charts'), { recursive: true });
  copyFileSync(join(root, '.ci', 'docs', 'charts', 'ratios.vue'), join(work, 'charts', 'ratios.vue'));
  const groups = GROUPS.map(({ title, has }) => ({ title, rows: run.verdicts.filter((v) => v.ratio > 0 && has(v)).map(rowOf) }));
  const charted = groups.filter(({ rows }) => rows.length > 0);
  writeFileSync(join(work, 'charts', 'benchmarks.json'), JSON.stringify(charted.map(({ rows }) => rows)));
  const parts = charted.flatMap(({ title, rows }, i) => [
    `## ${title}`,
    `<Ratios :rows="groups[${i}]" label="times faster than the rival" />`,
    tableOf(rows),
  ]);
  if (run.metg.length > 0) parts.push('## Task Bench: METG(50)', metgOf(run.metg));
  if (run.figures.length > 0) parts.push('## Figures without a rival', figuresOf(run.figures));
  return `# Benchmarks

<script setup>
import Ratios from './charts/ratios.vue';
import groups from './charts/benchmarks.json';
</script>

One run of \`npm run bench${run.quick ? ' -- --quick' : ''}\` on ${run.when.slice(0, 10)}: ${run.machine}, ${run.threads} threads, Node.js ${run.node}, ${run.compiler}. A ratio is the
rival's median time over maniple's, both in processes of their own that take turns and agree on their results: above 1 maniple is faster. Nobody
tuned a rival, and each has as many threads as maniple. \`bench/README.md\` in the repository says how each is measured; the table in its
\`README.md\` is of a different run.${run.note === undefined ? '' : ` ${run.note}`}

${parts.join('\n\n')}`;
}
