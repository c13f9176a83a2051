/**
 * Kernels as programs of the block tier (native/block): operations over strips of up to BLOCK elements, each a precompiled
 * vector primitive of the addon. `native/block/decode.cpp` says how a program is written.
 */
import { type Kernel, structureOf } from '../../ir/index.js';
import { LoopBody } from './loop.js';
import { ACCESSES, MAGIC, MAX_COUNT, MAX_RANK, MAX_STATEMENTS, STRUCTURES } from './opcodes.js';
import { Strips } from './strips.js';
import { Uniforms } from './uniforms.js';

/** A program: `Addon.loadProgram` takes it. */
interface BlockProgram {
  readonly code: Int32Array;
  /** Raw 8-byte values; ints and bools are not floats. */
  readonly constants: Float64Array;
}

/** The program of a well-formed kernel, or null when it is beyond the machine's limits (rank, statements, length). */
export function assembleBlock(kernel: Kernel): BlockProgram | null {
  if (kernel.args.some((arg) => arg.rank > MAX_RANK) || kernel.rank > MAX_RANK) return null;
  if (kernel.loops.some((loop) => loop.statements.length > MAX_STATEMENTS)) return null;
  const strips = new Strips();
  const uniforms = new Uniforms(kernel);
  const loops = kernel.loops.flatMap((loop) => new LoopBody(kernel, loop, strips, uniforms).words());
  const code = [
    ...header(kernel, strips.count, uniforms.count),
    uniforms.instructions,
    ...uniforms.code,
    kernel.loops.length,
    ...loops,
  ];
  if (code.length > MAX_COUNT) return null;
  return { code: Int32Array.from(code), constants: new Float64Array(BigUint64Array.from(uniforms.constants).buffer) };
}

function header(kernel: Kernel, strips: number, uniforms: number): number[] {
  return [
    MAGIC,
    kernel.rank,
    kernel.rowRank,
    STRUCTURES.indexOf(structureOf(kernel)),
    strips,
    uniforms,
    kernel.args.length,
    ...kernel.args.flatMap((arg) => [arg.dtype.code, ACCESSES.indexOf(arg.access), arg.rank]),
    kernel.scalars.length,
    ...kernel.scalars.map((dtype) => dtype.code),
  ];
}
