// Generated from lib/ir/operations by test/golden/operations.test.ts (UPDATE_GOLDEN=1). Do not edit.
#pragma once

// Types of numbers in the order of their codes, behind Bool: the code, the C type of an element, the ending of names of routines.
#define MANIPLE_NUMBERS(ROW) \
  ROW(Int8, int8_t, i8) \
  ROW(Int16, int16_t, i16) \
  ROW(Int32, int32_t, i32) \
  ROW(Int64, int64_t, i64) \
  ROW(UInt8, uint8_t, u8) \
  ROW(UInt16, uint16_t, u16) \
  ROW(UInt32, uint32_t, u32) \
  ROW(UInt64, uint64_t, u64) \
  ROW(Float32, float, f32) \
  ROW(Float64, double, f64)

#define MANIPLE_INTEGERS(ROW) \
  ROW(Int8, int8_t, i8) \
  ROW(Int16, int16_t, i16) \
  ROW(Int32, int32_t, i32) \
  ROW(Int64, int64_t, i64) \
  ROW(UInt8, uint8_t, u8) \
  ROW(UInt16, uint16_t, u16) \
  ROW(UInt32, uint32_t, u32) \
  ROW(UInt64, uint64_t, u64)

// Floats that are stored alone, behind the numbers.
#define MANIPLE_STORED(ROW) \
  ROW(Float16, mk_f16, f16)
