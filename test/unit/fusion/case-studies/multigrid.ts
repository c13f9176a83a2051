/**
 * NAS MG (Bailey et al. 1994), one V-cycle, in combinators. A stencil is a sum of four gathers, one for each distance of its neighbours; a
 * restriction and an interpolation are gathers to a coarser and to a finer grid.
 */
import type { FusionGraph } from '../../../../lib/fusion/optimal/graph.js';
import { Combinators } from '../../../support/combinators.js';

/** The edge of the finest grid. */
const EDGE = 64;

/** A V-cycle over so many grids. */
export function multigrid(levels: number): FusionGraph {
  const program = new Combinators();
  const bytes = (level: number): number => 8 * (EDGE >> level) ** 3;
  program.inputs(bytes(0), 'u0', 'v');
  for (let level = 0; level < levels; level++) program.inputs(bytes(level), `near${level}`, `far${level}`, `corner${level}`);
  for (let level = 1; level < levels; level++)
    program.inputs(bytes(level), `down${level}`).inputs(bytes(level - 1), `up${level}`);
  residual(program, 'r0', 'u0', 'v', 0, bytes(0));
  for (let level = 1; level < levels; level++) {
    stencil(program, `weighted${level}`, `r${level - 1}`, level - 1, bytes(level - 1));
    program.gather(`r${level}`, bytes(level), [`down${level}`], [`weighted${level}`]);
  }
  const coarsest = levels - 1;
  stencil(program, `z${coarsest}`, `r${coarsest}`, coarsest, bytes(coarsest));
  for (let level = coarsest - 1; level >= 0; level--) {
    program.gather(`finer${level}`, bytes(level), [`up${level + 1}`], [`z${level + 1}`]);
    const from = level === 0 ? 'u' : `finer${level}`;
    if (level === 0) program.map('u', bytes(0), ['u0', 'finer0']);
    residual(program, `s${level}`, from, level === 0 ? 'v' : `r${level}`, level, bytes(level));
    stencil(program, `smooth${level}`, `s${level}`, level, bytes(level));
    program.map(`z${level}`, bytes(level), [from, `smooth${level}`]);
  }
  residual(program, 'rest', 'z0', 'v', 0, bytes(0));
  program.map('square', bytes(0), ['rest']).fold('norm', 8, ['square']);
  return program.returns('z0', 'norm').graph();
}

function residual(program: Combinators, name: string, u: string, v: string, level: number, bytes: number): void {
  stencil(program, `A${name}`, u, level, bytes);
  program.map(name, bytes, [v, `A${name}`]);
}

/** A sum of the elements around each, by three gathers and the element itself. */
function stencil(program: Combinators, name: string, from: string, level: number, bytes: number): void {
  const around = ['near', 'far', 'corner'].map((distance) => {
    program.gather(`${distance}.${name}`, bytes, [`${distance}${level}`], [from]);
    return `${distance}.${name}`;
  });
  program.map(name, bytes, [from, ...around]);
}
