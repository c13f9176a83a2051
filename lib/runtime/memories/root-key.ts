/** What coherence knows roots by. */
import type { RootKey } from '../../dependence/index.js';
import type { Root } from '../../store/index.js';

export function keyOf({ id, view, dtype }: Root): RootKey {
  return { id, shape: view.shape, itemSize: dtype.size };
}
