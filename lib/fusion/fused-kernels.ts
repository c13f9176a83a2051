/**
 * Kernels of groups, and of tasks that gather through producers, composed and optimized once for each composition. A window may hold the body of a loop many times over, and the next
 * window holds it once more or less often: its form is new, and its groups are the last one's. A composition is its parts' kernels, by
 * identity, and how arguments and scalars are numbered; so kernels at other ranks are made once, too.
 */
import { compose, environmentWatch, type GatheredThrough, optimize, throughGathers } from '../compile/index.js';
import type { Kernel } from '../ir/index.js';
import type { Shape } from '../shape/index.js';

/** A task's part in a group: its kernel, and the places of its arguments and scalars among the group's. */
interface KernelPart {
  readonly kernel: Kernel;
  readonly args: readonly number[];
  readonly scalars: readonly number[];
}

interface FusedKernel {
  readonly kernel: Kernel;
  /** The group's arguments that are left. */
  readonly args: readonly number[];
}

/** Compositions kept; beyond them all are forgotten, and the ones in use are made again. */
const KEPT = 4096;
const known = new Map<string, FusedKernel>();
const knownGathers = new Map<string, GatheredThrough | null>();

/** A number for each kernel. */
const numbers = new WeakMap<Kernel, number>();
let next = 0;

function numberOf(kernel: Kernel): number {
  let number = numbers.get(kernel);
  if (number === undefined) numbers.set(kernel, (number = next++));
  return number;
}

function keyOf(parts: readonly KernelPart[], temporaries: ReadonlySet<number>): string {
  let key = `${[...temporaries].join()}`;
  for (const { kernel, args, scalars } of parts)
    key += `|${numberOf(kernel)}:${args.join()}:${scalars.length === 0 ? '' : scalars[0]}`;
  return key;
}

/** One kernel with the effect of the parts, in their order; `temporaries` are arguments that exist in it alone. */
export function fusedKernel(parts: readonly KernelPart[], temporaries: ReadonlySet<number>): FusedKernel {
  const watch = environmentWatch();
  if (watch !== undefined) return optimize(compose(parts), temporaries, { watch });
  const key = keyOf(parts, temporaries);
  let found = known.get(key);
  if (found === undefined) {
    if (known.size >= KEPT) known.clear();
    known.set(key, (found = optimize(compose(parts), temporaries)));
  }
  return found;
}

/** A kernel, and the shapes that its arguments are seen with. */
interface Shaped {
  readonly kernel: Kernel;
  readonly shapes: readonly Shape[];
  /** Of its task. */
  readonly domain: Shape;
}

/**
 * A task's kernel with argument `arg` computed by a producer, whose argument `result` it is; null where that cannot be (`throughGathers`).
 * `alike`: the task's other arguments of that argument's shape that it gathers from.
 */
export function gatheredKernel(
  task: Shaped,
  arg: number,
  producer: Shaped,
  result: number,
  alike: ReadonlySet<number>,
): GatheredThrough | null {
  const { shapes, domain: shape } = producer;
  const seen = [task.domain, shape, [...alike], ...shapes].map((sizes) => sizes.join()).join('|');
  const key = `${numberOf(task.kernel)}:${arg}:${numberOf(producer.kernel)}:${result}|${seen}`;
  let found = knownGathers.get(key);
  if (found === undefined) {
    if (knownGathers.size >= KEPT) knownGathers.clear();
    const gathered = { shape, alike, over: task.domain, shapes: (k: number) => shapes[k] };
    knownGathers.set(key, (found = throughGathers(task.kernel, arg, producer.kernel, result, gathered)));
  }
  return found;
}
