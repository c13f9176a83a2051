// Products with a vector, and blocks with so few results that each is a sum over a row of A and a column of B. A fragment of kernels.cpp, which is
// compiled once for each instruction set.

constexpr int kStreams = 4;       // rows that are summed at once
constexpr int64_t kNear = 4096;   // bytes between rows that are read as one stream

// Adds the products of `some` elements to each row's sum.
template <typename T, int Rows>
INLINE void addProducts(const T* matrix, int64_t row, typename Lanes<T>::V right, int64_t some, typename Lanes<T>::V* sums) {
  using L = Lanes<T>;
#pragma GCC unroll 4
  for (int r = 0; r < Rows; r++) {
    const T* at = matrix + r * row;
    sums[r] = L::fma(some == L::width ? L::load(at) : L::some(at, some), right, sums[r]);
  }
}

// A few rows at a time, each summed alike whichever rows are beside it: `chains` vectors of sums. Rows in turns are several streams, which
// the processor does not foresee where they are short; so memory `ahead` elements further on is asked for in its own order.
//
//     rows 0 to 3      0 4 8 ..   1 5 9 ..   2 6 10 ..   3 7 11 ..      vectors, by the order in which they are read
//     rows ahead       0 1 2 ..                                         by the order in which they are asked for
template <typename T, int Rows, bool Ahead>
INLINE void dots(const T* matrix, int64_t row, const T* x, int64_t length, int64_t ahead, T* out) {
  using L = Lanes<T>;
  constexpr int width = L::width, chains = L::chains;
  typename L::V sums[chains][kStreams];
#pragma GCC unroll 4
  for (int c = 0; c < chains; c++)
#pragma GCC unroll 4
    for (int r = 0; r < kStreams; r++) sums[c][r] = L::all(T(0));
  int64_t j = 0;
  for (; j + chains * width <= length; j += chains * width)
#pragma GCC unroll 4
    for (int c = 0; c < chains; c++) {
      const int64_t at = j + c * width;
      if (Ahead)
#pragma GCC unroll 4
        for (int r = 0; r < Rows; r++) __builtin_prefetch(matrix + ahead + Rows * at + r * width);
      addProducts<T, Rows>(matrix + at, row, L::load(x + at), width, sums[c]);
    }
#pragma GCC unroll 4
  for (int c = 0; c < chains; c++, j += width) {
    const int64_t some = least(length - j, width);
    if (some == width) addProducts<T, Rows>(matrix + j, row, L::load(x + j), width, sums[c]);
    else if (some > 0) addProducts<T, Rows>(matrix + j, row, L::some(x + j, some), some, sums[c]);
  }
#pragma GCC unroll 4
  for (int n = chains / 2; n > 0; n /= 2)
#pragma GCC unroll 4
    for (int c = 0; c < n; c++)
#pragma GCC unroll 4
      for (int r = 0; r < Rows; r++) sums[c][r] = sums[c][r] + sums[c + n][r];
  T totals[kStreams];
  L::totals(sums[0], totals);
#pragma GCC unroll 4
  for (int r = 0; r < Rows; r++) out[r] += totals[r];
}

template <typename T, bool Ahead>
void rowByRow(const T* matrix, int64_t row, const T* x, T* out, int64_t rows, int64_t length) {
  int64_t r = 0;
  for (; r + kStreams <= rows; r += kStreams) {
    dots<T, kStreams, Ahead>(matrix + r * row, row, x, length, 2 * kStreams * row, out + r);
  }
  for (; r < rows; r++) dots<T, 1, false>(matrix + r * row, row, x, length, 0, out + r);
}

template <typename T>
void byRows(const T* matrix, int64_t row, const T* x, T* out, int64_t rows, int64_t length) {
  const bool near = row >= length && row < 2 * length && row * static_cast<int64_t>(sizeof(T)) <= kNear;
  if (near && rows > 2 * kStreams) return rowByRow<T, true>(matrix, row, x, out, rows, length);
  rowByRow<T, false>(matrix, row, x, out, rows, length);
}

constexpr int64_t kNarrowDepth = 1024;

template <typename T>
struct Lines {
  const T* data;
  int64_t apart;
};

// A few lines of `depth` values, each contiguous: where they are, or copied to `to`.
template <typename T>
Lines<T> linesOf(const T* at, int64_t line, int64_t step, int64_t lines, int64_t depth, T* to) {
  if (step == 1) return {at, line};
  constexpr int64_t some = 64;  // values of all lines stay in the cache
  for (int64_t from = 0; from < depth; from += some)
    for (int64_t l = 0; l < lines; l++)
      for (int64_t d = from; d < least(from + some, depth); d++) to[l * kNarrowDepth + d] = at[l * line + d * step];
  return {to, kNarrowDepth};
}

// A block of a product with few results: each a sum over its row of A and its column of B, some depth at a time.
template <typename T>
void narrow(const Product<T>& p, const Block& at, T* scratch) {
  const int64_t rows = at.i1 - at.i0, columns = at.j1 - at.j0;
  const bool squared = p.isSquare() && at.i0 == at.j0 && at.i1 == at.j1;
  T sums[kNarrowResults] = {};
  for (int64_t d = 0; d < p.k; d += kNarrowDepth) {
    const int64_t depth = least(kNarrowDepth, p.k - d);
    const auto left = linesOf<T>(p.a.at(at.batch, at.i0, d), p.a.row, p.a.column, rows, depth, scratch);
    const auto right = squared ? left : linesOf<T>(p.b.at(at.batch, d, at.j0), p.b.column, p.b.row, columns, depth, scratch + rows * kNarrowDepth);
    for (int64_t j = 0; j < columns; j++)
      byRows<T>(left.data, left.apart, right.data + j * right.apart, sums + j * rows, rows, depth);
  }
  for (int64_t j = 0; j < columns; j++)
    for (int64_t i = 0; i < rows; i++) set<T>(p.c.at(at.batch, at.i0 + i, at.j0 + j), sums[j * rows + i], p.into);
}

constexpr int kColumnsAtOnce = 8;

// Adds columns that are contiguous, in order, to sums that stay in the cache.
template <typename T, int Columns>
INLINE void addColumns(const T* matrix, int64_t column, const T* x, T* out, int64_t rows) {
  using L = Lanes<T>;
  typename L::V factors[Columns];
#pragma GCC unroll 8
  for (int j = 0; j < Columns; j++) factors[j] = L::all(x[j]);
  int64_t i = 0;
  for (; i + L::width <= rows; i += L::width) {
    typename L::V sum = L::load(out + i);
#pragma GCC unroll 8
    for (int j = 0; j < Columns; j++) sum = L::fma(L::load(matrix + i + j * column), factors[j], sum);
    L::store(out + i, sum);
  }
  T tail[L::width] = {}, values[L::width] = {};
  if (i == rows) return;
  for (int64_t k = i; k < rows; k++) tail[k - i] = out[k];
  typename L::V sum = L::load(tail);
  for (int j = 0; j < Columns; j++) {
    for (int64_t k = i; k < rows; k++) values[k - i] = matrix[k + j * column];
    sum = L::fma(L::load(values), factors[j], sum);
  }
  L::store(tail, sum);
  for (int64_t k = i; k < rows; k++) out[k] = tail[k - i];
}

template <typename T>
void byColumns(const T* matrix, int64_t column, const T* x, T* out, int64_t rows, int64_t length) {
  int64_t j = 0;
  for (; j + kColumnsAtOnce <= length; j += kColumnsAtOnce) {
    addColumns<T, kColumnsAtOnce>(matrix + j * column, column, x + j, out, rows);
  }
  for (; j < length; j++) addColumns<T, 1>(matrix + j * column, column, x + j, out, rows);
}

constexpr int64_t kStripRows = 1024, kStripLength = 4096;

// Strips of the matrix; x is copied where it is strided.
template <typename T>
void matrixVector(const T* matrix, int64_t rowStride, int64_t columnStride, const T* x, int64_t xStride, T* out,
                  int64_t outStride, int64_t rows, int64_t length, Into into) {
  T copy[kStripLength], sums[kStripRows];
  for (int64_t i = 0; i < rows; i += kStripRows) {
    int64_t some = least(kStripRows, rows - i);
    for (int64_t r = 0; r < some; r++) sums[r] = T(0);
    for (int64_t j = 0; j < length; j += kStripLength) {
      int64_t width = least(kStripLength, length - j);
      const T* part = matrix + i * rowStride + j * columnStride;
      const T* values = x + j * xStride;
      if (xStride != 1) {
        for (int64_t k = 0; k < width; k++) copy[k] = values[k * xStride];
        values = copy;
      }
      if (columnStride == 1) {
        byRows<T>(part, rowStride, values, sums, some, width);
      } else if (rowStride == 1) {
        byColumns<T>(part, columnStride, values, sums, some, width);
      } else {
        for (int64_t r = 0; r < some; r++) {
          T sum = T(0);
          for (int64_t k = 0; k < width; k++) sum += part[r * rowStride + k * columnStride] * values[k];
          sums[r] += sum;
        }
      }
    }
    for (int64_t r = 0; r < some; r++) set<T>(out + (i + r) * outStride, sums[r], into);
  }
}
