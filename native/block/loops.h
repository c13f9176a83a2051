// Loops of element-wise primitives. Included inside a variant's anonymous namespace.

template <typename F, typename T>
void unary(void* out, const void* a, const void*, const void*, int64_t n) {
  using R = decltype(F::of(T()));
  R* o = static_cast<R*>(out);
  const T* x = static_cast<const T*>(a);
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) o[i] = F::of(x[i]);
}

template <typename F, typename T>
void binary(void* out, const void* a, const void* b, const void*, int64_t n) {
  using R = decltype(F::of(T(), T()));
  R* o = static_cast<R*>(out);
  const T* x = static_cast<const T*>(a);
  const T* y = static_cast<const T*>(b);
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) o[i] = F::of(x[i], y[i]);
}

template <typename F, typename T>
void binaryRight(void* out, const void* a, const void* b, const void*, int64_t n) {
  using R = decltype(F::of(T(), T()));
  R* o = static_cast<R*>(out);
  const T* x = static_cast<const T*>(a);
  const T y = *static_cast<const T*>(b);
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) o[i] = F::of(x[i], y);
}

template <typename F, typename T>
void binaryLeft(void* out, const void* a, const void* b, const void*, int64_t n) {
  using R = decltype(F::of(T(), T()));
  R* o = static_cast<R*>(out);
  const T x = *static_cast<const T*>(a);
  const T* y = static_cast<const T*>(b);
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) o[i] = F::of(x, y[i]);
}

template <typename T>
void select(void* out, const void* c, const void* a, const void* b, int64_t n) {
  T* o = static_cast<T*>(out);
  const uint8_t* k = static_cast<const uint8_t*>(c);
  const T* x = static_cast<const T*>(a);
  const T* y = static_cast<const T*>(b);
  MK_INDEPENDENT
  for (int64_t i = 0; i < n; i++) o[i] = k[i] != 0 ? x[i] : y[i];
}

template <typename T>
void onValues(void (*strip)(T*, const T*, int64_t), void* out, const void* a, int64_t n) {
  strip(static_cast<T*>(out), static_cast<const T*>(a), n);
}
template <auto Strip>
void staged1(void* out, const void* a, const void*, const void*, int64_t n) {
  onValues(Strip, out, a, n);
}
template <typename T>
void onPairs(void (*strip)(T*, const T*, const T*, int64_t), void* out, const void* a, const void* b, int64_t n) {
  strip(static_cast<T*>(out), static_cast<const T*>(a), static_cast<const T*>(b), n);
}
template <auto Strip>
void staged2(void* out, const void* a, const void* b, const void*, int64_t n) {
  onPairs(Strip, out, a, b, n);
}
