/**
 * Task Bench's flags, with the public benchmark's names, defaults and limits (StanfordLegion/task-bench).
 *
 *     -type stencil_1d -width 8 -steps 1000 -kernel compute_bound -and -type fft -width 4
 */
import { ArgumentError, FLAG, type Kind, kind, listOf, NUMBER, oneOf, recordOf, TEXT, takes } from '../base/index.js';

export const TYPES = [
  'trivial',
  'no_comm',
  'stencil_1d',
  'stencil_1d_periodic',
  'dom',
  'tree',
  'fft',
  'all_to_all',
  'nearest',
  'spread',
  'random_nearest',
] as const;
export const KERNELS = ['empty', 'busy_wait', 'compute_bound', 'memory_bound', 'load_imbalance'] as const;
export type DependenceType = (typeof TYPES)[number];
export type KernelName = (typeof KERNELS)[number];

/** One graph of a run. */
export interface Spec {
  readonly type: DependenceType;
  readonly width: number;
  readonly steps: number;
  readonly radix: number;
  readonly period: number;
  readonly fraction: number;
  readonly kernel: KernelName;
  readonly iterations: number;
  readonly output: number;
  readonly scratch: number;
  readonly samples: number;
  readonly imbalance: number;
  readonly fields: number;
}

export interface BenchFlags {
  readonly specs: readonly Spec[];
  readonly validate: boolean;
  readonly verbose: number;
  /** For the estimate of local and remote dependences; 0 for none. */
  readonly nodes: number;
  /** Whether `-iter` was given: then the public benchmark's programs run once, and so do we. */
  readonly once: boolean;
}

const INTEGRAL: Kind<number> = kind('an integer of at least 0', (given) => Number.isSafeInteger(given) && Number(given) >= 0);

export const SPEC: Kind<Spec> = recordOf('a graph as parseFlags makes it', {
  type: oneOf(...TYPES),
  width: INTEGRAL,
  steps: INTEGRAL,
  radix: INTEGRAL,
  period: INTEGRAL,
  fraction: NUMBER,
  kernel: oneOf(...KERNELS),
  iterations: INTEGRAL,
  output: INTEGRAL,
  scratch: INTEGRAL,
  samples: INTEGRAL,
  imbalance: NUMBER,
  fields: INTEGRAL,
});
export const BENCH_FLAGS: Kind<BenchFlags> = recordOf('flags as parseFlags gives them', {
  specs: listOf(SPEC),
  validate: FLAG,
  verbose: NUMBER,
  nodes: NUMBER,
  once: FLAG,
});

interface Draft {
  type: DependenceType;
  kernel: KernelName;
  numbers: Map<string, number>;
}

interface Bounds {
  readonly least: number;
  readonly most?: number;
  readonly whole: boolean;
}

/** Flags that take a number: its field, its bounds, whether it is whole, and the default. */
const NUMBERS: Readonly<Record<string, Bounds & { readonly field: keyof Spec; readonly initial: number | null }>> = {
  '-steps': { field: 'steps', least: 1, most: 2 ** 31 - 1, whole: true, initial: 4 },
  '-width': { field: 'width', least: 1, most: 2 ** 31 - 1, whole: true, initial: 4 },
  '-radix': { field: 'radix', least: 0, whole: true, initial: 3 },
  '-period': { field: 'period', least: 0, whole: true, initial: null },
  '-fraction': { field: 'fraction', least: 0, most: 1, whole: false, initial: 0.25 },
  '-iter': { field: 'iterations', least: 0, whole: true, initial: 0 },
  '-output': { field: 'output', least: 16, whole: true, initial: 16 },
  '-scratch': { field: 'scratch', least: 0, whole: true, initial: 0 },
  '-sample': { field: 'samples', least: 1, whole: true, initial: 16 },
  '-imbalance': { field: 'imbalance', least: 0, most: 2, whole: false, initial: 0 },
  '-field': { field: 'fields', least: 1, whole: true, initial: null },
};
/** Bytes of a step's outputs, and of all steps' that are kept, or of all scratch memory: tasks name them by 32 bits, sizes are exact numbers. */
const ROW = 2 ** 31;
const WHOLE = 2 ** 50;

/**
 * Reads the flags. Throws `ArgumentError` for one that is unknown, lacks its value, or has one outside its range.
 *
 * @example
 * const { specs } = parseFlags(['-type', 'fft', '-width', '8', '-and', '-type', 'stencil_1d', '-width', '4']);
 * specs.map(({ type, width }) => `${type} ${width}`); // ['fft 8', 'stencil_1d 4']
 */
export const parseFlags = takes(
  'parseFlags',
  listOf(TEXT),
)((flags: readonly string[]): BenchFlags => {
  const drafts = [newDraft()];
  let [validate, verbose, nodes] = [true, 0, 0];
  for (let i = 0; i < flags.length; i++) {
    const flag = flags[i];
    const draft = drafts[drafts.length - 1];
    if (flag === '-and') drafts.push(newDraft());
    else if (flag === '-skip-graph-validation') validate = false;
    else if (flag === '-v') verbose += 1;
    else if (flag === '-vv') verbose += 2;
    else if (flag === '-nodes') nodes = readNumber(flag, flags[++i], { least: 0, whole: true });
    else if (flag === '-type') draft.type = readName(flag, flags[++i], TYPES);
    else if (flag === '-kernel') draft.kernel = readName(flag, flags[++i], KERNELS);
    else if (flag in NUMBERS) draft.numbers.set(flag, readNumber(flag, flags[++i], NUMBERS[flag]));
    else
      throw new ArgumentError(
        `metg: unknown flag '${flag}'; Task Bench's are -type -kernel ${Object.keys(NUMBERS).join(' ')} -nodes -and -skip-graph-validation -v -vv`,
      );
  }
  const once = drafts.some((draft) => draft.numbers.has('-iter'));
  return { specs: drafts.map(finish), validate, verbose, nodes, once };
});

function newDraft(): Draft {
  return { type: 'trivial', kernel: 'empty', numbers: new Map() };
}

function readName<T extends string>(flag: string, value: string | undefined, names: readonly T[]): T {
  const found = names.find((name) => name === value);
  if (found !== undefined) return found;
  throw new ArgumentError(
    `metg: ${flag} must be one of ${names.join(', ')} (got ${value === undefined ? 'nothing' : `'${value}'`})`,
  );
}

function readNumber(flag: string, value: string | undefined, bounds: Bounds): number {
  const number = value === undefined || value.trim() === '' ? Number.NaN : Number(value);
  checkBounds(flag, number, value === undefined ? 'nothing' : `'${value}'`, bounds);
  return number;
}

function checkBounds(flag: string, number: number, given: string, { least, most, whole }: Bounds): void {
  if (number >= least && number <= (most ?? Number.MAX_SAFE_INTEGER) && (!whole || Number.isInteger(number))) return;
  const range = most === undefined ? `at least ${least}` : `in ${least} … ${most}`;
  throw new ArgumentError(`metg: ${flag} must be ${whole ? 'an integer' : 'a number'} ${range} (got ${given})`);
}

function finish(draft: Draft): Spec {
  const get = (flag: string): number => draft.numbers.get(flag) ?? NUMBERS[flag].initial ?? 0;
  const { type, kernel } = draft;
  const steps = get('-steps');
  const periodic = type === 'spread' || type === 'random_nearest';
  const spec: Spec = {
    type,
    kernel,
    steps,
    width: get('-width'),
    radix: get('-radix'),
    fraction: get('-fraction'),
    iterations: get('-iter'),
    output: get('-output'),
    scratch: get('-scratch'),
    samples: get('-sample'),
    imbalance: get('-imbalance'),
    period: draft.numbers.get('-period') ?? (periodic ? 3 : 0),
    fields: draft.numbers.get('-field') ?? steps,
  };
  checkSpec(spec);
  return spec;
}

/** Checks a graph, which a program may have written without `parseFlags`. Throws `ArgumentError`. */
export function checkSpec(spec: Spec): void {
  for (const [flag, { field, ...bounds }] of Object.entries(NUMBERS))
    checkBounds(flag, spec[field] as number, String(spec[field]), bounds);
  checkTogether(spec);
  const row = Math.ceil(spec.output / 16) * 16 * spec.width;
  for (const [flags, bytes, most] of [
    ['-width times -output', row, ROW],
    ['-width times -output and -field', row * spec.fields, WHOLE],
    ['-width times -scratch', spec.width * spec.scratch, WHOLE],
  ] as const)
    if (bytes > most) throw new ArgumentError(`metg: ${flags} must be no more than ${most} bytes (got ${bytes})`);
}

/** Checks flags that depend on each other. */
function checkTogether(s: Spec): void {
  const fail = (message: string): never => {
    throw new ArgumentError(`metg: ${message}`);
  };
  if (s.fields < 2 && s.steps > 1 && s.type !== 'trivial')
    fail(`-field must be at least 2, since tasks write while the step before is read (got ${s.fields})`);
  if (s.type === 'stencil_1d_periodic' && s.width < 3)
    fail(`-type stencil_1d_periodic needs -width of at least 3 (got ${s.width})`);
  if (s.type !== 'spread' && s.type !== 'random_nearest' && s.period > 0)
    fail(`-type ${s.type} has no period; -period is for spread and random_nearest (got ${s.period})`);
  if (s.type === 'random_nearest' && s.period < 1) fail('-type random_nearest needs -period of at least 1');
  if (s.type === 'spread') {
    if (s.radix < 1 || s.radix > s.width) fail(`-type spread needs -radix in 1 … -width (got ${s.radix} and ${s.width})`);
    const most = Math.ceil(s.width / s.radix);
    if (s.period < 1 || s.period > most)
      fail(`-type spread with -width ${s.width} and -radix ${s.radix} needs -period in 1 … ${most} (got ${s.period})`);
  }
  if (s.kernel === 'memory_bound' && s.scratch < 2 * s.samples)
    fail(`-kernel memory_bound needs -scratch of at least twice -sample bytes (got ${s.scratch} and ${s.samples})`);
  if (s.scratch > 0 && s.scratch < 8) fail(`-scratch must be 0 or at least 8 bytes (got ${s.scratch})`);
}
