// Moving elements: gathers and strided copies. Included inside a variant's anonymous namespace.

template <typename T, typename I>
void takeElements(void* out, const void* base, const I* offsets, int64_t n) {
  T* o = static_cast<T*>(out);
  const T* b = static_cast<const T*>(base);
#pragma GCC ivdep
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
#pragma GCC ivdep
    for (int64_t i = 0; i < n; i++) o[i] = b[normalized(indices[i], size, &outside)];
  } else {
#pragma GCC ivdep
    for (int64_t i = 0; i < n; i++) o[i] = b[normalized(indices[i], size, &outside) * stride];
  }
  return (int64_t)outside;
}

template <bool First>
int64_t offsetsOf(int64_t* offsets, const int64_t* indices, int64_t size, int64_t stride, int64_t n) {
  uint64_t outside = 0;
#pragma GCC ivdep
  for (int64_t i = 0; i < n; i++) {
    int64_t part = normalized(indices[i], size, &outside) * stride;
    offsets[i] = First ? part : offsets[i] + part;
  }
  return (int64_t)outside;
}
