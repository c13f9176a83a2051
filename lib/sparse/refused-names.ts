/** Members that sparse matrices refuse: JavaScript's operators and brackets, and names of SciPy's and of arrays. All would be NaN, text or undefined. */
import { ArgumentError, BRACKETS, DTypeError, IndexError, putBehind, refuseCalls, refuseReads, refusing } from '../base/index.js';
import { CooArray } from './coo.js';
import { CscArray } from './csc.js';
import { CsrArray } from './csr.js';

const DENSE = 'A.toDense() is an array of all elements';
const FORMATS = 'the formats are compressed rows, A.tocsc() and A.tocoo()';
const BUILT =
  'sparse.dokArray(A) is a matrix of the elements that is written one by one, and its tocsr() the one to compute with';
const PART = "A.get(0, 1) is an element, A.slice('1:3', ':') a part, A.getrow(0) a row";
const VALUES = 'A.data has the stored values, and A.abs(), A.sin() and their like are functions of all elements';
const STRUCTURE =
  'the places of entries do not change: sparse.dokArray(A) is written element by element, and its tocsr() is a new matrix';

const METHODS: Readonly<Record<string, string>> = {
  todense: DENSE,
  tobsr: FORMATS,
  todia: FORMATS,
  todok: BUILT,
  tolil: BUILT,
  toArray: DENSE,
  tolist: 'A.toDense().tolist() has all elements',
  item: 'A.toDense().item(0, 1) reads an element',
  map: VALUES,
  forEach: VALUES,
  set: STRUCTURE,
  setdiag: 'A.withDiagonal(values) is a matrix with another diagonal',
  resize: "A.slice(':2', ':3') is a smaller matrix, sparse.blockArray makes a larger one",
  eliminate_zeros: 'A.eliminateZeros() is the matrix without its zeros',
  sum_duplicates: 'sparse.csrArray adds entries of the same place up',
  getnnz: 'A.nnz is the number of stored entries',
  clone: 'A.copy() is a copy',
};

/** The formats that compute. */
const FORMS = [CsrArray, CscArray, CooArray] as const;

function refuseForeignNames(): void {
  const refused = refusing();
  refuseReads(
    refused,
    BRACKETS,
    (key) => new IndexError(`JavaScript's brackets do not work on sparse matrices, got A[${key}]: ${PART}`),
  );
  refuseCalls(
    refused,
    Object.keys(METHODS),
    (name) => new ArgumentError(`A.${name}: sparse matrices have no such method: ${METHODS[name]}`),
  );
  for (const format of FORMS) putBehind(format, refused);
}

function toPrimitive(this: { toString(): string }, hint: string): string {
  if (hint === 'string') return this.toString();
  throw new DTypeError(
    "JavaScript's operators do not work on sparse matrices: A.matmul(x) is the product, A.multiply(2) a multiple, A.add(B) the sum",
  );
}

refuseForeignNames();
for (const { prototype } of FORMS)
  Object.defineProperty(prototype, Symbol.toPrimitive, { value: toPrimitive, writable: true, configurable: true });
