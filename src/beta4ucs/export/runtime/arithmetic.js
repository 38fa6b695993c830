// Logarithm and exponential, operation by operation those of the package: browsers differ from it
// and from one another in the last bit, which can decide a tie or a threshold.

const number64 = new Float64Array(1);
const words32 = new Uint32Array(number64.buffer); // low word, high word

function floatFrom(high, low) {
  words32[0] = low;
  words32[1] = high;
  return number64[0];
}

function logarithm(value) {
  if (!(value >= 2.2250738585072014e-308)) return -Infinity; // the smallest normal number
  number64[0] = value;
  // 1 - sqrt(1/2) in bits is added, so that the mantissa counts from sqrt(1/2)
  let low = words32[0] + 0x9980c433;
  let high = words32[1] + 0x00095f61 + (low > 0xffffffff ? 1 : 0);
  low >>>= 0;
  const exponent = (high >>> 20) - 1023;
  low += 0x667f3bcd;
  high = (high & 0xfffff) + 0x3fe6a09e + (low > 0xffffffff ? 1 : 0);
  const f = floatFrom(high, low >>> 0) - 1;
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const even = w * (0.3999999999940941908
    + w * (0.2222219843214978396 + w * 0.1531383769920937332));
  const odd = z * (0.6666666666666735130
    + w * (0.2857142874366239149 + w * (0.1818357216161805012 + w * 0.1479819860511658591)));
  const halfSquare = 0.5 * f * f;
  const tail = s * (halfSquare + (odd + even)) + exponent * 1.90821492927058770002e-10;
  return tail - halfSquare + f + exponent * 6.93147180369123816490e-01;
}

const INVERSE_FACTORIALS = [
  479001600, 39916800, 3628800, 362880, 40320, 5040, 720, 120, 24, 6, 2, 1, 1,
].map((factorial) => 1 / factorial);

function exponential(value) {
  if (!(value > -708)) return 0;
  const shifted = value * 1.44269504088896338700 + 6755399441055744; // rounds to a whole number
  const exponent = shifted - 6755399441055744;
  const r = value - exponent * 6.93147180369123816490e-01 - exponent * 1.90821492927058770002e-10;
  let p = 1 / 6227020800;
  for (const coefficient of INVERSE_FACTORIALS) p = p * r + coefficient;
  number64[0] = shifted;
  return p * floatFrom(((words32[0] + 1023) & 0x7ff) << 20, 0);
}
