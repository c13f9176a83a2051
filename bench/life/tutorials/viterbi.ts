/** The likeliest path through a hidden Markov model, with its way back. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const rng = np.random.pcg64(5);
  const [states, steps] = [20, 500];
  const move = np.log(rng.random([states, states]));
  const emit = np.log(rng.random([states, 10]));
  const seen = (await rng.integers(0, 10, steps).tolist()).map(Number);
  let score = emit.get(':', seen[0]).copy();
  const from = np.zeros([steps, states], 'int64');
  for (let t = 1; t < steps; t++) {
    const all = score.get(':', null).add(move);
    from.set(t, all.argmax({ axis: 0 }));
    score = all.max({ axis: 0 }).add(emit.get(':', seen[t]));
  }
  const back = await from.tolist();
  let state = Number(await score.argmax().item());
  let total = state;
  for (let t = steps - 1; t > 0; t--) {
    state = Number(back[t][state]);
    total += state;
  }
  return [await score.max().item(), total];
}
