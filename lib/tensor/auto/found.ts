/** Candidates as schedules that were compiled and costed, and which of two is better. */
import { ScheduleError } from '../../base/index.js';
import type { Schedule } from '../concrete/schedule.js';
import type { Compiled } from '../lower/compiled.js';
import type { Cost } from '../lower/simulate.js';
import type { Machine } from './machine.js';

/** A schedule, compiled and costed. */
export interface Found {
  readonly schedule: Schedule;
  readonly compiled: Compiled;
  readonly cost: Cost;
  readonly seconds: number;
}

/** Less time; of equal times, fewer bytes at the processor that has most of them. */
export function isBetter(a: Found, b: Found): boolean {
  return a.seconds < b.seconds || (a.seconds === b.seconds && busiest(a.cost) < busiest(b.cost));
}

function busiest({ perProcessor }: Cost): number {
  return perProcessor.reduce((most, { sent, received }) => Math.max(most, sent, received), 0);
}

/**
 * A schedule, its cost, and the seconds until the last processor is done: its messages one after the other, the bytes of all over as many links as there
 * are processors, and `work` iterations of the busiest. Null where it does not fit the memory, or is not legal.
 */
export function foundBy(machine: Machine, work: number, make: () => Schedule): Found | null {
  try {
    const schedule = make();
    const compiled = schedule.compile({ memory: machine.memory });
    const cost = compiled.cost();
    const messages = cost.perProcessor.reduce((most, own) => Math.max(most, own.messages), 0);
    return { schedule, compiled, cost, seconds: secondsOf(machine, work, { messages, bytes: cost.bytes }) };
  } catch (error) {
    if (error instanceof ScheduleError) return null;
    throw error;
  }
}

/** Messages of the processor that has most of them, and the bytes of all. */
interface Sent {
  readonly messages: number;
  readonly bytes: number;
}

/** Of two operations an iteration. */
export function secondsOf({ network, flops, processors }: Machine, work: number, sent: Sent): number {
  return sent.messages * network.latency + sent.bytes / (processors * network.bandwidth) + (2 * work) / flops;
}
