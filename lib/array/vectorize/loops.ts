/** Loops of a function that is compiled: unrolled where they are short, loops of the kernel where they are long (`rounds.ts`). */
import type { Node } from 'acorn';
import { ArgumentError } from '../../base/index.js';
import { LoopBuilder } from '../../ir/index.js';
import type { Flow, Loop } from './flow.js';
import { compileRounds, countRounds, MOST_ROUNDS, type Rounds } from './rounds.js';
import { notCompiled } from './source.js';

/** More nodes make kernels that take seconds to compile. */
const MOST_NODES = 10_000;
/** Loops of more rounds, or of more nodes in several rounds, are loops of the kernel; rounds over numbers that are known cost nothing. */
const FEW_ROUNDS = 16;
const FEW_NODES = 1_000;

/**
 * Rounds while the test holds, which says which elements go on. Few of them are unrolled; of many, a loop of the kernel is made, unless something
 * in them must be known while they are compiled.
 */
export function repeat(flow: Flow, node: Node, round: Rounds['round'], test: Rounds['test']): void {
  const loop: Rounds = { node, round, test };
  const { b } = flow.terms;
  const [before, size, count] = [flow.here(), b.nodes.length, flow.frame.results.length];
  const [outer, scope] = [flow.loop, flow.scope];
  const again = (): void => {
    flow.goTo(before);
    [flow.loop, flow.scope] = [outer, scope];
    b.nodes.length = size;
    flow.frame.results.length = count;
  };
  if (unroll(flow, loop, !(b instanceof LoopBuilder))) return;
  if (!(b instanceof LoopBuilder)) return;
  again();
  const [terms, frame, source] = [flow.terms, flow.frame, flow.source];
  try {
    const most = countRounds(flow, loop);
    again();
    compileRounds(flow, b, loop, most);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    [flow.terms, flow.frame, flow.source] = [terms, frame, source];
    again();
    if (!unrolls(flow, loop)) throw error;
  }
}

/** Whether a loop could be unrolled, however many rounds it takes. */
function unrolls(flow: Flow, loop: Rounds): boolean {
  try {
    return unroll(flow, loop, true);
  } catch (error) {
    if (error instanceof ArgumentError) return false;
    throw error;
  }
}

/** Takes the rounds one by one; false where they are many, unless they have to be taken. */
function unroll(flow: Flow, { node, round, test }: Rounds, has: boolean): boolean {
  const before = flow.here();
  const outer = flow.loop;
  const loop: Loop = { breaks: [], continues: [] };
  const { results } = flow.frame;
  const [count, size] = [results.length, flow.terms.b.nodes.length];
  flow.loop = loop;
  for (let n = 0; flow.live !== false; n++) {
    const grown = flow.terms.b.nodes.length - size;
    if (!has && grown > 0 && (n > FEW_ROUNDS || (n > 1 && grown > FEW_NODES))) return false;
    checkSize(flow, node, n);
    const goesOn = test(n);
    if (goesOn !== true) {
      const left = flow.here();
      loop.breaks.push({ live: flow.terms.and(left.live, flow.terms.not(goesOn)), values: left.values });
      flow.live = flow.terms.and(left.live, goesOn);
      if (flow.live === false) break;
    }
    loop.continues = [];
    const entered = flow.live;
    const returned = results.length + loop.breaks.length;
    round(n);
    if (loop.continues.length === 0) continue;
    const live = results.length + loop.breaks.length === returned ? entered : undefined;
    flow.join(node, before.values, loop.continues, live);
  }
  flow.loop = outer;
  flow.join(node, before.values, loop.breaks, results.length === count ? before.live : undefined);
  return true;
}

function checkSize(flow: Flow, node: Node, round: number): void {
  if (round < MOST_ROUNDS && flow.terms.b.nodes.length < MOST_NODES) return;
  throw notCompiled(
    flow.source,
    node,
    `a loop that has come to ${flow.terms.b.nodes.length} operations after ${round} rounds`,
    'its test must become false by numbers that are known (a counter), after fewer rounds',
  );
}
