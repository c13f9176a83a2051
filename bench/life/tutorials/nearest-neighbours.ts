/** Classes of points by the votes of their seven nearest neighbours. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const rng = np.random.pcg64(13);
  const X = rng.standardNormal([1000, 8]);
  const label = X.get(':', 0).greater(0).astype('int64');
  const asked = rng.standardNormal([200, 8]);
  const distance = asked
    .get(':', null, ':')
    .subtract(X.get(null, ':', ':'))
    .pow(2)
    .sum({ axis: -1 });
  const nearest = np.argsort(distance, { axis: 1 }).get(':', ':7');
  const vote = label.get(nearest).mean({ axis: 1 }).greater(0.5);
  const right = vote.equal(asked.get(':', 0).greater(0)).mean();
  return [await right.item(), Number(await nearest.sum().item())];
}
