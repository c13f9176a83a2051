/** Newton's method on the complex plane: which root each point comes to. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const [y, x] = np.mgrid('-2:2:300j', '-2:2:300j');
  let z = x.add(y.multiply(np.complex(0, 1)));
  for (let t = 0; t < 20; t++) z = z.subtract(z.pow(3).subtract(1).divide(z.pow(2).multiply(3)));
  const half = Math.sqrt(3) / 2;
  const roots = np.array([np.complex(1, 0), np.complex(-0.5, half), np.complex(-0.5, -half)]);
  const nearest = np.abs(z.get(':', ':', null).subtract(roots)).argmin({ axis: 2 });
  return (await np.bincount(nearest.ravel(), { minlength: 3 }).tolist()).map(Number);
}
