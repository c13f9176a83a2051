/** Callbacks for launches that are complete, in the order in which they were asked for. */
interface Waiting {
  readonly launch: number;
  readonly done: () => void;
}

export class Callbacks {
  #waiting: readonly Waiting[] = [];

  add(launch: number, done: () => void): void {
    this.#waiting = [...this.#waiting, { launch, done }];
  }

  /** Launches up to this one are complete: gives the callbacks for these. */
  take(completed: number): (() => void)[] {
    const ready = this.#waiting.filter(({ launch }) => launch <= completed);
    this.#waiting = this.#waiting.filter(({ launch }) => launch > completed);
    return ready.map(({ done }) => done);
  }

  /** Whether there are none. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }
}
