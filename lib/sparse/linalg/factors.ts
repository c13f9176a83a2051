/**
 * Factors of sparse matrices as tasks: routines of the device (native/sparse), else JavaScript on the issuing thread. How large factors are is
 * known when they are made: one task makes them and says so in a ticket, a second one takes them into arrays.
 */
import type { NDArray } from '../../array/index.js';
import { float64, int32 } from '../../dtype/index.js';
import { runtime } from '../../runtime/index.js';
import { type ArgSpec, type Body, type BodyArg, defineKind, type TaskKind } from '../../task/index.js';
import { READS, WRITES } from '../counted.js';
import { CsrArray } from '../csr.js';
import { fresh } from '../vectors.js';
import { applyInScript, factorInScript, type Rows, type Stored } from './script.js';

type Script = (args: readonly BodyArg[], scalars: readonly number[]) => void;

/** A routine of the device and its stand-in in JavaScript, under the name of a function of ours, which errors begin with. */
class Routine {
  readonly #kinds = new Map<string, readonly [TaskKind, TaskKind]>();
  readonly #routine: string;
  readonly #args: readonly ArgSpec[];
  readonly #script: (name: string) => Script;

  constructor(routine: string, args: readonly ArgSpec[], script: (name: string) => Script) {
    this.#routine = routine;
    this.#args = args;
    this.#script = script;
  }

  launch(name: string, domain: readonly number[], args: readonly NDArray[], scalars: readonly number[]): void {
    let kinds = this.#kinds.get(name);
    if (kinds === undefined) {
      const script = this.#script(name);
      const define = (body: Body): TaskKind => defineKind({ name, args: this.#args, body });
      kinds = [
        define({ kind: 'native', routine: this.#routine }),
        define({ kind: 'js', run: (given, numbers) => script(given, numbers.map(Number)) }),
      ];
      this.#kinds.set(name, kinds);
    }
    const known = runtime().device.routine(this.#routine) >= 0;
    // A routine's last scalar is the state of its crew.
    runtime().launch(kinds[known ? 0 : 1], [1, ...domain], args, known ? [...scalars, 0] : scalars);
  }
}

function listOf({ data, shape, strides, offset }: BodyArg): Float64Array {
  return Float64Array.from({ length: shape[0] ?? 1 }, (_, k) => Number(data[offset + k * (strides[0] ?? 0)]));
}

function rowsOf([pointer, index, value]: readonly BodyArg[]): Rows {
  return { size: pointer.shape[0] - 1, pointer: listOf(pointer), index: listOf(index), value: listOf(value) };
}

/** Solves for each column of b. */
function applyAll(stored: Stored, transposed: boolean, b: BodyArg, x: BodyArg): void {
  const place = ({ strides, offset }: BodyArg, i: number, j: number): number => offset + i * strides[0] + j * strides[1];
  for (let j = 0; j < b.shape[1]; j++) {
    const found = applyInScript(stored, transposed, (i) => Number(b.data[place(b, i, j)]));
    found.forEach((value, i) => {
      x.data[place(x, i, j)] = value;
    });
  }
}

/** Factors that no array has taken yet, by their number. */
const waiting = new Map<number, Stored>();
let last = 0;

const solving = new Routine('sparse_solve', [READS, READS, READS, READS, WRITES], (name) => (args, [method]) => {
  applyAll(factorInScript(name, rowsOf(args), { method, drop: 0, fill: 0 }), false, args[3], args[4]);
});

const factoring = new Routine('sparse_factor', [READS, READS, READS, WRITES], (name) => (args, [method, drop, fill]) => {
  const stored = factorInScript(name, rowsOf(args), { method, drop, fill });
  waiting.set(++last, stored);
  const { data, offset } = args[3];
  [last, stored.index.length, stored.value.length].forEach((value, k) => {
    data[offset + k] = value;
  });
});

const taking = new Routine('sparse_take', [READS, WRITES, WRITES], () => ([ticket, index, value]) => {
  const number = Number(ticket.data[ticket.offset]);
  const stored = waiting.get(number);
  waiting.delete(number);
  stored?.index.forEach((word, k) => {
    index.data[index.offset + k] = word;
  });
  stored?.value.forEach((word, k) => {
    value.data[value.offset + k] = word;
  });
});

const applying = new Routine('sparse_apply', [READS, READS, READS, WRITES], () => ([index, value, b, x], [transposed]) => {
  applyAll({ index: Int32Array.from(listOf(index)), value: listOf(value) }, transposed !== 0, b, x);
});

/** A matrix's arrays, in float64. */
function partsOf(A: CsrArray): [NDArray, NDArray, NDArray] {
  const values = CsrArray.valuesOf(A);
  return [A.indptr, A.indices, values.dtype === float64 ? values : values.astype(float64)];
}

/** x = A⁻¹ b for a matrix b of float64. */
export function solveOnce(name: string, A: CsrArray, b: NDArray, method: number): NDArray {
  const x = fresh(float64, b.shape);
  solving.launch(name, b.shape, [...partsOf(A), b, x], [method]);
  return x;
}

/** Factors in arrays, int32 and float64. */
export interface FactorArrays {
  readonly index: NDArray;
  readonly value: NDArray;
}

interface Incomplete {
  readonly drop: number;
  readonly fill: number;
}

const COMPLETE: Incomplete = { drop: 0, fill: 0 };

/** Rejects as the task fails: for a singular matrix, and where memory is out. */
export async function factorize(name: string, A: CsrArray, method: number, how: Incomplete = COMPLETE): Promise<FactorArrays> {
  const ticket = factored(name, A, method, how);
  return taken(name, ticket, await ticket.data());
}

/** As `factorize`, and waits; throws as the task fails. */
export function factorizeSync(name: string, A: CsrArray, method: number): FactorArrays {
  const ticket = factored(name, A, method, COMPLETE);
  return taken(name, ticket, ticket.dataSync());
}

function factored(name: string, A: CsrArray, method: number, { drop, fill }: Incomplete): NDArray {
  const ticket = fresh(float64, [4]);
  factoring.launch(name, [A.shape[0], A.nnz], [...partsOf(A), ticket], [method, drop, fill]);
  return ticket;
}

function taken(name: string, ticket: NDArray, [, integers, doubles]: ArrayLike<unknown> & Iterable<unknown>): FactorArrays {
  const [index, value] = [fresh(int32, [Number(integers)]), fresh(float64, [Number(doubles)])];
  taking.launch(name, [Number(integers), Number(doubles)], [ticket, index, value], []);
  return { index, value };
}

/** x = A⁻¹ b, or of the transpose, for a matrix b of float64. */
export function applyFactors(name: string, { index, value }: FactorArrays, b: NDArray, transposed: boolean): NDArray {
  const x = fresh(float64, b.shape);
  applying.launch(name, b.shape, [index, value, b, x], [transposed ? 1 : 0]);
  return x;
}
