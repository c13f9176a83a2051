// Folds in the order of lib/ir/folds.ts. Included inside a variant's anonymous namespace.

// So many values as one.
template <typename T, int count>
struct Some {
  typedef T V __attribute__((vector_size(count * sizeof(T))));
};
// Eight lanes as vectors of the machine (kernel/parts.h). Written out, as gcc 12 miscompiles some integer reductions over an array of lanes.
template <typename A>
constexpr int kLanes = MK_PART_OF(sizeof(A));
template <typename A>
using LanesOf = typename Some<A, kLanes<A>>::V;

// The type that wraps on overflow: unsigned for an integer, a float itself.
template <typename A> struct Wrapping { using type = A; };
template <> struct Wrapping<int8_t> { using type = uint8_t; };
template <> struct Wrapping<int16_t> { using type = uint16_t; };
template <> struct Wrapping<int32_t> { using type = uint32_t; };
template <> struct Wrapping<int64_t> { using type = uint64_t; };
template <typename A>
using WrappingLanes = LanesOf<typename Wrapping<A>::type>;

template <typename A>
struct SumFold {
  static A identity() { return A(0); }
  INLINE A of(A a, A b) { return Operator<Add, codeOf<A>()>::of(a, b); }
  INLINE LanesOf<A> lanes(LanesOf<A> a, LanesOf<A> b) { return (LanesOf<A>)((WrappingLanes<A>)a + (WrappingLanes<A>)b); }
};
template <typename A>
struct ProdFold {
  static A identity() { return A(1); }
  INLINE A of(A a, A b) { return Operator<Mul, codeOf<A>()>::of(a, b); }
  INLINE LanesOf<A> lanes(LanesOf<A> a, LanesOf<A> b) { return (LanesOf<A>)((WrappingLanes<A>)a * (WrappingLanes<A>)b); }
};
// The greatest and least values, infinite ones of floats; no header with inline functions says them (primitives.cpp).
template <typename A> struct Extremes {
  static constexpr bool isSigned = A(-1) < A(0);
  static constexpr A greatest = A(isSigned ? (uint64_t(1) << (8 * sizeof(A) - 1)) - 1 : ~uint64_t(0));
  static constexpr A least = A(isSigned ? uint64_t(1) << (8 * sizeof(A) - 1) : 0);
};
template <> struct Extremes<float> { static constexpr float greatest = INFINITY, least = -INFINITY; };
template <> struct Extremes<double> { static constexpr double greatest = INFINITY, least = -INFINITY; };
template <typename A>
struct MinFold {
  static A identity() { return Extremes<A>::greatest; }
  INLINE A of(A a, A b) { return Operator<Min, codeOf<A>()>::of(a, b); }
  INLINE LanesOf<A> lanes(LanesOf<A> a, LanesOf<A> b) { return ((a < b) | (a != a)) ? a : b; }
};
template <typename A>
struct MaxFold {
  static A identity() { return Extremes<A>::least; }
  INLINE A of(A a, A b) { return Operator<Max, codeOf<A>()>::of(a, b); }
  INLINE LanesOf<A> lanes(LanesOf<A> a, LanesOf<A> b) { return ((a > b) | (a != a)) ? a : b; }
};
template <typename A>
struct AnyFold {
  static A identity() { return 0; }
  INLINE A of(A a, A b) { return a | b; }
  INLINE LanesOf<A> lanes(LanesOf<A> a, LanesOf<A> b) { return a | b; }
};
template <typename A>
struct AllFold {
  static A identity() { return 1; }
  INLINE A of(A a, A b) { return a & b; }
  INLINE LanesOf<A> lanes(LanesOf<A> a, LanesOf<A> b) { return a & b; }
};

// Eight lanes, then the tree.
template <typename F, typename A, typename T>
INLINE A foldRun(const T* v, int64_t n) {
  constexpr int width = kLanes<A>, parts = 8 / width;
  LanesOf<A> lanes[parts];
#pragma GCC unroll 8
  for (int p = 0; p < parts; p++) lanes[p] = LanesOf<A>{} + F::identity();
  int64_t i = 0;
  for (; i + 8 <= n; i += 8)
#pragma GCC unroll 8
    for (int p = 0; p < parts; p++) {
      typename Some<T, width>::V values;
      __builtin_memcpy(&values, v + i + p * width, sizeof values);
      lanes[p] = F::lanes(lanes[p], __builtin_convertvector(values, LanesOf<A>));
    }
  A lane[8];
#pragma GCC unroll 8
  for (int p = 0; p < parts; p++) __builtin_memcpy(lane + p * width, &lanes[p], sizeof lanes[p]);
  for (int l = 0; i + l < n; l++) lane[l] = F::of(lane[l], (A)v[i + l]);
  A even = F::of(F::of(lane[0], lane[4]), F::of(lane[2], lane[6]));
  A odd = F::of(F::of(lane[1], lane[5]), F::of(lane[3], lane[7]));
  return F::of(even, odd);
}

template <typename F, typename A, typename T>
void foldRows(void* out, const void* values, int64_t rows, int64_t n) {
  A* o = static_cast<A*>(out);
  const T* v = static_cast<const T*>(values);
  for (int64_t r = 0; r < rows; r++) o[r] = foldRun<F, A, T>(v + r * n, n);
}

template <typename F, typename A, typename T>
void accumulate(void* accumulators, const void* values, int64_t n) {
  A* a = static_cast<A*>(accumulators);
  const T* v = static_cast<const T*>(values);
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) a[i] = F::of(a[i], (A)v[i]);
}

template <typename F, typename A, typename T>
int64_t scatter(void* row, int64_t bins, const int64_t* indices, const void* values, int64_t n) {
  A* a = static_cast<A*>(row);
  const T* v = static_cast<const T*>(values);
  int64_t outside = 0;
  for (int64_t i = 0; i < n; i++) {
    const int64_t k = indices[i] + (indices[i] < 0 ? bins : 0);
    if ((uint64_t)k < (uint64_t)bins) a[k] = F::of(a[k], (A)v[i]);
    else outside = 1;
  }
  return outside;
}

template <typename F, typename A, typename T>
INLINE A foldInOrder(A acc, const T* v, int64_t n) {
  for (int64_t k = 0; k < n; k++) acc = F::of(acc, (A)v[k]);
  return acc;
}

// Four segments side by side, as each by itself is a chain of dependent steps.
template <typename F, typename A, typename T>
void foldSegments(void* accumulators, const void* values, const int32_t* counts, int64_t segments) {
  A* a = static_cast<A*>(accumulators);
  const T* v = static_cast<const T*>(values);
  int64_t j = 0;
  for (; j + 4 <= segments; j += 4) {
    const T *v0 = v, *v1 = v0 + counts[j], *v2 = v1 + counts[j + 1], *v3 = v2 + counts[j + 2];
    int64_t n0 = counts[j], n1 = counts[j + 1], n2 = counts[j + 2], n3 = counts[j + 3];
    int64_t low = n0 < n1 ? n0 : n1, high = n2 < n3 ? n2 : n3, both = low < high ? low : high;
    A a0 = a[j], a1 = a[j + 1], a2 = a[j + 2], a3 = a[j + 3];
    for (int64_t k = 0; k < both; k++) {
      a0 = F::of(a0, (A)v0[k]);
      a1 = F::of(a1, (A)v1[k]);
      a2 = F::of(a2, (A)v2[k]);
      a3 = F::of(a3, (A)v3[k]);
    }
    a[j] = foldInOrder<F, A, T>(a0, v0 + both, n0 - both);
    a[j + 1] = foldInOrder<F, A, T>(a1, v1 + both, n1 - both);
    a[j + 2] = foldInOrder<F, A, T>(a2, v2 + both, n2 - both);
    a[j + 3] = foldInOrder<F, A, T>(a3, v3 + both, n3 - both);
    v = v3 + n3;
  }
  for (; j < segments; j++) {
    a[j] = foldInOrder<F, A, T>(a[j], v, counts[j]);
    v += counts[j];
  }
}
