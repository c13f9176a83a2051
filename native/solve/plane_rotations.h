// Sweeps of plane rotations over neighbouring rows of a matrix, a strip of columns at a time. A fragment of vectors.cpp, which is compiled once for
// each instruction set.

// Vectors of a row that two sweeps turn in registers: AVX2 has half as many registers.
constexpr int kTurned = L::width == 4 ? 2 : 4;

// Rows a (the lower number) and b, of which one is kept in registers; `kept` becomes its part of the next pair, the other is put out.
template <bool up>
INLINE V turned(V& kept, V next, V c, V s) {
  const V out = up ? L::fma(s, next, c * kept) : c * kept - s * next;
  kept = up ? c * next - s * kept : L::fma(s, kept, c * next);
  return out;
}

// Turns [from, sweep.count) of a sweep, of Count vectors of each row; `kept` is the row that turn `from` begins with.
template <int Count, bool up>
void turnRest(double* rows, int64_t row, const Sweep& sweep, int64_t from, V* kept) {
  const int64_t step = up ? row : -row;
  double* shared = rows + (up ? sweep.first : sweep.first + 1) * row + from * step;
  for (int64_t k = from; k < sweep.count; k++, shared += step) {
    const V c = L::all(sweep.turns[k].c), s = L::all(sweep.turns[k].s);
#pragma GCC unroll 4
    for (int v = 0; v < Count; v++) {
      L::store(shared + v * L::width, turned<up>(kept[v], L::load(shared + step + v * L::width), c, s));
    }
  }
  for (int v = 0; v < Count; v++) L::store(shared + v * L::width, kept[v]);
}

template <int Count, bool up>
void turnOne(double* rows, int64_t row, const Sweep& sweep) {
  const double* const shared = rows + (up ? sweep.first : sweep.first + 1) * row;
  V kept[Count];
  for (int v = 0; v < Count; v++) kept[v] = L::load(shared + v * L::width);
  turnRest<Count, up>(rows, row, sweep, 0, kept);
}

// Two sweeps that begin at the same rows: the second follows one turn behind the first, which hands it rows in registers.
template <int Count, bool up>
void turnTwo(double* rows, int64_t row, const Sweep& one, const Sweep& two) {
  const int64_t step = up ? row : -row;
  const int64_t together = one.count - 1 < two.count ? one.count - 1 : two.count;
  double* shared = rows + (up ? one.first : one.first + 1) * row;
  V leading[Count], following[Count];
  const V c0 = L::all(one.turns[0].c), s0 = L::all(one.turns[0].s);
  for (int v = 0; v < Count; v++) {
    leading[v] = L::load(shared + v * L::width);
    following[v] = turned<up>(leading[v], L::load(shared + step + v * L::width), c0, s0);
  }
  for (int64_t k = 0; k < together; k++, shared += step) {
    const V c1 = L::all(one.turns[k + 1].c), s1 = L::all(one.turns[k + 1].s);
    const V c2 = L::all(two.turns[k].c), s2 = L::all(two.turns[k].s);
#pragma GCC unroll 4
    for (int v = 0; v < Count; v++) {
      const V between = turned<up>(leading[v], L::load(shared + 2 * step + v * L::width), c1, s1);
      L::store(shared + v * L::width, turned<up>(following[v], between, c2, s2));
    }
  }
  for (int v = 0; v < Count; v++) L::store(shared + v * L::width, following[v]);
  turnRest<Count, up>(rows, row, one, together + 1, leading);
  for (int v = 0; v < Count; v++) following[v] = L::load(shared + v * L::width);
  turnRest<Count, up>(rows, row, two, together, following);
}

template <int Count, bool up>
void turnStrip(double* rows, int64_t row, const Sweep* sweeps, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    if (sweeps[i].count == 0) continue;
    if (i + 1 < count && sweeps[i + 1].first == sweeps[i].first && sweeps[i + 1].count > 0) {
      turnTwo<Count, up>(rows, row, sweeps[i], sweeps[i + 1]);
      i++;
    } else {
      turnOne<Count, up>(rows, row, sweeps[i]);
    }
  }
}

// All sweeps go the same way.
template <bool up>
void turnAll(double* rows, int64_t row, int64_t columns, const Sweep* sweeps, int64_t count) {
  constexpr int64_t strip = kTurned * L::width;
  int64_t j = 0;
  for (; j + strip <= columns; j += strip) turnStrip<kTurned, up>(rows + j, row, sweeps, count);
  for (; j < columns; j += L::width) turnStrip<1, up>(rows + j, row, sweeps, count);
}

void turn(double* rows, int64_t row, int64_t columns, const Sweep* sweeps, int64_t count) {
  for (int64_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && sweeps[end].step == sweeps[i].step;) end++;
    if (sweeps[i].step > 0) turnAll<true>(rows, row, columns, sweeps + i, end - i);
    else turnAll<false>(rows, row, columns, sweeps + i, end - i);
  }
}
