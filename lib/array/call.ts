/**
 * Calls: one launch on the roots of some arrays, made ready for all arrays that have the same views and dtypes. A view keeps
 * the last call of which it was the first operand, so that what a program does again and again is only looked up:
 *
 *     A.matmul(x)      sum over axis 1 of A · x      domain (n, k), A as it is, x broadcast to (n, k), rows out: (n)
 */
import type { DType } from '../dtype/index.js';
import { runtime } from '../runtime/index.js';
import type { Shape, View } from '../shape/index.js';
import { checkUsable } from '../store/index.js';
import type { TaskKind } from '../task/index.js';
import { allocateLike, type NDArray, viewOf } from './ndarray.js';

/** What a call is of: the fold or the task kind, how it is applied, and the dtype that it computes in. */
export interface Calling {
  readonly of: object;
  readonly how: number;
  readonly compute: DType;
}

/** What is launched, and what comes out. */
export interface Launch {
  readonly kind: TaskKind;
  readonly domain: Shape;
  /** The operands as the launch sees them. */
  readonly views: readonly View[];
  readonly dtype: DType;
  /** The whole of the result, and how the launch sees it. */
  readonly whole: View;
  readonly written: View;
}

export class Call {
  readonly #calling: Calling;
  readonly #views: readonly View[];
  readonly #dtypes: readonly DType[];
  readonly #launch: Launch;

  constructor(calling: Calling, operands: readonly NDArray[], launch: Launch) {
    this.#calling = calling;
    this.#views = operands.map((x) => x.view);
    this.#dtypes = operands.map((x) => x.dtype);
    this.#launch = launch;
  }

  /** Whether this is what calling `of` on these operands comes to. */
  serves(of: object, how: number, compute: DType, operands: readonly NDArray[]): boolean {
    const calling = this.#calling;
    if (calling.of !== of || calling.how !== how || calling.compute !== compute || this.#views.length !== operands.length)
      return false;
    for (let i = 0; i < operands.length; i++) {
      if (operands[i].view !== this.#views[i] || operands[i].root.dtype !== this.#dtypes[i]) return false;
    }
    return true;
  }

  /** Launches it. Throws `DisposedError`. */
  issue(operands: readonly NDArray[], operation: string): NDArray {
    const { kind, domain, views, dtype, whole, written } = this.#launch;
    const stores = new Array<NDArray>(views.length + 1);
    for (let i = 0; i < views.length; i++) {
      if (operands[i].root.dead) checkUsable(operands[i], operation);
      stores[i] = viewOf(operands[i], views[i]);
    }
    const out = allocateLike(dtype, whole);
    stores[views.length] = viewOf(out, written);
    runtime().launch(kind, domain, stores);
    return out;
  }
}

/** The call that these operands come to, if it was the last on the first one's view. */
export function knownCall(of: object, how: number, compute: DType, operands: readonly NDArray[]): Call | null {
  const { called } = operands[0].view.made;
  return called instanceof Call && called.serves(of, how, compute, operands) ? called : null;
}

/** Makes that call, and keeps it. */
export function makeCall(calling: Calling, operands: readonly NDArray[], launch: Launch): Call {
  const call = new Call(calling, operands, launch);
  operands[0].view.made.called = call;
  return call;
}
