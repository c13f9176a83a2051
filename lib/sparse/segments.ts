/**
 * Entries in compressed rows, in any order within a row, brought into ascending order of columns; entries of one column stay in the order in which
 * they came. Most rows are short, and many are in order: a row is looked at, then sorted by insertion, or where it is long by numbers that
 * hold the column and the place.
 */

/** Entries of a row up to which insertion is the fastest. */
const SHORT = 24;

/** Entries of a row up to which a float64 holds a column and a place in one number. */
const LONG = 2 ** 22;

/** Sorts the columns of each row, and with them the list `beside`. Both are written. Rows of more than `long` entries are sorted by comparisons. */
export function sortRows(ptr: Int32Array, col: Int32Array, beside: Int32Array, long = LONG): void {
  for (let i = 1; i < ptr.length; i++) {
    const [from, to] = [ptr[i - 1], ptr[i]];
    let at = from + 1;
    while (at < to && col[at - 1] <= col[at]) at++;
    if (at >= to) continue;
    if (to - from <= SHORT) insert(col, beside, from, at, to);
    else if (to - from <= long) sortByNumbers(col, beside, from, to);
    else sortByComparisons(col, beside, from, to);
  }
}

/** Sorts entries from `at` on into those before, which are in order. */
function insert(col: Int32Array, beside: Int32Array, from: number, at: number, to: number): void {
  for (let k = at; k < to; k++) {
    const [column, other] = [col[k], beside[k]];
    let place = k;
    for (; place > from && col[place - 1] > column; place--) {
      col[place] = col[place - 1];
      beside[place] = beside[place - 1];
    }
    col[place] = column;
    beside[place] = other;
  }
}

function sortByNumbers(col: Int32Array, beside: Int32Array, from: number, to: number): void {
  const count = to - from;
  const keys = new Float64Array(count);
  for (let k = 0; k < count; k++) keys[k] = col[from + k] * count + k;
  keys.sort();
  const others = beside.slice(from, to);
  for (let k = 0; k < count; k++) {
    const column = Math.floor(keys[k] / count);
    col[from + k] = column;
    beside[from + k] = others[keys[k] - column * count];
  }
}

function sortByComparisons(col: Int32Array, beside: Int32Array, from: number, to: number): void {
  const [columns, others] = [col.slice(from, to), beside.slice(from, to)];
  const order = columns.map((_, k) => k).sort((a, b) => columns[a] - columns[b] || a - b);
  order.forEach((k, at) => {
    col[from + at] = columns[k];
    beside[from + at] = others[k];
  });
}
