/** Bodies that attract each other: all pairs by broadcasting. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const rng = np.random.pcg64(2);
  const x = rng.standardNormal([300, 3]);
  const v = np.zeros([300, 3]);
  const mass = rng.random(300);
  for (let t = 0; t < 30; t++) {
    const apart = x.get(null, ':', ':').subtract(x.get(':', null, ':'));
    const square = apart.pow(2).sum({ axis: 2 }).add(0.01);
    const pull = mass.get(null, ':').divide(square.multiply(np.sqrt(square)));
    v.addAssign(
      apart
        .multiply(pull.get(':', ':', null))
        .sum({ axis: 1 })
        .multiply(0.01),
    );
    x.addAssign(v.multiply(0.01));
  }
  return [await x.sum().item(), await v.pow(2).sum().item()];
}
