import t from 'tap';
import { emitJs } from '../../lib/compile/index.js';
import { golden } from '../support/golden.js';
import { samples } from '../support/kernels.js';

t.test('emitted JavaScript', async (t) => {
  for (const [name, kernel] of Object.entries(samples)) {
    const text = emitJs(kernel);
    golden(t, `js/${name}.js.txt`, text);
  }
});
