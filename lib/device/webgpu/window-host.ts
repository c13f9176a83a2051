/** The device of a GPU, as the maker of windows uses it. */
import type { GpuFeatures } from '../../compile/index.js';
import type { Forgotten } from './messages.js';

/** A shader, with as many arenas as are bound; `fails`: whether it may set status words. */
interface Shader {
  readonly text: string;
  readonly arenas: number;
  readonly fails: boolean;
}

export interface Host {
  readonly alloc: (bytes: number) => number;
  readonly free: (address: number, bytes: number) => void;
  /** Has a pipeline made of a shader. */
  readonly pipeline: (number: number, shader: Shader) => void;
  /** Whether it is there. */
  readonly isCompiled: (pipeline: number) => boolean;
  /** Has a binding made: of arenas, and of so many bytes of parameters. */
  readonly binding: (number: number, arenas: readonly number[], bytes: number) => void;
  /** Has pipelines and bindings given back behind the launches so far, and calls back when numbers can be given again: those of bindings, and of these pipelines. */
  readonly forget: (gone: Forgotten, forgotten: (pipelines: readonly number[]) => void) => void;
  /** The device's features for computing. */
  readonly features: GpuFeatures;
  /** Whether compilers may rewrite float arithmetic. */
  readonly fastMath: boolean;
  /** Arenas that a dispatch can bind. */
  readonly arenas: number;
  /** Bytes of an arena, at most. */
  readonly segment: number;
  /** The arenas that a block may lie in, by the arena of its address. */
  readonly segments: (arena: number) => readonly number[];
  /** Kernels that are kept, at most, where that is not the usual number. */
  readonly kernels: number | undefined;
}
