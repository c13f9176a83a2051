/**
 * One process for each memory of a machine, for tests: every process analyzes the program for its own memory alone. What they
 * decide is joined: sends meet receives, and the items of all run in a random order that keeps the waits of each process and
 * the order of messages. A process with all memories analyzes the program beside them: it must copy the same elements
 * between the same memories, task by task.
 */
import { Coherence, type Instance, Mapper, type Mapping, type Operation, type RootKey } from '../../../lib/dependence/index.js';
import { none, subPartition } from '../../../lib/partition/index.js';
import { identityView } from '../../../lib/shape/index.js';
import {
  combine,
  coordinates,
  elementsOf,
  identityOf,
  indicesOf,
  offsetOf,
  pointsOf,
  runPoint,
  type SimTask,
} from './simulator.js';

interface Node {
  readonly run: () => void;
  readonly after: Node[];
  done: boolean;
}

/** The messages of a process in one operation. */
interface Message {
  readonly elements: Set<string>;
  readonly nodes: Node[];
}

type Copy = Extract<Operation, { kind: 'copy' }>;
type Combine = Extract<Operation, { kind: 'combine' }>;

/** A buffer that a process sends to another one. */
interface Given {
  readonly rank: Rank;
  readonly buffer: Instance;
  readonly node: Node;
}

/** The process of one memory. */
class Rank {
  readonly coherence: Coherence;
  readonly nodes = new Map<number, Map<number, Node>>();
  readonly contents = new Map<number, Float64Array>();
  /** Elements that all instances have room for, at most. */
  peak = 0;
  #room = 0;
  last = 0;

  readonly memory: number;

  constructor(memory: number, mapper: Mapper, settle: () => void) {
    this.memory = memory;
    const backing = {
      allocate: (instance: Instance): boolean => {
        if (instance.memory !== memory) throw new Error('an instance in a foreign memory');
        this.contents.set(instance.id, new Float64Array(instance.bytes / 8).fill(NaN));
        this.#room += instance.bytes / 8;
        this.peak = Math.max(this.peak, this.#room);
        return true;
      },
      free: (instance: Instance): void => {
        if (!this.contents.delete(instance.id)) throw new Error('freed twice');
        this.#room -= instance.bytes / 8;
      },
      settle: (op: number) => {
        settle();
        return op;
      },
    };
    this.coherence = new Coherence({ mapper, backing, own: [memory] });
  }

  dataOf(instance: Instance): Float64Array {
    const data = this.contents.get(instance.id);
    if (data === undefined) throw new Error('an instance was used after it was freed');
    return data;
  }

  get(instance: Instance, at: readonly number[]): number {
    return this.dataOf(instance)[offsetOf(instance, at)];
  }

  set(instance: Instance, at: readonly number[], value: number): void {
    this.dataOf(instance)[offsetOf(instance, at)] = value;
  }

  /** Adds an operation's own items. */
  add(numbered: Pick<Mapping, 'number' | 'waits'>, items: readonly number[], run: (item: number) => void): Node[] {
    const { number, waits } = numbered;
    if (number !== this.last + 1) throw new Error('out of order');
    this.last = number;
    const made = new Map<number, Node>();
    for (const item of items) {
      const after: Node[] = [];
      for (const { on, relation } of waits) {
        if (on >= number) throw new Error('waits for a later operation');
        if (relation === null) for (let n = 1; n <= on; n++) after.push(...(this.nodes.get(n)?.values() ?? []));
        else
          for (const p of relation.waits(item)) {
            const node = this.nodes.get(on)?.get(p);
            if (node === undefined) throw new Error(`waits for item ${p} of operation ${on}, which this process has not`);
            after.push(node);
          }
      }
      made.set(item, { run: () => run(item), after, done: false });
    }
    this.nodes.set(number, made);
    return [...made.values()];
  }
}

export class Ranks {
  readonly ranks: Rank[];
  readonly whole: Coherence;
  /** Elements that went from one memory to another. */
  moved = 0;
  readonly #random: () => number;
  readonly #sequential = new Map<number, Float64Array>();
  readonly #roots = new Map<number, RootKey>();
  readonly #values = new Map<string, number>();
  #nodes: Node[] = [];
  #tasks = 0;

  constructor(memories: number, random: () => number, mapper = new Mapper(memories)) {
    this.#random = random;
    this.ranks = Array.from({ length: memories }, (_, m) => new Rank(m, mapper, () => this.runAll()));
    this.whole = new Coherence({ mapper, backing: { allocate: () => true, free: () => undefined } });
  }

  issue(task: SimTask): void {
    const id = this.#tasks++;
    this.#runInSequence(id, task);
    const expected = this.#copiesOf([this.whole.map(task)]);
    const mappings = this.ranks.map(({ coherence }) => coherence.map(task));
    const got = this.#copiesOf(mappings);
    if (got.join(' ') !== expected.join(' '))
      throw new Error(`task ${id} copies\n${got.join(' ')}\nand with one process for all memories\n${expected.join(' ')}`);
    this.moved += got.length;
    this.#join(id, mappings);
    const points = pointsOf(task.launch);
    this.ranks.forEach((rank, r) => {
      const mine = points.flatMap((_, p) => (mappings[r].memoryAt(p) === rank.memory ? [p] : []));
      this.#nodes.push(...rank.add(mappings[r], mine, (p) => this.#runPoint(rank, id, task, mappings[r], points[p], p)));
    });
  }

  release(root: RootKey): void {
    for (const coherence of [this.whole, ...this.ranks.map((rank) => rank.coherence)]) coherence.release(root);
    this.#sequential.delete(root.id);
    this.#roots.delete(root.id);
  }

  /** Runs all that was issued, in a random order; then everything is complete. */
  runAll(): void {
    let open = this.#nodes;
    while (open.length > 0) {
      const start = Math.floor(this.#random() * open.length);
      const k = open.findIndex((_, i) => open[(start + i) % open.length].after.every((n) => n.done));
      if (k < 0) throw new Error('a circle of waits and messages');
      const [node] = open.splice((start + k) % open.length, 1);
      node.run();
      node.done = true;
    }
    open = [];
    this.#nodes = [];
    for (const rank of this.ranks) rank.coherence.retire(rank.last);
  }

  /** Reads every live root in memory 0; the differences. */
  differences(): string[] {
    const wrong: string[] = [];
    for (const [id, root] of this.#roots) {
      const sub = subPartition(identityView(root.shape), none);
      const mappings = this.ranks.map(({ coherence }) =>
        coherence.map({ launch: [1], args: [{ root, sub, privilege: 'read' }] }),
      );
      this.#join(this.#tasks++, mappings);
      this.whole.map({ launch: [1], args: [{ root, sub, privilege: 'read' }] });
      this.ranks.forEach((rank, r) => {
        const run = (): void => {
          const instance = mappings[r].args[0].instanceAt(0);
          const expected = [...(this.#sequential.get(id) ?? [])];
          const got = expected.map((_, e) => (instance === null ? NaN : rank.get(instance, coordinates(e, root.shape))));
          if (got.some((v, e) => !Object.is(v, expected[e])))
            wrong.push(`root ${id}: [${got.join()}], expected [${expected.join()}]`);
        };
        this.#nodes.push(...rank.add(mappings[r], mappings[r].memoryAt(0) === rank.memory ? [0] : [], run));
      });
    }
    this.runAll();
    return wrong;
  }

  #runInSequence(id: number, task: SimTask): void {
    for (const { root } of task.args) {
      if (this.#sequential.has(root.id)) continue;
      this.#roots.set(root.id, root);
      this.#sequential.set(root.id, new Float64Array(root.shape.reduce((a, b) => a * b, 1)).fill(NaN));
    }
    const shadow = task.args.map((a) => this.#sequential.get(a.root.id) ?? new Float64Array());
    pointsOf(task.launch).forEach((point, p) => {
      const elements = task.args.map((a) => elementsOf(a.sub.view, a.sub.partition, point));
      const get = (k: number): number[] => elements[k].map((e) => shadow[k][e]);
      runPoint(id, p, task.args, get, (k, values) => values.forEach((v, i) => (shadow[k][elements[k][i]] = v)));
    });
  }

  /** Elements with the memories between which they are copied: sent ones, and ones between own memories. */
  #copiesOf(mappings: readonly Mapping[]): string[] {
    const found = new Set<string>();
    for (const { before } of mappings) {
      for (const op of before) {
        if (op.kind !== 'copy') continue;
        for (const { from, rect, fromMemory, toMemory } of op.pieces) {
          if (from < 0 || fromMemory === toMemory) continue;
          for (const at of indicesOf(rect)) found.add(`${op.root}:${fromMemory}>${toMemory}:${at.join()}`);
        }
      }
    }
    return [...found].sort();
  }

  #join(id: number, mappings: readonly Mapping[]): void {
    const sent = new Map<string, Message[]>();
    const received = new Map<string, Message[]>();
    const given = new Map<string, Given>();
    const links: (() => void)[] = [];
    this.ranks.forEach((rank, r) => {
      for (const op of mappings[r].before) {
        if (op.kind === 'copy') this.#addCopy(id, rank, op, sent, received);
        else if (op.kind === 'combine') links.push(this.#addCombine(rank, op, given));
        else if (op.kind === 'give') {
          const [node] = rank.add(op, [0], () => undefined);
          this.#nodes.push(node);
          for (const { ordinal, point, buffer } of op.gifts) given.set(`${op.root};${ordinal};${point}`, { rank, buffer, node });
        } else if (op.kind === 'acquire') {
          const items = op.instances.map((_, i) => i);
          this.#nodes.push(...rank.add(op, items, () => undefined));
        } else throw new Error('no partial results here');
      }
    });
    for (const link of links) link();
    if (given.size > 0) throw new Error(`nobody takes ${[...given.keys()].join(', ')}`);
    this.#match(sent, received);
  }

  /** Adds the folds of a process's own tiles; the function that it returns has them wait for the buffers of other processes. */
  #addCombine(rank: Rank, op: Combine, given: Map<string, Given>): () => void {
    const items = op.span.items ?? [];
    const gifts = new Map<string, Given>();
    const nodes = rank.add(op, items, (item) => this.#combine(rank, op, item, gifts));
    this.#nodes.push(...nodes);
    return () => {
      items.forEach((item, i) => {
        for (const { ordinal, pointsOf, footprint } of op.of) {
          for (const point of pointsOf(item)) {
            if (footprint.memoryAt(point) === rank.memory) continue;
            const key = `${op.root};${ordinal};${point}`;
            const gift = given.get(key);
            if (gift === undefined) continue;
            given.delete(key);
            gifts.set(key, gift);
            nodes[i].after.push(gift.node);
          }
        }
      });
    };
  }

  /** In the order of tasks and points, each buffer from the process that has it. */
  #combine(rank: Rank, { root, op, of, intoAt }: Combine, item: number, gifts: ReadonlyMap<string, Given>): void {
    const into = intoAt(item);
    if (into === null) return;
    for (const { ordinal, pointsOf, bufferAt } of of) {
      for (const point of pointsOf(item)) {
        const own = bufferAt(point);
        const from = own === null ? gifts.get(`${root};${ordinal};${point}`) : { rank, buffer: own };
        if (from === undefined) continue;
        for (const at of indicesOf(from.buffer.rect))
          rank.set(into, at, combine({ op }, rank.get(into, at), from.rank.get(from.buffer, at)));
      }
    }
  }

  #addCopy(id: number, rank: Rank, op: Copy, sent: Map<string, Message[]>, received: Map<string, Message[]>): void {
    const run = (i: number): void => {
      const { from, to, rect, fromMemory, toMemory } = op.pieces[i];
      for (const at of indicesOf(rect)) {
        const key = `${id};${op.root};${fromMemory};${toMemory};${at.join()}`;
        const value = from >= 0 ? rank.get(op.instances[from], at) : this.#values.get(key);
        if (value === undefined) throw new Error('received before it was sent');
        if (to >= 0) rank.set(op.instances[to], at, value);
        else this.#values.set(key, value);
      }
    };
    const nodes = rank.add(
      op,
      op.pieces.map((_, i) => i),
      run,
    );
    this.#nodes.push(...nodes);
    const messages = new Map<string, Message>();
    op.pieces.forEach(({ from, to, rect, fromMemory, toMemory }, i) => {
      if (from >= 0 && to >= 0) return;
      const key = `${op.root};${fromMemory};${toMemory}`;
      let message = messages.get(key);
      if (message === undefined) {
        messages.set(key, (message = { elements: new Set(), nodes: [] }));
        const table = from < 0 ? received : sent;
        table.set(key, [...(table.get(key) ?? []), message]);
      }
      for (const at of indicesOf(rect)) message.elements.add(at.join());
      message.nodes.push(nodes[i]);
    });
  }

  #match(sent: Map<string, Message[]>, received: Map<string, Message[]>): void {
    for (const key of new Set([...sent.keys(), ...received.keys()])) {
      const from = sent.get(key) ?? [];
      const to = received.get(key) ?? [];
      if (from.length !== to.length) throw new Error(`${key}: ${from.length} messages are sent, ${to.length} are awaited`);
      from.forEach((message, i) => {
        const [a, b] = [message, to[i]].map((m) => [...m.elements].sort().join(' '));
        if (a !== b) throw new Error(`${key}: sends ${a}, awaits ${b}`);
        for (const node of to[i].nodes) node.after.push(...message.nodes);
      });
    }
  }

  #runPoint(rank: Rank, id: number, task: SimTask, mapping: Mapping, point: number[], p: number): void {
    const elements = task.args.map((a) => elementsOf(a.sub.view, a.sub.partition, point));
    const instances = mapping.args.map((arg) => arg.instanceAt(p));
    mapping.args.forEach((arg, k) => {
      const instance = instances[k];
      if (arg.initialize && instance !== null) rank.dataOf(instance).fill(identityOf(task.args[k].op));
    });
    const at = (k: number, e: number): [Instance, number[]] => {
      const instance = instances[k];
      if (instance === null) throw new Error('a point without an instance');
      return [instance, coordinates(e, task.args[k].root.shape)];
    };
    const get = (k: number): number[] => elements[k].map((e) => rank.get(...at(k, e)));
    runPoint(id, p, task.args, get, (k, values) => values.forEach((v, i) => rank.set(...at(k, elements[k][i]), v)));
  }
}
