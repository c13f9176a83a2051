/** Rolling means and deviations of a random walk by running sums, and where its scores change sign. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const x = np.cumsum(np.random.pcg64(7).standardNormal(100_000));
  const width = 50;
  const sums = np.cumsum(np.concatenate([[0], x]));
  const squares = np.cumsum(np.concatenate([[0], x.multiply(x)]));
  const mean = sums
    .get(`${width}:`)
    .subtract(sums.get(`:-${width}`))
    .divide(width);
  const square = squares
    .get(`${width}:`)
    .subtract(squares.get(`:-${width}`))
    .divide(width);
  const deviation = np.sqrt(np.maximum(square.subtract(mean.multiply(mean)), 0));
  const score = x
    .get(`${width - 1}:`)
    .subtract(mean)
    .divide(np.where(deviation.greater(0), deviation, 1));
  const crossings = np.nonzero(np.diff(np.sign(score)).notEqual(0))[0];
  const [count] = await crossings.shapeKnown();
  return [await score.std().item(), count, Number(await crossings.get(':10').sum().item())];
}
