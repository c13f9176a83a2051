/**
 * A launch with its dispatches worked out, for records that differ in addresses, scalars and their place in the window alone: these are
 * written over copies of its parameters. What decides about dispatches is compared: sizes, strides, and the arenas that arguments lie in.
 *
 *     record       kernel 3, domain 64, x at 0x40, y at 0x140, scalar 2
 *     rows         pipeline 7, binding 0, parameters at 0, 1 workgroup
 *     parameters   0 [status] 64 … 64 [x] 64 1 [y] 64 1 [scalar]
 */
import { type GpuLaunch, type Launchable, writeScalar } from '../../compile/index.js';
import type { DType } from '../../dtype/index.js';
import type { Layout } from '../../ir/index.js';
import { arenaOf, placeOf, SPACE } from './arenas.js';
import { ROW } from './messages.js';

/** Parameters of a dispatch begin at multiples of so many bytes. */
const STEP = 256;

/** A kernel or a routine that was prepared for launches. */
export interface Prepared {
  readonly lowered: Launchable;
  readonly layout: Layout;
}

/** The numbers of a program's pipeline, and of the binding of its arenas with so many bytes of parameters. */
type Bind = (program: string, bytes: number) => { readonly pipeline: number; readonly binding: number };

/** The launch that a record's parameters from slot `P` on describe. */
export function launchOf({ lowered, layout }: Prepared, records: Float64Array, raw: BigInt64Array, P: number): GpuLaunch {
  const { kernel } = lowered;
  const several = (first: number, count: number): number[] => Array.from(records.subarray(P + first, P + first + count));
  const args = kernel.args.map(({ dtype, rank }, k) => {
    const { pointer, sizes, strides } = layout.args[k];
    const shape = sizes < 0 ? [] : several(sizes, rank);
    return { offset: placeOf(records[P + pointer]).offset / dtype.size, shape, strides: several(strides, rank) };
  });
  const scalars = kernel.scalars.map((dtype, k) => (dtype.long ? raw : records)[P + layout.scalars[k]]);
  return { shape: several(layout.domain, kernel.rank), args, scalars };
}

interface ScalarAt {
  readonly word: number;
  readonly slot: number;
  readonly dtype: DType;
}

/** Slots of a kernel's records that decide about dispatches: sizes of the domain and of arguments, and strides. */
function fixedSlots({ lowered, layout }: Prepared): number[] {
  const run = (first: number, count: number): number[] => Array.from({ length: count }, (_, k) => first + k);
  const { kernel } = lowered;
  return [
    ...run(layout.domain, kernel.rank),
    ...layout.args.flatMap(({ sizes, strides }, k) => {
      const { rank } = kernel.args[k];
      return [...(sizes < 0 ? [] : run(sizes, rank)), ...run(strides, rank)];
    }),
  ];
}

export class LaunchTemplate {
  /** One row (`ROW`) for each dispatch, with offsets from the launch's own parameters and launch 0. */
  readonly rows: Int32Array;
  readonly parameters: Uint32Array;
  readonly scratchWords: number;
  readonly scratchArena: number;
  /** The bindings that it uses, one for each row. */
  readonly bindings: readonly number[];
  /** Slots of a record that decide about dispatches, and their values. */
  readonly #slots: readonly number[];
  readonly #values: readonly number[];
  /** By argument: its pointer's slot, its arena, the size of an element, and the byte in a word of a narrow one. */
  readonly #pointers: readonly number[];
  readonly #arenas: readonly number[];
  readonly #sizes: readonly number[];
  readonly #bytes: readonly number[];
  /** Words of the parameters: of status numbers; of arguments' first elements, by argument; relative to the scratch memory; of scalars. */
  readonly #statuses: readonly number[];
  readonly #bases: readonly (readonly number[])[];
  readonly #scratch: readonly number[];
  readonly #scalars: readonly ScalarAt[];

  constructor(prepared: Prepared, records: Float64Array, P: number, launch: GpuLaunch, scratchArena: number, bind: Bind) {
    const { lowered, layout } = prepared;
    const { kernel, parameters } = lowered;
    this.scratchWords = lowered.scratchWords(launch);
    this.scratchArena = scratchArena;
    this.#slots = fixedSlots(prepared);
    this.#values = this.#slots.map((slot) => records[P + slot]);
    this.#pointers = layout.args.map(({ pointer }) => pointer);
    this.#arenas = this.#pointers.map((slot) => arenaOf(records[P + slot]));
    this.#sizes = kernel.args.map(({ dtype }) => dtype.size);
    this.#bytes = this.#pointers.map((slot) => records[P + slot] % 4);
    const rows: number[] = [];
    const dispatches = this.#arenas.every((arena) => arena < 0) ? [] : lowered.dispatches(launch);
    const step = Math.ceil((parameters.length * 4) / STEP) * STEP;
    this.parameters = new Uint32Array((step / 4) * dispatches.length);
    dispatches.forEach(({ program, workgroups, parameters: words }, k) => {
      const { pipeline, binding } = bind(program, step);
      rows.push(pipeline, binding, k * step, workgroups, 0);
      this.parameters.set(words, (k * step) / 4);
    });
    this.rows = Int32Array.from(rows);
    this.bindings = dispatches.map((_, k) => rows[k * ROW.LENGTH + ROW.BINDING]);
    const each = (word: number): number[] => dispatches.map((_, k) => (k * step) / 4 + word);
    this.#statuses = each(parameters.status);
    this.#bases = parameters.args.map(({ base }) => each(base));
    this.#scratch = dispatches.flatMap(({ scratch: words }, k) => words.map((word) => (k * step) / 4 + word));
    this.#scalars = kernel.scalars.flatMap((dtype, s) =>
      each(parameters.scalars[s]).map((word) => ({ word, slot: layout.scalars[s], dtype })),
    );
  }

  /** Whether a record's parameters from slot `P` on describe such a launch. */
  matches(records: Float64Array, P: number): boolean {
    const slots = this.#slots;
    for (let i = 0; i < slots.length; i++) if (records[P + slots[i]] !== this.#values[i]) return false;
    const pointers = this.#pointers;
    for (let k = 0; k < pointers.length; k++) {
      const address = records[P + pointers[k]];
      if (arenaOf(address) !== this.#arenas[k]) return false;
      if (this.#sizes[k] < 4 && address % 4 !== this.#bytes[k]) return false;
    }
    return true;
  }

  /** Writes the parameters of a launch from word `at` on, with its status word's number and the first word of its scratch memory. */
  write(
    into: Uint32Array,
    at: number,
    records: Float64Array,
    raw: BigInt64Array,
    P: number,
    status: number,
    scratch: number,
  ): void {
    into.set(this.parameters, at);
    for (const word of this.#statuses) into[at + word] = status;
    for (let k = 0; k < this.#bases.length; k++) {
      const first = (records[P + this.#pointers[k]] - (this.#arenas[k] + 1) * SPACE) / this.#sizes[k];
      for (const word of this.#bases[k]) into[at + word] = first;
    }
    for (const word of this.#scratch) into[at + word] += scratch;
    for (const { word, slot, dtype } of this.#scalars)
      writeScalar(into, at + word, dtype, (dtype.long ? raw : records)[P + slot]);
  }
}
