/**
 * Calls: one launch on the roots of some arrays, made ready for all arrays that have the same views and dtypes. A view keeps the last calls
 * of which it was the first operand, so that a repeated call is only looked up:
 *
 *     A.matmul(x)      sum over axis 1 of A · x      domain (n, k), A as it is, x broadcast to (n, k), rows out: (n)
 */
import type { DType } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import type { Shape, View } from '../shape/index.js';
import { checkUsable, type Store } from '../store/index.js';
import type { TaskKind } from '../task/index.js';
import { allocateLike, matched, type NDArray } from './ndarray.js';

/** Calls that a view keeps. */
const KEPT = 8;

/**
 * The identity of a call: the fold, the task kind or any other object that stands for the function, how it is applied, and the dtype that
 * it computes in.
 */
interface Calling {
  readonly of: object;
  readonly how: number;
  readonly compute: DType;
}

/** The launch of a call, and its result. */
interface Launch {
  readonly kind: TaskKind;
  readonly domain: Shape;
  /** The operands as the launch sees them; `swapped`: it takes two operands in reverse order. */
  readonly views: readonly View[];
  readonly swapped?: boolean;
  readonly dtype: DType;
  /** The whole of the result, and how the launch sees it. */
  readonly whole: View;
  readonly written: View;
}

export class Call {
  readonly #calling: Calling;
  readonly #views: readonly View[];
  readonly #dtypes: readonly DType[];
  readonly launch: Launch;
  /** The views of the launch's operands, and of its result. */
  readonly #seen: readonly View[];

  constructor(calling: Calling, operands: readonly NDArray[], launch: Launch) {
    this.#calling = calling;
    this.#views = operands.map((x) => x.view);
    this.#dtypes = operands.map((x) => x.dtype);
    this.launch = launch;
    this.#seen = [...launch.views, launch.written];
  }

  /** Whether this is the call of `of` on these operands. */
  serves(of: object, how: number, compute: DType, operands: readonly NDArray[]): boolean {
    const calling = this.#calling;
    if (calling.of !== of || calling.how !== how || calling.compute !== compute || this.#views.length !== operands.length)
      return false;
    for (let i = 0; i < operands.length; i++) {
      if (operands[i].view !== this.#views[i] || operands[i].dtype !== this.#dtypes[i]) return false;
    }
    return true;
  }

  /** Launches it. Throws `DisposedError`. */
  issue(operands: readonly NDArray[], operation: string): NDArray {
    const { kind, domain, dtype, whole, swapped } = this.launch;
    const { expecting } = runtime();
    const place = expecting === null ? null : runtime().matchOn(this.launch, this.#seen, operands);
    if (expecting !== null && place !== null) return matched(place, expecting);
    const count = operands.length;
    const stores = new Array<Store>(count + 1);
    for (let i = 0; i < count; i++) {
      checkUsable(operands[i], operation);
      stores[swapped ? count - 1 - i : i] = operands[i];
    }
    const out = allocateLike(dtype, whole);
    stores[count] = out;
    runtime().launchOn(kind, domain, stores, this.#seen);
    return out;
  }
}

/** The call that these operands come to, if it was one of the last on the first one's view. */
export function knownCall(of: object, how: number, compute: DType, operands: readonly NDArray[]): Call | null {
  const { called } = operands[0].view.made;
  if (called === null) return null;
  for (let i = 0; i < called.length; i++) {
    const call = called[i];
    if (call instanceof Call && call.serves(of, how, compute, operands)) return call;
  }
  return null;
}

/** Makes that call, and keeps it. */
export function makeCall(calling: Calling, operands: readonly NDArray[], launch: Launch): Call {
  const call = new Call(calling, operands, launch);
  const { made } = operands[0].view;
  if (made.called === null) made.called = [call];
  else if (made.called.push(call) > KEPT) made.called.shift();
  return call;
}
