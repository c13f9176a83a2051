/** Whole processes against NumPy's, as figures of the report: `micro/life.ts` measures them. */
import type { FigureCase, Row } from './figure-case.js';

/** The newest Node that the package is tried on. */
const NEWEST = 26;
/** The ratios that the geometric means are to reach; the newest Node's V8 compiles sooner, and the ones between are held to the oldest's. */
const LEAST = { small: Number(process.versions.node.split('.')[0]) >= NEWEST ? 1.1 : 0.8, large: 1.5 };
const STARTS: readonly Row[] = [
  { key: 'empty', text: 'a process of Node that does nothing', unit: 'ms' },
  { key: 'import', text: "import 'maniple': over a process with an empty module", unit: 'ms', atMost: 25 },
  { key: 'first', text: 'a first result behind the import: arange, add, read', unit: 'ms', atMost: 5 },
  { key: 'version', text: 'maniple --version, against an empty Node', unit: '×', atMost: 1.3 },
  { key: 'info', text: 'maniple info, against an empty Node', unit: '×', atMost: 1.5 },
  { key: 'solve', text: 'maniple solve on a system of 144 unknowns, against an empty Node', unit: '×', atMost: 2 },
];

/** A ratio, with the two times that it is of. */
function row(found: Readonly<Record<string, unknown>>, key: string): Row {
  const times = found[`times of ${key}`];
  const [ours, theirs] = Array.isArray(times) ? times.map((ms) => Math.round(Number(ms))) : [];
  const way = key.startsWith('cold') ? ' (small, no kernels or code kept by earlier processes)' : '';
  const text = `${key}${way}, against NumPy's whole process${ours === undefined ? '' : `: ${ours} and ${theirs} ms`}`;
  const mean = /^(small|large): geometric mean$/.exec(key)?.[1] as keyof typeof LEAST | undefined;
  return { key, text, unit: '×', ...(mean === undefined ? {} : { above: LEAST[mean] }) };
}

export const life: FigureCase = {
  name: 'life',
  script: 'life',
  args: ['9'],
  quick: ['3'],
  seconds: [190, 85],
  rows: (found) => [
    ...STARTS,
    ...Object.keys(found)
      .filter((key) => /^(small|large|cold)\b/.test(key))
      .map((key) => row(found, key)),
  ],
};

/** What the geometric mean of the tutorials' whole processes is to reach. */
const TUTORIALS_LEAST = 0.8;

/** Programs of the size of tutorials, a line each: whole processes by their ratio, with the run alone and empty caches beside: `micro/tutorials.ts`. */
export const tutorials: FigureCase = {
  name: 'tutorials',
  script: 'tutorials',
  args: ['5'],
  quick: ['2'],
  seconds: [110, 55],
  rows: (found) => [
    ...Object.keys(found)
      .filter((key) => typeof found[`text of ${key}`] === 'string')
      .map((key) => ({ key, text: String(found[`text of ${key}`]), unit: '×' })),
    ...(found['whole processes'] === undefined
      ? []
      : [
          { key: 'whole processes', text: 'geometric mean of whole processes', unit: '×', above: TUTORIALS_LEAST },
          { key: 'runs alone', text: 'geometric mean of first runs, imports left out', unit: '×' },
          { key: 'empty caches', text: 'geometric mean of whole processes, no kernels or code kept', unit: '×' },
        ]),
  ],
};

/** A function's first calls, a solver in a new process, the first requests of a server: `micro/meeting.ts` measures them. */
export const meeting: FigureCase = {
  name: 'meeting',
  script: 'meeting',
  args: ['9'],
  quick: ['3'],
  seconds: [50, 25],
  rows: [
    {
      key: 'jacobi: first',
      text: "Jacobi on 96², 60 sweeps: the first call over NumPy's, no kernels kept",
      unit: '×',
      atMost: 8,
    },
    { key: 'jacobi: first, caches filled', text: "the first call over NumPy's, kernels and code kept", unit: '×' },
    { key: 'jacobi: early', text: "calls 51 to 60 over NumPy's settled ones, no kernels kept", unit: '×' },
    { key: 'jacobi: settled', text: "a settled call (391 to 400) over NumPy's", unit: '×', atMost: 0.3 },
    {
      key: 'cg',
      text: "CG on 10⁴ unknowns, built and solved in a new process, no kernels kept: SciPy's whole process by ours",
      unit: '×',
      above: 1,
    },
    { key: 'requests: first', text: 'a server: its first request of 100 numbers', unit: 'ms' },
    { key: 'requests: slowest of the first', text: 'the slowest of its first 100', unit: 'ms', atMost: 30 },
    { key: 'requests: slowest', text: 'the slowest of 1,000', unit: 'ms', atMost: 30 },
    { key: 'requests: median', text: 'the median behind the first 100', unit: 'ms' },
  ],
};
