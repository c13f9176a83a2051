/**
 * Other systems' results, for the same plot: the output of `maniple metg --json`, or of the public benchmark's programs, run after run
 * (they print their iterations, task count, operations and elapsed time).
 */
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { FileFormatError, type Kind, listOf, NUMBER, recordOf, TEXT, takes } from '../base/index.js';
import { failed } from '../files/index.js';
import { POINT, type Point } from './sweep.js';

export interface Curve {
  readonly name: string;
  readonly points: readonly Point[];
}

export const CURVE: Kind<Curve> = recordOf('a curve { name, points }', { name: TEXT, points: listOf(POINT) });

/**
 * Reads a file. `peak` and `procs` turn the public programs' output into granularity and efficiency.
 *
 * @example
 * const { writeFileSync } = process.getBuiltinModule('node:fs');
 * writeFileSync(
 *   'mpi.log',
 *   '        Iterations: 64\nTotal Tasks 1000\nTotal FLOPs 8256000\nElapsed Time 2.0e-03 seconds\n',
 * );
 * readResults('mpi.log', 8.256e9, 2).points[0].efficiency; // 0.5
 */
export const readResults = takes(
  'readResults',
  TEXT,
  NUMBER,
  NUMBER,
)((path: string, peak: number, procs: number): Curve => {
  const text = read(path);
  const name = basename(path, extname(path));
  return text.trimStart().startsWith('{') ? fromJson(path, text, name) : { name, points: fromLog(path, text, peak, procs) };
});

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw failed('metg', path, 'read', error);
  }
}

function fromJson(path: string, text: string, fallback: string): Curve {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new FileFormatError(`metg: ${path}: not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { points, name } = value as { points?: unknown; name?: unknown };
  if (!Array.isArray(points) || points.length === 0 || !points.every(isPoint)) {
    throw new FileFormatError(
      `metg: ${path}: expected an object as \`maniple metg --json\` prints, with points of {iterations, task_us, flops, efficiency}`,
    );
  }
  return { name: typeof name === 'string' ? name : fallback, points };
}

function isPoint(value: unknown): value is Point {
  const point = value as Partial<Record<keyof Point, unknown>> | null;
  return (
    typeof point?.task_us === 'number' &&
    typeof point.efficiency === 'number' &&
    typeof point.flops === 'number' &&
    typeof point.iterations === 'number'
  );
}

/** Blocks of `Iterations`, `Total Tasks`, `Total FLOPs` and `Elapsed Time`; the last of them ends a block. */
function fromLog(path: string, text: string, peak: number, procs: number): Point[] {
  const points: Point[] = [];
  let [iterations, tasks, operations] = [0, 0, 0];
  text.split('\n').forEach((line, number) => {
    const match = /^\s*(Iterations|Total Tasks|Total FLOPs|Elapsed Time):?\s+([\d.eE+-]+)/.exec(line);
    if (match === null) return;
    const value = Number(match[2]);
    if (match[1] === 'Iterations') iterations = value;
    else if (match[1] === 'Total Tasks') tasks = value;
    else if (match[1] === 'Total FLOPs') operations = value;
    else {
      if (tasks === 0 || !(value > 0))
        throw new FileFormatError(`metg: ${path}:${number + 1}: an elapsed time without its task count`);
      const flops = operations / value;
      points.push({ iterations, task_us: (value * procs * 1e6) / tasks, flops, efficiency: flops / peak });
    }
  });
  if (points.length > 0) return points;
  throw new FileFormatError(`metg: ${path}: neither JSON nor the output of a Task Bench program (no line 'Elapsed Time …')`);
}
