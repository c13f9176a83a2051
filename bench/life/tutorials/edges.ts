/** An image: its histogram equalized, then edges by the filters of Sobel. */
import * as np from 'maniple';

export async function program(): Promise<number[]> {
  const image = np.random.pcg64(6).integers(0, 256, [512, 512]).astype('uint8');
  const total = np.cumsum(np.bincount(image.ravel(), { minlength: 256 }));
  const table = total.subtract(total.min()).multiply(255).divide(total.max().subtract(total.min())).astype('uint8');
  const p = np.pad(table.get(image).astype('float64'), 1, { mode: 'edge' });
  const [before, at, behind] = [':-2', '1:-1', '2:'];
  const right = p.get(before, behind).add(p.get(at, behind).multiply(2)).add(p.get(behind, behind));
  const left = p.get(before, before).add(p.get(at, before).multiply(2)).add(p.get(behind, before));
  const below = p.get(behind, before).add(p.get(behind, at).multiply(2)).add(p.get(behind, behind));
  const above = p.get(before, before).add(p.get(before, at).multiply(2)).add(p.get(before, behind));
  const edges = np.hypot(right.subtract(left), below.subtract(above));
  const strong = edges.greater(edges.mean()).sum();
  return [await edges.mean().item(), await np.percentile(edges, [50, 95]).sum().item(), Number(await strong.item())];
}
