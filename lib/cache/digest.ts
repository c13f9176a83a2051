/**
 * Names for texts, 64 bits as hexadecimal digits. Different texts may have one name, if hardly ever: a file's label has the whole text. Two
 * lanes of multiplications and shifts, as MurmurHash has them; `node:crypto` takes milliseconds to load (`seal.ts`).
 */
const PRIMES = [0x9e3779b1, 0x85ebca77] as const;

export function digestOf(text: string): string {
  // Whole words, with zeros behind; the length tells texts apart that differ in those.
  const bytes = Buffer.alloc((Buffer.byteLength(text) + 3) & -4);
  bytes.write(text);
  let [low, high] = [bytes.length, text.length];
  // A Buffer's own method for a word is a call with checks, of which long texts take thousands before any of it is optimized.
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    low = Math.imul(low ^ word, PRIMES[0]);
    low ^= low >>> 15;
    high = Math.imul(high ^ word ^ low, PRIMES[1]);
    high ^= high >>> 13;
  }
  return hex(mixed(low ^ high)) + hex(mixed(high));
}

function mixed(x: number): number {
  const once = Math.imul(x ^ (x >>> 16), PRIMES[0]);
  const twice = Math.imul(once ^ (once >>> 13), PRIMES[1]);
  return (twice ^ (twice >>> 16)) >>> 0;
}

const hex = (word: number): string => word.toString(16).padStart(8, '0');
