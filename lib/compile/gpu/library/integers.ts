/** Integers by NumPy's rules: division rounds down and by 0 gives 0, shifts by the width or more leave the sign, powers wrap. */
function division(type: 'i32' | 'i64', zero: string): string {
  return `
fn floordiv_${type}(a: ${type}, b: ${type}): ${type} {
  if (b == ${zero}) { return ${zero}; }
  if (b == -1${zero.slice(1)}) { return -a; }
  let q = a / b;
  return a - q * b != ${zero} && (a < ${zero} && b > ${zero} || a > ${zero} && b < ${zero}) ? q - 1${zero.slice(1)} : q;
}
fn mod_${type}(a: ${type}, b: ${type}): ${type} { return b == ${zero} ? ${zero} : a - floordiv_${type}(a, b) * b; }
`;
}

function unsignedDivision(type: 'u32' | 'u64', zero: string): string {
  return `
fn floordiv_${type}(a: ${type}, b: ${type}): ${type} {
  if (b == ${zero}) { return ${zero}; }
  return a / b;
}
fn mod_${type}(a: ${type}, b: ${type}): ${type} {
  if (b == ${zero}) { return ${zero}; }
  return a % b;
}
`;
}

function unsignedPower(type: 'u32' | 'u64', one: string, bits: number): string {
  return `
fn pow_${type}(a: ${type}, b: ${type}): ${type} {
  var result = ${one};
  var base = a;
  var n = b;
  for (i: u32 = 0u; i < ${bits}u; i += 1u) {
    if ((n & ${one}) == ${one}) { result = result * base; }
    base = base * base;
    n = n >> 1u;
  }
  return result;
}
`;
}

export const integers = [
  division('i32', '0'),
  division('i64', '0i64'),
  unsignedDivision('u32', '0u'),
  unsignedDivision('u64', '0u64'),
  unsignedPower('u32', '1u', 32),
  unsignedPower('u64', '1u64', 64),
  `
fn pow_i32(a: i32, b: i32): i32 {
  if (b < 0) { return a == 1 ? 1 : a == -1 ? 1 - ((b & 1) << 1u) : 0; }
  return signed(pow_u32(bits(a), bits(b)));
}
fn pow_i64(a: i64, b: i64): i64 {
  if (b < 0i64) { return a == 1i64 ? 1i64 : a == -1i64 ? 1i64 - ((b & 1i64) << 1u) : 0i64; }
  return to_i64(pow_u64(to_u64(a), to_u64(b)));
}
`,
].join('');
