/** A Kalman filter that follows a point on a circle: four states, two measurements. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const rng = np.random.pcg64(3);
  const F = np.eye(4);
  F.set(0, 2, 0.1);
  F.set(1, 3, 0.1);
  const H = np.eye(2, 4);
  const Q = np.eye(4).multiply(0.01);
  const R = np.eye(2).multiply(0.1);
  let x = np.zeros(4);
  let P = np.eye(4);
  for (let k = 0; k < 400; k++) {
    const z = np.array([Math.cos(k * 0.05), Math.sin(k * 0.05)]).add(rng.standardNormal(2).multiply(0.1));
    x = F.matmul(x);
    P = F.matmul(P).matmul(F.T).add(Q);
    const S = H.matmul(P).matmul(H.T).add(R);
    const K = P.matmul(H.T).matmul(np.linalg.inv(S));
    x = x.add(K.matmul(z.subtract(H.matmul(x))));
    P = np.eye(4).subtract(K.matmul(H)).matmul(P);
  }
  return await x.tolist();
}
