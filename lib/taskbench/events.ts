/**
 * Issues a Task Bench graph's tasks one by one, each with the events of the tasks it waits for, as a program that builds its task graph
 * while it runs. Events of earlier batches are known by number, events of this batch by position.
 */
import type { NativeMachine } from '../graph/index.js';
import { COMMAND, KIND } from '../graph/index.js';
import type { NativeBench } from './addon.js';
import type { DroppedEdge } from './program.js';

const HEADER = 5;

/** How many batches may be under way before the issuing thread works on tasks itself. */
const AHEAD = 2;

export class EventIssuer {
  readonly #machine: NativeMachine;
  readonly #body: number;
  readonly #count: number;
  readonly #batch: number;
  readonly #processors: Int32Array;
  readonly #addresses: Float64Array;
  readonly #begin: Int32Array;
  readonly #before: Int32Array;
  /** Tasks that no other waits for. */
  readonly #last: Int32Array;
  readonly #events: Float64Array;
  #next = 0;

  constructor(machine: NativeMachine, bench: NativeBench, graph: number, batch: number, dropped: DroppedEdge | null) {
    this.#machine = machine;
    this.#body = bench.body;
    const rows = bench.tasks(graph);
    const [begins, before, points, processors, addresses]: number[][] = [[0], [], [], [], []];
    let widest = 0;
    for (let at = 0; at < rows.length; at += HEADER + rows[at + 4]) {
      processors.push(rows[at + 2]);
      addresses.push(rows[at + 3]);
      const without = rows[at] === dropped?.step && rows[at + 1] === dropped.point ? dropped.from : -1;
      points.push(rows[at + 1]);
      for (let i = 0; i < rows[at + 4]; i++) {
        const task = rows[at + HEADER + i];
        if (points[task] !== without) before.push(task);
      }
      begins.push(before.length);
      widest = Math.max(widest, rows[at + 4]);
    }
    this.#processors = Int32Array.from(processors);
    this.#addresses = Float64Array.from(addresses);
    this.#begin = Int32Array.from(begins);
    this.#before = Int32Array.from(before);
    this.#count = processors.length;
    const waited = new Set(before);
    this.#last = Int32Array.from(processors.keys()).filter((task) => !waited.has(task));
    this.#events = new Float64Array(this.#count);
    this.#batch = Math.max(1, Math.min(batch, Math.floor(machine.commands.length / (COMMAND.PRE + widest))));
  }

  /** Issues the next tasks; false when there are none left. Helps when it is far ahead. */
  issueBatch(): boolean {
    const from = this.#next;
    const to = Math.min(from + this.#batch, this.#count);
    if (from === to) return false;
    this.#write(from, to);
    this.#machine.submit(to - from);
    this.#events.set(this.#machine.events.subarray(0, to - from), from);
    this.#next = to;
    const known = to - AHEAD * this.#batch;
    if (known > 0) this.#machine.wait(this.#events[known - 1], Infinity);
    return to < this.#count;
  }

  /** Waits for every task, by waiting for the tasks without successors; the next run starts anew. */
  finish(): void {
    const commands = this.#machine.commands;
    const most = commands.length - COMMAND.PRE;
    for (let from = 0; from < this.#last.length; from += most) {
      const some = this.#last.subarray(from, from + most);
      commands[COMMAND.KIND] = KIND.MERGE;
      commands[COMMAND.COUNT] = some.length;
      some.forEach((task, i) => {
        commands[COMMAND.PRE + i] = this.#events[task];
      });
      this.#machine.submit(1);
      this.#machine.wait(this.#machine.events[0], Infinity);
    }
    this.#next = 0;
  }

  #write(from: number, to: number): void {
    const commands = this.#machine.commands;
    let at = 0;
    for (let task = from; task < to; task++) {
      const [begin, end] = [this.#begin[task], this.#begin[task + 1]];
      commands[at + COMMAND.KIND] = KIND.TASK;
      commands[at + COMMAND.RESOURCE] = this.#processors[task];
      commands[at + COMMAND.A] = this.#body;
      commands[at + COMMAND.B] = this.#addresses[task];
      commands[at + COMMAND.COUNT] = end - begin;
      at += COMMAND.PRE;
      for (let k = begin; k < end; k++) {
        const before = this.#before[k];
        commands[at++] = before >= from ? before - task : this.#events[before];
      }
    }
  }
}
