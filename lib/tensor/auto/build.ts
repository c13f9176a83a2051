/** A candidate as a schedule: tensors with its distributions, and the commands that cut, communicate and compute. */
import { ScheduleError } from '../../base/index.js';
import { Schedule } from '../concrete/schedule.js';
import type { Distribution } from '../format/distribution.js';
import { blas } from '../library/blas.js';
import type { Grid } from '../machine/grid.js';
import { makeStatement } from '../notation/statement.js';
import { Tensor } from '../notation/tensor.js';
import { type AccessTerm, IndexVariable, type TensorSymbol, type Term } from '../notation/terms.js';
import type { Candidate } from './candidates.js';
import type { Problem, Use } from './problem.js';

/** How processors share a statement's iterations. */
export interface Cut {
  readonly grid: Grid;
  /** By dimension of the grid: the loop that it cuts; of entries the loop over rows. */
  readonly dims: readonly number[];
  /** Whether the first dimension of the grid has parts with equally many entries, and no rows. */
  readonly byEntries: boolean;
  /** Iterations of the busiest processor. */
  readonly work: number;
}

/** The loop of which a processor's part is cut into steps, and their number. */
export interface Steps {
  readonly loop: number;
  readonly count: number;
}

/** New variables with names of their own. */
class Names {
  readonly #taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  of(stem: string): IndexVariable {
    let name = stem;
    for (let n = 1; this.#taken.has(name); n++) name = `${stem}${n}`;
    this.#taken.add(name);
    return new IndexVariable(name);
  }
}

/** The schedule of a candidate, its leaves by the device's product of matrices if `gemm`. Throws `ScheduleError` where a rule forbids it. */
export function build(problem: Problem, candidate: Candidate, gemm: boolean): Schedule {
  const { nest, summed } = problem;
  const { dims, grid, steps } = candidate;
  const tensors = placedTensors(problem, candidate);
  const statement = statementWith(problem, tensors);
  const names = new Names([...nest.loops.map(({ name }) => name), ...[...tensors.values()].map(({ name }) => name)]);
  const cut = dims.map((loop) => nest.loops[loop]);
  const [outer, inner] = ['o', 'i'].map((end) => cut.map(({ name }) => names.of(`${name}${end}`)));
  let schedule = new Schedule(statement).distribute(cut, outer, inner, grid);
  const last = outer[outer.length - 1];
  // The loops of a leaf: parts of the distributed loops, and whole ones.
  let leaf = nest.loops.map((variable) => inner[cut.indexOf(variable)] ?? variable);
  let at = last;
  if (steps !== null) {
    const own = leaf[steps.loop];
    const [step, rest] = ['o', 'i'].map((end) => names.of(`${own.name}${end}`));
    leaf = leaf.map((variable) => (variable === own ? rest : variable));
    at = step;
    schedule = schedule.divide(own, step, rest, steps.count).reorder(step, ...leaf);
  }
  const { target } = statement;
  const stepped = problem.uses.filter(
    ({ isTarget, accesses }) => !isTarget && steps !== null && accesses.some((loops) => loops.includes(steps.loop)),
  );
  const later = stepped.map(({ tensor }) => tensors.get(tensor) ?? tensor);
  const sooner = problem.uses.map(({ tensor }) => tensors.get(tensor) ?? tensor).filter((tensor) => !later.includes(tensor));
  schedule = schedule.communicate([target.tensor, ...sooner.filter((tensor) => tensor !== target.tensor)], last);
  if (later.length > 0) schedule = schedule.communicate(later, at);
  return gemm && summed.length === 1 ? schedule.substitute(leaf, blas.gemm) : schedule;
}

/**
 * The schedule of a statement over the entries of a compressed tensor, whose loops are cut by rows or by entries. With `steps`, copies of what a
 * further loop indexes are of one step at a time.
 */
export function buildOver(
  problem: Problem,
  driver: AccessTerm,
  cut: Cut,
  distributions: readonly Distribution[],
  steps: Steps | null,
): Schedule {
  const { nest } = problem;
  const tensors = placedTensors(problem, { distributions });
  const names = new Names([...nest.loops.map(({ name }) => name), ...[...tensors.values()].map(({ name }) => name)]);
  let schedule = new Schedule(statementWith(problem, tensors));
  const loops = cut.dims.map((loop) => nest.loops[loop]);
  if (cut.byEntries) {
    const entry = names.of('e');
    schedule = schedule.pos(driver.indices, entry, tensors.get(driver.tensor) ?? driver.tensor);
    loops[0] = entry;
  }
  const [outer, inner] = ['o', 'i'].map((end) => loops.map(({ name }) => names.of(`${name}${end}`)));
  schedule = schedule.distribute(loops, outer, inner, cut.grid);
  if (steps === null) return schedule;
  const own = nest.loops[steps.loop];
  const part = inner[cut.dims.indexOf(steps.loop)] ?? own;
  const [step, rest] = ['o', 'i'].map((end) => names.of(`${part.name}${end}`));
  const others = inner.filter((variable) => variable !== part);
  schedule = schedule.divide(part, step, rest, steps.count).reorder(step, ...others, rest);
  const isLater = ({ isTarget, accesses }: Use): boolean => !isTarget && accesses.some((of) => of.includes(steps.loop));
  const placed = (uses: readonly Use[]): TensorSymbol[] => uses.map(({ tensor }) => tensors.get(tensor) ?? tensor);
  const sooner = placed(problem.uses.filter((use) => !isLater(use)));
  return schedule.communicate(sooner, outer[outer.length - 1]).communicate(placed(problem.uses.filter(isLater)), step);
}

function placedTensors(
  { uses }: Problem,
  { distributions }: Pick<Candidate, 'distributions'>,
): ReadonlyMap<TensorSymbol, Tensor> {
  return new Map(
    uses.map(({ tensor }, u) => {
      const { name, shape, dtype, isComputed, isCompressed } = tensor;
      const elements = isComputed ? (isCompressed ? tensor.entries() : tensor.array()) : null;
      return [tensor, new Tensor(name, shape, dtype, distributions[u], elements, isCompressed)];
    }),
  );
}

function statementWith({ statement }: Problem, tensors: ReadonlyMap<TensorSymbol, Tensor>): Schedule['statement'] {
  const access = ({ tensor, indices }: AccessTerm): AccessTerm => {
    const placed = tensors.get(tensor);
    if (placed === undefined) throw new ScheduleError(`autoSchedule: ${tensor.name} is no tensor of the statement`);
    return { kind: 'access', tensor: placed, indices };
  };
  const term = (of: Term): Term => {
    if (of.kind === 'access') return access(of);
    if (of.kind === 'constant') return of;
    return of.kind === 'negate' ? { kind: 'negate', a: term(of.a) } : { kind: of.kind, a: term(of.a), b: term(of.b) };
  };
  return makeStatement(access(statement.target), term(statement.value));
}
