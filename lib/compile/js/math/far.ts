/** Payne and Hanek's reduction of large angles, on integers: `mk_trig_reduce_far` of `native/math/vmath_trig.h`. */

/** 64 zeros, and the bits of 2/pi behind the point. */
const TWO_OVER_PI = BigInt(
  '0x0000000000000000' +
    'a2f9836e4e441529fc2757d1f534ddc0db6295993c439041fe5163abdebbc561b7246e3a424dd2e006492eea09d1921c' +
    'fe1deb1cb129a73ee88235f52ebb4484e99c7026b45f7e413991d639835339f49c845f8bbdf9283b1ff897ffde05980f' +
    'ef2f118b5a0a6d1f6d367ecf27cb09b74f463f669e5fea2d7527bac7ebe5f17b3d0739f78a5292ea6bfb5fb11f8d5d08' +
    '56033046fc7b6babf0cfbc209af4361d',
);
const BITS = 21 * 64;
const PI_OVER_TWO = 0xc90fdaa22168c235n;

const double = new Float64Array(1);
const bits = new BigUint64Array(double.buffer);

/** Writes x less the nearest multiple of pi/2 as a sum to `parts`; returns the multiple's number, mod 4. For finite |x| >= 2^20. */
export function reduceFar(x: number, parts: Float64Array): number {
  double[0] = x;
  const u = bits[0];
  const m = (u & 0x000fffffffffffffn) | 0x0010000000000000n;
  const at = 62 + Number((u >> 52n) & 0x7ffn) - 1075;
  const product = BigInt.asUintN(192, m * BigInt.asUintN(192, TWO_OVER_PI >> BigInt(BITS - at - 192)));
  let quarter = Number(product >> 190n);
  let fraction = BigInt.asUintN(128, product >> 62n);
  const nearer = fraction >> 127n === 1n;
  if (nearer) {
    quarter++;
    fraction = BigInt.asUintN(128, ~fraction);
  }
  const first = fraction >> 64n;
  const lead = first === 0n ? 63 : 64 - first.toString(2).length;
  const top = (BigInt.asUintN(64, fraction >> BigInt(64 - lead)) * PI_OVER_TWO) >> 64n;
  const scale = 2 ** (-63 - lead);
  const signed = nearer !== x < 0 ? -scale : scale;
  const y = Number(top & ~0xfffn) * signed;
  const low = Number(top & 0xfffn) * signed;
  parts[0] = y + low;
  parts[1] = y - parts[0] + low;
  return x < 0 ? -quarter & 3 : quarter & 3;
}
