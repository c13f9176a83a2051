/**
 * A kernel's C for one extent: small launches that come again and again. Sizes and strides are literals, so that walking units, blocks and
 * views becomes a nest of loops around the loops' functions, which run over axes that are contiguous in all operands; compilers unroll them
 * for their few elements. Operands with shorter runs are packed.
 *
 *     for (i0 = 0; i0 < 10; i0++) loop0(10, v0 + i0 * 12 …, v5 + i0 * 10)
 *
 * It is called as the kernel is, and does not look at the sizes and strides that it is given. Results have the same bits: the
 * loops are the same, and so is the tree of folds.
 */
import { int64 } from '../../dtype/index.js';
import { BLOCK, type Extent, type Kernel, structureOf } from '../../ir/index.js';
import { analyse, type Emission, type EmittedC, scalarLines } from './emission.js';
import { defines, flagsFor } from './emit.js';
import { exactFolds, exactResults } from './exact-folds.js';
import { instantiations } from './folds.js';
import { inOrder, nest, type Place, runOf } from './nest.js';
import { isOrdered } from './ordered.js';
import { wholeLines } from './run.js';
import { singleFunctions } from './singles.js';
import { indent } from './text.js';
import { memoryType } from './types.js';
import { fullStoreLines, uniformLines } from './uniform.js';

/** Nodes of kernels that are compiled for an extent, at most: larger kernels spend their time on computing. */
const MOST_NODES = 512;
/** Elements that are run over in place, at least: by plain loops, and by loops that cost more to start. */
const FEW = 4;
const MANY = 32;

/** A kernel's C for one extent; null where that is no better than for all. Deterministic. */
export function emitExact(kernel: Kernel, extent: Extent): EmittedC | null {
  const total = extent.domain.reduce((a, b) => a * b, 1);
  if (total === 0 || total > BLOCK || !isPlain(kernel) || isOrdered(kernel)) return null;
  const emission = analyse(kernel, 'strips');
  const parts = [
    ['#define MK_EXACT', ...defines(emission)],
    instantiations(kernel, emission.sites),
    singleFunctions(kernel, emission.sites),
    ...emission.pieces.flat().map((piece) => piece.definition),
    runFunction(emission, extent),
    finishFunction(emission, extent),
  ];
  const source = parts
    .filter((part) => part.length > 0)
    .map((part) => `${part.join('\n')}\n`)
    .join('\n');
  return { source, run: 'kernel_run', finish: 'kernel_finish', flags: flagsFor(emission) };
}

/** Whether a kernel is short enough to gain from code for one extent, and scatters nothing. */
function isPlain({ args, loops }: Kernel): boolean {
  const nodes = loops.reduce((sum, loop) => sum + loop.nodes.length, 0);
  return nodes <= MOST_NODES && args.every(({ access }) => access !== 'bins');
}

function runFunction(emission: Emission, extent: Extent): string[] {
  const { kernel, layout, loops, viewed } = emission;
  return [
    'void kernel_run(double *P, int64_t begin, int64_t end) {',
    ...indent([
      '(void)begin, (void)end;',
      ...scalarLines(kernel, layout),
      ...uniformLines(kernel, layout, loops),
      ...wholeLines(emission),
      ...viewed.map((arg) => `${memoryType(kernel.args[arg].dtype)} *v${arg} = mk_pointer(P[${layout.args[arg].pointer}]);`),
      ...stripLines(emission, extent),
      ...loops.flatMap((_, l) => loopLines(emission, extent, l)),
      ...exactFolds(emission, extent),
    ]),
    '}',
  ];
}

/** Strips of values, and of coordinates, which are filled at once. */
function stripLines({ loops, pieces }: Emission, { domain }: Extent): string[] {
  const total = domain.reduce((a, b) => a * b, 1);
  const values = loops.flatMap(({ loop, strips, prefix }) =>
    strips.map((id) => strip(memoryType(loop.nodes[id].dtype), `${prefix}t${id}`, total)),
  );
  const axes = [...new Set(pieces.flat().flatMap((piece) => piece.axes))].sort((a, b) => a - b);
  const coordinates = axes.flatMap((axis) => [
    strip(memoryType(int64), `c${axis}`, total),
    ...nest(domain, 1, (place) => [`c${axis}[${place(inOrder(domain))}] = ${domain[axis] === 1 ? 0 : `i${axis}`};`]),
  ]);
  return [...values, ...coordinates];
}

function strip(type: string, name: string, length: number): string {
  return `_Alignas(64) ${type} ${name}[${length}];`;
}

/** One loop: packs operands with short runs, runs its functions, and unpacks results. */
function loopLines(emission: Emission, extent: Extent, l: number): string[] {
  const { kernel, pieces, loops, viewed } = emission;
  const { domain } = extent;
  const total = domain.reduce((a, b) => a * b, 1);
  const calls = pieces[l].map((piece) => piece.call).join('\n');
  const loaded = viewed.filter((arg) => new RegExp(`\\ba${arg}\\b`).test(calls));
  const stored = viewed.filter((arg) => new RegExp(`\\bo${arg}\\b`).test(calls));
  const used = viewed.filter((arg) => loaded.includes(arg) || stored.includes(arg));
  const few = loops[l].stages.length > 1 || pieces[l].length > 1 ? MANY : FEW;
  const runs = used.map((arg) => runOf(domain, extent.strides[arg]));
  const run = Math.min(total, ...runs.filter((length) => length >= few || length === total));
  const packed = used.filter((_, k) => runs[k] < run);
  const copy = (args: readonly number[], line: (arg: number, view: string, element: string) => string): string[] =>
    args
      .filter((arg) => packed.includes(arg))
      .flatMap((arg) =>
        nest(domain, 1, (place) => [line(arg, `v${arg}[${place(extent.strides[arg])}]`, `b${arg}[${place(inOrder(domain))}]`)]),
      );
  return [
    '{',
    ...indent([
      ...packed.map((arg) => strip(memoryType(kernel.args[arg].dtype), `b${arg}`, total)),
      ...copy(loaded, (_, view, element) => `${element} = ${view};`),
      ...nest(domain, run, (place) => [
        `const int64_t n = ${run}, at = ${place(inOrder(domain))};`,
        ...(calls.includes('p.flat') ? ['const struct { int64_t flat; } p = {at};'] : []),
        ...[...new Set(pieces[l].flatMap((piece) => piece.axes))].map((axis) => `const int64_t *x${axis} = c${axis} + at;`),
        ...loaded.map((arg) => `const ${memoryType(kernel.args[arg].dtype)} *a${arg} = ${from(arg, packed, place, extent)};`),
        ...stored.map((arg) => `${memoryType(kernel.args[arg].dtype)} *o${arg} = ${from(arg, packed, place, extent)};`),
        ...pieces[l].map((piece) => piece.call),
      ]),
      ...copy(stored, (_, view, element) => `${view} = ${element};`),
    ]),
    '}',
  ];
}

function from(arg: number, packed: readonly number[], place: Place, { strides }: Extent): string {
  return packed.includes(arg) ? `b${arg} + at` : `v${arg} + ${place(strides[arg])}`;
}

function finishFunction(emission: Emission, extent: Extent): string[] {
  const { kernel, layout, loops } = emission;
  const folds = structureOf(kernel) === 'inner' ? [] : exactResults(emission, extent);
  const stores = fullStoreLines(kernel, layout, loops);
  if (folds.length + stores.length === 0) return ['void kernel_finish(double *P) { (void)P; }'];
  const scalars = stores.length > 0 ? scalarLines(kernel, layout) : [];
  return ['void kernel_finish(double *P) {', ...indent([...scalars, ...stores, ...folds]), '}'];
}
