/** The scavenge on this version of Node: it finds a chain's temporaries, and never reports what can be reached. */
import t from 'tap';
import { float64 } from '../../../lib/dtype/index.js';
import { loadAddon } from '../../../lib/native/index.js';
import { Chunk, Plot } from '../../../lib/runtime/memory/arena.js';
import { Liveness } from '../../../lib/runtime/memory/liveness.js';
import { Root, Store, Token } from '../../../lib/store/index.js';

const addon = loadAddon();
const skip = addon === null && 'needs the addon';

function fresh(): Liveness {
  return new Liveness(addon?.weak() ?? null);
}

function storeOf(token: Token): Store {
  return new Store(token.root, token.root.view, token);
}

/** Seventy stores of which every tenth is kept; made in a frame that is gone when it returns. */
function chain(live: Liveness, kept: Store[]): Set<Root> {
  const dropped = new Set<Root>();
  for (let i = 0; i < 70; i++) {
    const token = new Token(new Root(float64, [100]));
    live.watchToken(token);
    if (i % 10 === 9) kept.push(storeOf(token));
    else dropped.add(token.root);
  }
  return dropped;
}

t.test('one minor collection finds a chain’s temporaries', { skip }, async (t) => {
  const live = fresh();
  for (let round = 0; round < 20; round++) {
    const kept: Store[] = [];
    const dropped = chain(live, kept);
    const dead = live.scavenge('minor').roots;
    const wrong = dead.filter((r) => kept.some((store) => store.root === r));
    t.equal(wrong.length, 0, 'nothing that is kept');
    const found = dead.filter((r) => dropped.has(r)).length;
    // The engine's registers may hold the last handle for a while.
    t.ok(found >= 62, `round ${round}: ${found} of 63`);
    t.equal(kept.length, 7);
    live.scavenge('major');
  }
});

t.test('handles that survived are found by a full collection, once', { skip }, async (t) => {
  const live = fresh();
  let kept: Store[] | null = [];
  const dropped = chain(live, kept);
  for (let i = 0; i < 4; i++) live.scavenge('minor');
  const roots = kept.map((s) => s.root);
  t.ok(roots.every((r) => !dropped.has(r)));
  kept = null;
  const found = live.scavenge('major').roots;
  t.ok(roots.filter((r) => found.includes(r)).length >= 6, 'found');
  t.same(
    live.scavenge('major').roots.filter((r) => found.includes(r)),
    [],
    'reported once',
  );
});

t.test('reachable through any alias: never reported', { skip }, async (t) => {
  const live = fresh();
  const holders: unknown[] = [];
  for (let i = 0; i < 300; i++) {
    const token = new Token(new Root(float64, [10]));
    live.watchToken(token);
    const alias = storeOf(token);
    if (i % 3 === 0) holders.push(alias);
    else if (i % 3 === 1) holders.push({ deep: [() => alias] });
    else holders.push(new Map([[i, token]]));
    if (i % 50 === 0) t.same(live.scavenge('minor').roots, []);
  }
  t.same(live.scavenge('major').roots, []);
  t.equal(holders.length, 300);
});

t.test('disposed stores are forgotten, chunks are found', { skip }, async (t) => {
  const live = fresh();
  (() => {
    const token = new Token(new Root(float64, [10]));
    live.watchToken(token);
    live.forget(token);
    for (let i = 0; i < 10; i++) live.watchChunk(new Chunk({ address: 64 * (i + 1), bytes: 64, lastUse: i, memory: 0 }));
  })();
  const dead = live.scavenge('major');
  t.same(dead.roots, []);
  t.ok(dead.chunks.length >= 9);
});

t.test('what is watched in passing is of no interest later', { skip }, async (t) => {
  const live = fresh();
  const made = (() => {
    const roots = Array.from({ length: 20 }, () => new Root(float64, [10]));
    for (const root of roots) live.watchToken(new Token(root), true);
    return roots;
  })();
  t.ok(live.scavenge('minor').roots.length >= 19, 'while its window is open it is found');
  (() => {
    for (const root of made) live.watchToken(new Token(root), true);
    live.pass();
  })();
  t.same(live.scavenge('major').roots, []);
  t.same(live.watched(), []);
});

t.test('a plot is found when its root cannot be reached, unless it was given back before', { skip }, async (t) => {
  const live = fresh();
  const kept: Root[] = [];
  (() => {
    for (let i = 0; i < 30; i++) {
      const root = new Root(float64, [10]);
      const plot = new Plot({ address: 64 * (i + 1), bytes: 64, lastUse: i, memory: 0 });
      root.chunk = plot;
      live.watchPlot(plot);
      if (i % 3 === 0) kept.push(root);
      else if (i % 3 === 1) live.forget(plot);
    }
  })();
  const found = live.scavenge('minor').chunks.map(({ lastUse }) => lastUse);
  t.ok(found.length >= 9, `${found.length} of 10`);
  t.ok(found.every((i) => i % 3 === 2));
  t.equal(kept.length, 10);
});
