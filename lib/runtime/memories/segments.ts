/**
 * Cuts the launches of a recorded window into segments, each of one queue: the launches of a queue keep their order, and a segment goes on
 * until its next launch needs one of another queue that has not come. Launches of two queues are ordered where they use the same instance
 * or the same root, and one of them changes it. The host's segments can be one program (`host-program.ts`), which has the *arrivals* of its
 * launches, the launches of other queues that they need, as asynchronous nodes.
 *
 *     program    host 0   gpu0 1   host 2   gpu0 3, which reads 2   host 4, which reads 1
 *     segments   host 0 2          gpu0 1 3                         host 4                     arrival: 4 needs gpu0's first
 */
import type { Arrival } from '../replay/index.js';
import { isTransfer, type Listed } from './listed-launch.js';

/** Launches of one queue that are handed over together, by position in the recording, ascending. */
export interface Segment {
  readonly queue: number;
  readonly launches: readonly number[];
}

/** Launches of one queue that stay together: the points of a step, or one launch. */
interface Group {
  readonly queue: number;
  readonly launches: number[];
  /** By queue: how many of its groups come before. */
  readonly needs: number[];
}

/** The groups that used a thing last, by queue: how many groups of the queue there were then. */
interface Users {
  readonly reads: number[];
  readonly writes: number[];
}

interface Cut {
  readonly segments: readonly Segment[];
  /** Of the host's launches, by number among these, ascending. */
  readonly arrivals: readonly Arrival[];
}

/** `queueOf`: the queue of launches in a memory; `blocks`: how many instances there are. */
export function segmentsOf(launches: readonly Listed[], blocks: number, queueOf: (memory: number) => number): Cut {
  const groups = groupsOf(launches, queueOf);
  const counts: number[] = [];
  const users = new Map<number, Users>();
  for (const { queue, launches: own, needs } of groups) {
    const uses = own.flatMap((launch) => usesOf(launches[launch], blocks));
    for (const { thing, writes } of uses) {
      const { reads = [], writes: written = [] } = users.get(thing) ?? {};
      raise(needs, written);
      if (writes) raise(needs, reads);
    }
    counts[queue] = (counts[queue] ?? 0) + 1;
    for (const { thing, writes } of uses) {
      let known = users.get(thing);
      if (known === undefined) users.set(thing, (known = { reads: [], writes: [] }));
      (writes ? known.writes : known.reads)[queue] = counts[queue];
    }
  }
  return { segments: gathered(groups), arrivals: arrivalsAmong(groups) };
}

/** Queues run launches in order, so that a launch of the host needs the last launch of the last group that it needs. */
function arrivalsAmong(groups: readonly Group[]): Arrival[] {
  /** By queue and number of groups: their launches. */
  const counts: number[][] = [];
  for (const { queue, launches } of groups) {
    const known = (counts[queue] ??= [0]);
    known.push(known[known.length - 1] + launches.length);
  }
  const host = groups.flatMap(({ queue, launches, needs }) => (queue > 0 ? [] : launches.map(() => needs)));
  return host.flatMap((needs, launch) =>
    needs.flatMap((count, other) => (other > 0 && count > 0 ? [{ launch, queue: other, at: counts[other][count] - 1 }] : [])),
  );
}

function groupsOf(launches: readonly Listed[], queueOf: (memory: number) => number): Group[] {
  const groups: Group[] = [];
  let open = -1;
  launches.forEach(({ step, memory }, launch) => {
    if (step >= 0 && step === open) groups[groups.length - 1].launches.push(launch);
    else groups.push({ queue: queueOf(memory), launches: [launch], needs: [] });
    open = step;
  });
  return groups;
}

/** Instances by number, and roots behind them, by slot. */
function usesOf(listed: Listed, blocks: number): { readonly thing: number; readonly writes: boolean }[] {
  const uses = listed.uses.map(({ block, writes }) => ({ thing: block, writes }));
  const { told } = listed;
  if (told.event === 'point') uses.push(...told.uses.map(({ slot, writes }) => ({ thing: blocks + slot, writes })));
  const slot = isTransfer(listed) ? listed.slot : told.event === 'fold' || told.event === 'runs' ? told.slot : -1;
  if (slot >= 0) uses.push({ thing: blocks + slot, writes: false });
  return uses;
}

function raise(needs: number[], to: readonly number[]): void {
  to.forEach((count, queue) => {
    needs[queue] = Math.max(needs[queue] ?? 0, count);
  });
}

/** Takes groups of one queue for as long as that goes, and then of the queue of the first group that is left. */
function gathered(groups: readonly Group[]): Segment[] {
  const queues: Group[][] = [];
  for (const group of groups) (queues[group.queue] ??= []).push(group);
  const taken: number[] = queues.map(() => 0);
  const isReady = ({ queue, needs }: Group): boolean => needs.every((count, q) => q === queue || (taken[q] ?? 0) >= count);
  const segments: Segment[] = [];
  for (const { queue } of groups) {
    const launches: number[] = [];
    for (let next = queues[queue][taken[queue]]; next !== undefined && isReady(next); next = queues[queue][taken[queue]]) {
      launches.push(...next.launches);
      taken[queue]++;
    }
    if (launches.length > 0) segments.push({ queue, launches });
  }
  return segments;
}
