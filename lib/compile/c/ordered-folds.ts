/**
 * The folds of a kernel with a nest (`ordered.ts`). Terms go into eight lanes by their number, as `ir/folds.ts` says; a run's lanes are combined
 * where the next run of the row begins, and where its terms end.
 *
 *     for tiles of rows:  lanes = 0
 *       for terms, in runs:  for rows of the tile:  lane[number % 8][row] += value
 *       for rows of the tile:  result = lanes together
 */
import { invariant } from '../../base/index.js';
import { accumulatorOf, LANE_TREE, LANES, sumsOf } from '../../ir/index.js';
import type { OrderedLoops } from './ordered-loops.js';
import { place, valueLines } from './ordered-values.js';
import { indent } from './text.js';
import { memoryType } from './types.js';

/** Lines inside of loops. */
type Body = readonly string[];

/** The lane of term x. */
const LANE = LANES - 1;

export class OrderedFold {
  readonly #loops: OrderedLoops;
  /** Row axes that sums are kept along, with their lengths in a tile; the axis of vectors last. */
  readonly #tile: readonly (readonly [axis: number, length: number])[];
  readonly #sums: number;
  readonly #acc: string;

  constructor(loops: OrderedLoops) {
    const { nest, rows, kernel } = loops;
    this.#loops = loops;
    const vector = nest.at(-1)?.axis;
    this.#tile = [...sumsOf(nest, rows)].sort(([a], [b]) => Number(a === vector) - Number(b === vector) || a - b);
    this.#sums = this.#tile.reduce((n, [, length]) => n * length, 1);
    const [{ nodes, statements }] = kernel.loops;
    this.#acc = memoryType(accumulatorOf('sum', nodes[statements[0].value].dtype));
  }

  /** Of a tile of rows: its sums, the loops over their terms, its results. */
  lines(): string[] {
    const type = this.#acc;
    return [
      `_Alignas(64) ${type} sum[${this.#sums * LANES}] = {0};`,
      `${type} total[${this.#sums}];`,
      ...this.#loops.loops(this.#loops.first, this.#loops.last, this.#terms()),
      ...this.#overTile(this.#results()),
    ];
  }

  /** Loops over the rows of a tile, by y. */
  #overTile(body: Body): string[] {
    return this.#tile.reduceRight<string[]>(
      (lines, [axis, length]) => {
        const outer = this.#loops.over(axis, this.#loops.first);
        invariant(outer !== null, 'a tile is bounded');
        const end = `mk_least(x${outer} + ${length}, e${outer})`;
        return [`for (int64_t y${axis} = x${outer}; y${axis} < ${end}; y${axis}++) {`, ...indent(lines), '}'];
      },
      [...body],
    );
  }

  /** The number of a row in its tile, by the variables of its axes. */
  #row(variable: (axis: number) => string): string {
    let [text, stride] = ['', 1];
    for (const [axis, length] of this.#tile.toReversed()) {
      const at = `(${variable(axis)} - x${this.#loops.over(axis, this.#loops.first)})`;
      text = `${stride === 1 ? at : `${at} * ${stride}`}${text === '' ? '' : ` + ${text}`}`;
      stride *= length;
    }
    return text === '' ? '0' : text;
  }

  /** The place of a row's lane: lanes of rows side by side for vectors of rows, the lanes of a row side by side for all others. */
  #lane(row: string, lane: string): string {
    return this.#byRows() ? `sum[(${lane}) * ${this.#sums} + ${row}]` : `sum[(${row}) * ${LANES} + ${lane}]`;
  }

  #byRows(): boolean {
    return this.#loops.last < this.#loops.nest.length - 1;
  }

  /** A row's lanes together, in the tree that is fixed. */
  #together(): string[] {
    return [
      `${this.#acc} t[${LANES}];`,
      `for (int n = 0; n < ${LANES}; n++) t[n] = ${this.#lane('row', 'n')};`,
      ...LANE_TREE.map(([left, right]) => `t[${left}] = MK_SUM(t[${left}], t[${right}]);`),
    ];
  }

  #results(): Body {
    const { rank, rowRank, args } = this.#loops.kernel;
    const { arg } = this.#loops.kernel.loops[0].statements[0];
    const summed = Array.from({ length: rank - rowRank }, (_, n) => `h${rowRank + n}`).join(' * ');
    const variables = Array.from({ length: rowRank }, (_, axis) =>
      this.#tile.some(([own]) => own === axis) ? `y${axis}` : `x${this.#loops.over(axis, this.#loops.first)}`,
    );
    return [
      `const int64_t row = ${this.#row((axis) => `y${axis}`)};`,
      ...this.#together(),
      `${place('o', arg, variables)} = (${memoryType(args[arg].dtype)})(${summed} <= MK_BLOCK ? t[0] : MK_SUM(total[row], t[0]));`,
    ];
  }

  /** The innermost folded loop, in runs. */
  #terms(): Body {
    const q = this.#loops.last;
    const { from, to } = this.#loops.range(q);
    const { rowRank } = this.#loops.kernel;
    const axis = this.#loops.nest[q].axis;
    const numbers = Array.from({ length: axis - rowRank }, (_, n) => `x${this.#loops.over(rowRank + n, q)}`);
    const first = numbers.reduce((text, variable, n) => `(${text}${variable}) * h${rowRank + n + 1} + `, '') || '0';
    return [
      `const int64_t first = ${first.replace(/ \+ $/, '')}, e${q} = ${to};`,
      `for (int64_t begin = ${from}, stop; begin < e${q}; begin = stop) {`,
      ...indent([
        'const int64_t number = first + begin;',
        'if (number > 0 && number % MK_BLOCK == 0) {',
        ...indent(this.#within(this.#flush())),
        '}',
        `stop = mk_least(e${q}, begin + MK_BLOCK - number % MK_BLOCK);`,
        ...(this.#loops.eights && !this.#byRows()
          ? this.#eightTerms()
          : this.#loops.eights
            ? this.#eightRows()
            : this.#eachTerm()),
      ]),
      '}',
    ];
  }

  /** The loops inside of the innermost folded one. */
  #within(body: Body): string[] {
    return this.#loops.loops(this.#loops.last + 1, this.#loops.nest.length, body);
  }

  /** Ends a run of a row. */
  #flush(): Body {
    return [
      `const int64_t row = ${this.#row((axis) => `x${this.#loops.over(axis, this.#loops.nest.length)}`)};`,
      ...this.#together(),
      'total[row] = number == MK_BLOCK ? t[0] : MK_SUM(total[row], t[0]);',
      `for (int n = 0; n < ${LANES}; n++) ${this.#lane('row', 'n')} = 0;`,
    ];
  }

  #rowHere(): string {
    return this.#row((axis) => `x${this.#loops.over(axis, this.#loops.nest.length)}`);
  }

  /** One term of one row. */
  #add(): string[] {
    const { value } = this.#loops.kernel.loops[0].statements[0];
    const into = this.#lane(this.#rowHere(), `(first + x${this.#loops.last}) & ${LANE}`);
    return [...valueLines(this.#loops.kernel, this.#loops.variables()), `${into} = MK_SUM(${into}, (${this.#acc})v${value});`];
  }

  #each(from: string, to: string, body: Body): string[] {
    const { unroll } = this.#loops.nest[this.#loops.last];
    const loop = `for (int64_t x${this.#loops.last} = ${from}; x${this.#loops.last} < ${to}; x${this.#loops.last}++) {`;
    return [...(unroll > 1 ? [`UNROLL(${unroll})`] : []), loop, ...indent(body), '}'];
  }

  #eachTerm(): Body {
    return this.#each('begin', 'stop', this.#within(this.#add()));
  }

  /** Lanes as a vector: eight terms of a row at a time. */
  #eightTerms(): Body {
    const k = `x${this.#loops.last}`;
    const { value } = this.#loops.kernel.loops[0].statements[0];
    const lanes = this.#lane(this.#rowHere(), '0');
    const unroll = Math.max(1, this.#loops.nest[this.#loops.last].unroll);
    return [
      'int64_t middle = begin;',
      `if (unit) {`,
      ...indent([
        `middle = mk_least(stop, begin + (${LANES} - number % ${LANES}) % ${LANES});`,
        ...this.#each('begin', 'middle', this.#add()),
        'mk_part lanes[MK_PARTS];',
        `MK_EACH_PART lanes[part] = mk_part_at(&${lanes}, part);`,
        ...(unroll > 1 ? [`UNROLL(${unroll})`] : []),
        `for (; middle + ${LANES} <= stop; middle += ${LANES}) {`,
        ...indent([
          `const int64_t ${k} = middle;`,
          ...eachPart([...valueLines(this.#loops.kernel, this.#loops.variables(), true), `lanes[part] += v${value};`]),
        ]),
        '}',
        `MK_EACH_PART mk_part_put(&${lanes}, part, lanes[part]);`,
      ]),
      '}',
      ...this.#each('middle', 'stop', this.#add()),
    ];
  }

  /** Vectors of eight rows; where terms are unrolled by eight, their lanes stay in registers. */
  #eightRows(): Body {
    const inner = this.#loops.nest.length - 1;
    const { value } = this.#loops.kernel.loops[0].statements[0];
    const v = `x${inner}`;
    const { from, to } = this.#loops.range(inner);
    const k = `x${this.#loops.last}`;
    const add = (lane: string): string[] => {
      const into = `&${this.#lane(this.#rowHere(), lane)}`;
      return eachPart([
        ...valueLines(this.#loops.kernel, this.#loops.variables(), true),
        `mk_part_put(${into}, part, mk_part_at(${into}, part) + v${value});`,
      ]);
    };
    const memory = (a: string, b: string): string[] => this.#each(a, b, add(`(first + ${k}) & ${LANE}`));
    const isKept = this.#loops.nest[this.#loops.last].unroll >= LANES;
    const eight = isKept ? this.#keptLanes(memory) : memory('begin', 'stop');
    const rest = this.#each('begin', `(rest < e${inner} ? stop : begin)`, [
      `for (int64_t ${v} = rest; ${v} < e${inner}; ${v}++) {`,
      ...indent(this.#add()),
      '}',
    ]);
    const lines = [
      `const int64_t e${inner} = ${to};`,
      `int64_t rest = ${from};`,
      `if (unit) for (; rest + ${LANES} <= e${inner}; rest += ${LANES}) {`,
      ...indent([`const int64_t ${v} = rest;`, ...eight]),
      '}',
      ...rest,
    ];
    return this.#loops.loops(this.#loops.last + 1, inner, lines);
  }

  /** Terms from the one with number 0 in its eight on: a register for each lane. */
  #keptLanes(memory: (from: string, to: string) => string[]): string[] {
    const k = `x${this.#loops.last}`;
    const { value } = this.#loops.kernel.loops[0].statements[0];
    const lanes = Array.from({ length: LANES }, (_, n) => n);
    const at = (lane: number): string => `&${this.#lane(this.#rowHere(), String(lane))}`;
    return [
      `int64_t middle = mk_least(stop, begin + (${LANES} - number % ${LANES}) % ${LANES});`,
      ...memory('begin', 'middle'),
      `const int64_t last = middle + (stop - middle) / ${LANES} * ${LANES};`,
      ...eachPart([
        `mk_part ${lanes.map((n) => `r${n} = mk_part_at(${at(n)}, part)`).join(', ')};`,
        `for (int64_t from = middle; from < last; from += ${LANES}) {`,
        ...lanes.flatMap((n) => [
          '  {',
          ...indent(
            [
              `const int64_t ${k} = from + ${n};`,
              ...valueLines(this.#loops.kernel, this.#loops.variables(), true),
              `r${n} += v${value};`,
            ],
            '    ',
          ),
          '  }',
        ]),
        '}',
        ...lanes.map((n) => `mk_part_put(${at(n)}, part, r${n});`),
      ]),
      ...memory('last', 'stop'),
    ];
  }
}

/** For each part of eight elements. */
function eachPart(body: Body): string[] {
  return ['MK_EACH_PART {', ...indent(body), '}'];
}
