/**
 * The bytes of a Matrix Market file as a stream of numbers, with the line that each stands on. Numbers of up to 15 digits
 * with a small exponent are made of two exact floats (one rounding, hence correct); the rest go to `Number`.
 */
import { FileFormatError } from '../base/index.js';
import { type DType, float32 } from '../dtype/index.js';

const NEWLINE = 10;
const RETURN = 13;
const PERCENT = 37;
const isBlank = (c: number): boolean => c === 32 || c === 9 || c === RETURN;
const isDigit = (c: number): boolean => c >= 48 && c <= 57;

/** Powers of ten that a float64 holds exactly. */
const POWERS = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

export class Scanner {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly #single: boolean;
  line = 1;
  at = 0;

  /** `dtype`: float64 or float32, which is to hold the numbers. */
  constructor(file: string, bytes: Uint8Array, dtype: DType) {
    this.file = file;
    this.bytes = bytes;
    this.#single = dtype === float32;
  }

  /** A `FileFormatError` at the current line. */
  error(expected: string, got: string): FileFormatError {
    return new FileFormatError(`readMatrixMarket: ${this.file}:${this.line}: expected ${expected}, got ${got}`);
  }

  /** Throws for carriage returns that do not end a line: the format has none. */
  checkReturns(): void {
    const { bytes } = this;
    for (let at = bytes.indexOf(RETURN); at >= 0; at = bytes.indexOf(RETURN, at + 1)) {
      if (at + 1 === bytes.length || bytes[at + 1] === NEWLINE) continue;
      for (const byte of bytes.subarray(0, at)) if (byte === NEWLINE) this.line++;
      throw this.error('a newline behind each carriage return', 'one alone');
    }
  }

  /** The text of the rest of this line; the next line is current afterwards. */
  readLine(): string {
    const end = this.bytes.indexOf(NEWLINE, this.at);
    const stop = end < 0 ? this.bytes.length : end;
    const text = new TextDecoder('latin1').decode(this.bytes.subarray(this.at, stop));
    this.at = end < 0 ? stop : end + 1;
    if (end >= 0) this.line++;
    return text;
  }

  /** Goes to the next line that has something and is no comment; false at the end of the file. */
  nextLine(): boolean {
    const { bytes } = this;
    while (this.at < bytes.length) {
      const c = bytes[this.at];
      if (c === NEWLINE) {
        this.line++;
        this.at++;
      } else if (isBlank(c)) this.at++;
      else if (c === PERCENT) this.readLine();
      else return true;
    }
    return false;
  }

  /** Throws unless nothing but blanks is left on this line. */
  endLine(after: string): void {
    this.skipBlanks();
    if (this.at < this.bytes.length && this.bytes[this.at] !== NEWLINE) {
      throw this.error(`the line to end after ${after}`, `'${this.peek()}'`);
    }
  }

  /** An integer from `low` to `high`. */
  integer(low: number, high: number, what: string): number {
    this.skipBlanks();
    const { bytes } = this;
    let at = this.at;
    let value = 0;
    while (at < bytes.length && isDigit(bytes[at])) value = value * 10 + bytes[at++] - 48;
    const ends = at === bytes.length || isBlank(bytes[at]) || bytes[at] === NEWLINE;
    if (at === this.at || !ends || value < low || value > high) {
      throw this.error(`${what}, an integer from ${low} to ${high}`, `'${this.peek()}'`);
    }
    this.at = at;
    return value;
  }

  /** A real number of which the dtype holds a neighbour. */
  real(what: string): number {
    this.skipBlanks();
    const start = this.at;
    const value = this.#decimal(what);
    if (Number.isFinite(this.#single ? Math.fround(value) : value) || this.#isNamed(start)) return value;
    this.at = start;
    throw this.error(`${what} that ${this.#single ? 'float32' : 'float64'} holds`, `'${this.peek()}'`);
  }

  /** Whether the number at a place is one of letters: `inf`, `nan`. */
  #isNamed(start: number): boolean {
    const sign = this.bytes[start];
    return !isDigit(this.bytes[sign === 45 || sign === 43 ? start + 1 : start]);
  }

  /** An integer that the dtype holds exactly. */
  whole(unsigned: boolean): number {
    this.skipBlanks();
    const token = this.peek();
    const what = unsigned ? 'an integer of at least 0' : 'an integer';
    if (!(unsigned ? /^\+?\d+$/ : /^[+-]?\d+$/).test(token)) throw this.error(what, `'${token}'`);
    const value = Number(token);
    const held = this.#single ? Math.fround(value) : value;
    const exact = Number.isSafeInteger(value)
      ? held === value
      : Number.isFinite(held) && BigInt(held) === BigInt(token.replace('+', ''));
    if (!exact) throw this.error(`${what} that ${this.#single ? 'float32' : 'float64'} holds exactly`, `'${token}'`);
    this.at += token.length;
    return value;
  }

  #decimal(what: string): number {
    const { bytes } = this;
    let at = this.at;
    const sign = bytes[at];
    if (sign === 45 || sign === 43) at++;
    let mantissa = 0;
    let digits = 0;
    let power = 0;
    for (; at < bytes.length && isDigit(bytes[at]); at++, digits++) mantissa = mantissa * 10 + bytes[at] - 48;
    if (bytes[at] === 46) {
      for (at++; at < bytes.length && isDigit(bytes[at]); at++, digits++, power--) mantissa = mantissa * 10 + bytes[at] - 48;
    }
    if (digits === 0 || digits > 15) return this.anyReal(what);
    if (bytes[at] === 101 || bytes[at] === 69) {
      const negative = bytes[at + 1] === 45;
      if (negative || bytes[at + 1] === 43) at++;
      let exponent = 0;
      const first = ++at;
      for (; at < bytes.length && at - first < 4 && isDigit(bytes[at]); at++) exponent = exponent * 10 + bytes[at] - 48;
      if (at === first) return this.anyReal(what);
      power += negative ? -exponent : exponent;
    }
    const ends = at === bytes.length || isBlank(bytes[at]) || bytes[at] === NEWLINE;
    if (!ends || power > 22 || power < -22) return this.anyReal(what);
    this.at = at;
    const value = power < 0 ? mantissa / POWERS[-power] : mantissa * POWERS[power];
    return sign === 45 ? -value : value;
  }

  /** The slow, general way: any decimal number, `inf` or `nan`. */
  private anyReal(what: string): number {
    const token = this.peek();
    const special = /^([+-]?)(inf(?:inity)?|nan)$/i.exec(token);
    if (special === null && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(token)) throw this.error(what, `'${token}'`);
    this.at += token.length;
    if (special === null) return Number(token);
    if (/^n/i.test(special[2])) return Number.NaN;
    return special[1] === '-' ? -Infinity : Infinity;
  }

  /** The token at the current position, as text. */
  private peek(): string {
    const { bytes } = this;
    let end = this.at;
    while (end < bytes.length && !isBlank(bytes[end]) && bytes[end] !== NEWLINE) end++;
    if (end > this.at) return new TextDecoder('latin1').decode(bytes.subarray(this.at, end));
    return end < bytes.length ? 'the end of the line' : 'the end of the file';
  }

  private skipBlanks(): void {
    while (this.at < this.bytes.length && isBlank(this.bytes[this.at])) this.at++;
  }
}
