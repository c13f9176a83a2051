/**
 * FlashAttention (Dao et al. 2022, algorithm 1) in combinators: for each block of keys and values, its scores with the queries, their
 * running maximum and sum, and the output corrected by both. Matrix products are gathers to one axis more, a map, and a fold.
 */
import type { FusionGraph } from '../../../../lib/fusion/optimal/graph.js';
import { Combinators } from '../../../support/combinators.js';

/** Queries, keys in a block, and elements of a head: what arrays' sizes are made of. */
const [N, BLOCK, D] = [1024, 64, 64];
const F = 4;

/** The inner loop over `blocks` blocks, unrolled. */
export function flashAttention(blocks: number): FusionGraph {
  const program = new Combinators().inputs(F * N * D, 'Q', 'K', 'V', 'O0').inputs(F * N, 'l0', 'm0');
  for (let j = 1; j <= blocks; j++) block(program, j);
  return program.returns(`O${blocks}`, `l${blocks}`, `m${blocks}`).graph();
}

function block(program: Combinators, j: number): void {
  const name = (array: string): string => `${array}.${j}`;
  const [matrix, rows, cube] = [F * N * BLOCK, F * N, F * N * BLOCK * D];
  const [o, l, m] = ['O', 'l', 'm'].map((array) => `${array}${j - 1}`);
  const replicated = (array: string, from: string, bytes: number): string => {
    program.generate(name(`${array}at`), bytes).gather(name(array), bytes, [name(`${array}at`)], [from]);
    return name(array);
  };
  // S = Q Kᵀ
  const key = replicated('Kj', 'K', F * BLOCK * D);
  const value = replicated('Vj', 'V', F * BLOCK * D);
  const q = replicated('Qr', 'Q', cube);
  const k = replicated('Kr', key, cube);
  program
    .map(name('QK'), cube, [q, k])
    .fold(name('S'), matrix, [name('QK')])
    .map(name('Ss'), matrix, [name('S')]);
  // The block's maximum, exponentials and their sum
  program.fold(name('mt'), rows, [name('Ss')]);
  const top = replicated('mr', name('mt'), matrix);
  program.map(name('P'), matrix, [name('Ss'), top]).fold(name('lt'), rows, [name('P')]);
  // Running maximum and sum
  program
    .map(`m${j}`, rows, [m, name('mt')])
    .map(name('a'), rows, [m, `m${j}`])
    .map(name('b'), rows, [name('mt'), `m${j}`]);
  program.map(`l${j}`, rows, [name('a'), l, name('b'), name('lt')]);
  // O = (l a O + b P V) / l'
  const p = replicated('Pr', name('P'), cube);
  const v = replicated('Vr', value, cube);
  program.map(name('PV'), cube, [p, v]).fold(name('O'), F * N * D, [name('PV')]);
  program.map(name('old'), rows, [l, name('a'), `l${j}`]).map(name('new'), rows, [name('b'), `l${j}`]);
  const before = replicated('oldr', name('old'), F * N * D);
  const now = replicated('newr', name('new'), F * N * D);
  program.map(`O${j}`, F * N * D, [before, o, now, name('O')]);
}
