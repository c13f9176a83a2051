/** A network of one hidden layer learns the sign of a product by gradient descent. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const rng = np.random.pcg64(9);
  const X = rng.standardNormal([512, 20]);
  const y = X.get(':', 0).multiply(X.get(':', 1)).greater(0).astype('float64').get(':', null);
  const W1 = rng.standardNormal([20, 32]).multiply(0.3);
  const b1 = np.zeros(32);
  const W2 = rng.standardNormal([32, 1]).multiply(0.3);
  const b2 = np.zeros(1);
  let out = y;
  for (let t = 0; t < 200; t++) {
    const hidden = np.maximum(X.matmul(W1).add(b1), 0);
    out = np.divide(1, np.exp(hidden.matmul(W2).add(b2).negative()).add(1));
    const error = out.subtract(y).divide(512);
    const back = error.matmul(W2.T).multiply(hidden.greater(0));
    W2.subtractAssign(hidden.T.matmul(error));
    b2.subtractAssign(error.sum({ axis: 0 }));
    W1.subtractAssign(X.T.matmul(back));
    b1.subtractAssign(back.sum({ axis: 0 }));
  }
  return [await out.greater(0.5).equal(y).mean().item(), await np.abs(W1).sum().item()];
}
