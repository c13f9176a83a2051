/** Integers of 64 bits as pairs of words: the functions that operations on i64 and u64 become (`language/legalize.ts`). */
export const words = `
fn add_64(a: pair, b: pair): pair {
  let l = low(a) + low(b);
  return pair(l, high(a) + high(b) + to_u32(l < low(a)));
}
fn sub_64(a: pair, b: pair): pair {
  return pair(low(a) - low(b), high(a) - high(b) - to_u32(low(a) < low(b)));
}
fn neg_64(a: pair): pair { return sub_64(pair(0u, 0u), a); }
fn not_64(a: pair): pair { return pair(~low(a), ~high(a)); }
fn and_64(a: pair, b: pair): pair { return pair(low(a) & low(b), high(a) & high(b)); }
fn or_64(a: pair, b: pair): pair { return pair(low(a) | low(b), high(a) | high(b)); }
fn xor_64(a: pair, b: pair): pair { return pair(low(a) ^ low(b), high(a) ^ high(b)); }
fn mulhi_u32(a: u32, b: u32): u32 {
  let al = a & 0xffffu;
  let ah = a >> 16u;
  let bl = b & 0xffffu;
  let bh = b >> 16u;
  let m = ah * bl + ((al * bl) >> 16u);
  return ah * bh + (m >> 16u) + ((al * bh + (m & 0xffffu)) >> 16u);
}
fn wide_u32(a: u32, b: u32): pair { return pair(a * b, mulhi_u32(a, b)); }
fn mul_64(a: pair, b: pair): pair {
  return pair(low(a) * low(b), mulhi_u32(low(a), low(b)) + low(a) * high(b) + high(a) * low(b));
}
fn shl_64(a: pair, n: u32): pair {
  if (n == 0u) { return a; }
  if (n >= 32u) { return pair(0u, low(a) << (n - 32u)); }
  return pair(low(a) << n, (high(a) << n) | (low(a) >> (32u - n)));
}
fn shr_u64(a: pair, n: u32): pair {
  if (n == 0u) { return a; }
  if (n >= 32u) { return pair(high(a) >> (n - 32u), 0u); }
  return pair((low(a) >> n) | (high(a) << (32u - n)), high(a) >> n);
}
fn shr_i64(a: pair, n: u32): pair {
  if (n == 0u) { return a; }
  let h = signed(high(a));
  if (n >= 32u) { return pair(bits(h >> (n - 32u)), bits(h >> 31u)); }
  return pair((low(a) >> n) | (high(a) << (32u - n)), bits(h >> n));
}
fn eq_64(a: pair, b: pair): bool { return low(a) == low(b) && high(a) == high(b); }
fn lt_u64(a: pair, b: pair): bool { return high(a) < high(b) || high(a) == high(b) && low(a) < low(b); }
fn lt_i64(a: pair, b: pair): bool {
  return signed(high(a)) < signed(high(b)) || high(a) == high(b) && low(a) < low(b);
}
fn of_u32(a: u32): pair { return pair(a, 0u); }
fn of_i32(a: i32): pair { return pair(bits(a), bits(a >> 31u)); }
`;

/** Functions of i64 and u64 as such. */
export const longs = `
fn clz_u64(a: u64): u32 { return high(a) == 0u ? 32u + clz(low(a)) : clz(high(a)); }
fn divide_u64(a: u64, b: u64, remainder: bool): u64 {
  var q = 0u64;
  var r = 0u64;
  for (i: u32 = 0u; i < 64u; i += 1u) {
    let carry = (high(r) >> 31u) == 1u;
    r = (r << 1u) | ((a >> (63u - i)) & 1u64);
    q = q << 1u;
    if (carry || r >= b) {
      r = r - b;
      q = q | 1u64;
    }
  }
  return remainder ? r : q;
}
fn div_u64(a: u64, b: u64): u64 { return divide_u64(a, b, false); }
fn rem_u64(a: u64, b: u64): u64 { return divide_u64(a, b, true); }
fn abs_i64(a: i64): u64 { return to_u64(a < 0i64 ? -a : a); }
fn div_i64(a: i64, b: i64): i64 {
  let q = to_i64(div_u64(abs_i64(a), abs_i64(b)));
  return (high(as_u64(a) ^ as_u64(b)) >> 31u) == 0u ? q : -q;
}
fn rem_i64(a: i64, b: i64): i64 {
  let r = to_i64(rem_u64(abs_i64(a), abs_i64(b)));
  return a < 0i64 ? -r : r;
}
`;
