// Moving elements: gathers and strided copies. Included inside a variant's anonymous namespace.

template <typename T, typename I>
void takeElements(void* out, const void* base, const I* offsets, int64_t n) {
  T* o = static_cast<T*>(out);
  const T* b = static_cast<const T*>(base);
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) o[i] = b[offsets[i]];
}

template <typename T>
void stridedLoad(void* out, const void* base, int64_t stride, int64_t n) {
  T* o = static_cast<T*>(out);
  const T* b = static_cast<const T*>(base);
  for (int64_t i = 0; i < n; i++) o[i] = b[i * stride];
}

template <typename T>
void stridedStore(void* base, const void* in, int64_t stride, int64_t n) {
  T* b = static_cast<T*>(base);
  const T* x = static_cast<const T*>(in);
  for (int64_t i = 0; i < n; i++) b[i * stride] = x[i];
}

// An index as an element's number; 0 where it is outside, and then *outside is set.
INLINE int64_t normalized(int64_t k, int64_t size, uint64_t* outside) {
  k += size & (k >> 63);
  uint64_t bad = (uint64_t)(k | (size - 1 - k)) >> 63;
  *outside |= bad;
  return k & ((int64_t)bad - 1);
}

template <typename T>
int64_t gatherLine(void* out, const void* base, const int64_t* indices, int64_t size, int64_t stride, int64_t n) {
  T* o = static_cast<T*>(out);
  const T* b = static_cast<const T*>(base);
  uint64_t outside = 0;
  if (stride == 1) {
    MK_INDEPENDENT
    for (int64_t i = 0; i < n; i++) o[i] = b[normalized(indices[i], size, &outside)];
  } else {
    MK_INDEPENDENT
    for (int64_t i = 0; i < n; i++) o[i] = b[normalized(indices[i], size, &outside) * stride];
  }
  return (int64_t)outside;
}

template <bool First>
int64_t offsetsOf(int64_t* offsets, const int64_t* indices, int64_t size, int64_t stride, int64_t n) {
  uint64_t outside = 0;
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) {
    int64_t part = normalized(indices[i], size, &outside) * stride;
    offsets[i] = First ? part : offsets[i] + part;
  }
  return (int64_t)outside;
}

// Rows of a sparse matrix times a vector. Each row is summed in order; four go side by side, as each by itself is a chain
// of dependent additions.
template <typename T, typename I>
struct RowProducts {
  const T* values;
  const I* columns;
  const T* x;
  int64_t size, stride;
  uint64_t outside = 0;

  inline __attribute__((always_inline)) double at(int64_t k) {
    return (double)(T)(values[k] * x[normalized((int64_t)columns[k], size, &outside) * stride]);
  }
  inline __attribute__((always_inline)) T rest(double sum, int64_t k, int64_t high) {
    for (; k < high; k++) sum += at(k);
    return (T)sum;
  }
};

INLINE int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

template <typename T, typename I>
int64_t sumProducts(void* out, const void* values, const void* columns, const void* x, int64_t size, int64_t stride,
                    const int64_t* low, const int64_t* high, int64_t n) {
  T* o = static_cast<T*>(out);
  RowProducts<T, I> row{static_cast<const T*>(values), static_cast<const I*>(columns), static_cast<const T*>(x), size, stride};
  int64_t i = 0;
  for (; i + 4 <= n; i += 4) {
    const int64_t k0 = low[i], k1 = low[i + 1], k2 = low[i + 2], k3 = low[i + 3];
    int64_t both = least(least(high[i] - k0, high[i + 1] - k1), least(high[i + 2] - k2, high[i + 3] - k3));
    if (both < 0) both = 0;
    double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
    for (int64_t k = 0; k < both; k++) {
      s0 += row.at(k0 + k);
      s1 += row.at(k1 + k);
      s2 += row.at(k2 + k);
      s3 += row.at(k3 + k);
    }
    const T r0 = row.rest(s0, k0 + both, high[i]), r1 = row.rest(s1, k1 + both, high[i + 1]);
    const T r2 = row.rest(s2, k2 + both, high[i + 2]), r3 = row.rest(s3, k3 + both, high[i + 3]);
    o[i] = r0, o[i + 1] = r1, o[i + 2] = r2, o[i + 3] = r3;
  }
  for (; i < n; i++) o[i] = row.rest(0, low[i], high[i]);
  return (int64_t)row.outside;
}
