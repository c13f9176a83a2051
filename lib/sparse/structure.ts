/**
 * The structure of a matrix: the places of its entries, shared by matrices with different values. It is checked when it is made and
 * cannot be written afterwards, so that facts found once (runs of rows) hold for good, and kernels may rely on them.
 */
import { NDArray } from '../array/index.js';
import { int32 } from '../dtype/index.js';
import { type Runtime, runtime } from '../runtime/index.js';
import { sliceView } from '../store/index.js';
import type { Pattern } from './coordinates.js';
import { findRuns } from './runs.js';

/**
 * The structure of compressed rows. Its arrays are uploaded, and runs of rows looked for, when they are first asked for: a matrix that is
 * sliced, stacked or converted further needs neither.
 */
export class Structure {
  readonly shape: readonly [number, number];
  /** The runtime that the arrays are of. */
  readonly #runtime = runtime();
  /** The pattern, until all arrays are made of it. */
  #pattern: Pattern | null;
  /** Afterwards it stays for as long as the garbage collector leaves it. */
  #onHost: WeakRef<Pattern>;
  #indptr: NDArray | null = null;
  #indices: NDArray | null = null;
  #low: NDArray | null = null;
  #high: NDArray | null = null;
  #runs: NDArray | null | undefined = undefined;

  constructor(pattern: Pattern) {
    this.shape = pattern.shape;
    this.#pattern = pattern;
    this.#onHost = new WeakRef(pattern);
  }

  get indptr(): NDArray {
    if (this.#indptr === null) {
      this.#indptr = this.#constant(this.pattern.ptr);
      this.#forget();
    }
    return this.#indptr;
  }

  get indices(): NDArray {
    if (this.#indices === null) {
      this.#indices = this.#constant(this.pattern.col);
      this.#forget();
    }
    return this.#indices;
  }

  /** Each row's first entry: a view of `indptr`. */
  get low(): NDArray {
    return (this.#low ??= this.#bounds(0));
  }

  /** The entry behind each row's last: a view of `indptr`. */
  get high(): NDArray {
    return (this.#high ??= this.#bounds(1));
  }

  /** The table of runs of rows (`runs.ts`), where there are enough of them. */
  get runs(): NDArray | null {
    if (this.#runs === undefined) {
      const found = findRuns(this.pattern);
      this.#runs = found === null ? null : this.#constant(found);
      this.#forget();
    }
    return this.#runs;
  }

  /** The pattern on the host, which is not to be written: reading the arrays back would cut the window. */
  get pattern(): Pattern {
    const known = this.#pattern ?? this.#onHost.deref();
    if (known !== undefined) return known;
    const rt = this.#runtime;
    const read = { shape: this.shape, ptr: rt.readSync(this.indptr) as Int32Array, col: rt.readSync(this.indices) as Int32Array };
    this.#onHost = new WeakRef(read);
    return read;
  }

  #forget(): void {
    if (this.#indptr !== null && this.#indices !== null && this.#runs !== undefined) this.#pattern = null;
  }

  #constant(words: Int32Array): NDArray {
    return constant(words, this.#runtime);
  }

  #bounds(from: number): NDArray {
    const { indptr } = this;
    const view = sliceView(indptr.view, 0, from, this.shape[0], 1);
    return view === indptr.view ? indptr : new NDArray(indptr.root, view, indptr.token);
  }
}

/** The structure of compressed rows. */
export function structureOf(pattern: Pattern): Structure {
  return new Structure(pattern);
}

/** A structure's places on the host, which are not to be written. */
export function hostStructure(structure: Structure): Pattern {
  return structure.pattern;
}

/** An array that cannot be written to, and outlives scopes: matrices share it. */
export function constant(words: Int32Array, rt: Runtime = runtime()): NDArray {
  const { root, view, token } = rt.lasting(() => rt.upload(words, int32, [words.length]));
  root.readOnly = true;
  return new NDArray(root, view, token);
}
