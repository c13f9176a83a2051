/** CBC, a second solver of integer programs, where it is installed (Debian: coinor-cbc): optima are held against those of HiGHS. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IntegerProgram } from '../../lib/fusion/optimal/integer-program.js';

/** Whether the command is there. */
export function hasCbc(): boolean {
  return spawnSync('cbc', ['quit'], { stdio: 'ignore' }).status === 0;
}

/** The least cost, and whether it is proven; null where none was found. */
export function solveByCbc(program: IntegerProgram, seconds: number): { cost: number; proven: boolean; seconds: number } | null {
  const folder = mkdtempSync(join(tmpdir(), 'maniple-cbc-'));
  try {
    const [input, output] = [join(folder, 'program.mps'), join(folder, 'solution')];
    writeFileSync(input, mps(program));
    const begun = performance.now();
    const options = ['-ratioGap', '0', '-allowableGap', '1e-9', '-sec', `${seconds}`, '-solve', '-solution', output];
    spawnSync('cbc', [input, ...options], { stdio: 'ignore' });
    const taken = (performance.now() - begun) / 1000;
    const [status] = readFileSync(output, 'utf8').split('\n');
    const value = /objective value (\S+)/.exec(status)?.[1];
    if (value === undefined || /infeasible/i.test(status)) return null;
    return { cost: Number(value) + program.offset, proven: status.startsWith('Optimal'), seconds: taken };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The program in free MPS; the constant of the cost is left out. */
function mps(program: IntegerProgram): string {
  const { numCols, numRows, colCost, colLower, colUpper, rowLower, rowUpper, matrix, integrality } = program.data(1e30);
  const isEqual = (r: number): boolean => rowLower[r] === rowUpper[r];
  const kind = (r: number): string => (isEqual(r) ? 'E' : rowLower[r] > -1e30 ? 'G' : 'L');
  const entries: string[][] = Array.from({ length: numCols }, () => []);
  for (let r = 0; r < numRows; r++)
    for (let i = matrix.starts[r]; i < (matrix.starts[r + 1] ?? matrix.indices.length); i++)
      entries[matrix.indices[i]].push(` c${matrix.indices[i]} r${r} ${matrix.values[i]}`);
  const lines = ['NAME fusion FREE', 'ROWS', ' N cost'];
  for (let r = 0; r < numRows; r++) lines.push(` ${kind(r)} r${r}`);
  lines.push('COLUMNS');
  for (let c = 0; c < numCols; c++) {
    if (integrality[c] === 1) lines.push(` m${c} 'MARKER' 'INTORG'`);
    lines.push(` c${c} cost ${colCost[c]}`, ...entries[c]);
    if (integrality[c] === 1) lines.push(` n${c} 'MARKER' 'INTEND'`);
  }
  lines.push('RHS');
  for (let r = 0; r < numRows; r++) lines.push(` rhs r${r} ${kind(r) === 'L' ? rowUpper[r] : rowLower[r]}`);
  const ranges = Array.from({ length: numRows }, (_, r) => r).filter((r) => kind(r) === 'G' && rowUpper[r] < 1e30);
  if (ranges.length > 0) lines.push('RANGES', ...ranges.map((r) => ` range r${r} ${rowUpper[r] - rowLower[r]}`));
  lines.push('BOUNDS');
  for (let c = 0; c < numCols; c++) {
    lines.push(` LO BND c${c} ${colLower[c]}`);
    if (colUpper[c] < 1e30) lines.push(` UP BND c${c} ${colUpper[c]}`);
  }
  return `${[...lines, 'ENDATA'].join('\n')}\n`;
}
