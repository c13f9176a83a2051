/** Registers of the machine: strips of one value an element, given out and taken back in program order. */
export class Strips {
  /** How many were in use at once, at most. */
  count = 0;
  readonly #free: number[] = [];

  take(): number {
    return this.#free.pop() ?? this.count++;
  }

  giveBack(strip: number): void {
    this.#free.push(strip);
  }
}
