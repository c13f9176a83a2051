// The C types of the table of types, by their codes: C<Float64> is double. Included inside an anonymous namespace, after opcodes.h.

template <int Code> struct CType;
template <> struct CType<Bool> { using type = uint8_t; };
#define MANIPLE_CTYPE(NAME, TYPE, ...) template <> struct CType<NAME> { using type = TYPE; };
MANIPLE_NUMBERS(MANIPLE_CTYPE)
MANIPLE_STORED(MANIPLE_CTYPE)
#undef MANIPLE_CTYPE
template <int Code> using C = typename CType<Code>::type;
