/**
 * Emits the walk over a contiguous range of a domain in row-major order: `n` elements from `x`. The last axis is the inner loop; the axes
 * before it are an odometer, so that arguments are reached by adding strides.
 */

/** A walk: its rank, the arguments that it steps along, and its body. */
interface Sweep {
  readonly rank: number;
  /** Arguments with positions `q<arg>` that the body uses. */
  readonly args: readonly number[];
  /** Whether the body uses the coordinates `i<axis>`. */
  readonly coordinates: boolean;
  readonly body: readonly string[];
}

/** The lines of a walk; the body sees `j` (0 … n-1), `q<arg>` and, if asked for, `i<axis>`. */
export function emitSweep(sweep: Sweep): string[] {
  const { rank, args, body } = sweep;
  if (rank === 0) return ['for (let j = 0; j < n; j++) {', ...args.map((k) => `  const q${k} = O${k};`), ...indent(body), '}'];
  const last = rank - 1;
  return [
    ...coordinates(rank),
    'for (let j = 0; j < n;) {',
    ...args.map(
      (k) =>
        `  let q${k} = O${k}${axes(rank)
          .map((d) => ` + i${d} * S${k}_${d}`)
          .join('')};`,
    ),
    `  const stop = Math.min(n, j + d${last} - i${last});`,
    '  for (; j < stop; j++) {',
    ...indent(indent(body)),
    ...args.map((k) => `    q${k} += S${k}_${last};`),
    ...(sweep.coordinates ? [`    i${last}++;`] : []),
    '  }',
    ...indent(carry(rank)),
    '}',
  ];
}

/** Coordinates of element `x`. */
function coordinates(rank: number): string[] {
  if (rank === 1) return ['let i0 = x;'];
  const lines: string[] = [];
  for (let d = rank - 1, from = 'x'; d > 0; d--) {
    lines.push(`let i${d} = ${from} % d${d};`);
    if (d > 1) lines.push(`const t${d} = (${from} - i${d}) / d${d};`);
    else lines.push(`let i0 = (${from} - i1) / d1;`);
    from = `t${d}`;
  }
  return lines;
}

/** After a row: the last coordinate returns to 0, the coordinates before it count on. */
function carry(rank: number): string[] {
  if (rank === 1) return [];
  let lines = ['i0++;'];
  for (let d = 1; d < rank - 1; d++) lines = [`if (++i${d} === d${d}) {`, `  i${d} = 0;`, ...indent(lines), '}'];
  return [`i${rank - 1} = 0;`, ...lines];
}

export function axes(rank: number): number[] {
  return Array.from({ length: rank }, (_, d) => d);
}

export function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
