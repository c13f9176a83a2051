// Least and greatest values and where they are, as lib/ir/folds.ts defines them. Included inside a variant's anonymous namespace, behind folds.h.

// A vector of the machine (kernel/parts.h).
template <typename T>
struct Wide {
  static constexpr int lanes = MK_VECTOR_BYTES / sizeof(T);
  using V = typename Some<T, lanes>::V;
  INLINE V of(const T* v) {
    V values;
    __builtin_memcpy(&values, v, sizeof values);
    return values;
  }
};

template <typename M>
INLINE bool anyOf(M mask) {
  uint64_t words[sizeof mask / 8], any = 0;
  __builtin_memcpy(words, &mask, sizeof words);
  for (uint64_t word : words) any |= word;
  return any != 0;
}

// The extreme of n values, in no order, in `extreme`; false where the tree of foldRun decides: a value is no number, or the extreme is a
// zero of a float, which has two signs.
template <typename T, bool Largest>
INLINE bool wideExtreme(const T* v, int64_t n, T* extreme) {
  using W = Wide<T>;
  constexpr int count = 128 / MK_VECTOR_BYTES;  // vectors side by side, as each step waits for the one before it
  constexpr int64_t step = count * W::lanes;
  if (n < step) return false;
  typename W::V best[count];
  decltype(best[0] != best[0]) odd = {};
#pragma GCC unroll 8
  for (int k = 0; k < count; k++) {
    best[k] = W::of(v + k * W::lanes);
    odd |= best[k] != best[k];
  }
  for (int64_t i = step; i < n; i += step) {
    const T* next = v + (i + step <= n ? i : n - step);  // the last vectors overlap the ones before
#pragma GCC unroll 8
    for (int k = 0; k < count; k++) {
      const typename W::V c = W::of(next + k * W::lanes);
      odd |= c != c;
      best[k] = (Largest ? c > best[k] : c < best[k]) ? c : best[k];
    }
  }
  if (anyOf(odd)) return false;
#pragma GCC unroll 8
  for (int k = 1; k < count; k++) best[0] = (Largest ? best[k] > best[0] : best[k] < best[0]) ? best[k] : best[0];
  T lane[W::lanes];
  __builtin_memcpy(lane, &best[0], sizeof lane);
  T m = lane[0];
  for (int l = 1; l < W::lanes; l++) m = (Largest ? lane[l] > m : lane[l] < m) ? lane[l] : m;
  *extreme = m;
  return T(0.5) == 0 || m != 0;
}

template <typename F, bool Largest, typename T>
INLINE T extremeOf(const T* v, int64_t n) {
  T m;
  return wideExtreme<T, Largest>(v, n, &m) ? m : foldRun<F, T, T>(v, n);
}

template <typename F, bool Largest, typename T>
void extremeRows(void* out, const void* values, int64_t rows, int64_t n) {
  T* o = static_cast<T*>(out);
  const T* v = static_cast<const T*>(values);
  for (int64_t r = 0; r < rows; r++) o[r] = extremeOf<F, Largest, T>(v + r * n, n);
}

// The first of n values that equals m or is no number; there is one.
template <typename T>
INLINE int64_t placeOf(const T* v, int64_t n, T m) {
  using W = Wide<T>;
  int64_t i = 0;
  for (; i + W::lanes <= n; i += W::lanes) {
    const typename W::V values = W::of(v + i);
    if (anyOf((values == m) | (values != values))) break;
  }
  while (v[i] != m && v[i] == v[i]) i++;
  return i;
}

template <bool Is, typename A, typename B> struct Choice { using type = A; };
template <typename A, typename B> struct Choice<false, A, B> { using type = B; };

// Rows so short that each value is looked at by itself.
constexpr int64_t kShortRow = 32;

// The first extreme wins; a NaN beats everything but an earlier NaN. `index` is -1 at a row's start.
template <typename T, bool Largest>
void argFold(const void* values, int64_t n, int64_t base, void* best, int64_t* index) {
  using F = typename Choice<Largest, MaxFold<T>, MinFold<T>>::type;
  const T* v = static_cast<const T*>(values);
  if (n == 0) return;
  T& b = *static_cast<T*>(best);
  if (*index >= 0 && b != b) return;
  T m = v[0];
  int64_t at = 0;
  if (n < kShortRow) {
    for (int64_t i = 1; i < n && m == m; i++) {
      if (!(Largest ? v[i] > m : v[i] < m) && v[i] == v[i]) continue;
      m = v[i];
      at = i;
    }
  } else {
    m = extremeOf<F, Largest, T>(v, n);
  }
  if (*index >= 0 && !(Largest ? m > b : m < b) && m == m) return;
  *index = base + (n < kShortRow ? at : placeOf(v, n, m));
  b = m;
}
