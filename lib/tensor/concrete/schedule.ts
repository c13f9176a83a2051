/** Schedules: commands on a statement, each a rewrite of its concrete index notation that is checked when it is given. */
import {
  AMOUNT,
  declareMethods,
  each,
  either,
  INTEGER,
  instanceOf,
  type Kind,
  kind,
  listOf,
  type OptionKinds,
  optional,
  options,
} from '../../base/index.js';
import { blas } from '../library/blas.js';
import { Compiled } from '../lower/compiled.js';
import { lower } from '../lower/lower.js';
import { checkMemory } from '../lower/parts.js';
import { Grid } from '../machine/grid.js';
import { formatStatement, type Statement } from '../notation/statement.js';
import { Formula, IndexVariable, TensorSymbol } from '../notation/terms.js';
import { type Argument, type Call, formatCall } from './call.js';
import { type Concrete, concretize, formatConcrete, type Leaf } from './concrete.js';
import { programOf } from './program-text.js';
import { type Command, refusal } from './refusal.js';
import { collapse } from './rules/collapse.js';
import { communicate } from './rules/communicate.js';
import { distribute, distributeParts } from './rules/distribute.js';
import { distributeAs } from './rules/distribute-as.js';
import { mark, tile, unroll } from './rules/order.js';
import { pos } from './rules/pos.js';
import { precompute } from './rules/precompute.js';
import { reorder } from './rules/reorder.js';
import { rotate } from './rules/rotate.js';
import { split } from './rules/split.js';
import { substitute } from './rules/substitute.js';

/** A command, and the statement behind it. */
interface Step {
  readonly command: Call;
  readonly concrete: Concrete;
}

/** Options of `compile`. */
export interface CompileOptions {
  /** Bytes that a processor's memory holds; default: any number. */
  readonly memory?: number;
}

/**
 * How a statement is computed. Every command gives a new schedule, and throws `ScheduleError` where the statement does not allow it, with the
 * statement as it stands and the alternatives. Made by `statement.schedule()`.
 *
 * @example
 * const { i, io, ii } = indices();
 * const x = tensor('x', np.asarray([1, 2, 3, 4]));
 * const y = tensor('y', [4]);
 * `${y.at(i).assign(x.at(i).times(2)).schedule().divide(i, io, ii, 2)}`; // '∀io ∀ii y(i) = x(i) * 2\n  s.t. divide(i, io, ii, 2)'
 */
export class Schedule {
  readonly statement: Statement;
  readonly #steps: readonly Step[];

  constructor(statement: Statement, steps: readonly Step[] = []) {
    this.statement = statement;
    this.#steps = steps;
  }

  /** The statement as loops, behind the commands so far. */
  get concrete(): Concrete {
    return this.#steps.at(-1)?.concrete ?? concretize(this.statement);
  }

  #with(name: string, given: readonly Argument[], rule: (command: Command, concrete: Concrete) => Concrete): Schedule {
    const command = { name, given };
    const concrete = rule({ text: formatCall(command), on: this.concrete }, this.concrete);
    return new Schedule(this.statement, [...this.#steps, { command, concrete }]);
  }

  /** Cuts a loop into parts of `length` iterations: `outer` goes over the parts, `inner` over one. */
  split(of: IndexVariable, outer: IndexVariable, inner: IndexVariable, length: number): Schedule {
    const cut = { of, outer, inner, count: length };
    return this.#with('split', [of, outer, inner, length], (command, concrete) => split(command, concrete, 'split', cut));
  }

  /** Cuts a loop into `parts` parts of equal length, the last ones shorter: `outer` goes over the parts, `inner` over one. */
  divide(of: IndexVariable, outer: IndexVariable, inner: IndexVariable, parts: number): Schedule {
    const cut = { of, outer, inner, count: parts };
    return this.#with('divide', [of, outer, inner, parts], (command, concrete) => split(command, concrete, 'divide', cut));
  }

  /** Makes one loop of two, of which the second is directly inside the first. */
  collapse(outer: IndexVariable, inner: IndexVariable, into: IndexVariable): Schedule {
    return this.#with('collapse', [outer, inner, into], (command, concrete) =>
      collapse(command, concrete, { outer, inner, into }),
    );
  }

  /**
   * Makes one loop over the entries of a compressed tensor of the loops over its dimensions, `pos([i, j], p, B)`: cut and distributed, its parts
   * have equally many entries, which rows may not have.
   */
  pos(loops: readonly IndexVariable[], into: IndexVariable, tensor: TensorSymbol): Schedule {
    return this.#with('pos', [loops, into, tensor], (command, concrete) => pos(command, concrete, { loops, into, tensor }));
  }

  /** Puts these loops in this order, in the places that they have together. */
  reorder(...loops: IndexVariable[]): Schedule {
    return this.#with('reorder', loops, (command, concrete) => reorder(command, concrete, loops));
  }

  /**
   * Computes factors of a product before the product, into a workspace: `precompute(B.at(i, j, k).times(D.at(k, l)), W.at(i, j, l))`. Variables that the
   * workspace has not are summed over there.
   */
  precompute(factors: Formula, workspace: Formula): Schedule {
    const { term: target } = workspace;
    const rule = (command: Command, concrete: Concrete): Concrete => {
      if (target.kind !== 'access') throw refusal(command, 'expected a workspace such as W.at(i, j)');
      return precompute(command, concrete, factors.term, target);
    };
    return this.#with('precompute', [factors, workspace], rule);
  }

  /** Runs iterations of loops on the processors of a grid: loops with as many iterations as the grid has processors along each dimension. */
  distribute(loops: readonly IndexVariable[], grid: Grid): Schedule;
  /** Divides loops by the dimensions of a grid, and runs the outer parts on its processors. */
  distribute(
    loops: readonly IndexVariable[],
    outer: readonly IndexVariable[],
    inner: readonly IndexVariable[],
    grid: Grid,
  ): Schedule;
  /**
   * Divides loops as a tensor is distributed, and runs the outer parts on its processors: each computes its own part of `A` (of replicas the first
   * does, and the others fetch it). The loops are the ones over dimensions that the distribution cuts, in the order of the grid's.
   */
  distribute(
    loops: readonly IndexVariable[],
    outer: readonly IndexVariable[],
    inner: readonly IndexVariable[],
    as: TensorSymbol,
  ): Schedule;
  distribute(
    loops: readonly IndexVariable[],
    outer: readonly IndexVariable[] | Grid,
    inner?: readonly IndexVariable[],
    on?: Grid | TensorSymbol,
  ): Schedule {
    if (outer instanceof Grid)
      return this.#with('distribute', [loops, outer], (command, concrete) => distribute(command, concrete, loops, outer));
    const parts = inner ?? [];
    return this.#with('distribute', [loops, outer, parts, ...(on === undefined ? [] : [on])], (command, concrete) => {
      if (on === undefined) throw refusal(command, 'expected a grid or a tensor behind the outer and the inner parts');
      if (on instanceof Grid) return distributeParts(command, concrete, loops, outer, parts, on);
      return distributeAs(command, concrete, { variables: loops, outer, inner: parts }, on);
    });
  }

  /** Brings the elements of tensors that an iteration of a loop uses to its processor when the iteration begins. */
  communicate(tensors: TensorSymbol | readonly TensorSymbol[], at: IndexVariable): Schedule {
    const all = tensors instanceof TensorSymbol ? [tensors] : tensors;
    return this.#with('communicate', [all, at], (command, concrete) => communicate(command, concrete, all, at));
  }

  /** Begins a sequential loop at a different iteration on each processor: iteration `into` of it is `of` = (into + Σ by) mod extent. */
  rotate(of: IndexVariable, by: readonly IndexVariable[], into: IndexVariable): Schedule {
    return this.#with('rotate', [of, by, into], (command, concrete) => rotate(command, concrete, { of, by, into }));
  }

  /** Has a routine carry out the innermost loops: `substitute([ii, ji, ki], blas.gemm)`. */
  substitute(loops: readonly IndexVariable[], leaf: Leaf): Schedule {
    return this.#with('substitute', [loops, leaf], (command, concrete) => substitute(command, concrete, loops, leaf));
  }

  /** Splits loops of a leaf into parts of these lengths, and puts the outer parts outside: `tile([i, j], [io, jo], [ii, ji], [4, 8])`. */
  tile(
    of: readonly IndexVariable[],
    outer: readonly IndexVariable[],
    inner: readonly IndexVariable[],
    lengths: readonly number[],
  ): Schedule {
    return this.#with('tile', [of, outer, inner, lengths], (command, concrete) =>
      tile(command, concrete, { of, outer, inner, lengths }),
    );
  }

  /** Writes `count` iterations of a leaf's loop one after the other. Eight terms of a sum beside vectors of rows have a register each. */
  unroll(loop: IndexVariable, count: number): Schedule {
    return this.#with('unroll', [loop, count], (command, concrete) => unroll(command, concrete, loop, count));
  }

  /** Computes iterations of a leaf's innermost loop side by side, in vectors. */
  vectorize(loop: IndexVariable): Schedule {
    return this.#with('vectorize', [loop], (command, concrete) => mark(command, concrete, 'vectorize', loop));
  }

  /** Gives iterations of a leaf's outermost loop to the threads of a processor. */
  parallelize(loop: IndexVariable): Schedule {
    return this.#with('parallelize', [loop], (command, concrete) => mark(command, concrete, 'parallelize', loop));
  }

  /**
   * Lowers the schedule to index launches. Throws `ScheduleError` for partial results that are not contiguous, and for the `communicate` by which a
   * processor would hold more than `memory` bytes.
   */
  compile({ memory }: CompileOptions = {}): Compiled {
    const program = lower(this.concrete, this.statement.target.tensor);
    const compiled = new Compiled(program, this.explain());
    if (memory !== undefined) checkMemory(this.concrete, program, compiled.cost(), memory);
    return compiled;
  }

  /** The statement, and concrete index notation behind each command. */
  explain(): string {
    const steps = [
      { text: formatStatement(this.statement), concrete: concretize(this.statement) },
      ...this.#steps.map(({ command, concrete }) => ({ text: formatCall(command), concrete })),
    ];
    return steps.map(({ text, concrete }) => `${text}\n${formatConcrete(concrete).replace(/^/gm, '  ')}`).join('\n');
  }

  /** The schedule as a program, to be pasted: its tensors, its variables, the statement and the commands. `BArray` is the array of tensor B. */
  program(): string {
    return programOf(
      this.statement,
      this.concrete,
      this.#steps.map(({ command }) => command),
    );
  }

  /** Concrete index notation behind the commands so far. */
  toString(): string {
    return formatConcrete(this.concrete);
  }
}

const LOOP: Kind<IndexVariable> = instanceOf('an index variable of indices()', IndexVariable);
const LOOPS: Kind<readonly IndexVariable[]> = listOf(LOOP);
const GRID: Kind<Grid> = instanceOf('a Grid', Grid);
const TENSOR: Kind<TensorSymbol> = instanceOf('a tensor', TensorSymbol);
const LEAF: Kind<Leaf> = kind('a routine such as blas.gemm', (given) => (Object.values(blas) as unknown[]).includes(given));

const COMPILE: OptionKinds<CompileOptions> = { memory: AMOUNT };

declareMethods<Omit<Schedule, 'distribute'>>(Schedule, {
  split: [LOOP, LOOP, LOOP, INTEGER],
  divide: [LOOP, LOOP, LOOP, INTEGER],
  collapse: [LOOP, LOOP, LOOP],
  pos: [LOOPS, LOOP, TENSOR],
  reorder: [each(LOOP)],
  precompute: [
    instanceOf('factors such as B.at(i, j).times(C.at(j))', Formula),
    instanceOf('a workspace such as W.at(i)', Formula),
  ],
  communicate: [either(TENSOR, listOf(TENSOR)), LOOP],
  rotate: [LOOP, LOOPS, LOOP],
  substitute: [LOOPS, LEAF],
  tile: [LOOPS, LOOPS, LOOPS, listOf(INTEGER)],
  unroll: [LOOP, INTEGER],
  vectorize: [LOOP],
  parallelize: [LOOP],
  compile: [options(COMPILE)],
  explain: [],
  program: [],
  toString: [],
});
declareMethods<Pick<Schedule, 'distribute'>>(Schedule, {
  distribute: [LOOPS, either(LOOPS, GRID), optional(LOOPS), optional(either(GRID, TENSOR))],
});
