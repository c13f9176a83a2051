/**
 * Tasks that compute each element of their result by a formula of elements at computed places of whole arrays:
 *
 *     whole arrays (…, n)    read(k, at)     element `at` along the last axis of array k; its leading axes are those of the domain
 *     operands               their element of the domain, each
 *
 * Each dtype and rank is a kind of its own; scalars are run-time parameters, so that a loop over many scalars uses one kind.
 */
import { type DType, int64 } from '../dtype/index.js';
import { input, type Kernel, type KernelBuilder, kernel, output, type Value, whole } from '../ir/index.js';
import { runtime } from '../runtime/index.js';
import { checkUsable } from '../store/index.js';
import { type ArgSpec, defineKind, type TaskKind } from '../task/index.js';
import { allocate, type NDArray } from './ndarray.js';
import { toScalar } from './operand.js';
import { reshape } from './reshape.js';
import { byRank } from './ufunc.js';

/** The result's node; `dtype` is that of the result. */
type GatherFormula = (
  e: KernelBuilder,
  read: (k: number, at: Value) => Value,
  operands: readonly Value[],
  scalars: readonly Value[],
  dtype: DType,
) => Value;

const reads = { whole: { privilege: 'read', access: 'whole' }, operand: { privilege: 'read', access: 'elementwise' } } as const;

export class GatherKind {
  readonly #name: string;
  readonly #scalars: readonly DType[];
  readonly #formula: GatherFormula;
  readonly #kinds = new Map<string, TaskKind>();

  constructor(name: string, scalars: readonly DType[], formula: GatherFormula) {
    this.#name = name;
    this.#scalars = scalars;
    this.#formula = formula;
  }

  /** A new array in the shape of the operands. A 0-d one is computed as one element of an axis. */
  make(wholes: readonly NDArray[], operands: readonly NDArray[], dtype: DType, scalars: readonly number[]): NDArray {
    const { shape } = operands[0].view;
    if (shape.length === 0) {
      const elements = operands.map((x) => reshape(x, [1]));
      return reshape(this.make(wholes, elements, dtype, scalars), []);
    }
    for (const x of [...wholes, ...operands]) checkUsable(x, this.#name);
    const out = allocate(dtype, shape);
    const values = scalars.map((value, k) => toScalar(value, this.#scalars[k]));
    runtime().launch(this.#kindOf(wholes, operands, dtype), shape, [...wholes, ...operands, out], values);
    return out;
  }

  #kindOf(wholes: readonly NDArray[], operands: readonly NDArray[], dtype: DType): TaskKind {
    const own = wholes.map((x) => whole(x.dtype, x.ndim));
    const types = operands.map((x) => x.dtype);
    const key = `${own.map((arg) => `${arg.dtype.code}:${arg.rank}`).join()} ${types.map((d) => d.code).join()} ${dtype.code}`;
    let kind = this.#kinds.get(key);
    if (kind === undefined) {
      const args: ArgSpec[] = [...own.map(() => reads.whole), ...types.map(() => reads.operand)];
      args.push({ privilege: 'write', access: 'elementwise' });
      const kernelOf = byRank((rank) => this.#kernel(own, types, dtype, rank));
      this.#kinds.set(key, (kind = defineKind({ name: this.#name, args, body: { kind: 'kernel', kernel: kernelOf } })));
    }
    return kind;
  }

  #kernel(wholes: readonly ReturnType<typeof whole>[], types: readonly DType[], dtype: DType, rank: number): Kernel {
    const args = [...wholes, ...types.map((d) => input(d, rank)), output(dtype, rank)];
    return kernel(rank, args, this.#scalars, (b) => {
      const read = (k: number, at: Value): Value => {
        const lead = wholes[k].rank - 1;
        return b.gather(k, ...Array.from({ length: lead }, (_, axis) => b.index(axis + rank - lead)), b.cast(at, int64));
      };
      const operands = types.map((_, k) => b.load(wholes.length + k));
      const scalars = this.#scalars.map((_, k) => b.scalar(k));
      b.store(args.length - 1, b.cast(this.#formula(b, read, operands, scalars, dtype), dtype));
    });
  }
}
