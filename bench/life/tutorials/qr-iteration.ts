/** Eigenvalues of a symmetric matrix by repeated QR factors. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const start = np.random.pcg64(10).standardNormal([30, 30]);
  let A = start.add(start.T);
  for (let t = 0; t < 150; t++) {
    const { q, r } = np.linalg.qr(A);
    A = r.matmul(q);
  }
  return [await np.sort(np.diag(A)).get(-1).item(), await np.trace(A).item()];
}
