// The routines fft_f64 and fft_f32: Fourier transforms of lines by a table (lib/array/fft/plan.ts describes it), in doubles for both
// types of elements. lib/array/fft/line.ts has the same steps in the same order, so that results have the same bits.
//
//     P: 0 status   1 lines   2 complex numbers of a line
//        3 4 5 real parts: address, strides of lines and elements   6 7 8 imaginary ones   9 10 the table, dense
//        11 12 13 the result's real parts   14 15 16 its imaginary ones   17 the factor of the result
//
// A unit is a group of lines (lib/device/routines.ts has the same number).
#include "../core/cpu.h"
#include "../core/kernels.h"
#include "../lines/lines.h"
#include "stages.h"

namespace maniple::fft {

const Steps* steps_baseline();
#if defined(__x86_64__)
const Steps* steps_avx2();
const Steps* steps_avx512();
#endif

namespace {

const Steps& steps() {
  static const Steps* const chosen = [] {
#if defined(__x86_64__)
    const Isa isa = detectIsa();
    if (isa == Isa::avx512) return steps_avx512();
    if (isa == Isa::avx2) return steps_avx2();
#endif
    return steps_baseline();
  }();
  return *chosen;
}

constexpr int kHalf = 63;  // HALF in lib/array/fft/stages.ts

enum Mode { kComplex, kReal, kHermitian };

struct Table {
  const double* numbers;
  Mode mode() const { return static_cast<Mode>(numbers[0]); }
  bool byConvolution() const { return numbers[1] != 0; }
  int64_t n() const { return static_cast<int64_t>(numbers[2]); }
  int64_t length() const { return static_cast<int64_t>(numbers[3]); }
  // Cosines of the real modes; their sines follow.
  const double* half() const { return numbers + static_cast<int64_t>(numbers[kHalf]); }
};

void times(double* re, double* im, double a, double b, double c, double d) {
  *re = a * c - b * d;
  *im = a * d + b * c;
}

// By convolution with the chirp: x and y have room for the length of the radices, of which x holds the line.
Pair convolved(const Table& t, Pair x, Pair y) {
  const int64_t n = t.n(), length = t.length();
  const double* chirp = nullptr;
  // The table's numbers behind its stages are known when these are done: they are looked up without any first.
  steps().stages(t.numbers, {nullptr, nullptr}, {nullptr, nullptr}, &chirp);
  for (int64_t k = 0; k < n; k++) times(x.re + k, x.im + k, x.re[k], x.im[k], chirp[k], chirp[n + k]);
  for (int64_t k = n; k < length; k++) x.re[k] = x.im[k] = 0;
  const double* next;
  const Pair forth = steps().stages(t.numbers, x, y, &next), other = forth.re == x.re ? y : x;
  const double* kernel = chirp + 2 * n;
  for (int64_t k = 0; k < length; k++) times(forth.re + k, forth.im + k, forth.re[k], forth.im[k], kernel[k], kernel[length + k]);
  const Pair back = steps().stages(t.numbers, {forth.im, forth.re}, {other.im, other.re}, &next);
  for (int64_t k = 0; k < n; k++) times(back.im + k, back.re + k, back.im[k], back.re[k], chirp[k], chirp[n + k]);
  return {back.im, back.re};
}

Pair complexLine(const Table& t, Pair x, Pair y) {
  if (t.byConvolution()) return convolved(t, x, y);
  const double* next;
  return steps().stages(t.numbers, x, y, &next);
}

// Elements of a line as doubles, and back, in loops of their own for steps of which compilers make vectors.
template <typename T>
void read(const lines::Line<const T>& from, double* to, int64_t n) {
  if (from.step == 1) {
    for (int64_t k = 0; k < n; k++) to[k] = static_cast<double>(from.data[k]);
  } else if (from.step == 2) {
    for (int64_t k = 0; k < n; k++) to[k] = static_cast<double>(from.data[2 * k]);
  } else {
    for (int64_t k = 0; k < n; k++) to[k] = static_cast<double>(from[k]);
  }
}
template <typename T>
void write(const double* from, double scale, const lines::Line<T>& to, int64_t n) {
  if (to.step == 1) {
    for (int64_t k = 0; k < n; k++) to.data[k] = static_cast<T>(from[k] * scale);
  } else {
    for (int64_t k = 0; k < n; k++) to[k] = static_cast<T>(from[k] * scale);
  }
}

// Lines are read so many at a time where a line's elements are apart but lines are adjacent: one column would touch a cache line for each
// element.
constexpr int64_t kTogether = 8;

// The parts of the lines that a call transforms.
template <typename T>
struct Source {
  const T* data;
  int64_t line, step;

  bool isAcross() const { return line == 1 && step > 1; }
  // Elements of `lines` lines from number l on, `room` apart.
  void readAcross(double* to, int64_t room, int64_t l, int64_t lines, int64_t n) const {
    for (int64_t k = 0; k < n; k++)
      for (int64_t b = 0; b < lines; b++) to[b * room + k] = static_cast<double>(data[k * step + l + b]);
  }
};

// One line, which is in x: its result is written.
template <typename T>
void transformLine(const Table& t, Pair x, Pair y, double scale, const lines::Line<T>& toRe, const lines::Line<T>& toIm) {
  const int64_t n = t.n();
  if (t.mode() == kHermitian) steps().hermitian(t.half(), n, x, y);
  Pair z = t.mode() == kHermitian ? complexLine(t, y, x) : complexLine(t, x, y);
  if (t.mode() == kHermitian) z = {z.im, z.re};
  if (t.mode() == kReal) {
    const Pair out = z.re == x.re || z.im == x.re ? y : x;
    steps().real(t.half(), n, z, out);
    z = out;
  }
  write(z.re, scale, toRe, t.mode() == kReal ? n + 1 : n);
  write(z.im, scale, toIm, t.mode() == kReal ? n + 1 : n);
}

template <typename T>
void fft(double* P, int64_t u0, int64_t u1) {
  using lines::Line;
  const auto at = [P](int slot) { return static_cast<int64_t>(P[slot]); };
  const auto address = [P](int slot) { return reinterpret_cast<void*>(static_cast<uintptr_t>(P[slot])); };
  const Table t{static_cast<const double*>(address(9))};
  const int64_t n = t.n(), count = t.mode() == kHermitian ? n + 1 : n, room = (t.length() + 7) / 8 * 8 + 24;
  const Source<T> re{static_cast<const T*>(address(3)), at(4), at(5)}, im{static_cast<const T*>(address(6)), at(7), at(8)};
  const int64_t some = n >= lines::kUnitElements ? 1 : lines::kUnitElements / (n > 0 ? n : 1);
  const int64_t end = u1 * some < at(1) ? u1 * some : at(1);
  const int64_t together = re.isAcross() && im.isAcross() && some > 1 ? kTogether : 0;
  const lines::Scratch scratch(static_cast<std::size_t>((4 + 2 * together) * room) * sizeof(double));
  auto* const memory = reinterpret_cast<double*>(scratch.get());
  if (memory == nullptr) return lines::fail(P, lines::kStatusMemory);
  const Pair x{memory, memory + room}, y{memory + 2 * room, memory + 3 * room};
  double* const block = memory + 4 * room;
  for (int64_t l = u0 * some, b = 0; l < end; l++, b++) {
    if (together > 0 && b % together == 0) {
      const int64_t lines = end - l < together ? end - l : together;
      re.readAcross(block, room, l, lines, count);
      im.readAcross(block + together * room, room, l, lines, count);
    }
    if (together > 0) {
      read(Line<const double>{block + b % together * room, 1, count}, x.re, count);
      read(Line<const double>{block + (together + b % together) * room, 1, count}, x.im, count);
    } else {
      read(Line<const T>{re.data + l * re.line, re.step, count}, x.re, count);
      read(Line<const T>{im.data + l * im.line, im.step, count}, x.im, count);
    }
    const Line<T> toRe{static_cast<T*>(address(11)) + l * at(12), at(13), n}, toIm{static_cast<T*>(address(14)) + l * at(15), at(16), n};
    transformLine(t, x, y, P[17], toRe, toIm);
  }
}

[[maybe_unused]] const bool registered = addRoutine("fft_f64", fft<double>, nullptr) && addRoutine("fft_f32", fft<float>, nullptr);

}  // namespace
}  // namespace maniple::fft
