/** Schedules: commands on a statement, each a rewrite of its concrete index notation that is checked when it is given. */
import {
  declareMethods,
  each,
  either,
  FUNCTION,
  INTEGER,
  instanceOf,
  type Kind,
  listOf,
  NUMBER,
  type OptionKinds,
  optional,
  options,
  recordOf,
  ScheduleError,
  TEXT,
} from '../../base/index.js';
import { Compiled } from '../lower/compiled.js';
import { lower } from '../lower/lower.js';
import { Grid } from '../machine/grid.js';
import { formatStatement, type Statement } from '../notation/statement.js';
import { Formula, formatTerm, IndexVariable, TensorSymbol } from '../notation/terms.js';
import { type Concrete, concretize, formatConcrete, type Leaf } from './concrete.js';
import { refusal } from './refusal.js';
import { collapse } from './rules/collapse.js';
import { communicate } from './rules/communicate.js';
import { distribute, distributeParts } from './rules/distribute.js';
import { precompute } from './rules/precompute.js';
import { reorder } from './rules/reorder.js';
import { rotate } from './rules/rotate.js';
import { split } from './rules/split.js';
import { substitute } from './rules/substitute.js';

/** A command, and the statement behind it. */
interface Step {
  readonly command: string;
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

  #with(command: string, rule: (command: string, concrete: Concrete) => Concrete): Schedule {
    return new Schedule(this.statement, [...this.#steps, { command, concrete: rule(command, this.concrete) }]);
  }

  /** Cuts a loop into parts of `length` iterations: `outer` goes over the parts, `inner` over one. */
  split(of: IndexVariable, outer: IndexVariable, inner: IndexVariable, length: number): Schedule {
    const cut = { of, outer, inner, count: length };
    return this.#with(`split(${of}, ${outer}, ${inner}, ${length})`, (command, concrete) =>
      split(command, concrete, 'split', cut),
    );
  }

  /** Cuts a loop into `parts` parts of equal length, the last ones shorter: `outer` goes over the parts, `inner` over one. */
  divide(of: IndexVariable, outer: IndexVariable, inner: IndexVariable, parts: number): Schedule {
    const cut = { of, outer, inner, count: parts };
    return this.#with(`divide(${of}, ${outer}, ${inner}, ${parts})`, (command, concrete) =>
      split(command, concrete, 'divide', cut),
    );
  }

  /** Makes one loop of two, of which the second is directly inside the first. */
  collapse(outer: IndexVariable, inner: IndexVariable, into: IndexVariable): Schedule {
    return this.#with(`collapse(${outer}, ${inner}, ${into})`, (command, concrete) =>
      collapse(command, concrete, { outer, inner, into }),
    );
  }

  /** Puts these loops in this order, in the places that they have together. */
  reorder(...loops: IndexVariable[]): Schedule {
    return this.#with(`reorder(${loops.join(', ')})`, (command, concrete) => reorder(command, concrete, loops));
  }

  /**
   * Computes factors of a product before the product, into a workspace: `precompute(B.at(i, j, k).times(D.at(k, l)), W.at(i, j, l))`. Variables that the
   * workspace has not are summed over there.
   */
  precompute(factors: Formula, workspace: Formula): Schedule {
    const { term: target } = workspace;
    return this.#with(`precompute(${formatTerm(factors.term)}, ${formatTerm(target)})`, (command, concrete) => {
      if (target.kind !== 'access') throw new ScheduleError(`${command}: expected a workspace such as W.at(i, j)`);
      return precompute(command, concrete, factors.term, target);
    });
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
  distribute(
    loops: readonly IndexVariable[],
    outer: readonly IndexVariable[] | Grid,
    inner?: readonly IndexVariable[],
    grid?: Grid,
  ): Schedule {
    if (outer instanceof Grid) {
      return this.#with(`distribute({${loops.join(', ')}}, Grid${outer})`, (command, concrete) =>
        distribute(command, concrete, loops, outer),
      );
    }
    const [parts, machine] = [inner ?? [], grid];
    const command = `distribute({${loops.join(', ')}}, {${outer.join(', ')}}, {${parts.join(', ')}}, Grid${machine ?? ''})`;
    if (machine === undefined) throw new ScheduleError(`${command}: expected a grid behind the outer and the inner parts`);
    return this.#with(command, (_, concrete) => distributeParts(command, concrete, loops, outer, parts, machine));
  }

  /** Brings the elements of tensors that an iteration of a loop uses to its processor when the iteration begins. */
  communicate(tensors: TensorSymbol | readonly TensorSymbol[], at: IndexVariable): Schedule {
    const all = tensors instanceof TensorSymbol ? [tensors] : tensors;
    const names = all.map(({ name }) => name).join(', ');
    return this.#with(`communicate({${names}}, ${at})`, (command, concrete) => communicate(command, concrete, all, at));
  }

  /** Begins a sequential loop at a different iteration on each processor: iteration `into` of it is `of` = (into + Σ by) mod extent. */
  rotate(of: IndexVariable, by: readonly IndexVariable[], into: IndexVariable): Schedule {
    return this.#with(`rotate(${of}, {${by.join(', ')}}, ${into})`, (command, concrete) =>
      rotate(command, concrete, { of, by, into }),
    );
  }

  /** Has a routine carry out the innermost loops: `substitute([ii, ji, ki], blas.gemm)`. */
  substitute(loops: readonly IndexVariable[], leaf: Leaf): Schedule {
    return this.#with(`substitute({${loops.join(', ')}}, ${leaf.name})`, (command, concrete) =>
      substitute(command, concrete, loops, leaf),
    );
  }

  /**
   * Lowers the schedule to index launches. Throws `ScheduleError` for partial results that are not contiguous, and for a schedule that holds more
   * than `memory` bytes at a processor.
   */
  compile({ memory }: CompileOptions = {}): Compiled {
    const compiled = new Compiled(lower(this.concrete, this.statement.target.tensor), this.explain());
    if (memory !== undefined) this.#checkMemory(compiled, memory);
    return compiled;
  }

  #checkMemory(compiled: Compiled, memory: number): void {
    const { perProcessor } = compiled.cost();
    const full = perProcessor.findIndex(({ peakBytes }) => peakBytes > memory);
    if (full < 0) return;
    const at = this.concrete.relations.filter((r) => r.kind === 'communicate').map((r) => `${r.tensor.name} at ${r.at}`);
    const given =
      at.length === 0 ? 'tensors are communicated at the innermost distributed loop' : `communicated are ${at.join(', ')}`;
    throw refusal(
      `compile({ memory: ${memory} })`,
      this.concrete,
      `processor ${full} would hold ${perProcessor[full].peakBytes} bytes at a time; ${given}: communicate at loops further inside, cut them into ` +
        'smaller parts, or use more processors',
    );
  }

  /** The statement, and concrete index notation behind each command. */
  explain(): string {
    const steps = [{ command: formatStatement(this.statement), concrete: concretize(this.statement) }, ...this.#steps];
    return steps.map(({ command, concrete }) => `${command}\n${formatConcrete(concrete).replace(/^/gm, '  ')}`).join('\n');
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
const LEAF: Kind<Leaf> = recordOf<Leaf>('a routine such as blas.gemm', {
  name: TEXT,
  refuses: FUNCTION,
});

const COMPILE: OptionKinds<CompileOptions> = { memory: NUMBER };

declareMethods<Omit<Schedule, 'distribute'>>(Schedule, {
  split: [LOOP, LOOP, LOOP, INTEGER],
  divide: [LOOP, LOOP, LOOP, INTEGER],
  collapse: [LOOP, LOOP, LOOP],
  reorder: [each(LOOP)],
  precompute: [
    instanceOf('factors such as B.at(i, j).times(C.at(j))', Formula),
    instanceOf('a workspace such as W.at(i)', Formula),
  ],
  communicate: [either(TENSOR, listOf(TENSOR)), LOOP],
  rotate: [LOOP, LOOPS, LOOP],
  substitute: [LOOPS, LEAF],
  compile: [options(COMPILE)],
  explain: [],
  toString: [],
});
declareMethods<Pick<Schedule, 'distribute'>>(Schedule, {
  distribute: [LOOPS, either(LOOPS, GRID), optional(LOOPS), optional(GRID)],
});
