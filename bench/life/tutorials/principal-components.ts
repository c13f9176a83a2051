/** Three principal components of two thousand correlated samples. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const rng = np.random.pcg64(14);
  const X = rng.standardNormal([2000, 40]).matmul(rng.standardNormal([40, 40]));
  X.subtractAssign(X.mean({ axis: 0 }));
  const { eigenvalues, eigenvectors } = np.linalg.eigh(np.cov(X, { rowvar: false }));
  const components = X.matmul(eigenvectors.get(':', '::-1').get(':', ':3'));
  return [await eigenvalues.get(-1).divide(eigenvalues.sum()).item(), await np.abs(components).mean().item()];
}
