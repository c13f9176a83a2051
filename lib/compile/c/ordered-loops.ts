/** The loops of a kernel with a nest (`ordered.ts`): `x` with a loop's number is its variable, `e` its end. */
import { firstFolded, type Kernel, LANES, type NestLoop, rowsWalked } from '../../ir/index.js';
import { hasEights, place, valueLines } from './ordered-values.js';
import { indent } from './text.js';

export class OrderedLoops {
  readonly kernel: Kernel;
  readonly nest: readonly NestLoop[];
  readonly rows: number;
  /** Number of the first folded loop, and of the last. */
  readonly first: number;
  readonly last: number;
  /** Whether vectors are written as such. */
  readonly eights: boolean;

  constructor(kernel: Kernel, nest: readonly NestLoop[]) {
    this.kernel = kernel;
    this.nest = nest;
    this.rows = rowsWalked(kernel);
    this.first = firstFolded(nest, this.rows);
    this.last = nest.findLastIndex(({ axis }) => axis >= this.rows);
    this.eights = hasEights(kernel);
  }

  /** The innermost of the first `count` loops over an axis; null where there is none. */
  over(axis: number, count: number): number | null {
    const found = this.nest.slice(0, count).findLastIndex((loop) => loop.axis === axis);
    return found < 0 ? null : found;
  }

  /** The first element that a loop goes over, and the end of its last. */
  range(n: number): { readonly from: string; readonly to: string } {
    const { axis } = this.nest[n];
    const outer = this.over(axis, n);
    if (outer === null) return { from: `l${axis}`, to: `h${axis}` };
    return { from: `x${outer}`, to: `mk_least(x${outer} + ${this.nest[outer].step}, e${outer})` };
  }

  /** The element that is computed, by axis. */
  variables(): string[] {
    return Array.from({ length: this.kernel.rank }, (_, axis) => `x${this.over(axis, this.nest.length) ?? 0}`);
  }

  /** Loops from number `from` to below `to` around a body. */
  loops(from: number, to: number, body: readonly string[]): string[] {
    let lines = [...body];
    for (let n = to - 1; n >= from; n--) {
      const { step, unroll, vector, axis } = this.nest[n];
      const range = this.range(n);
      lines = [
        `const int64_t e${n} = ${range.to};`,
        // Rows are apart: the compiler may make vectors of them.
        ...(vector && !this.eights && axis < this.rows ? ['MK_INDEPENDENT'] : []),
        ...(unroll > 1 ? [`UNROLL(${unroll})`] : []),
        `for (int64_t x${n} = ${range.from}; x${n} < e${n}; x${n} += ${step}) {`,
        ...indent(lines),
        '}',
      ];
    }
    return lines;
  }

  /** Stores elements, eight at a time where they are vectors. */
  store(): string[] {
    const { arg, value } = this.kernel.loops[0].statements[0];
    const target = place('o', arg, this.variables());
    const one = [...valueLines(this.kernel, this.variables()), `${target} = v${value};`];
    if (!this.eights) return this.loops(0, this.nest.length, one);
    const n = this.nest.length - 1;
    const { from, to } = this.range(n);
    const { unroll } = this.nest[n];
    const times = unroll > 1 ? [`UNROLL(${unroll})`] : [];
    return this.loops(0, n, [
      `const int64_t e${n} = ${to};`,
      `int64_t x${n} = ${from};`,
      'if (unit) {',
      ...indent([
        ...times,
        `for (; x${n} + ${LANES} <= e${n}; x${n} += ${LANES}) {`,
        '  MK_EACH_PART {',
        ...indent([...valueLines(this.kernel, this.variables(), true), `mk_part_put(&${target}, part, v${value});`], '    '),
        '  }',
        '}',
      ]),
      '}',
      ...times,
      `for (; x${n} < e${n}; x${n}++) {`,
      ...indent(one),
      '}',
    ]);
  }
}
