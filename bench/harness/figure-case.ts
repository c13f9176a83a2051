/** A micro-benchmark, and the rows of the report that are judged by what it finds. */

/** A value of a micro-benchmark's object, for people, and what it must keep to. */
export interface Row {
  readonly key: string;
  readonly text: string;
  readonly unit: string;
  readonly atMost?: number;
  readonly above?: number;
}

/** A micro-benchmark and its rows. */
export interface FigureCase {
  /** The name under which `--only` knows it. */
  readonly name: string;
  readonly script: string;
  readonly args: readonly string[];
  readonly quick: readonly string[];
  /** Judged values; `found` gives them where they depend on what was found. */
  readonly rows: readonly Row[] | ((found: Record<string, unknown>) => readonly Row[]);
  /** About how long it takes, and when it is quick; default 3 and 2. */
  readonly seconds?: readonly [number, number];
}
