/** When dead arrays are looked for: by collections that pay for themselves. */
import t from 'tap';
import { float64 } from '../../../lib/dtype/index.js';
import type { Weak } from '../../../lib/native/index.js';
import { Liveness } from '../../../lib/runtime/memory/liveness.js';
import { Reclaimer } from '../../../lib/runtime/memory/reclaim.js';
import { Root, Token } from '../../../lib/store/index.js';

const MB = 1 << 20;
const ELEMENTS = MB / 8;

/** A program's memory, in arrays of a megabyte: what it makes lives until it says `drop`, and is found by collections then. */
class World {
  #dead: number[] = [];
  readonly #watched: { number: number; root: Root }[] = [];
  #made = 0;
  #live = 0;
  #handedOut = 0;
  /** Other threads are at work on what a flush launched. */
  busy = false;
  /** Bytes that dead roots left for the next ones, and how often they were given back. */
  idle = 0;
  trims = 0;
  /** Milliseconds; a flush takes ten. */
  #time = 0;
  readonly liveness: Liveness;
  readonly reclaimer: Reclaimer;

  /** `late`: what died is found by full collections only, each of which takes `took` milliseconds. */
  constructor(late = false, took = 2) {
    let since = 0;
    const weak: Weak = {
      watch: () => this.#made++,
      sweep: () => {
        const full = this.liveness.major > since;
        if (full) this.#time += took;
        since = this.liveness.major;
        return late && !full ? [] : this.#dead.splice(0);
      },
      forget: () => undefined,
      size: () => this.#made,
    };
    this.liveness = new Liveness(weak);
    const memory = {
      live: () => this.#live,
      idle: () => this.idle,
      trimIdle: (limit: number) => {
        this.idle = limit;
        this.trims++;
      },
      handedOut: () => this.#handedOut,
      died: (root: Root) => (this.#live -= root.reserved),
      small: 64 << 10,
      held: (root: Root) => root.bytes >= MB,
      reclaim: () => undefined,
      launched: () => 7,
      busySince: (launch: number) => this.busy && launch === 7,
      catchUp: () => false,
      relieve: () => undefined,
    };
    this.reclaimer = new Reclaimer(this.liveness, memory, true, () => this.#time);
  }

  /** A flush whose windows give memory to so many new arrays. */
  flush(arrays: number): void {
    this.#time += 10;
    this.reclaimer.beginFlush();
    this.reclaimer.makeRoom(arrays * MB);
    for (let k = 0; k < arrays; k++) {
      this.#make().reserved = MB;
      this.#live += MB;
      this.#handedOut += MB;
    }
    this.reclaimer.endFlush(false);
  }

  #make(): Root {
    const root = new Root(float64, [ELEMENTS]);
    this.#watched.push({ number: this.#made, root });
    this.reclaimer.watchToken(new Token(root));
    return root;
  }

  /** Makes arrays that have no memory yet. */
  issue(arrays: number): void {
    for (let k = 0; k < arrays; k++) this.reclaimer.temporaryBytes += this.#make().bytes;
  }

  /** The oldest arrays lose their last handle. */
  drop(arrays: number): void {
    for (const { number } of this.#watched.splice(0, arrays)) this.#dead.push(number);
  }

  get live(): number {
    return this.#live / MB;
  }

  get collections(): { minor: number; major: number } {
    return { minor: this.liveness.minor, major: this.liveness.major };
  }
}

t.test('a loop over arrays that die makes few collections, none of them full, and stays small', async (t) => {
  const world = new World();
  let most = 0;
  for (let k = 0; k < 1000; k++) {
    world.flush(1);
    world.drop(1);
    most = Math.max(most, world.live);
  }
  t.ok(world.liveness.minor <= 1000 / 7 && world.liveness.minor >= 1000 / 9, `${world.liveness.minor} minor collections`);
  t.equal(world.liveness.major, 0);
  t.ok(most <= 17, `${most} MB at most`);
});

t.test('the more of the new arrays survive, the fewer collections are made', async (t) => {
  const collections = (lasting: number): number => {
    const world = new World();
    world.flush(100);
    world.drop(100);
    world.flush(lasting);
    for (let k = 0; k < 1000; k++) {
      world.flush(1);
      world.drop(1);
    }
    return world.liveness.minor;
  };
  const [few, many] = [1, 16].map(collections);
  t.ok(few >= 1000 / 9 && many <= 1000 / 14, `${few} and ${many} minor collections`);
});

t.test('memory that dead arrays left for the next ones is given back where it is much', async (t) => {
  const world = new World();
  world.idle = 60 * MB;
  world.flush(1);
  t.equal(world.trims, 0);
  world.idle = 80 * MB;
  world.flush(1);
  t.equal(world.idle, 64 * MB, 'as much stays as the pool keeps of free blocks');
  world.flush(400);
  world.idle = 200 * MB;
  world.flush(1);
  t.ok(world.idle > 100 * MB && world.idle < 101 * MB, 'a fourth of what is in use');
  t.equal(world.trims, 2);
});

t.test('while other threads are at work it is looked sooner, behind the launch', async (t) => {
  const world = new World();
  world.busy = true;
  world.flush(7);
  t.equal(world.liveness.minor, 0);
  world.drop(7);
  world.flush(1);
  t.equal(world.liveness.minor, 1);
  t.equal(world.live, 1, 'what died before the flush is found by its end');
  world.flush(8);
  t.equal(world.liveness.minor, 2);
  world.flush(7);
  world.busy = false;
  world.flush(9);
  t.equal(world.liveness.minor, 2, 'who would have to wait for it puts it off');
  world.flush(1);
  t.equal(world.liveness.minor, 3);
});

t.test('what survives minor collections is found by full ones, each for tens of megabytes', async (t) => {
  const world = new World(true);
  let most = 0;
  for (let k = 0; k < 2000; k++) {
    world.flush(1);
    world.drop(1);
    most = Math.max(most, world.live);
  }
  t.ok(world.liveness.major <= 2000 / 48 && world.liveness.major >= 5, `${world.liveness.major} full collections`);
  t.ok(most <= 150, `${most} MB at most`);
});

t.test('full collections that take long are made more seldom, within bounds', async (t) => {
  const world = new World(true, 40);
  const steps = (count: number): number => {
    let most = 0;
    for (let k = 0; k < count; k++) {
      world.flush(1);
      world.drop(1);
      most = Math.max(most, world.live);
    }
    return most;
  };
  t.ok(steps(2000) <= 340, 'at most 340 MB');
  const before = world.liveness.major;
  t.ok(steps(2000) > 200);
  t.ok(world.liveness.major - before <= 2000 / 200, `${world.liveness.major - before} full collections`);
});

t.test('a set of arrays that grows is looked through a few times', async (t) => {
  const world = new World();
  for (let k = 0; k < 4000; k++) world.flush(1);
  t.ok(world.liveness.major <= 10, `${world.liveness.major} full collections`);
  t.ok(world.liveness.minor <= 40, `${world.liveness.minor} minor collections`);
});

t.test('steps that need much memory for a while do not ask for a full collection each', async (t) => {
  const world = new World();
  world.flush(40);
  const step = (): void => {
    for (let k = 0; k < 100; k++) world.flush(1);
    world.drop(100);
  };
  step();
  const before = world.liveness.major;
  for (let k = 0; k < 50; k++) step();
  t.ok(world.liveness.major - before <= 3, `${world.liveness.major - before} full collections`);
});

t.test('when much less is used than once was, full collections find what survives sooner again', async (t) => {
  const world = new World(true);
  world.flush(300);
  world.drop(300);
  let most = 0;
  for (let k = 0; k < 10_000; k++) {
    world.flush(1);
    world.drop(1);
    if (k > 9000) most = Math.max(most, world.live);
  }
  t.ok(most <= 150, `${most} MB at most`);
});

t.test('temporaries of a flush are asked for once', async (t) => {
  const world = new World();
  const { reclaimer } = world;
  reclaimer.beginFlush();
  t.equal(reclaimer.mayAsk, false, 'there are none');
  reclaimer.temporaryBytes = 8 * MB;
  t.equal(reclaimer.mayAsk, true);
  t.equal(reclaimer.knows, false);
  reclaimer.ask();
  reclaimer.ask();
  t.equal(reclaimer.mayAsk, false);
  t.equal(reclaimer.knows, true);
  t.same(world.collections, { minor: 1, major: 0 });
  reclaimer.endFlush(false);
  t.equal(reclaimer.knows, false, 'the program has run since');
  t.equal(reclaimer.temporaryBytes, 0);
});

t.test('what dies before it has memory does not count any more', async (t) => {
  const world = new World();
  world.issue(64);
  world.drop(63);
  world.reclaimer.beginFlush();
  world.reclaimer.ask();
  t.equal(world.reclaimer.temporaryBytes, MB);
});

t.test('memory is lent again rather than ever more of it: what was lent is looked for at each 8 MB', async (t) => {
  const { reclaimer, liveness } = new World();
  t.notOk(reclaimer.beforeLending(100 * MB), 'nothing was lent before');
  t.ok(reclaimer.beforeLending(3 * MB));
  t.notOk(reclaimer.beforeLending(5 * MB));
  t.equal(liveness.minor, 1);
  reclaimer.ask();
  t.equal(liveness.minor, 1, 'the answer is still good');
  reclaimer.forgetAnswer();
  reclaimer.ask();
  t.equal(liveness.minor, 2);
  t.notOk(reclaimer.beforeLending(8 * MB), 'any collection will do');
  t.ok(reclaimer.beforeLending(MB));
});

t.test('roots whose memory goes with the garbage are watched while somebody wants to know who is dead', async (t) => {
  const { reclaimer } = new World();
  const medium = (): Root => new Root(float64, [ELEMENTS / 2]);
  const flush = (): void => {
    reclaimer.beginFlush();
    reclaimer.endFlush(false);
  };
  t.not(reclaimer.tokenOf(medium()), null, 'at first');
  let flushes = 0;
  for (; reclaimer.tokenOf(medium()) !== null && flushes < 1000; flushes++) flush();
  t.ok(flushes >= 8 && flushes < 1000, `${flushes} flushes later nobody has asked`);
  t.not(reclaimer.tokenOf(new Root(float64, [ELEMENTS])), null, 'others are watched all the same');

  t.equal(reclaimer.sees, false, 'what was made meanwhile nobody knows of');
  reclaimer.beginFlush();
  reclaimer.want();
  t.equal(reclaimer.knows, false);
  reclaimer.endFlush(true);
  t.not(reclaimer.tokenOf(medium()), null);
  t.equal(reclaimer.sees, false, 'the window is not over');
  flush();
  t.equal(reclaimer.sees, true);
  reclaimer.beginFlush();
  reclaimer.want();
  t.equal(reclaimer.knows, true);
  reclaimer.endFlush(false);
});

t.test('small roots are watched for a while once a form wanted to know of a window with some', async (t) => {
  const { reclaimer } = new World();
  const small = (): Root => new Root(float64, [4096]);
  const flush = (wanted: boolean): void => {
    reclaimer.beginFlush();
    if (wanted) reclaimer.want();
    reclaimer.endFlush(false);
  };
  flush(true);
  const many = (2 * MB) / small().bytes;
  for (let i = 1; i < many; i++) reclaimer.tokenOf(small());
  t.equal(reclaimer.sees, true, 'a few small ones are taken to live');
  flush(true);
  t.equal(reclaimer.tokenOf(small()), null, 'and are watched no more for it');
  for (let i = 1; i < many; i++) t.equal(reclaimer.tokenOf(small()), null);
  t.equal(reclaimer.sees, false, 'many would be worth a collection');
  reclaimer.beginFlush();
  reclaimer.temporaryBytes = 8 * MB;
  reclaimer.ask();
  t.equal(reclaimer.mayAsk, true, 'the answer says nothing of a root that is not watched');
  reclaimer.want();
  reclaimer.endFlush(false);
  t.not(reclaimer.tokenOf(small()), null);
  t.equal(reclaimer.curiosity.tokenless, 16 << 10);
  t.equal(reclaimer.sees, true);
  let flushes = 0;
  for (; reclaimer.tokenOf(small()) !== null && flushes < 1000; flushes++) flush(false);
  t.ok(flushes >= 8 && flushes < 1000, `${flushes} flushes later no form has asked`);
  t.equal(reclaimer.curiosity.tokenless, 64 << 10);
});

t.test('before much memory is got, beside what is in use, dead arrays are looked for', async (t) => {
  const world = new World();
  const { reclaimer, liveness } = world;
  world.issue(20);
  world.drop(20);
  reclaimer.beginFlush();
  reclaimer.beforeGetting(15 * MB);
  t.equal(liveness.minor, 0, 'little');
  reclaimer.beforeGetting(20 * MB);
  t.equal(liveness.minor, 1);
  t.equal(reclaimer.temporaryBytes, 0, 'what is dead needs no memory');
  reclaimer.beforeGetting(40 * MB);
  t.equal(liveness.minor, 1, 'once a flush');
  reclaimer.endFlush(false);
  for (let k = 0; k < 10; k++) world.flush(12);
  reclaimer.beginFlush();
  const before = liveness.minor;
  reclaimer.beforeGetting(20 * MB);
  t.equal(liveness.minor, before, 'little beside 120 MB');
  reclaimer.beforeGetting(30 * MB);
  t.equal(liveness.minor, before + 1);
});
