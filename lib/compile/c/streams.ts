/**
 * The results that may be streamed past the caches (native/kernel/streams.h): results of plain loops that memory bounds, in arguments that
 * the kernel writes and does not read. The kernel decides at run time, by their sizes. Loops that compute more are left alone: a streamed
 * segment is computed first and written then, and only short computations hide behind the writes.
 */
import { type Node, structureOf } from '../../ir/index.js';
import type { Emission } from './emission.js';

/** Nodes that loops which memory bounds are made of; loads and constants are not counted. */
const LIGHT: ReadonlySet<string> = new Set([
  'add',
  'sub',
  'mul',
  'neg',
  'abs',
  'min',
  'max',
  'select',
  'cast',
  'and',
  'or',
  'not',
]);
const MOST = 16;
/** Views in the mask that the run time takes. */
const MASK = 64;

/** The arguments, by number. */
export function streamable({ kernel, loops, viewed }: Emission): number[] {
  if (structureOf(kernel) !== 'map') return [];
  const loaded = new Set<number>();
  for (const { loop, uniform, strips } of loops) {
    const elements = loop.nodes.filter((_, id) => !uniform[id]);
    if (strips.length > 0 || !isLight(elements)) return [];
    for (const node of elements) if (node.op === 'load') loaded.add(node.arg);
  }
  return viewed.filter((arg, view) => !loaded.has(arg) && view < MASK);
}

function isLight(nodes: readonly Node[]): boolean {
  const computed = nodes.filter(({ op }) => op !== 'load' && op !== 'const' && op !== 'scalar');
  return computed.length <= MOST && computed.every(({ op }) => LIGHT.has(op));
}

/** Decides, once in a run. */
export function streamLine(emission: Emission): string[] {
  const { viewed } = emission;
  const outputs = streamable(emission);
  if (outputs.length === 0) return [];
  const mask = outputs.reduce((bits, arg) => bits | (1n << BigInt(viewed.indexOf(arg))), 0n);
  return [`const mk_streams S = mk_streams_of(A, ${viewed.length}, 0x${mask.toString(16)}, &D);`];
}
