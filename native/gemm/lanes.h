// Vectors of the variant that is being compiled, with a fused multiply-add where the machine has one. Included inside a
// variant's anonymous namespace.

template <typename T>
struct Lanes;

#if defined(__AVX512F__)
template <>
struct Lanes<double> {
  using V = __m512d;
  static constexpr int width = 8, rows = 8, vectors = 3, streams = 4;
  INLINE V load(const double* p) { return _mm512_loadu_pd(p); }
  INLINE void store(double* p, V v) { _mm512_storeu_pd(p, v); }
  INLINE V all(double x) { return _mm512_set1_pd(x); }
  INLINE V fma(V a, V b, V c) { return _mm512_fmadd_pd(a, b, c); }
};
template <>
struct Lanes<float> {
  using V = __m512;
  static constexpr int width = 16, rows = 8, vectors = 3, streams = 4;
  INLINE V load(const float* p) { return _mm512_loadu_ps(p); }
  INLINE void store(float* p, V v) { _mm512_storeu_ps(p, v); }
  INLINE V all(float x) { return _mm512_set1_ps(x); }
  INLINE V fma(V a, V b, V c) { return _mm512_fmadd_ps(a, b, c); }
};
#elif defined(__AVX2__) && defined(__FMA__)
template <>
struct Lanes<double> {
  using V = __m256d;
  static constexpr int width = 4, rows = 6, vectors = 2, streams = 2;
  INLINE V load(const double* p) { return _mm256_loadu_pd(p); }
  INLINE void store(double* p, V v) { _mm256_storeu_pd(p, v); }
  INLINE V all(double x) { return _mm256_set1_pd(x); }
  INLINE V fma(V a, V b, V c) { return _mm256_fmadd_pd(a, b, c); }
};
template <>
struct Lanes<float> {
  using V = __m256;
  static constexpr int width = 8, rows = 6, vectors = 2, streams = 2;
  INLINE V load(const float* p) { return _mm256_loadu_ps(p); }
  INLINE void store(float* p, V v) { _mm256_storeu_ps(p, v); }
  INLINE V all(float x) { return _mm256_set1_ps(x); }
  INLINE V fma(V a, V b, V c) { return _mm256_fmadd_ps(a, b, c); }
};
#elif defined(__aarch64__)
template <>
struct Lanes<double> {
  using V = float64x2_t;
  static constexpr int width = 2, rows = 6, vectors = 4, streams = 4;
  INLINE V load(const double* p) { return vld1q_f64(p); }
  INLINE void store(double* p, V v) { vst1q_f64(p, v); }
  INLINE V all(double x) { return vdupq_n_f64(x); }
  INLINE V fma(V a, V b, V c) { return vfmaq_f64(c, a, b); }
};
template <>
struct Lanes<float> {
  using V = float32x4_t;
  static constexpr int width = 4, rows = 6, vectors = 4, streams = 4;
  INLINE V load(const float* p) { return vld1q_f32(p); }
  INLINE void store(float* p, V v) { vst1q_f32(p, v); }
  INLINE V all(float x) { return vdupq_n_f32(x); }
  INLINE V fma(V a, V b, V c) { return vfmaq_f32(c, a, b); }
};
#else
template <typename T>
struct Lanes {
  static constexpr int width = 16 / sizeof(T), rows = 4, vectors = 2, streams = 2;
  typedef T V __attribute__((vector_size(16)));
  INLINE V load(const T* p) {
    V v;
    __builtin_memcpy(&v, p, sizeof v);
    return v;
  }
  INLINE void store(T* p, V v) { __builtin_memcpy(p, &v, sizeof v); }
  INLINE V all(T x) { return x - V{}; }
  INLINE V fma(V a, V b, V c) { return a * b + c; }
};
#endif
