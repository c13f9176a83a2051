/**
 * Products of matrices in tiles. A workgroup of 64 invocations computes a square of C: it brings 16 columns of A and 16 rows of B at a time
 * into its memory, and each invocation keeps the sums of a part of the square in variables. Rows and columns of an invocation are the
 * eighth part of the tile apart, so that neighbours read neighbouring words.
 *
 *     tile of 64     left  16 x 64     right  16 x 64     an invocation   8 x 8 sums: rows t / 8 + 8 r, columns t % 8 + 8 c
 *
 * Each sum goes along the inner axis in order, whatever the tile, so that the bits of a product do not depend on it.
 */

import type { Type } from '../language/program.js';
import { WORD } from '../lower/parameters.js';
import { P, type ProgramText, WORKGROUP } from '../lower/text.js';
import { literal } from '../lower/types.js';
import { heldIn, loadHeld, multiplyAdd, storeHeld } from './multiply-add.js';

/** Columns of A, and rows of B, that are brought at a time. */
const DEPTH = 16;
/** Invocations along a side of a tile. */
const SIDE = Math.sqrt(WORKGROUP);

/** How a tile is read: its side, and whether neighbouring invocations read A, and B, along the inner axis. */
interface Tiling {
  readonly tile: number;
  readonly leftInner: boolean;
  readonly rightInner: boolean;
}

/** The operands: their arrays in the workgroup's memory, and the axis of the domain that is not the inner one. */
const operands = [
  { name: 'left', arg: 0, outer: 0, first: 'i0' },
  { name: 'right', arg: 1, outer: 1, first: 'j0' },
] as const;
type Operand = (typeof operands)[number];

const RESULT = 2;

/** A tile an item: P[first] of them across, P[second] down, then the next product of the batch. */
export function emitTiles(text: ProgramText, { tile, leftInner, rightInner }: Tiling): void {
  const { dtype } = text.kernel.args[RESULT];
  const type = heldIn(dtype);
  const each = tile / SIDE;
  const [row, column] = [text.parameters.domain, text.parameters.domain + 1];
  for (const { name } of operands) text.add(`shared ${name}: ${type}[${DEPTH * (tile + 1)}];`);
  text.block(`for (t: u32 = group; t < ${P(WORD.items)}; t += groups)`, () => {
    text.add(
      `let across = ${P(WORD.first)};`,
      `let down = t / across;`,
      `let j0 = t % across * ${tile}u;`,
      `let i0 = down % ${P(WORD.second)} * ${tile}u;`,
      `let batch = down / ${P(WORD.second)};`,
      `let ti = local / ${SIDE}u;`,
      `let tj = local % ${SIDE}u;`,
    );
    for (let r = 0; r < each; r++) for (let c = 0; c < each; c++) text.add(`var sum${r}_${c} = ${literal(type, 0)};`);
    text.block(`for (k0: u32 = 0u; k0 < ${P(text.parameters.domain + 2)}; k0 += ${DEPTH}u)`, () => {
      bring(text, operands[0], tile, leftInner);
      bring(text, operands[1], tile, rightInner);
      text.add('barrier;');
      text.block(`for (k: u32 = 0u; k < ${DEPTH}u; k += 1u)`, () => multiply(text, tile, each, type));
      text.add('barrier;');
    });
    for (let r = 0; r < each; r++)
      for (let c = 0; c < each; c++)
        text.block(`if (i0 + ti + ${r * SIDE}u < ${P(row)} && j0 + tj + ${c * SIDE}u < ${P(column)})`, () => {
          const { base, strides } = text.parameters.args[RESULT];
          const [i, j] = [`(i0 + ti + ${r * SIDE}u)`, `(j0 + tj + ${c * SIDE}u)`];
          const at = `${P(base)} + batch * ${P(strides)} + ${i} * ${P(strides + 1)} + ${j} * ${P(strides + 2)}`;
          text.add(...storeHeld(RESULT, dtype, text.let(at, 'a'), `sum${r}_${c}`));
        });
  });
}

/** Brings an operand's part of a step into the workgroup's memory; 0 where the matrices end. A row of it is a word longer than a tile. */
function bring(text: ProgramText, { name, arg, outer, first }: Operand, tile: number, alongInner: boolean): void {
  const { dtype } = text.kernel.args[arg];
  const { base, strides } = text.parameters.args[arg];
  const { domain } = text.parameters;
  const [across, inner] = arg === 0 ? [strides + 1, strides + 2] : [strides + 2, strides + 1];
  text.block(`for (e: u32 = local; e < ${DEPTH * tile}u; e += ${WORKGROUP}u)`, () => {
    const [o, k] = alongInner ? [`e / ${DEPTH}u`, `e % ${DEPTH}u`] : [`e % ${tile}u`, `e / ${tile}u`];
    text.add(`let o = ${o};`, `let k = ${k};`);
    text.add(`let ok = ${first} + o < ${P(domain + outer)} && k0 + k < ${P(domain + 2)};`);
    const place = `${P(base)} + batch * ${P(strides)} + (${first} + o) * ${P(across)} + (k0 + k) * ${P(inner)}`;
    const at = text.let(`ok ? ${place} : ${P(base)}`, 'a');
    text.add(`${name}[k * ${tile + 1}u + o] = ok ? ${loadHeld(arg, dtype, at)} : ${literal(heldIn(dtype), 0)};`);
  });
}

/** Adds the products of one column of A and one row of B to the invocation's sums. */
function multiply(text: ProgramText, tile: number, each: number, type: Type): void {
  text.add(`let at = k * ${tile + 1}u;`);
  for (let r = 0; r < each; r++) {
    text.add(`let x${r} = left[at + ti + ${r * SIDE}u];`, `let y${r} = right[at + tj + ${r * SIDE}u];`);
  }
  for (let r = 0; r < each; r++)
    for (let c = 0; c < each; c++) text.add(`sum${r}_${c} = ${multiplyAdd(type, `x${r}`, `y${c}`, `sum${r}_${c}`)};`);
}
