/** When dead arrays are looked for: what a minor collection finds among a window's temporaries makes a full one needless. */
import t from 'tap';
import { float64 } from '../../../lib/dtype/index.js';
import type { Weak } from '../../../lib/native/index.js';
import { Liveness } from '../../../lib/runtime/liveness.js';
import { Reclaimer } from '../../../lib/runtime/reclaim.js';
import { Root, Token } from '../../../lib/store/index.js';

const ELEMENTS = 1_000_000;

/** Weak references of which a sweep finds the numbers below `dead` cleared, once. */
function weakOf(dead: number): Weak {
  let watched = 0;
  let found = Array.from({ length: dead }, (_, k) => k);
  return {
    watch: () => watched++,
    sweep: () => found.splice(0),
    forget: (number) => (found = found.filter((k) => k !== number)),
    size: () => watched,
  };
}

/** A window of `count` arrays without memory, of which `dead` have no handle left, and what looking for them did. */
function findDead(count: number, dead: number): { minor: number; major: number; died: number; bytes: number } {
  const died: Root[] = [];
  const memory = {
    live: () => 0,
    died: (root: Root) => died.push(root),
    releaseChunk: () => undefined,
    relieve: () => undefined,
  };
  const liveness = new Liveness(weakOf(dead));
  const reclaimer = new Reclaimer(liveness, memory, true);
  for (let k = 0; k < count; k++) {
    const token = new Token(new Root(float64, [ELEMENTS]));
    reclaimer.watchToken(token);
    reclaimer.temporaryBytes += token.root.bytes;
  }
  reclaimer.findDead();
  return { minor: liveness.minor, major: liveness.major, died: died.length, bytes: reclaimer.temporaryBytes };
}

t.test('temporaries that a minor collection finds ask for no full one', async (t) => {
  t.same(findDead(64, 63), { minor: 1, major: 0, died: 63, bytes: 8 * ELEMENTS });
});

t.test('arrays that live, and exceed the limit, ask for a full one', async (t) => {
  t.same(findDead(64, 0), { minor: 2, major: 1, died: 0, bytes: 64 * 8 * ELEMENTS });
});

t.test('few small ones ask for none', async (t) => {
  t.same(findDead(0, 0), { minor: 0, major: 0, died: 0, bytes: 0 });
});
