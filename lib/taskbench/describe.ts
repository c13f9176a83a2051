/**
 * Prints runs as the public benchmark's programs do, line for line: a run's configuration (with `-v` each step's points and inputs, with
 * `-vv` also each point's readers), and its totals (with `-nodes` an estimate of the dependences within a node, had each of so many nodes
 * a block of points).
 */
import { type Kind, NUMBER, optional, recordOf, TEXT, takes } from '../base/index.js';
import { createBench, type NativeBench } from './addon.js';
import { BENCH_FLAGS, type BenchFlags, type Spec } from './flags.js';

/** Columns of `NativeBench.steps`. */
const STEP_COLUMNS = 5;

/**
 * The configuration. `iterations`: in place of the specifications' own, where they are swept.
 *
 * @example
 * const flags = parseFlags(['-type', 'stencil_1d', '-width', '4', '-steps', '3']);
 * describe(flags).split('\n')[0]; // 'Running Task Benchmark'
 */
export const describe = takes(
  'describe',
  BENCH_FLAGS,
  optional(TEXT),
)((flags: BenchFlags, iterations?: string): string => {
  const bench = createBench(flags.specs, 1);
  const lines = ['Running Task Benchmark', '  Configuration:'];
  flags.specs.forEach((spec, graph) => {
    lines.push(`    Task Graph ${graph + 1}:`, ...describeSpec(spec, iterations ?? String(spec.iterations)));
    if (flags.verbose > 0) lines.push(...describeSteps(bench, graph, spec, flags.verbose > 1));
  });
  return `${lines.join('\n')}\n`;
});

function describeSpec(spec: Spec, iterations: string): string[] {
  return [
    `      Time Steps: ${spec.steps}`,
    `      Max Width: ${spec.width}`,
    `      Dependence Type: ${spec.type}`,
    `      Radix: ${spec.radix}`,
    `      Period: ${spec.period}`,
    `      Fraction Connected: ${spec.fraction.toFixed(6)}`,
    '      Kernel:',
    `        Type: ${spec.kernel}`,
    `        Iterations: ${iterations}`,
    `        Samples: ${spec.samples}`,
    `        Imbalance: ${spec.imbalance.toFixed(6)}`,
    `      Output Bytes: ${spec.output}`,
    `      Scratch Bytes: ${spec.scratch}`,
  ];
}

/** The points of every step. */
function pointsOf(bench: NativeBench, graph: number): number[][] {
  const rows = bench.steps(graph);
  return Array.from({ length: rows.length / STEP_COLUMNS }, (_, step) => {
    const [first, count] = rows.subarray(step * STEP_COLUMNS);
    return Array.from({ length: count }, (_, i) => first + i);
  });
}

function describeSteps(bench: NativeBench, graph: number, spec: Spec, readers: boolean): string[] {
  const steps = pointsOf(bench, graph);
  return steps.flatMap((points, step) => {
    const inputs = new Map(points.map((p) => [p, [...bench.inputs(graph, step, p)]]));
    return describeStep(spec, step, inputs, steps[step - 1] ?? [], readers);
  });
}

function describeStep(
  spec: Spec,
  step: number,
  inputs: ReadonlyMap<number, readonly number[]>,
  before: readonly number[],
  readers: boolean,
): string[] {
  const points = [...inputs.keys()];
  const listOf = (p: number, others: readonly number[]): string => `          Point ${p}:${others.map((q) => ` ${q}`).join('')}`;
  const lines = [
    `      Timestep ${step} (offset ${points[0]}, width ${points.length}, last offset ${before[0] ?? 0}, last width ${before.length}):`,
    `        Points:${points.map((p) => ` ${p}`).join('')}`,
    '        Dependencies:',
    ...[...inputs].map(([p, others]) => listOf(p, others)),
  ];
  if (!readers) return lines;
  return [...lines, '        Reverse Dependencies:', ...before.map((q) => listOf(q, readersOf(spec, q, inputs)))];
}

/** The readers of `point`, in the benchmark's order: rising, but `spread` by the input's number and a wrap-around last. */
function readersOf(spec: Spec, point: number, inputs: ReadonlyMap<number, readonly number[]>): number[] {
  const readers = [...inputs.keys()].filter((p) => inputs.get(p)?.includes(point));
  const rank = (p: number): number => {
    if (spec.type === 'spread') return inputs.get(p)?.indexOf(point) ?? 0;
    return spec.type === 'stencil_1d_periodic' && Math.abs(p - point) > 1 ? 1 : 0;
  };
  return readers.sort((a, b) => rank(a) - rank(b) || a - b);
}

/** Counts of one run of all graphs. */
export interface Counts {
  readonly tasks: number;
  readonly dependencies: number;
  /** Within a node and between nodes; 0 when there are none to estimate for. */
  readonly local: number;
  readonly remote: number;
  readonly localBytes: number;
  readonly remoteBytes: number;
  readonly flops: number;
  readonly bytes: number;
}

const COUNTS: Kind<Counts> = recordOf('counts as countRun gives them', {
  tasks: NUMBER,
  dependencies: NUMBER,
  local: NUMBER,
  remote: NUMBER,
  localBytes: NUMBER,
  remoteBytes: NUMBER,
  flops: NUMBER,
  bytes: NUMBER,
});

/**
 * Counts the tasks, dependences, operations and bytes of a run.
 *
 * @example
 * const flags = parseFlags(['-type', 'stencil_1d', '-width', '4', '-steps', '3']);
 * countRun(flags).tasks; // 12
 */
export const countRun = takes(
  'countRun',
  BENCH_FLAGS,
)((flags: BenchFlags): Counts => {
  const bench = createBench(flags.specs, 1);
  const [tasks, flops, bytes] = bench.totals();
  let [dependencies, local, remote, localBytes, remoteBytes] = [0, 0, 0, 0, 0];
  flags.specs.forEach((spec, graph) => {
    pointsOf(bench, graph).forEach((points, step) => {
      for (const p of points) {
        const inputs = bench.inputs(graph, step, p);
        dependencies += inputs.length;
        if (flags.nodes === 0) continue;
        const near = inputs.filter((q) => isLocal(p, q, spec.width, flags.nodes)).length;
        local += near;
        remote += inputs.length - near;
        localBytes += near * spec.output;
        remoteBytes += (inputs.length - near) * spec.output;
      }
    });
  });
  return { tasks, dependencies, local, remote, localBytes, remoteBytes, flops, bytes };
});

function isLocal(point: number, input: number, width: number, nodes: number): boolean {
  const node = Math.floor((point * nodes) / width);
  return input >= Math.floor((node * width) / nodes) && input < Math.floor(((node + 1) * width) / nodes);
}

/**
 * The totals of a run that took so long.
 *
 * @example
 * const flags = parseFlags(['-type', 'stencil_1d', '-width', '4', '-steps', '3']);
 * describeRun(countRun(flags), 0, 0.5).split('\n')[0]; // 'Total Tasks 12'
 */
export const describeRun = takes(
  'describeRun',
  COUNTS,
  NUMBER,
  NUMBER,
)((counts: Counts, nodes: number, seconds: number): string => {
  const rate = (amount: number): string => scientific(amount / seconds);
  const known = nodes > 0;
  return `${[
    `Total Tasks ${counts.tasks}`,
    `Total Dependencies ${counts.dependencies}`,
    ...(known
      ? [
          `  Local Dependencies ${counts.local} (estimated)`,
          `  Nonlocal Dependencies ${counts.remote} (estimated)`,
          `  Number of Nodes (used for estimate) ${nodes}`,
        ]
      : ['  Unable to estimate local/nonlocal dependencies']),
    `Total FLOPs ${counts.flops}`,
    `Total Bytes ${counts.bytes}`,
    `Elapsed Time ${scientific(seconds)} seconds`,
    `FLOP/s ${rate(counts.flops)}`,
    `B/s ${rate(counts.bytes)}`,
    'Transfer (estimated):',
    ...(known
      ? [
          `  Local Bytes ${counts.localBytes}`,
          `  Nonlocal Bytes ${counts.remoteBytes}`,
          `  Local Bandwidth ${rate(counts.localBytes)} B/s`,
          `  Nonlocal Bandwidth ${rate(counts.remoteBytes)} B/s`,
        ]
      : ['  Unable to estimate local/nonlocal transfer']),
  ].join('\n')}\n`;
});

/** As C's `%e`: six digits, at least two of the exponent. */
function scientific(value: number): string {
  return value.toExponential(6).replace(/e([+-])(\d)$/, 'e$10$2');
}
