// Panels of A and B packed for the product, and the tile of C that a panel of each makes. A fragment of kernels.cpp, which is compiled once for each
// instruction set.

// Fewer than 64 values, by pieces of sizes that the compiler knows.
template <typename T>
INLINE void copyFew(T* to, const T* from, int64_t n) {
#pragma GCC unroll 8
  for (int size = 32; size > 0; size /= 2) {
    if ((n & size) == 0) continue;
    __builtin_memcpy(to, from, size * sizeof(T));
    to += size;
    from += size;
  }
}

// Panels that are not full: of A, where all rows are multiplied; of B, where `narrowed` leaves out vectors.
enum class Panel { ofA, ofB };

// Packs the lines of a panel that is not full, and zeros for missing lines that are multiplied.
template <typename T, int Width, Panel panel>
void packFew(T* to, const T* from, int64_t line, int64_t step, int64_t lines, int64_t depth) {
  constexpr int width = Lanes<T>::width;
  const int64_t used = panel == Panel::ofA || lines > 2 * width ? Width : lines > width ? 2 * width : width;
  for (int64_t d = 0; d < depth; d++, to += Width, from += step) {
    if (used == Width) __builtin_memset(to, 0, Width * sizeof(T));
    else
      for (int64_t l = 0; l < used; l += width) Lanes<T>::store(to + l, Lanes<T>::all(T(0)));
    if (line == 1) copyFew(to, from, lines);
    else
      for (int64_t l = 0; l < lines; l++) to[l] = from[l * line];
  }
}

// `count` lines of `depth` values into panels of Width lines each: value d of line l of a panel at d * Width + l.
template <typename T, int Width, Panel panel>
void pack(T* to, const T* from, int64_t line, int64_t step, int64_t count, int64_t depth) {
  for (int64_t first = 0; first < count; first += Width, to += Width * depth) {
    int64_t lines = least(Width, count - first);
    const T* source = from + first * line;
    if (lines < Width) {
      packFew<T, Width, panel>(to, source, line, step, lines, depth);
    } else if (line == 1) {
      for (int64_t d = 0; d < depth; d++)
        for (int l = 0; l < Width; l++) to[d * Width + l] = source[d * step + l];
    } else {
      for (int64_t d = 0; d < depth; d++)
        for (int l = 0; l < Width; l++) to[d * Width + l] = source[l * line + d * step];
    }
  }
}

template <typename V>
INLINE V merge(V before, V sum, Into into) { return into == Into::subtract ? before - sum : before + sum; }

// Puts one element into C.
template <typename T>
INLINE void set(T* to, T sum, Into into) { *to = into == Into::write ? sum : merge<T>(*to, sum, into); }

// A tile of C, rows whole and Vectors vectors wide: element d of row i of A at a[i * row + d * step]; a panel of B; its rows
// at `out`, `next` apart. `ahead`: memory that is asked for meanwhile, as much as the tile's part of A.
template <typename T, int Vectors, bool Ahead>
INLINE void multiply(const T* a, int64_t row, int64_t step, const T* ahead, const T* b, int64_t depth, T* out, int64_t next, Into into) {
  using L = Lanes<T>;
  using V = typename L::V;
  constexpr int rows = Tile<T>::rows;
  V sum[rows][Vectors];
#pragma GCC unroll 16
  for (int i = 0; i < rows; i++)
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; v++) sum[i][v] = L::all(T(0));
  for (int64_t d = 0; d < depth; d++, a += step, b += Tile<T>::columns) {
    if (Ahead) __builtin_prefetch(ahead + d * rows);
    V right[Vectors];
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; v++) right[v] = L::load(b + v * L::width);
#pragma GCC unroll 16
    for (int i = 0; i < rows; i++) {
      V left = L::all(a[i * row]);
#pragma GCC unroll 4
      for (int v = 0; v < Vectors; v++) sum[i][v] = L::fma(left, right[v], sum[i][v]);
    }
  }
#pragma GCC unroll 16
  for (int i = 0; i < rows; i++)
#pragma GCC unroll 4
    for (int v = 0; v < Vectors; v++) {
      T* const to = out + i * next + v * L::width;
      L::store(to, into == Into::write ? sum[i][v] : merge<V>(L::load(to), sum[i][v], into));
    }
}

// Puts a tile into C.
template <typename T>
INLINE void put(const T* tile, T* c, int64_t row, int64_t column, int64_t rows, int64_t columns, Into into) {
  for (int64_t i = 0; i < rows; i++) {
    const T* from = tile + i * Tile<T>::columns;
    T* to = c + i * row;
    if (into == Into::write && column == 1) {
      copyFew(to, from, columns);
      continue;
    }
    for (int64_t j = 0; j < columns; j++) set<T>(to + j * column, from[j], into);
  }
}
